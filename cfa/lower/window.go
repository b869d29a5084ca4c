package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/rule"
)

// The part of an object that a pointer was made from, and must stay in (C11 6.5.6p8): a member, or a row of an array
// of arrays. This is a part of the rule Bounds, unless Options.NoMemberBounds is set.
//
// An address does not show what it was made from: one past the end of a member is the start of the next member. So
// the window of a pointer, the memory that it may move over, is kept next to the pointer, as in SoftBound (S.
// Nagarakatte et al., PLDI 2009), but only where it matters: for classes in which pointers are moved and were made
// from parts of objects (pointsto.Class.Followed). For a class that is one member of one object, the bytes of that
// member are enough (extent.only).
//
// Evaluating a pointer leaves its window in funcLowerer.win. A pointer variable outside of memory has two window
// variables: the first address of the window and the one after it. Arguments and results pass the window in global
// variables. A pointer that is stored in memory loses its window: it must be inside of its window at this time, so
// that a pointer read from memory is correct as long as it is not moved. If it is moved, the check is left open
// (cfa.Property.Unfollowed).
//
// hi distinguishes three sorts of windows:
//
//	exact    lo <= a < hi
//	whole    lo is 0, hi the last address: the whole object, which access.go tests
//	unknown  lo is 0, hi the last address but one: the pointer may be dereferenced, but not moved

// A window is the memory that a pointer may move over. A nil window is the whole object.
type window struct{ lo, hi cfa.Expr }

// windowVars are the window variables of a pointer variable.
type windowVars struct{ lo, hi *cfa.Var }

// A storedWindow is the window of a pointer that is about to be stored.
type storedWindow struct{ w *window }

func (l *lowerer) lastAddress() num.Int { return l.addressEnd().Sub(num.Of(1)) }

func (l *lowerer) addressEnd() num.Int { return num.Pow2(uint(l.u.Model.PtrBits())) }

func (l *lowerer) unknownWindow() *window {
	return &window{cfa.ConstInt(0), cfa.ConstOf(l.lastAddress().Sub(num.Of(1)))}
}

func (l *lowerer) isUnknown(w *window) bool {
	k, ok := cfa.IsConst(w.hi)
	return ok && k.Equal(l.lastAddress().Sub(num.Of(1)))
}

// windowBounds returns the bounds of a window, which may be the whole object.
func (l *lowerer) windowBounds(w *window) (lo, hi cfa.Expr) {
	if w == nil {
		return cfa.ConstInt(0), cfa.ConstOf(l.lastAddress())
	}
	return w.lo, w.hi
}

// members reports whether pointers are checked to stay in their part of an object.
func (o Options) members() bool { return o.Check.Has(Bounds) && !o.NoMemberBounds }

// findWindows finds whether there is a class whose pointers' windows are followed. All extents must be known.
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

// settleWindow sets the window of the value of e, which has just been evaluated.
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

// castWindow changes the window at a conversion to a pointer. For conversions from a member to the record whose first
// member it is, by container_of, and from bytes to a record, the window becomes unknown: the whole record may be
// accessed.
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

// beginsWith reports whether a record of type r has a part of type t at its start.
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

// memberWindow returns the window of pointers to the member f of p, which lies at q.
func (l *lowerer) memberWindow(p, q place, f *lang.Field) *window {
	if !l.windows || !q.inMemory() || pointsto.Spans(f, p.t) || f.BitField || !l.narrow(q.n) {
		return p.win
	}
	return &window{q.addr, cfa.MkBinary(cfa.Add, q.addr, cfa.ConstInt(max(f.Type.Size, 0)))}
}

// rowWindow returns the window of pointers to elements of the array e, which lies at p.
func (l *funcLowerer) rowWindow(e lang.Expr, p place) *window {
	switch e.(type) {
	case *lang.Index, *lang.Deref:
		if l.windows && p.inMemory() && l.narrow(p.n) {
			return &window{p.addr, cfa.MkBinary(cfa.Add, p.addr, l.sizeOf(e.Type()))}
		}
	}
	return p.win
}

// keepWindow returns w with its bounds as keep returns them.
func keepWindow(w *window, keep keeper) *window {
	if w == nil {
		return nil
	}
	return &window{keep(w.lo), keep(w.hi)}
}

// inWindow returns the conditions, all of which must hold, that size bytes at addr lie in the window.
func (l *lowerer) inWindow(w *window, addr, size cfa.Expr) []cfa.Expr {
	if w == nil || l.isUnknown(w) {
		return nil
	}
	return []cfa.Expr{cfa.MkBinary(cfa.Ge, addr, w.lo), cfa.MkBinary(cfa.Le, cfa.MkBinary(cfa.Add, addr, size), w.hi)}
}

const lostWindow = "a moved pointer may leave its member or row, which is not followed to here"

// unmoved leaves the check open where a pointer with an unknown window w is moved. The condition `moves` says whether it
// is moved.
func (l *funcLowerer) unmoved(w *window, moves cfa.Expr, pos lang.Pos) {
	if w == nil {
		return
	}
	unknown := cfa.MkBinary(cfa.Eq, w.hi, l.unknownWindow().hi)
	if k, ok := cfa.IsConst(unknown); ok && k.IsZero() {
		return
	}
	l.unfollowed(cfa.MkAnd(unknown, moves), rule.OutOfBounds, lostWindow, pos)
}

// walks leaves the check open where the expression e moves a pointer with the window w by a number, and the window is
// unknown. `by` is the number; nil if it is not modelled.
func (l *funcLowerer) walks(w *window, e lang.Expr, by cfa.Expr) {
	if w == nil || !l.windows || !l.narrow(l.pts.Pointee(e)) {
		return
	}
	if by == nil {
		by = cfa.ConstInt(1)
	}
	l.unmoved(w, cfa.MkBinary(cfa.Ne, by, cfa.ConstInt(0)), e.Pos())
}

// lose handles a pointer with the value v and the window w that is stored where its window is not followed: it must
// be inside of the window, or the check is left open.
func (l *funcLowerer) lose(w *window, v cfa.Expr, t *lang.Type, pos lang.Pos) {
	if w == nil || l.isUnknown(w) || v == nil || l.quiet {
		return
	}
	size := int64(1)
	if t.Kind == lang.Pointer && t.Elem.Size > 0 && t.Elem.Kind != lang.Function {
		size = t.Elem.Size
	}
	in := cfa.MkAnd(cfa.MkBinary(cfa.Ge, v, w.lo), cfa.MkBinary(cfa.Le, cfa.MkBinary(cfa.Add, v, cfa.ConstInt(size)), w.hi))
	l.unfollowed(cfa.MkAnd(cfa.MkNot(in), cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0))), rule.OutOfBounds, lostWindow, pos)
}

// staysInArray handles an index of an array that is a member, if bounds are not checked. After the array comes the
// next member, which is in another class here. If the index is outside, all members of the enclosing records get
// unknown values, and reads may give any value. So the run continues as on a machine, but nothing is known about the
// values, and no bug rests on them. For records that are not in memory nothing is claimed about such runs. A
// collapsed class contains the other members, and needs no treatment.
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

// around returns the procedure that changes all members of the records that contain the class.
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

// inRecord reports whether the array is a member, or an element of a member.
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

// cell returns the class of the contents of a store.
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

// companions returns the window variables of the pointer in the store, or nil if its window is not followed.
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

// loadWindow returns the window of the pointer in the place p.
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

// storeWindow keeps the window g of the pointer v, which is stored to the place p. A nil g is an unknown window.
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

// passWindow passes the window of an argument to the parameter.
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

// passing returns the global variables that pass the window of an argument.
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

// takeWindows takes the windows of the arguments, at the entry of the function. A caller that passes no window passes
// an unknown one.
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

// returnedWindow returns the variables for the window of the function's result, which are global and shared by all
// functions, or nil if the window is not followed.
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

// startWindows sets all windows that are passed to unknown.
func (l *funcLowerer) startWindows(pos lang.Pos) {
	for _, c := range l.passes {
		l.setWindow(c, l.unknownWindow(), pos)
	}
}

// resultWindowOf takes the window of the result of a direct call of f.
func (l *funcLowerer) resultWindowOf(x *lang.Call, f *lang.Func) {
	if !l.windows || x.T.Kind != lang.Pointer {
		return
	}
	l.win = l.unknownWindow()
	if c := l.returnedWindow(f); c != nil {
		l.win = keepWindow(&window{c.lo, c.hi}, l.pins(x.At))
	}
}

// atOnce makes no claim if a library function accesses more than one object of the pointer's type, and the pointer's
// window is unknown.
func (l *funcLowerer) atOnce(e lang.Expr, size cfa.Expr, w *window, pos lang.Pos) {
	if w != nil {
		one := max(1, pointedTo(l.argumentOf(e)).Size)
		l.unmoved(w, cfa.MkBinary(cfa.Gt, size, cfa.ConstInt(one)), pos)
	}
}
