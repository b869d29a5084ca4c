package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/num"
)

// Tails of memory: strings, and arrays of pointers that end with a null pointer.
//
// The array tail(R) belongs to a region R. If tail(R)[x] is n > 0, an access to any of the n cells from the address x
// on, through a pointer to x, breaks no rule about pointers; the cells are initialized; the last of them is 0 and the
// others are not; and tail(R)[x + i cells] is n - i for 0 <= i < n. If tail(R)[x] is 0, nothing is said about x.
//
// No operation of the program reads tails, so the model may choose their values. Before an operation after which some
// values may be wrong, the lowering gives any values to them (loseTails). Where the program reads a cell, moves a
// pointer, or has just made a string, the lowering adds promises: assumptions that follow from the meaning of tails.
// Package settled makes use of these promises; slices omit them. So the rules for a string need one fact about it
// instead of one about the size of its block, one about the terminator, one about every cell's flag, and one about its
// lifetime. The idea of a variable for the position of the terminator is from M. Journault, A. Miné, A. Ouadjaout:
// Modular static analysis of string manipulations in C programs. SAS 2018.
type tails struct {
	classes map[*pointsto.Class]bool // the classes whose tails are followed
	of      map[*cfa.Array]*region   // the regions with tails, by their arrays and by the arrays of their flags
	list    []*cfa.Array             // all arrays of tails
	alive   map[*cfa.Var]span        // by variable in scopes.alive: the addresses of its object
	from    *cfa.Var                 // see heapFrom
}

// heapFrom returns a variable for proofs: the end of the heap when the entry function is called, and 0 before. No object lies on
// both sides of this address. The arguments and the static objects end before it; the blocks that the program allocates come after.
func (l *lowerer) heapFrom() *cfa.Var {
	if l.tails.from == nil {
		l.tails.from = l.p.NewVar(nil, "heap start", cfa.GlobalVar, l.heapTop.Range)
		l.tails.from.Shadow = true
	}
	return l.tails.from
}

// findTails finds the classes of memory whose tails are followed: those with string literals, those of strings that the
// library keeps, such as the arguments, the environment and what getenv and ttyname give, those of the memory that it
// fills with strings, and those in which the program ends a string. Other classes are left out because tails have a
// cost: each pointer that is moved in a class with tails is stored in a temporary.
func (l *lowerer) findTails() {
	if !l.opt.Check.Has(Bounds) || !l.opt.Check.Has(Uninit) || l.u.Driver != nil || l.opt.Arith != cfa.Machine {
		return
	}
	t := tails{classes: map[*pointsto.Class]bool{}, of: map[*cfa.Array]*region{}, alive: map[*cfa.Var]span{}}
	follow := func(n *pointsto.Class) { n.EachScalar(func(m *pointsto.Class) { t.classes[m.Find()] = true }) }
	for _, o := range l.memObjs {
		if o.Storage == lang.Literal {
			follow(l.pts.Object(o))
		}
	}
	for _, n := range l.pts.Texts() {
		follow(n)
	}
	buffer := func(e lang.Expr) { // the memory that e leads into
		if n := l.pts.Pointee(e); n != nil {
			follow(n)
		}
	}
	for _, f := range l.pts.Funcs {
		if f.Body == nil {
			continue
		}
		lang.Walk(f.Body, nil, func(e lang.Expr) {
			if c := endOfText(e); c != nil && !f.Model {
				if n := l.pts.Lvalue(c); n != nil {
					follow(n)
				}
			}
			x, ok := e.(*lang.Call)
			if !ok || x.Direct() == nil {
				return
			}
			g := x.Direct()
			row := calls.Row(g, x)
			switch {
			case g.Name == "__whet_terminated":
				buffer(x.Args[0])
			case g.Body != nil || row == nil:
			case row.Result.From == library.Static && characterType(x.T.Elem):
				if n := l.pts.Block(x); n != nil {
					follow(n)
				}
			case row.Has(library.Scan):
				for _, a := range x.Args {
					if t := a.Type(); t.Kind == lang.Pointer && characterType(t.Elem) {
						buffer(a)
					}
				}
			}
		})
	}
	for o, v := range l.scopes.alive {
		t.alive[v] = o
	}
	l.tails = t
}

// endOfText returns the element of an array of characters in which e may end a string: e stores 0 there, or stores a
// value and compares it, as in (to[i] = from[i]) != 0. Otherwise it returns nil.
func endOfText(e lang.Expr) lang.Expr {
	a, ok := e.(*lang.Assign)
	if ok {
		c, isConst := lang.StripCasts(a.R).(*lang.IntLit)
		ok = isConst && c.Val.IsZero()
	} else if b, is := e.(*lang.Binary); is && (b.Op == lang.Eq || b.Op == lang.Ne) {
		a, ok = lang.StripCasts(b.L).(*lang.Assign)
	}
	if !ok || !characterType(a.L.Type()) {
		return nil
	}
	switch a.L.(type) {
	case *lang.Index, *lang.Deref:
		return a.L
	}
	return nil
}

// tailsOf returns the array of the tails of a region, or nil if they are not followed.
func (l *lowerer) tailsOf(n *pointsto.Class) *cfa.Array {
	if n = n.Find(); !l.tails.classes[n] {
		return nil // tails are not followed; the class of a record that is not accessed as a whole also ends here
	}
	return l.regionOf(n).tails
}

// startTails makes the array of the tails of a new region, if they are followed.
func (l *lowerer) startTails(n *pointsto.Class, r *region) {
	if !l.tails.classes[n] || r.acc.BitField || l.flagsOf(r) == nil {
		return
	}
	r.tails = l.p.NewArray(nil, "tail", l.rangeOfPtr(), -1)
	r.tails.Shadow, r.tails.Tails = true, r.arr
	l.tails.of[r.arr], l.tails.of[r.flags] = r, r
	l.tails.list = append(l.tails.list, r.tails)
}

// A tailCell is a cell that the program accesses. It may be a part of the tail that begins at base.
type tailCell struct {
	base   cfa.Expr // the pointer from which the address of the cell was made
	value  cfa.Expr // the value of the cell
	length cfa.Expr // the length of the tail at base
	number cfa.Expr // the number of the cell, counted from base: 0 for the cell at base
	signed bool     // the number may be negative
}

// tailCell describes an access to size bytes at addr, which was made from the pointer base. If base is nil, addr is
// this pointer. tailCell returns nil if the access is not to one cell of a region whose tails are followed.
func (l *funcLowerer) tailCell(n *pointsto.Class, base, addr cfa.Expr, size int64) *tailCell {
	if n == nil || addr == nil || l.tailsOf(n) == nil {
		return nil
	}
	if base == nil {
		base = addr
	}
	var by cfa.Expr
	if b, ok := addr.(*cfa.Binary); ok && b.Op == cfa.Add && cfa.SameForm(base, addr) {
		// The cell is an element of an object at a known address.
		for i, e := range []cfa.Expr{b.X, b.Y} {
			if k, ok := cfa.IsConst(e); ok && !k.Less(num.Of(cfa.FirstPage)) {
				base, by = e, []cfa.Expr{b.Y, b.X}[i]
			}
		}
	}
	if by == nil {
		by = l.distance(addr, base)
	}
	return l.numberedCell(n, base, addr, inUnits(by, size), size)
}

// numberedCell is tailCell for a cell with a known number, counted from base. It also returns nil if number is nil.
func (l *funcLowerer) numberedCell(n *pointsto.Class, base, addr, number cfa.Expr, size int64) *tailCell {
	arr := l.tailsOf(n)
	if !l.promises() || arr == nil || number == nil {
		return nil
	}
	r := l.regionOf(n)
	lo, _, ok := cfa.Bounds(number)
	signed := !ok || lo.Sign() < 0
	if _, isConst := number.(*cfa.Const); r.arr.Step != size || isConst && signed {
		return nil
	}
	return &tailCell{base, cfa.MkSelect(r.arr, addr), cfa.MkSelect(arr, base), number, signed}
}

// tailOfPlace is tailCell for an access to the place p.
func (l *funcLowerer) tailOfPlace(p place) *tailCell {
	if !p.inMemory() || !p.t.IsScalar() || p.forged != nil {
		return nil
	}
	return l.tailCell(p.n, p.base, p.addr, l.accessSize(p))
}

// ofWholeArray returns the cell c, an element of an array with the given length, if the array is an object of the class
// n. Otherwise it returns nil: a tail may go on past the end of a row or a member.
func (l *lowerer) ofWholeArray(c *tailCell, n *pointsto.Class, length, step cfa.Expr) *tailCell {
	if c == nil || length == nil {
		return nil
	}
	base, ok1 := cfa.IsConst(c.base)
	size, ok2 := cfa.IsConst(cfa.MkBinary(cfa.Mul, length, step))
	if !ok1 || !ok2 {
		return nil
	}
	for _, o := range l.extentOf(n).objs {
		if num.Of(o.lo).Equal(base) && num.Of(o.hi).Equal(base.Add(size)) {
			return c
		}
	}
	return nil
}

// inUnits returns e / size, if its form shows that it is a whole number, or nil.
func inUnits(e cfa.Expr, size int64) cfa.Expr {
	if size == 1 {
		return e
	}
	switch x := e.(type) {
	case *cfa.Const:
		if q := x.Val.Quo(num.Of(size)); q.Mul(num.Of(size)).Equal(x.Val) {
			return cfa.ConstOf(q)
		}
	case *cfa.Binary:
		switch x.Op {
		case cfa.Mul:
			if k, ok := cfa.IsConst(x.Y); ok {
				if q := inUnits(cfa.ConstOf(k), size); q != nil {
					return cfa.MkBinary(cfa.Mul, x.X, q)
				}
			}
		case cfa.Add, cfa.Sub:
			if a, b := inUnits(x.X, size), inUnits(x.Y, size); a != nil && b != nil {
				return cfa.MkBinary(x.Op, a, b)
			}
		}
	}
	return nil
}

// orOutside returns the condition that e holds or the number of the cell is negative. If the number cannot be negative,
// it returns e.
func (c *tailCell) orOutside(e cfa.Expr) cfa.Expr {
	if c.signed {
		return cfa.MkOr(cfa.MkBinary(cfa.Lt, c.number, cfa.ConstInt(0)), e)
	}
	return e
}

// unlessInTail returns a new location, with an edge to the error location bad. The edge promises that the cell c is not
// in the tail at its base: a run that reaches bad breaks a rule, and accesses to the cells of a tail break no rule. If c
// is nil, unlessInTail returns bad.
func (l *funcLowerer) unlessInTail(c *tailCell, bad *cfa.Loc, pos lang.Pos) *cfa.Loc {
	if c == nil || bad == nil {
		return bad
	}
	before := l.newLoc(pos)
	l.promiseTo(before, bad, c.orOutside(cfa.MkBinary(cfa.Le, c.length, c.number)), pos)
	return before
}

// afterTails returns the error location to which the promise of unlessInTail leads, if bad is its result, and otherwise bad. A cell
// of a tail may lie outside of the member that a pointer was made from.
func afterTails(bad *cfa.Loc) *cfa.Loc {
	if bad != nil && bad.Error == nil && len(bad.Out) == 1 {
		return bad.Out[0].To
	}
	return bad
}

// storedInTail promises that the parts of the cell c are initialized, if the cell is in the tail at its base.
func (l *funcLowerer) storedInTail(list []part, c *tailCell, pos lang.Pos) {
	if c == nil {
		return
	}
	for _, p := range list {
		l.promise(c.orOutside(cfa.MkOr(cfa.MkBinary(cfa.Le, c.length, c.number), p.stored())), pos)
	}
}

// readInTail makes promises where the program has read a cell: the tail goes on after a cell that is not 0, and ends
// with one that is. If the cell is one of the first after base, base does not lead to the end of the address space. So
// the pointer to the next cell does not wrap around to null.
func (l *funcLowerer) readInTail(c *tailCell, pos lang.Pos) {
	if c == nil {
		return
	}
	goesOn, ends := c.inTail()
	_, known := cfa.IsConst(c.base)
	if k, isConst := cfa.IsConst(c.number); !known && isConst && k.Less(num.Of(cfa.FirstPage/16)) {
		_, _, last, _ := l.rangeOfPtr().Bounds()
		goesOn = cfa.MkAnd(cfa.MkBinary(cfa.Le, c.base, cfa.ConstOf(last.Sub(num.Of(cfa.FirstPage)))), goesOn)
	}
	l.promise(cfa.MkAnd(goesOn, ends), pos)
	l.readPassed(c, pos)
}

// moveInTail makes promises about the pointer `to`, in the class n, which is the pointer `from` plus `by` bytes. It
// returns the value of `to`, in a variable if there are promises.
func (l *funcLowerer) moveInTail(n *pointsto.Class, from, by, to cfa.Expr, pos lang.Pos) cfa.Expr {
	if n == nil || from == nil || by == nil || to == nil || !l.promises() {
		return to
	}
	n.EachScalar(func(m *pointsto.Class) {
		arr := l.tailsOf(m)
		if arr == nil {
			return
		}
		d := inUnits(by, l.regionOf(m).arr.Step)
		if d == nil {
			return
		}
		if _, hi, ok := cfa.Bounds(d); ok && hi.Sign() < 0 {
			return
		}
		if _, isConst := to.(*cfa.Const); isConst {
			return
		}
		to = l.pin(to, pos)
		l.restOfTail(arr, from, d, to, pos)
		if arr.Tails.Pointer {
			return // pointers to pointers are seldom subtracted
		}
		if l.promisesOwners(n) {
			l.promise(unlessInTailOf(arr, from, d, cfa.MkBinary(cfa.Eq, cfa.MkSelect(l.ownerArray(), to), cfa.MkSelect(l.ownerArray(), from))), pos)
		}
		below := func(a cfa.Expr) cfa.Expr {
			return unlessInTailOf(arr, from, d, cfa.MkOr(cfa.MkBinary(cfa.Ge, from, a), cfa.MkBinary(cfa.Lt, to, a)))
		}
		l.promise(cfa.MkAnd(below(l.heapFrom()), below(cfa.ConstInt(l.heapLo))), pos)
	})
	return to
}

// unlessInTailOf returns the condition that c holds if the pointer `from` plus d cells leads to a cell of the tail at `from`.
func unlessInTailOf(arr *cfa.Array, from, d, c cfa.Expr) cfa.Expr {
	c = cfa.MkOr(cfa.MkBinary(cfa.Le, cfa.MkSelect(arr, from), d), c)
	if lo, _, ok := cfa.Bounds(d); !ok || lo.Sign() < 0 {
		c = cfa.MkOr(cfa.MkBinary(cfa.Lt, d, cfa.ConstInt(0)), c)
	}
	return c
}

// restOfTail promises how long the tail is at `to`, which is the pointer `from` plus d cells. It also promises that `to` is
// not null if it leads to a cell of a tail, or to the first address behind a tail: the addresses of an object do not wrap around.
func (l *funcLowerer) restOfTail(arr *cfa.Array, from, d, to cfa.Expr, pos lang.Pos) {
	was, is := cfa.MkSelect(arr, from), cfa.MkSelect(arr, to)
	l.promise(unlessInTailOf(arr, from, d, cfa.MkBinary(cfa.Eq, is, cfa.MkBinary(cfa.Sub, was, d))), pos)
	none := cfa.MkBinary(cfa.Le, is, cfa.ConstInt(0))
	if k, isConst := cfa.IsConst(d); isConst && k.Sign() > 0 {
		none = cfa.MkBinary(cfa.Le, was, cfa.ConstOf(k.Sub(num.Of(1))))
	}
	l.promise(cfa.MkOr(none, cfa.MkBinary(cfa.Ge, to, cfa.ConstInt(cfa.FirstPage))), pos)
}

// A passed pointer is a variable that the expression p++ has moved, and whose old value leads to the cell that is read next, as in
// *p++. What is read there says whether the tail goes on at the new value.
type passedPointer struct {
	from cfa.Expr // the old value
	by   cfa.Expr // bytes
	to   *cfa.Var // the variable
}

// inTail returns what the value of the cell c says of the tail at its base: the tail goes on after a cell that is not 0, and ends
// with one that is.
func (c *tailCell) inTail() (goesOn, ends cfa.Expr) {
	zero := cfa.ConstInt(0)
	next := cfa.MkBinary(cfa.Add, c.number, cfa.ConstInt(1))
	goesOn = c.orOutside(cfa.MkOr(cfa.MkBinary(cfa.Le, c.length, c.number),
		cfa.MkOr(cfa.MkBinary(cfa.Eq, c.value, zero), cfa.MkBinary(cfa.Gt, c.length, next))))
	ends = c.orOutside(cfa.MkOr(cfa.MkBinary(cfa.Ne, c.value, zero), cfa.MkBinary(cfa.Le, c.length, next)))
	return goesOn, ends
}

// overwritesTail makes the promises of readInTail about the cell c, to which the program is about to store v, unless v is 0:
// whether the store ends a tail depends on the old value (loseTails).
func (l *funcLowerer) overwritesTail(c *tailCell, v cfa.Expr, pos lang.Pos) {
	if k, isConst := cfa.IsConst(v); c == nil || v == nil || isConst && k.IsZero() || l.fn == nil || l.fn.Model {
		return
	}
	goesOn, ends := c.inTail()
	l.promise(cfa.MkAnd(goesOn, ends), pos)
}

// readPassed promises, after the cell c was read, that a pointer that has just passed this cell leads to the rest of the tail unless
// the cell is 0.
func (l *funcLowerer) readPassed(c *tailCell, pos lang.Pos) {
	m := l.lastPassed
	if m == nil || !cfa.SameForm(m.from, c.base) {
		return
	}
	arr, zero := c.length.(*cfa.Select).Arr, cfa.ConstInt(0)
	if d, ok := cfa.IsConst(m.by); !ok || !d.Equal(num.Of(arr.Tails.Step)) {
		return
	}
	goesOn := cfa.MkOr(cfa.MkBinary(cfa.Eq, c.value, zero), cfa.MkBinary(cfa.Gt, cfa.MkSelect(arr, m.to), zero))
	l.promise(cfa.MkOr(cfa.MkBinary(cfa.Le, c.length, zero), goesOn), pos)
}

// promises reports whether the code that is being lowered may have promises: it is no annotation, and rules of C are
// checked in it.
func (l *funcLowerer) promises() bool { return l.undefined == nil && !l.inClaim && !l.quiet }

// promise emits an assumption that holds in every run.
func (l *funcLowerer) promise(c cfa.Expr, pos lang.Pos) {
	to := l.newLoc(pos)
	l.promiseTo(l.cur, to, c, pos)
	l.cur = to
}

func (l *funcLowerer) promiseTo(from, to *cfa.Loc, c cfa.Expr, pos lang.Pos) {
	chosen := false
	cfa.ExprReads(c, nil, func(a *cfa.Array) { chosen = chosen || a.Tails != nil })
	l.p.NewEdge(from, to, &cfa.Assume{Cond: c, Always: true, Chosen: chosen}, pos)
}

// makes lowers a statement of a model, which is about to make a string of n cells at p in an object without tails. From
// here to the call of terminated, stores end no tails.
func (l *funcLowerer) makes(m *pointsto.Class, p, n cfa.Expr, pos lang.Pos) {
	if m == nil || p == nil || n == nil {
		return
	}
	l.making = true
	if arr := l.tailsOf(m); arr != nil {
		l.emit(anyTails(arr, p, cfa.MkBinary(cfa.Add, p, cfa.MkBinary(cfa.Mul, n, cfa.ConstInt(l.regionOf(m).arr.Step)))), pos)
	}
}

// terminated promises that a string lies at p, which a model has just made or read, or an array of pointers with a null
// pointer at its end. Its cells have the given size. At least `least` and at most `most` cells come before the
// terminator. Nothing is promised if n is a class of records: the string may not be in the cells of their members.
func (l *funcLowerer) terminated(n *pointsto.Class, size int64, p, least, most cfa.Expr, pos lang.Pos) {
	l.making = false
	if n == nil || p == nil || least == nil || most == nil {
		return
	}
	arr := l.tailsOf(n)
	if arr == nil || l.regionOf(n).arr.Step != size {
		return
	}
	tail := cfa.MkSelect(arr, p)
	all := cfa.MkAnd(cfa.MkBinary(cfa.Gt, tail, least), cfa.MkBinary(cfa.Le, tail, cfa.MkBinary(cfa.Add, most, cfa.ConstInt(1))))
	if _, isConst := cfa.IsConst(most); !isConst {
		empty := cfa.MkBinary(cfa.Eq, cfa.MkSelect(l.regionOf(n).arr, p), cfa.ConstInt(0))
		all = cfa.MkAnd(all, cfa.MkAnd(cfa.MkBinary(cfa.Le, most, cfa.ConstInt(l.memoryEnd())), cfa.MkOr(empty, cfa.MkBinary(cfa.Ge, most, cfa.ConstInt(1)))))
	}
	l.promise(all, pos)
}

// endOfString returns the cell at the place p, if the program is about to store 0 there, or a value v that it uses, as in
// while ((to[i] = from[i]) != 0), and tails are followed. Otherwise it returns nil. The base of the cell is the array that
// has it, or else the pointer that the place was made from.
func (l *funcLowerer) endOfString(p place, v cfa.Expr, used bool, pos lang.Pos) *tailCell {
	if v == nil || l.fn == nil || l.fn.Model || !characterType(p.t) {
		return nil // models say themselves where they have made a string (terminated)
	}
	if k, isConst := cfa.IsConst(v); isConst && !k.IsZero() || !isConst && !used {
		return nil
	}
	var c *tailCell
	if p.array == nil {
		c = l.tailOfPlace(p)
	} else if !l.forged(p.n) {
		c = l.numberedCell(p.n, p.array, p.addr, p.number, l.accessSize(p))
	}
	if c == nil || !readsArray(c.base, 6) && !readsArray(c.number, 6) {
		return c
	}
	return l.numberedCell(p.n, l.pin(c.base, pos), p.addr, l.pin(c.number, pos), l.accessSize(p))
}

// unstoredCell is the name of the input for a cell in front of the end of a string that has no value.
const unstoredCell = "a cell that was not stored to"

// endsString makes promises after v was stored in the cell c. If v is 0, a string lies at the base of the cell, which ends
// at c or before, unless one of the cells in front of c has no value. The promises name such a cell by a variable: like
// the lengths of tails, its value may be chosen.
func (l *funcLowerer) endsString(c *tailCell, v cfa.Expr, pos lang.Pos) {
	if c == nil {
		return
	}
	r := l.tails.of[c.value.(*cfa.Select).Arr]
	i := l.temp(l.rangeOfPtr(), pos)
	i.Shadow = true
	// Only promises read i, and runs skip them. So no run asks for this input.
	l.emit(&cfa.Havoc{LHS: i, From: &cfa.Input{Kind: cfa.Approx, Name: unstoredCell, Range: i.Range}}, pos)
	at := cfa.MkBinary(cfa.Add, c.base, cfa.MkBinary(cfa.Mul, i, cfa.ConstInt(r.arr.Step)))
	lacks := &cfa.Binary{Op: cfa.And, X: &cfa.Binary{Op: cfa.Ge, X: i, Y: cfa.ConstInt(0)}, Y: &cfa.Binary{Op: cfa.And,
		X: &cfa.Binary{Op: cfa.Lt, X: i, Y: c.number},
		Y: &cfa.Binary{Op: cfa.Lt, X: cfa.MkSelect(r.flags, at), Y: cfa.ConstInt(l.isFlag[r.flags])}}}
	for _, some := range []cfa.Expr{
		cfa.MkBinary(cfa.Gt, c.length, cfa.ConstInt(0)),
		cfa.MkBinary(cfa.Le, c.length, cfa.MkBinary(cfa.Add, c.number, cfa.ConstInt(1))),
	} {
		l.promise(c.orOutside(cfa.MkOr(cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0)), &cfa.Binary{Op: cfa.Or, X: lacks, Y: some})), pos)
	}
}

// copiedTails makes a promise after size bytes were copied from the address `from` to the address `to`: if the tail at
// `from` ends within these bytes, the tail at `to` has the same length. The copy may have ended the tail at `from`; then
// nothing is promised.
func (l *funcLowerer) copiedTails(n *pointsto.Class, to, from, size cfa.Expr, pos lang.Pos) {
	if n == nil || to == nil || from == nil || size == nil {
		return
	}
	n.EachScalar(func(m *pointsto.Class) {
		if arr := l.tailsOf(m); arr != nil {
			was, is := cfa.MkSelect(arr, from), cfa.MkSelect(arr, to)
			end := cfa.MkBinary(cfa.Mul, was, cfa.ConstInt(l.regionOf(m).arr.Step))
			same := cfa.MkBinary(cfa.Eq, is, was)
			l.promise(cfa.MkOr(cfa.MkBinary(cfa.Le, was, cfa.ConstInt(0)), cfa.MkOr(cfa.MkBinary(cfa.Gt, end, size), same)), pos)
		}
	})
}

// terminatedLiterals promises that string literals are strings.
func (l *funcLowerer) terminatedLiterals(pos lang.Pos) {
	for _, o := range l.memObjs {
		if !isString(o) {
			continue // o is not a string literal
		}
		n, size := l.pts.Object(o), o.Type.Elem.Size
		if l.regions[n.Find()] != nil {
			l.terminated(n, size, l.addrs[o], cfa.ConstInt(0), cfa.ConstInt(o.Bytes()/size-1), pos)
		}
	}
}
