package pointsto

import "github.com/whet-mc/whet/lang"

// Pointers without provenance.
//
// flow.go follows the bits of pointers as far as they are data. Control flow remains: a loop that tests the bits of a
// pointer one by one and sets the bits of a number, or a comparison of a guessed number with an address (implicit
// flows; D. Denning, P. Denning: Certification of programs for secure information flow, CACM 1977). If control flow
// depends on an address (Leaked), a pointer that was made from a computed number can lead anywhere, whatever its
// class is. The same holds for the sum of a pointer and a number that carries another pointer.
//
// The classes that such pointers lead into are Forged. Objects have addresses that do not overlap, so the lowering
// can check an access through a pointer into a forged class at the time of the access: if an object of another class
// lies at the address, the class was wrong.
//
// TODO: a pointer that is composed from parts, by control flow alone, in a member of a struct that is accessed
// through several types, is not found (SOUNDNESS.md says so).

// branch records that control flow depends on the value of e.
func (a *Analysis) branch(e lang.Expr) {
	if n := a.choice(e); n != nil {
		a.choices = append(a.choices, n)
	}
	a.narrow(e)
	for _, b := range a.pointerComparisons(e) {
		if l, r := a.Pointee(b.L), a.Pointee(b.R); l != nil && r != nil {
			a.comparedPointers = append(a.comparedPointers, [2]*Class{l, r})
		}
	}
}

// pointerComparisons lists the comparisons of pointers in the condition e.
func (a *Analysis) pointerComparisons(e lang.Expr) []*lang.Binary {
	switch x := e.(type) {
	case *lang.Binary:
		if a.comparesPointers(x) {
			return []*lang.Binary{x}
		}
	case *lang.Logical:
		return append(a.pointerComparisons(x.L), a.pointerComparisons(x.R)...)
	case *lang.Unary:
		if x.Op == lang.LogNot {
			return a.pointerComparisons(x.X)
		}
	}
	return nil
}

// narrow marks the numbers that a branch on e constrains: afterwards, a guessed number may be an address.
func (a *Analysis) narrow(e lang.Expr) {
	switch x := e.(type) {
	case *lang.Logical:
		a.narrow(x.L)
		a.narrow(x.R)
		return
	case *lang.Unary:
		if x.Op == lang.LogNot {
			a.narrow(x.X)
			return
		}
	case *lang.Binary:
		if x.Op >= lang.Eq && x.Op <= lang.Ge {
			if !a.comparesPointers(x) && !a.isNoAddress(x.L) && !a.isNoAddress(x.R) {
				a.mayBeAddress(x.L)
				a.mayBeAddress(x.R)
			} else if a.isComputed(x.L) || a.isComputed(x.R) {
				a.mayBeAddress(x.L)
				a.mayBeAddress(x.R)
			}
			return
		}
	}
	if a.isComputed(e) {
		a.mayBeAddress(e)
	}
}

// mayBeAddress records that the number e may be an address after a test.
func (a *Analysis) mayBeAddress(e lang.Expr) {
	if n := a.Pointee(e); n != nil && e.Type().Kind != lang.Pointer {
		a.placeOf(n).set(Computed)
	}
}

// isComputed reports whether the number e is the result of arithmetic: not a copy, not a constant, and not a pointer
// that is moved or rounded to a multiple.
func (a *Analysis) isComputed(e lang.Expr) bool {
	if e.Type().Kind == lang.Pointer || a.isAddress(e) {
		return false
	}
	if _, ok := a.Constant(e); ok {
		return false
	}
	switch x := e.(type) {
	case *lang.Unary:
		return true
	case *lang.Binary:
		return !(x.Op == lang.And && (a.isAddress(x.L) || a.isAddress(x.R)))
	case *lang.Logical, *lang.AssignOp, *lang.IncDec:
		return true
	case *lang.Cast:
		return a.isComputed(x.X)
	case *lang.Cond:
		return x.Then != nil && a.isComputed(x.Then) || a.isComputed(x.Else)
	case *lang.Comma:
		return a.isComputed(x.R)
	case *lang.Assign:
		return a.isComputed(x.R)
	case *lang.StmtExpr:
		return x.Value != nil && a.isComputed(x.Value)
	}
	return false
}

// fromNumber returns a place for the pointers that are made from the number e and that Pointee does not cover.
func (a *Analysis) fromNumber(e lang.Expr, t *lang.Type) *Class {
	if !a.isComputed(e) {
		if a.isAddress(e) {
			a.offsetBase(a.Pointee(e))
		}
		return a.extraProvenance(e, t)
	}
	n := a.fresh()
	n.set(Computed)
	a.addFlow(a.fullProvenance(e), n)
	if v := a.Pointee(e); v != nil {
		a.placeOf(v).set(Computed)
	}
	return n
}

// offsetBase records that pointers into the class n are moved by some number. The sum leads into the same object, if
// the pointers led to an object.
func (a *Analysis) offsetBase(n *Class) {
	if n != nil {
		a.offsetBases = append(a.offsetBases, n)
	}
}

// structsInSeveralViews reports whether the class contains structs that are accessed through several types (through
// pointers to their members, or as the start of a larger struct). Such a class mixes numbers and pointers that are
// different members. See the TODO above.
func (n *Class) structsInSeveralViews() bool {
	return n.Has(Collapsed) && n.View != nil && n.View.Kind == lang.Record && !n.View.Union
}

// findForged marks the classes that forged pointers may lead into. After it, no classes are united.
func (a *Analysis) findForged() {
	for again := true; again; {
		again = false
		for _, f := range a.flows {
			if !f.from.Find().Has(Computed) || f.to.Find().Has(Computed) || f.from.Find().structsInSeveralViews() {
				continue
			}
			f.to.Find().set(Computed)
			again = true
		}
	}
	var made []*Class
	for _, n := range a.all {
		if n.parent == nil && n.pointee != nil && !n.structsInSeveralViews() && (n.Has(Computed) || n.Has(HoldsPointers) && n.Has(HoldsNumbers)) {
			n.pointee.Find().set(FromNumber)
			made = append(made, n.pointee.Find())
		}
	}
	for _, n := range a.offsetBases {
		if !n.inhabited() { // null, moved by a number
			n.Find().set(FromNumber)
			made = append(made, n.Find())
		}
	}
	for _, n := range a.choices {
		if t, ok := n.target(); ok {
			t.set(Leaked)
		}
	}
	for _, n := range a.readBack() {
		n.Find().set(FromNumber)
		made = append(made, n.Find())
	}
	for _, g := range a.comparedPointers {
		l, r := g[0].Find(), g[1].Find()
		if l != r && l.Has(FromNumber) && r.inhabited() {
			r.set(Leaked)
		}
		if l != r && r.Has(FromNumber) && l.inhabited() {
			l.set(Leaked)
		}
	}
	leaked := false
	for _, n := range a.all {
		leaked = leaked || n.parent == nil && n.Has(Leaked)
	}
	if leaked {
		for _, n := range made {
			n.set(Forged)
		}
	}
	for _, s := range a.pointerSums {
		if t, ok := s.num.target(); ok && t != s.base.Find() {
			s.base.Find().set(Forged)
			t.set(Leaked)
		}
	}
}

// LeakedParts returns the classes of all parts of objects that have a Leaked part: the address of one part reveals
// the addresses of the others.
func (a *Analysis) LeakedParts() map[*Class]bool {
	all, up := map[*Class]bool{}, map[*Class]bool{}
	var work []*Class
	for _, n := range a.all {
		if n.parent == nil && n.Has(Leaked) {
			work = append(work, n)
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1].Find()
		work = work[:len(work)-1]
		if up[n] {
			continue
		}
		up[n] = true
		n.EachPart(func(m *Class) { all[m] = true })
		work = append(work, n.enclosing...)
	}
	return all
}
