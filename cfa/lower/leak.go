package lower

import (
	"maps"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// The rules Leak and Cleanup: blocks of the heap that are left when the program ends.

// A blockSort says who may point to a block of the heap when a program ends by returning from the entry function, or
// by exit or a similar function, but not by abort. Two rules are about the blocks that are left then.
//
// Cleanup requires that no block is left. The lowering counts the live blocks.
//
// Leak requires that something points to each block, as valid-memtrack of SV-COMP does: a static object, or a block
// that something points to. The locals of functions that have returned no longer exist. By their classes there are
// three sorts of blocks, which are counted separately:
//
//   - lost: no static object may lead to the block, directly or through other blocks. All such blocks
//     that live at the end are lost.
//   - kept: a static object may lead to it. If no pointer of a static object leads to a live block, all
//     are lost. If there is one block and a pointer leads to it, it is not lost. In other cases the
//     lowering does not decide which blocks lead to which.
//   - shared: code outside of the program knows the block; it may have freed or kept it.
//
// If exit ends the program, locals of active functions may point to blocks. Whether the blocks that are not freed are
// lost is then undecided. Undecided conditions depend on an input of kind Approx, so that nothing is claimed about
// them.
//
// If a run starts in a function other than main, blocks that its driver made belong to the caller. These blocks and
// frees of them are not counted. Blocks to which the caller's blocks or the result of the function lead are not lost.
//
// A block that is lost in the middle of a run is also lost at its end. Nothing is claimed about runs that do not end,
// or end in another way.
type blockSort int

const (
	lost blockSort = iota
	kept
	shared
	sorts
)

// leaks describes the live blocks.
type leaks struct {
	live  [sorts]*cfa.Var               // the number of live blocks of each sort
	of    map[*pointsto.Class]blockSort // the sorts of the blocks' classes and their parts
	roots map[*pointsto.Class]bool      // the classes that static objects lead to directly
	// where blocks of the driver begin and end; nil if there are no such blocks
	callers, callersEnd *cfa.Var
}

// findLeaks finds the sort of each class of blocks.
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
				s = shared // the class is a part of blocks of different sorts
			}
		})
		b.Class.EachPart(func(n *pointsto.Class) { k.of[n] = s })
	}
	// If a class became shared, all blocks that have a part in it become shared, too.
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

// callersBlocks returns the variables of the driver that hold the addresses of blocks that it made.
func (l *lowerer) callersBlocks() []*lang.DriverObject {
	if l.u.Driver == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(l.u.Driver.Objects), func(o *lang.DriverObject) bool { return o.At == nil })
}

// callersClasses returns the classes that the caller of the entry function knows: the blocks of the driver, and the
// result.
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

// startCallers begins the caller's blocks at the start of the driver.
func (l *funcLowerer) startCallers(pos lang.Pos) {
	if v := l.leaks.callers; v != nil {
		l.emit(&cfa.Assign{LHS: v, RHS: l.heapTop}, pos)
		l.emit(&cfa.Assign{LHS: l.leaks.callersEnd, RHS: l.heapTop}, pos)
	}
}

// callersAt returns the condition that p leads into a block of the caller.
func (l *lowerer) callersAt(p cfa.Expr) cfa.Expr {
	return cfa.MkAnd(cfa.MkBinary(cfa.Ge, p, l.leaks.callers), cfa.MkBinary(cfa.Lt, p, l.leaks.callersEnd))
}

// freed subtracts the block at p from the number of live blocks of a class, unless it belongs to the caller or is not
// a live block.
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

// counter returns the counter of the live blocks of a class.
func (l *lowerer) counter(n *pointsto.Class) *cfa.Var {
	s := shared
	if n != nil {
		if t, ok := l.leaks.of[n.Find()]; ok {
			s = t
		}
	}
	return l.leaks.live[s]
}

// counted adds to, or subtracts from, the number of live blocks of a class.
func (l *funcLowerer) counted(n *pointsto.Class, by cfa.Expr, op cfa.BinOp, pos lang.Pos) {
	if l.leaks.of == nil {
		return
	}
	v := l.counter(n)
	l.emit(&cfa.Assign{LHS: v, RHS: l.fitPtr(cfa.MkBinary(op, v, by))}, pos)
}

// startLeaks sets the counters to 0.
func (l *funcLowerer) startLeaks(pos lang.Pos) {
	if l.leaks.of == nil {
		return
	}
	for _, v := range l.leaks.live {
		l.emit(&cfa.Assign{LHS: v, RHS: cfa.ConstInt(0)}, pos)
	}
}

// leftAtEnd checks the blocks that live where the program ends: by a return from the function `in`, or by a call of
// exit in this function.
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
		if l.leaks.callers != nil { // blocks that the caller of the entry function has allocated are not counted
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

// endsBadly returns the error location of a rule about the end of the program.
func (l *funcLowerer) endsBadly(rule Check, how string, in *lang.Func, pos lang.Pos) *cfa.Loc {
	bad := l.newLoc(pos)
	bad.Error = l.property(rule.kind(), how, pos)
	if in != nil {
		bad.Error.Func = in.Name
	}
	return bad
}

// unlessDecided makes no claim about a rule where the condition c does not hold: the error location bad is then
// reached only by a choice of an input of kind Approx.
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

// mostRoots bounds the number of pointers of static objects that are read.
const mostRoots = 64

// rootPointers returns the values in static objects that may point into blocks. It returns false if there may be
// others.
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

// callersRoots visits the pointers into blocks that a block of the driver contains. It returns false if there may be
// others. For a block that was freed it visits 0.
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

// eachRoot visits the pointers in a static place. It returns false if there may be others.
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
			return true // the object is never used
		}
	} else if n := p.n.Find(); l.regions[n] == nil || !slices.Contains(n.Accesses, pointsto.AccessOf(p.t, nil)) {
		return l.regions[n] == nil // true: no cell is ever accessed; false: the cells are accessed in another form
	}
	if v := l.loadPlace(p); v != nil {
		visit(v)
		return true
	}
	return false
}
