package lower

import (
	"cmp"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/lang/pointsto"
)

// The contracts of library functions that a row describes: what the row requires of the memory that the arguments
// lead to (library.Need), and formats (library_format.go). All failures of a call are one property.

// checkNeeds checks the requirements of the row for a call.
func (l *funcLowerer) checkNeeds(x *lang.Call, row *library.Function, args []arg) {
	if !l.opt.Check.Has(Library | accesses | Uninit) {
		return
	}
	l.reading(x, func(bad breach) { l.checkArguments(x, row, args, bad) })
}

// reading runs check, which checks the strings that the call x reads, with the breaches of the call's contract.
func (l *funcLowerer) reading(x *lang.Call, check func(bad breach)) {
	bad := l.breaches(x, x.At)
	if !l.opt.Check.Has(Library) && l.opt.Check.Has(Uninit) {
		// Only initialization is checked. If a call breaks another rule, the run goes on after the checks, and nothing
		// is claimed about the call.
		end := l.newLoc(x.At)
		bad = func(rule Check) *cfa.Loc { return cmp.Or(l.broken(rule, x, x.At), end) }
		defer func() { l.enterLoc(end, x.At) }()
	}
	l.reader = x
	defer func() { l.reader = nil }()
	check(bad)
}

func (l *funcLowerer) checkArguments(x *lang.Call, row *library.Function, args []arg, bad breach) {
	for i := range args {
		args[i].v = l.pin(args[i].v, x.At) // checks of strings use the value in loops
	}
	for _, n := range row.Needs {
		a := args[n.Arg-1]
		if n.Kind == library.WideFormat {
			l.checkFormat(x, n.Arg-1, args, row.Name, true, bad)
		}
		if a.v == nil {
			continue
		}
		l.unlessNull(n.OrNull, a.v, x.At, func() { l.checkNeed(n, a, args, row.Name, bad, x.At) })
	}
	for _, a := range row.Actions {
		switch a.Effect {
		case library.Format:
			l.checkFormat(x, a.Arg-1, args, row.Name, false, bad)
		case library.Scan:
			l.checkScan(x, a.Arg-1, args, row, bad)
		}
	}
}

// unlessNull runs check. If `may` is set, the pointer v may be null, and the check applies only where it is not.
func (l *funcLowerer) unlessNull(may bool, v cfa.Expr, pos lang.Pos, check func()) {
	if !may {
		check()
		return
	}
	l.forkOn(cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0)), pos, check, func() {})
}

func (l *funcLowerer) checkNeed(n library.Need, a arg, args []arg, name string, bad breach, pos lang.Pos) {
	switch n.Kind {
	case library.Object:
		l.objectAt(a, bad, pos)
	case library.Room:
		if size := l.needSize(n, a, args); size != nil {
			l.bytesAt(a, l.pin(size, pos), bad, pos)
		}
	case library.SomeRoom:
		// The model does not know how many bytes are written: no bug rests on the number.
		k := l.approxCount(name, pos)
		if size := l.needSize(n, a, args); size != nil {
			l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Le, k, size), Contract: true}, pos)
		}
		l.bytesAt(a, k, bad, pos)
	case library.String:
		l.stringAt(a, pointsto.Char, nil, false, bad, pos)
	case library.WideFormat: // see checkArguments
	case library.WideString:
		l.stringAt(a, pointsto.Wide, nil, false, bad, pos)
	}
}

// approxCount returns a number of bytes that the model does not know.
func (l *funcLowerer) approxCount(name string, pos lang.Pos) *cfa.Var {
	k := l.temp(l.rangeOfPtr(), pos)
	in := &cfa.Input{Kind: cfa.Approx, Name: "how much " + name + " writes", Range: cfa.Range{Bits: 31}, Pos: pos}
	l.emit(&cfa.Havoc{LHS: k, From: in}, pos)
	return k
}

// needSize returns the number of bytes that the need n states, a product. It returns nil if n states no number, or if a
// factor is not modelled.
func (l *funcLowerer) needSize(n library.Need, a arg, args []arg) cfa.Expr {
	var size cfa.Expr
	for _, f := range n.Size {
		var v cfa.Expr = cfa.ConstInt(f.Value)
		switch {
		case f.Element:
			v = cfa.ConstInt(max(1, pointedTo(a.e).Size))
		case f.Arg != 0:
			v = args[f.Arg-1].v
		}
		if v == nil {
			return nil
		}
		if size == nil {
			size = v
		} else {
			size = cfa.MkBinary(cfa.Mul, size, v)
		}
	}
	return size
}

// pointedTo returns the type that an argument points to, before a conversion to the parameter's type.
func pointedTo(e lang.Expr) *lang.Type {
	t := e.Type()
	if t.Kind == lang.Pointer && t.Elem.Kind == lang.Void {
		t = lang.StripCasts(e).Type()
	}
	if t.Kind != lang.Pointer {
		return &lang.Type{}
	}
	return t.Elem
}

// bytesAt checks that there are size bytes at the argument's target.
func (l *funcLowerer) bytesAt(a arg, size cfa.Expr, bad breach, pos lang.Pos) {
	l.cellAt(a, size, nil, bad, pos)
}

// cellAt is bytesAt for bytes that are the given cell, which may be one of a tail (see mustLie).
func (l *funcLowerer) cellAt(a arg, size cfa.Expr, cell *tailCell, bad breach, pos lang.Pos) {
	l.mustLie(l.objectConditions(a.e, l.pointee(a.e), a.v, a.v, size, a.win), a.v, a.v, size, cell, bad, pos)
	l.atOnce(a.e, size, a.win, pos)
}

// objectAt checks that the argument points to an object of the library.
func (l *funcLowerer) objectAt(a arg, bad breach, pos lang.Pos) {
	l.bytesAt(a, cfa.ConstInt(1), bad, pos)
}

// pointee returns the class that a pointer leads into; for a number, the class of plain numbers.
func (l *lowerer) pointee(e lang.Expr) *pointsto.Class {
	if n := l.pts.Pointee(e); n != nil {
		return n
	}
	return l.pts.Unknown()
}

// stringAt checks that the argument points to a string of characters of the type char. If limit is not nil, it also
// accepts an array of at least limit characters without a terminator. If length is set, stringAt returns the length of
// the string, at most limit, or nil if the length is not known.
func (l *funcLowerer) stringAt(a arg, char *lang.Type, limit cfa.Expr, length bool, bad breach, pos lang.Pos) *cfa.Var {
	n := l.pointee(a.e)
	if limit == nil && !length && l.literalsOnly(n) {
		size := cfa.ConstInt(char.Size)
		var cell *tailCell
		if _, known := cfa.IsConst(a.v); !known {
			cell = l.tailCell(n, a.v, a.v, char.Size)
		}
		l.cellAt(a, size, cell, bad, pos)
		return nil
	}
	known := l.known(l.extentOf(n), a.v)
	if k, isConst := cfa.IsConst(known); isConst && k.IsZero() || !length && !l.opt.Check.Has(Library|Bounds|Lifetime|Uninit) {
		l.bytesAt(a, cfa.ConstInt(char.Size), bad, pos) // checks what is known, or requested, about the first character
		return nil
	}
	i := l.p.NewVar(l.proc, "length", cfa.LocalVar, l.rangeOfPtr())
	i.Pos = pos
	done := l.newLoc(pos)
	if l.extentOf(n).open {
		// Nothing is known about a string from outside of the program.
		l.bytesAt(a, cfa.ConstInt(char.Size), bad, pos)
		its, other := l.newLoc(pos), l.newLoc(pos)
		l.test(known, its, other, pos)
		l.cur = other
		l.emit(&cfa.Havoc{LHS: i, From: &cfa.Input{Kind: cfa.Approx, Name: "the length of a string", Range: i.Range, Pos: pos}}, pos)
		l.jump(done, pos)
		l.cur = its
	}
	l.emit(&cfa.Assign{LHS: i, RHS: cfa.ConstInt(0)}, pos)
	head, end := l.newLoc(pos), l.newLoc(pos)
	l.enterLoc(head, pos)
	if limit != nil {
		more := l.newLoc(pos)
		l.test(cfa.MkBinary(cfa.Lt, i, limit), more, end, pos)
		l.cur = more
	}
	at := cfa.MkBinary(cfa.Add, a.v, cfa.MkBinary(cfa.Mul, i, cfa.ConstInt(char.Size)))
	l.unmoved(a.win, cfa.MkBinary(cfa.Ne, at, a.v), pos)
	cell := l.tailCell(n, a.v, at, char.Size)
	l.mustLie(l.objectConditions(a.e, n, a.v, at, cfa.ConstInt(char.Size), a.win), a.v, at, cfa.ConstInt(char.Size), cell, bad, pos)
	if l.forged(n) {
		at = l.forgedAccess(n, at, cfa.ConstInt(char.Size), pos)
	}
	l.readByLibrary(place{t: char, n: n, addr: at}, cell, pos)
	l.readInTail(cell, pos)
	c := l.loadMem(n, at, char, nil)
	if c == nil {
		// The value is not modelled: it may be the terminator or not.
		c = l.approx(cfa.Range{Bits: 1}, "a character of a string", pos)
	}
	next := l.newLoc(pos)
	l.test(cfa.MkBinary(cfa.Ne, c, cfa.ConstInt(0)), next, end, pos)
	l.cur = next
	l.emit(&cfa.Assign{LHS: i, RHS: l.fitPtr(cfa.MkBinary(cfa.Add, i, cfa.ConstInt(1)))}, pos)
	l.jump(head, pos)
	l.cur = end
	l.jump(done, pos)
	l.cur = done
	return i
}

// literalsOnly reports whether the class contains only string literals, which the program may not change. In such a
// class every position is the start of a string.
func (l *lowerer) literalsOnly(n *pointsto.Class) bool {
	n = n.Find()
	x := l.extentOf(n)
	if !n.Has(pointsto.Literal) || n.Has(pointsto.Mutable) || x.open || x.dynamic() {
		return false
	}
	for _, o := range l.memObjs {
		if !isString(o) && l.pts.Object(o).Find() == n {
			return false
		}
	}
	return true
}
