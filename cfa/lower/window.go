package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/num"
)

// The part of an object that a pointer was made from, and must stay in (C11 6.5.6p8): a member, or a
// row of an array of arrays. It is a rule of Bounds, unless Options.NoMemberBounds is set.
//
// An address does not tell what it was made from: what is one past the end of a member is the start
// of the next. So what a pointer may move over, its window, is kept beside it, as in SoftBound (S.
// Nagarakatte et al., PLDI 2009), but only where it matters: for classes in which pointers are moved
// and were made from parts of objects (pointsto.Class.Followed). A class that is one member of one
// object needs no more than the bytes of that member (extent.only).
//
// Evaluating a pointer leaves its window in funcLowerer.win. Variables that are no memory have two
// companions with the first address of the window and the one after it. Arguments and results pass
// it in global variables. A pointer that is put in memory loses it: it must be inside of its window
// then, so that one that is read from memory is right as long as it is not moved. If it is moved,
// nothing is claimed.
//
// Three sorts of windows are distinguished by hi:
//
//	exact    lo <= a < hi
//	whole    lo is 0, hi the last address: what the object is made of, which access.go tests
//	unknown  lo is 0, hi the last address but one: the pointer may be followed, but not moved

// window is what a pointer may move over; nil: the whole object.
type window struct{ lo, hi cfa.Expr }

// windowVars are the companions of a pointer variable.
type windowVars struct{ lo, hi *cfa.Var }

// stored is the window of a pointer that is about to be stored.
type storedWindow struct{ w *window }

func (l *lowerer) lastAddress() num.Int { return num.Pow2(uint(l.u.Model.PtrBits())).Sub(num.Of(1)) }

func (l *lowerer) unknownWindow() *window {
	return &window{cfa.ConstInt(0), cfa.ConstOf(l.lastAddress().Sub(num.Of(1)))}
}

func (l *lowerer) isUnknown(w *window) bool {
	k, ok := cfa.IsConst(w.hi)
	return ok && k.Equal(l.lastAddress().Sub(num.Of(1)))
}

// bounds returns the bounds of a window, also where it is the whole object.
func (l *lowerer) windowBounds(w *window) (lo, hi cfa.Expr) {
	if w == nil {
		return cfa.ConstInt(0), cfa.ConstOf(l.lastAddress())
	}
	return w.lo, w.hi
}

// members reports whether pointers are checked to stay in their part of an object.
func (o Options) members() bool { return o.Check.Has(Bounds) && !o.NoMemberBounds }

// findWindows finds out whether there is a class whose pointers' windows are followed. All extents are
// known.
func (l *lowerer) findWindows() {
	if !l.opt.members() {
		return
	}
	for _, n := range l.pts.Classes() {
		l.windows = l.windows || l.narrow(n)
	}
}

// narrow reports whether the windows of pointers into the class are followed.
func (l *lowerer) narrow(n *pointsto.Class) bool {
	return n != nil && l.opt.members() && n.Find().Followed() && l.extentOf(n).only == nil
}

// settleWindow says what the window is of the value of e, which has just been evaluated.
func (l *funcLowerer) settleWindow(e lang.Expr) {
	t := e.Type()
	if !l.windows || t.Kind != lang.Pointer && t.Kind != lang.Integer {
		l.win = nil
		return
	}
	switch x := e.(type) {
	case *lang.AddrOf, *lang.Decay, *lang.VarRef, *lang.Member, *lang.Index, *lang.Deref, *lang.Assign, *lang.AssignOp, *lang.IncDec,
		*lang.Comma, *lang.Call, *lang.Cond:
	case *lang.Cast:
		if t.Kind == lang.Pointer {
			l.castWindow(x)
		}
	case *lang.Binary:
		if !pointerSum(x) {
			l.win = l.unknownWindow()
		}
	case *lang.IntLit, *lang.FuncRef:
		l.win = nil
		return
	default:
		l.win = l.unknownWindow()
	}
	if l.win != nil && !l.narrow(l.pts.Pointee(e)) {
		l.win = nil
	}
}

// castWindow changes the window by a conversion to a pointer. From a member to the record that it is the
// first member of, by container_of, and from bytes to a record, the window gets unknown: the whole
// record may be accessed.
func (l *funcLowerer) castWindow(x *lang.Cast) {
	from, to := lang.StripCasts(x.X).Type(), x.T
	switch {
	case l.win == nil:
	case x.X.Type().Kind != lang.Pointer:
		l.win = l.unknownWindow()
	case to.Elem.Kind != lang.Record || !to.Elem.Complete || from.Kind != lang.Pointer || lang.SameRecord(from.Elem, to.Elem):
	case pointsto.Container(x) != nil, from.Elem.Kind == lang.Void, from.Elem.Size == 1, beginsWith(to.Elem, from.Elem):
		l.win = l.unknownWindow()
	}
}

// beginsWith reports whether something of type t lies at the start of a record of type r.
func beginsWith(r, t *lang.Type) bool {
	for r.Kind == lang.Record && len(r.Fields) > 0 {
		if r.Union {
			for _, f := range r.Fields {
				if sameSort(f.Type, t) || beginsWith(f.Type, t) {
					return true
				}
			}
			return false
		}
		if r = r.Fields[0].Type; sameSort(r, t) {
			return true
		}
		if r.Kind == lang.Array {
			r = r.Elem
		}
	}
	return sameSort(r, t)
}

func sameSort(a, b *lang.Type) bool {
	for a.Kind == lang.Array && b.Kind != lang.Array {
		a = a.Elem
	}
	return lang.SameRecord(a, b) || a.Kind == b.Kind && a.Kind != lang.Record && a.Size == b.Size
}

// memberWindow is the window of pointers to the member f of p, which lies at q.
func (l *lowerer) memberWindow(p, q place, f *lang.Field) *window {
	if !l.windows || !q.inMemory() || pointsto.Spans(f, p.t) || f.BitField || !l.narrow(q.n) {
		return p.win
	}
	return &window{q.addr, cfa.MkBinary(cfa.Add, q.addr, cfa.ConstInt(max(f.Type.Size, 0)))}
}

// rowWindow is the window of pointers to elements of the array e, which lies at p.
func (l *funcLowerer) rowWindow(e lang.Expr, p place) *window {
	switch e.(type) {
	case *lang.Index, *lang.Deref:
		if l.windows && p.inMemory() && l.narrow(p.n) {
			return &window{p.addr, cfa.MkBinary(cfa.Add, p.addr, l.sizeOf(e.Type()))}
		}
	}
	return p.win
}

// pinWindow keeps a window as it is, whatever is assigned later.
func (l *funcLowerer) pinWindow(w *window, pos lang.Pos) *window {
	if w == nil {
		return nil
	}
	return &window{l.pin(w.lo, pos), l.pin(w.hi, pos)}
}

// inWindow are the conditions, all of which must hold, that size bytes at the address lie in the window.
func (l *lowerer) inWindow(w *window, addr, size cfa.Expr) []cfa.Expr {
	if w == nil || l.isUnknown(w) {
		return nil
	}
	return []cfa.Expr{cfa.MkBinary(cfa.Ge, addr, w.lo), cfa.MkBinary(cfa.Le, cfa.MkBinary(cfa.Add, addr, size), w.hi)}
}

const lostWindow = "which member or row a pointer was made from that is moved"

// unmoved ends the run, as one of which nothing is claimed, where a pointer moves whose window is
// unknown.
func (l *funcLowerer) unmoved(w *window, moves cfa.Expr, pos lang.Pos) {
	if w == nil {
		return
	}
	unknown := cfa.MkBinary(cfa.Eq, w.hi, l.unknownWindow().hi)
	if k, ok := cfa.IsConst(unknown); ok && k.IsZero() {
		return
	}
	l.unless(cfa.MkAnd(unknown, moves), lostWindow, pos)
}

// walks is for a pointer with the window w that is moved at the expression e, by a number.
func (l *funcLowerer) walks(w *window, e lang.Expr, by cfa.Expr) {
	if w == nil || !l.windows || !l.narrow(l.pts.Pointee(e)) {
		return
	}
	if by == nil {
		by = cfa.ConstInt(1)
	}
	l.unmoved(w, cfa.MkBinary(cfa.Ne, by, cfa.ConstInt(0)), e.Pos())
}

// lose is for a pointer of value v, with the window w, that goes where its window is not followed: it must
// be inside of it.
func (l *funcLowerer) lose(w *window, v cfa.Expr, t *lang.Type, pos lang.Pos) {
	if w == nil || l.isUnknown(w) || v == nil || l.quiet {
		return
	}
	size := int64(1)
	if t.Kind == lang.Pointer && t.Elem.Size > 0 && t.Elem.Kind != lang.Function {
		size = t.Elem.Size
	}
	in := cfa.MkAnd(cfa.MkBinary(cfa.Ge, v, w.lo), cfa.MkBinary(cfa.Le, cfa.MkBinary(cfa.Add, v, cfa.ConstInt(size)), w.hi))
	l.unless(cfa.MkAnd(cfa.MkNot(in), cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0))), lostWindow, pos)
}

// staysInArray is for an index of an array that is a member, where bounds are not checked. What lies after
// the array is the next member, which is other memory here: where the index leads there, all members of the
// records around may change, and what is read there may be anything. So it is as if the machine had done
// it, but nothing is known of the values, and no bug rests on them. For records that are not in memory
// nothing is claimed of such runs. A class that is collapsed has the members in it.
func (l *funcLowerer) staysInArray(p place, i cfa.Expr, array lang.Expr, pos lang.Pos) {
	if l.opt.Check.Has(Bounds) || l.fn == nil || l.fn.Model || !inRecord(array) || flexible(array, true) || p.inMemory() && p.n.Find().Has(pointsto.Collapsed) {
		return
	}
	t := arrayType(array)
	if t.LenObj != nil || t.Len < 0 {
		return
	}
	if lo, hi, ok := cfa.Bounds(i); ok && lo.Sign() >= 0 && hi.Less(num.Of(t.Len)) {
		return
	}
	out := cfa.MkOr(cfa.MkBinary(cfa.Lt, i, cfa.ConstInt(0)), cfa.MkBinary(cfa.Ge, i, cfa.ConstInt(t.Len)))
	if !p.inMemory() {
		l.unless(out, "an index outside of an array that is a member", pos)
		return
	}
	yes, end := l.newLoc(pos), l.newLoc(pos)
	l.test(out, yes, end, pos)
	l.cur = yes
	l.emit(&cfa.Call{Callee: l.around(p.n)}, pos)
	l.jump(end, pos)
	l.cur = end
}

// around returns the procedure that changes all members of the records that the class is a part of.
func (l *lowerer) around(n *pointsto.Class) *cfa.Proc {
	n = n.Find()
	if q := l.aroundProcs[n]; q != nil {
		return q
	}
	q := l.p.NewProc("members around a member")
	l.aroundProcs[n] = q
	w := l.in(q, nil)
	seen := map[*pointsto.Class]bool{}
	n.EachEnclosing(func(m *pointsto.Class) {
		m.EachScalar(func(k *pointsto.Class) {
			if k = k.Find(); seen[k] {
				return
			}
			seen[k] = true
			if r := l.regionOf(k); !r.float {
				w.emit(&cfa.Fill{Arr: r.arr, From: &cfa.Input{
					Kind: cfa.Approx, Name: "members around an array whose index is outside", Range: r.arr.Elem, Pointer: r.arr.Pointer,
				}}, lang.Pos{})
			}
		})
	})
	w.jump(q.Exit, lang.Pos{})
	return q
}

// inRecord reports whether the array is a member, or an element of one.
func inRecord(array lang.Expr) bool {
	for array != nil {
		if _, ok := array.(*lang.Member); ok {
			return true
		}
		array, _ = pointsto.Indexed(array)
	}
	return false
}

// ---- variables

// cell is the class of what lies in a store.
func (l *lowerer) cell(s *store) *pointsto.Class {
	switch {
	case s.obj != nil:
		return l.pts.Object(s.obj)
	case s.up == nil:
		return nil
	}
	n := l.cell(s.up)
	if n != nil && s.member != nil {
		n = l.pts.Field(n, s.member)
	}
	return n
}

// companions are the variables with the window of the pointer in the store; nil: it is not followed.
func (l *lowerer) companions(s *store) *windowVars {
	if !l.windows || s == nil || s.t.Kind != lang.Pointer || s.many || s.proc == nil {
		return nil
	}
	if !s.asked {
		s.asked = true
		if n := l.cell(s); n != nil && l.narrow(l.pts.LeadsTo(n)) {
			s.win = l.newWindow(s.proc, s.name, cfa.LocalVar)
		}
	}
	return s.win
}

func (l *lowerer) newWindow(q *cfa.Proc, name string, kind cfa.VarKind) *windowVars {
	lo := l.p.NewVar(q, name+".lo", kind, l.rangeOfPtr())
	hi := l.p.NewVar(q, name+".hi", kind, l.rangeOfPtr())
	return &windowVars{lo, hi}
}

// loadWindow is the window of the pointer in the place.
func (l *funcLowerer) loadWindow(p place) *window {
	if !l.windows || p.t.Kind != lang.Pointer {
		return nil
	}
	if !p.inMemory() {
		if c := l.companions(p.st); c != nil {
			return &window{c.lo, c.hi}
		}
	}
	return l.unknownWindow()
}

// storeWindow is for the value v that has been stored to the place.
func (l *funcLowerer) storeWindow(p place, v cfa.Expr, g *storedWindow, pos lang.Pos) {
	if !l.windows || p.t.Kind != lang.Pointer {
		return
	}
	if !p.inMemory() {
		if c := l.companions(p.st); c != nil {
			w := l.unknownWindow()
			if g != nil {
				w = g.w
			}
			l.setWindow(c, w, pos)
			return
		}
	}
	if g != nil {
		l.lose(g.w, v, p.t, pos)
	}
}

func (l *funcLowerer) setWindow(c *windowVars, w *window, pos lang.Pos) {
	lo, hi := l.windowBounds(w)
	if lo == cfa.Expr(c.lo) && hi == cfa.Expr(c.hi) {
		return
	}
	l.emit(&cfa.Assign{LHS: c.lo, RHS: l.fitPtr(lo)}, pos)
	l.emit(&cfa.Assign{LHS: c.hi, RHS: l.fitPtr(hi)}, pos)
}

// ---- calls

// passWindow passes the window of an argument for the parameter.
func (l *funcLowerer) passWindow(p *lang.Object, a arg, pos lang.Pos) {
	if !l.windows || p.Type.Kind != lang.Pointer {
		return
	}
	s := l.stores[p]
	if s == nil || l.companions(s) == nil {
		l.lose(a.win, a.v, p.Type, pos)
		return
	}
	l.setWindow(l.passing(p), a.win, pos)
}

// passing are the global variables that the window of an argument is passed in.
func (l *lowerer) passing(p *lang.Object) *windowVars {
	c := l.passedIn[p]
	if c == nil {
		c = l.newWindow(nil, p.Name, cfa.GlobalVar)
		if l.passedIn == nil {
			l.passedIn = map[*lang.Object]*windowVars{}
		}
		l.passedIn[p] = c
		l.passes = append(l.passes, c)
	}
	return c
}

// takeWindows takes the windows of the arguments, at the entry of the function. Who does not pass one
// passes an unknown one.
func (l *funcLowerer) takeWindows() {
	if !l.windows {
		return
	}
	for _, p := range l.fn.Params {
		s := l.stores[p]
		if s == nil || l.memory(p) || p.Type.Kind != lang.Pointer {
			continue
		}
		if c := l.companions(s); c != nil {
			g := l.passing(p)
			l.setWindow(c, &window{g.lo, g.hi}, p.Pos)
			l.setWindow(g, l.unknownWindow(), p.Pos)
		}
	}
}

// returnedWindow is the window of the result of the function, in global variables that all functions share;
// nil: it is not followed.
func (l *lowerer) returnedWindow(f *lang.Func) *windowVars {
	if !l.windows || f == nil || f.Body == nil || f.Type.Elem.Kind != lang.Pointer {
		return nil
	}
	n := l.pts.ResultOf(f)
	if n == nil || !l.narrow(l.pts.LeadsTo(n)) {
		return nil
	}
	if l.resultWindow == nil {
		l.resultWindow = l.newWindow(nil, "result", cfa.GlobalVar)
		l.passes = append(l.passes, l.resultWindow)
	}
	return l.resultWindow
}

// startWindows says of all windows that are passed that they are unknown.
func (l *funcLowerer) startWindows(pos lang.Pos) {
	for _, c := range l.passes {
		l.setWindow(c, l.unknownWindow(), pos)
	}
}

// resultWindowOf takes the window of what a direct call of f has returned.
func (l *funcLowerer) resultWindowOf(x *lang.Call, f *lang.Func) {
	if !l.windows || x.T.Kind != lang.Pointer {
		return
	}
	l.win = l.unknownWindow()
	if c := l.returnedWindow(f); c != nil {
		l.win = l.pinWindow(&window{c.lo, c.hi}, x.At)
	}
}

// atOnce is for an access of a library function to size bytes: through a pointer whose window is unknown no
// more than one object of its type can be accessed.
func (l *funcLowerer) atOnce(e lang.Expr, size cfa.Expr, w *window, pos lang.Pos) {
	if w != nil {
		one := max(1, pointedTo(l.argumentOf(e)).Size)
		l.unmoved(w, cfa.MkBinary(cfa.Gt, size, cfa.ConstInt(one)), pos)
	}
}
