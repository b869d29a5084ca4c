package lower

import (
	"maps"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// What is left of the heap when a program ends: by returning from the entry function, or by exit and
// its kind, not by abort (Cleanup, Leak).
//
// Cleanup asks that no block is left. The blocks that live are counted.
//
// Leak asks that something points to each, as valid-memtrack of the SV-COMP does: a static object, or
// a block that something points to; of the locals of functions that have been left nothing is there
// any more. By their classes blocks are of three sorts, counted on their own:
//
//   - lost: no static object may lead to one, through other blocks or not. All that live at the
//     end are lost.
//   - kept: some may. If no pointer of a static object does, all are lost; if there is one, it is
//     not. Else it is not decided here who leads to whom.
//   - shared: code outside of the program knows them; it may have freed them, or kept them.
//
// Where exit ends the program, locals of the functions that are active may point to blocks: what
// is not free then is not decided. What is not decided depends on an input of kind Approx, so that
// nothing is claimed of it.
//
// Where a run starts in a function other than main, what its driver has made belongs to the caller:
// these blocks are not counted, nor is it counted that they are freed, and what they lead to, or the
// result does, is not lost.
//
// A block that is lost in the middle of a run is so at its end. Of runs that do not end, or end in
// another way, nothing is claimed.
type blockSort int

const (
	lost blockSort = iota
	kept
	shared
	sorts
)

// leaks is what is known of the blocks that live.
type leaks struct {
	live  [sorts]*cfa.Var               // how many
	of    map[*pointsto.Class]blockSort // the blocks' classes, and their parts
	roots map[*pointsto.Class]bool      // what static objects lead to directly
	// where blocks of the driver begin and end; nil: there are none
	callers, callersEnd *cfa.Var
}

// findLeaks sorts the classes of blocks.
func (l *lowerer) findLeaks() {
	if !l.opt.Check.Has(Leak|Cleanup) || len(l.pts.Blocks()) == 0 {
		return
	}
	k := &l.leaks
	for i := range k.live {
		k.live[i] = l.p.NewVar(nil, [sorts]string{"live blocks", "live blocks, kept", "live blocks, shared"}[i], cfa.GlobalVar, l.rangeOfPtr())
		k.live[i].Shadow = true
	}
	k.of, k.roots = map[*pointsto.Class]blockSort{}, map[*pointsto.Class]bool{}
	from := append(l.pts.StaticClasses(), l.callersClasses()...)
	if len(l.callersBlocks()) > 0 {
		k.callers = l.p.NewVar(nil, "blocks of the caller", cfa.GlobalVar, l.rangeOfPtr())
		k.callersEnd = l.p.NewVar(nil, "end of the caller's blocks", cfa.GlobalVar, l.rangeOfPtr())
		k.callers.Shadow, k.callersEnd.Shadow = true, true
	}
	reached := map[*pointsto.Class]bool{}
	for len(from) > 0 {
		n := from[len(from)-1]
		from = from[:len(from)-1]
		for t := range n.Targets() {
			t.EachEnclosing(func(m *pointsto.Class) {
				if !reached[m] {
					reached[m] = true
					from = append(from, m)
				}
			})
		}
	}
	for _, b := range l.pts.Blocks() {
		if !b.Heap {
			continue
		}
		s := lost
		b.Class.EachPart(func(n *pointsto.Class) {
			if reached[n] {
				s = max(s, kept)
			}
			if n.Has(pointsto.Escaped | pointsto.FromOutside) {
				s = shared
			}
		})
		b.Class.EachPart(func(n *pointsto.Class) {
			if t, ok := k.of[n]; ok && t != s {
				s = shared // part of blocks of different sorts
			}
		})
		b.Class.EachPart(func(n *pointsto.Class) { k.of[n] = s })
	}
	// A class that became shared after another with which it has a part makes that one so, too.
	for again := true; again; {
		again = false
		for _, b := range l.pts.Blocks() {
			s := lost
			b.Class.EachPart(func(n *pointsto.Class) { s = max(s, k.of[n]) })
			b.Class.EachPart(func(n *pointsto.Class) {
				if b.Heap && k.of[n] != s {
					k.of[n], again = s, true
				}
			})
		}
	}
}

// callersBlocks are the variables of the driver with the addresses of blocks that it has made.
func (l *lowerer) callersBlocks() []*lang.DriverObject {
	if l.u.Driver == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(l.u.Driver.Objects), func(o *lang.DriverObject) bool { return o.At == nil })
}

// callersClasses are the classes of what the caller of the entry function knows: the blocks of the
// driver, and the result.
func (l *lowerer) callersClasses() []*pointsto.Class {
	if l.u.Driver == nil {
		return nil
	}
	var list []*pointsto.Class
	for _, o := range l.callersBlocks() {
		for t := range l.pts.Object(o.At).Targets() {
			list = append(list, t.Find())
		}
	}
	if r := l.u.Driver.Result; r != nil {
		list = append(list, l.pts.Object(r))
	}
	return list
}

// startCallers begins the blocks of the caller, where the driver begins.
func (l *funcLowerer) startCallers(pos lang.Pos) {
	if v := l.leaks.callers; v != nil {
		l.emit(&cfa.Assign{LHS: v, RHS: l.heapTop}, pos)
		l.emit(&cfa.Assign{LHS: l.leaks.callersEnd, RHS: l.heapTop}, pos)
	}
}

// callersAt says that p leads into a block of the caller.
func (l *lowerer) callersAt(p cfa.Expr) cfa.Expr {
	return cfa.MkAnd(cfa.MkBinary(cfa.Ge, p, l.leaks.callers), cfa.MkBinary(cfa.Lt, p, l.leaks.callersEnd))
}

// freed takes the block at p from the number of living blocks of a class, unless it is the caller's
// or none.
func (l *funcLowerer) freed(n *pointsto.Class, p cfa.Expr, pos lang.Pos) {
	by := cfa.MkSelect(l.liveArray(), p)
	if l.leaks.of == nil || l.leaks.callers == nil {
		l.counted(n, by, cfa.Sub, pos)
		return
	}
	own, end := l.newLoc(pos), l.newLoc(pos)
	l.test(l.callersAt(p), end, own, pos)
	l.cur = own
	l.counted(n, by, cfa.Sub, pos)
	l.jump(end, pos)
	l.cur = end
}

// counter counts the living blocks of a class.
func (l *lowerer) counter(n *pointsto.Class) *cfa.Var {
	s := shared
	if n != nil {
		if t, ok := l.leaks.of[n.Find()]; ok {
			s = t
		}
	}
	return l.leaks.live[s]
}

// counted adds to the number of living blocks of a class.
func (l *funcLowerer) counted(n *pointsto.Class, by cfa.Expr, op cfa.BinOp, pos lang.Pos) {
	if l.leaks.of == nil {
		return
	}
	v := l.counter(n)
	l.emit(&cfa.Assign{LHS: v, RHS: l.fitPtr(cfa.MkBinary(op, v, by))}, pos)
}

// startLeaks sets the counters.
func (l *funcLowerer) startLeaks(pos lang.Pos) {
	if l.leaks.of == nil {
		return
	}
	for _, v := range l.leaks.live {
		l.emit(&cfa.Assign{LHS: v, RHS: cfa.ConstInt(0)}, pos)
	}
}

// leftAtEnd looks at the blocks that live where the program ends: by a return, or by a call of exit,
// in the function.
func (l *funcLowerer) leftAtEnd(how string, in *lang.Func, returns bool, pos lang.Pos) {
	if l.leaks.of == nil {
		return
	}
	none := func(s blockSort) cfa.Expr { return cfa.MkBinary(cfa.Eq, l.leaks.live[s], cfa.ConstInt(0)) }
	all := cfa.MkAnd(cfa.MkAnd(none(lost), none(kept)), none(shared))
	if l.opt.Check.Has(Cleanup) {
		bad := l.endsBadly(Cleanup, how, in, pos)
		l.unlessDecided(none(shared), whoPoints, bad, pos)
		l.must(cfa.MkAnd(none(lost), none(kept)), bad, pos)
	}
	if !l.opt.Check.Has(Leak) {
		return
	}
	bad := l.endsBadly(Leak, how, in, pos)
	if !returns {
		l.unlessDecided(all, whoPoints, bad, pos)
		return
	}
	l.unlessDecided(none(shared), whoPoints, bad, pos)
	l.must(none(lost), bad, pos)
	roots, complete := l.rootPointers()
	var held cfa.Expr = cfa.ConstInt(0)
	for _, p := range roots {
		lives := cfa.MkBinary(cfa.Ne, cfa.MkSelect(l.liveArray(), cfa.MkSelect(l.ownerArray(), p)), cfa.ConstInt(0))
		if l.leaks.callers != nil { // whose blocks are not counted
			lives = cfa.MkAnd(lives, cfa.MkNot(l.callersAt(p)))
		}
		held = cfa.MkOr(held, lives)
	}
	if !complete {
		l.unlessDecided(none(kept), whoPoints, bad, pos)
		return
	}
	l.must(cfa.MkOr(none(kept), held), bad, pos)
	l.unlessDecided(cfa.MkBinary(cfa.Le, l.leaks.live[kept], cfa.ConstInt(1)), whoPoints, bad, pos)
}

// endsBadly is the error location of a rule about the end of the program.
func (l *funcLowerer) endsBadly(rule Check, how string, in *lang.Func, pos lang.Pos) *cfa.Loc {
	bad := l.newLoc(pos)
	bad.Error = l.property(rule.kind(), how, pos)
	if in != nil {
		bad.Error.Func = in.Name
	}
	return bad
}

// unlessDecided says that nothing is claimed of a rule where the condition does not hold: that the
// rule is broken then depends on an over-approximation.
func (l *funcLowerer) unlessDecided(c cfa.Expr, what string, bad *cfa.Loc, pos lang.Pos) {
	if k, ok := cfa.IsConst(c); ok && !k.IsZero() {
		return
	}
	end, open := l.newLoc(pos), l.newLoc(pos)
	l.test(c, end, open, pos)
	l.cur = open
	t := l.temp(cfa.Range{Bits: 1}, pos)
	l.emit(&cfa.Havoc{LHS: t, From: &cfa.Input{Kind: cfa.Approx, Name: what, Range: t.Range, Pos: pos}}, pos)
	l.must(cfa.MkBinary(cfa.Eq, t, cfa.ConstInt(0)), bad, pos)
	l.jump(end, pos)
	l.cur = end
}

const whoPoints = "whether something points to a block"

// mostRoots bounds the pointers of static objects that are looked at.
const mostRoots = 64

// rootPointers are the values of the static objects that may point into blocks; false: there may be
// more.
func (l *funcLowerer) rootPointers() ([]cfa.Expr, bool) {
	var list []cfa.Expr
	complete := true
	add := func(v cfa.Expr) {
		if len(list) >= mostRoots {
			complete = false
			return
		}
		list = append(list, v)
	}
	leads := func(n *pointsto.Class) bool {
		for t := range n.Targets() {
			if _, ok := l.leaks.of[t]; ok {
				return true
			}
		}
		return false
	}
	for _, o := range l.pts.Statics {
		if !leads(l.pts.Object(o)) || o.Storage == lang.Literal {
			continue
		}
		complete = l.eachRoot(l.objPlace(o), add) && complete
	}
	if l.u.Driver != nil {
		if r := l.u.Driver.Result; r != nil && leads(l.pts.Object(r)) {
			complete = l.eachRoot(l.objPlace(r), add) && complete
		}
		for _, o := range l.callersBlocks() {
			complete = l.callersRoots(o, leads, add) && complete
		}
	}
	for _, n := range l.pts.StaticClasses() {
		if !slices.ContainsFunc(l.pts.Statics, func(o *lang.Object) bool { return l.pts.Object(o) == n }) && leads(n) {
			complete = false
		}
	}
	return list, complete
}

// callersRoots visits the pointers in a block of the driver's into blocks; false: there may be
// others. What is in one that was freed is 0.
func (l *funcLowerer) callersRoots(o *lang.DriverObject, leads func(*pointsto.Class) bool, visit func(cfa.Expr)) bool {
	if !slices.ContainsFunc(slices.Collect(maps.Keys(l.pts.Object(o.At).Targets())), leads) {
		return true
	}
	if o.Size != nil {
		return false
	}
	at := &lang.VarRef{Obj: o.At}
	at.At, at.T = l.u.Driver.Pos, o.At.Type
	whole := &lang.Deref{X: at}
	whole.At, whole.T = at.At, o.Type
	lives := cfa.MkBinary(cfa.Ne, cfa.MkSelect(l.liveArray(), l.rval(at)), cfa.ConstInt(0))
	return l.eachRoot(l.place(whole), func(v cfa.Expr) { visit(cfa.MkIte(lives, v, cfa.ConstInt(0))) })
}

// eachRoot visits the pointers in a static place; false: there may be others.
func (l *funcLowerer) eachRoot(p place, visit func(cfa.Expr)) bool {
	switch t := p.t; t.Kind {
	case lang.Record:
		if t.HasUnion() {
			return false
		}
		complete := true
		for _, f := range t.Fields {
			complete = l.eachRoot(l.member(p, f), visit) && complete
		}
		return complete
	case lang.Array:
		if t.Len > mostRoots || t.Len < 0 {
			return t.Elem.IsScalar() && t.Elem.Size < l.u.Model.PtrSize()
		}
		complete := true
		for i := range t.Len {
			complete = l.eachRoot(l.elementAt(p, cfa.ConstInt(i), t.Elem), visit) && complete
		}
		return complete
	case lang.Pointer:
	case lang.Integer:
		if t.Size < l.u.Model.PtrSize() || p.field != nil {
			return true
		}
	default:
		return t.IsScalar()
	}
	if !p.inMemory() {
		if p.st.v == nil && p.st.arr == nil {
			return true // never used
		}
	} else if n := p.n.Find(); l.regions[n] == nil || !slices.Contains(n.Accesses, pointsto.AccessOf(p.t, nil)) {
		return l.regions[n] == nil // no cell of it is accessed, or in another way
	}
	if v := l.loadPlace(p); v != nil {
		visit(v)
		return true
	}
	return false
}
