package pointsto

import (
	"slices"

	"github.com/whet-mc/whet/lang"
)

// Pointers in values that are not pointers.
//
// The bits of a pointer can pass through any scalar: bytes that a loop copies one by one, halves in two ints, a
// double, a member of a union, an element of a vector, the result of any arithmetic. Pointee covers values that are
// wide enough for an address. The provenance of a value covers the rest: a place (a class) whose pointers the value
// may be made from.
//
// Such flows are conditional, like the pending joins in Steensgaard's paper (POPL 1996, section 5): a flow from s to
// d says that if values in s point to something, values in d may point there, too. Most numbers carry no pointer, so
// nothing is united for them. settle repeats the flows until nothing changes.

// A flow says that values in the class `to` may point to whatever values in the class `from` point to.
type flow struct {
	from, to *Class
	deep     bool // the flow applies to all parts of records
}

// A pointerSum is the addition of a number that may carry a pointer to a pointer into the class base.
type pointerSum struct {
	base, num *Class
}

// A pointerDiff is a difference of pointers into the classes l and r, which is stored as a number in the class `to`.
type pointerDiff struct {
	l, r, to *Class
}

// addFlow adds a flow from the values in the class `from` to the values in the class `to`.
func (a *Analysis) addFlow(from, to *Class) {
	if from != nil && to != nil && from != to {
		a.flows = append(a.flows, flow{from: from, to: to})
	}
}

// placeOf returns a place whose values point into the class t.
func (a *Analysis) placeOf(t *Class) *Class {
	if t == nil {
		return nil
	}
	t = t.Find()
	if t.place == nil {
		t.place = a.fresh()
		t.place.pointee = t
	}
	return t.place
}

// joinPlaces returns a place with the pointers of all the given places, or nil if all of them are nil.
func (a *Analysis) joinPlaces(list ...*Class) *Class {
	var r *Class
	made := false
	for _, n := range list {
		switch {
		case n == nil || n == r:
		case r == nil:
			r = n
		case !made:
			both := a.fresh()
			a.addFlow(r, both)
			a.addFlow(n, both)
			r, made = both, true
		default:
			a.addFlow(n, r)
		}
	}
	return r
}

// fullProvenance returns a place with all pointers that the value of e may be made from.
func (a *Analysis) fullProvenance(e lang.Expr) *Class {
	return a.joinPlaces(a.placeOf(a.Pointee(e)), a.provenance(e))
}

// extraProvenance returns the pointers that the operand e adds to a value of type t and that Pointee does not cover.
func (a *Analysis) extraProvenance(e lang.Expr, t *lang.Type) *Class {
	if a.holds(t) {
		return a.provenance(e)
	}
	return a.fullProvenance(e)
}

// provenance returns a place with the pointers that the value of e may be made from and that Pointee does not cover.
// It returns nil if no such pointer exists.
func (a *Analysis) provenance(e lang.Expr) *Class {
	if n, ok := a.provenances[e]; ok {
		return n
	}
	n := a.newProvenance(e)
	a.provenances[e] = n
	return n
}

func (a *Analysis) newProvenance(e lang.Expr) *Class {
	t := e.Type()
	if t.Kind == lang.Record || t.Kind == lang.Array || t.Kind == lang.Void {
		return nil
	}
	// own returns the class that the value lies in, if Pointee does not cover it.
	own := func(n *Class) *Class {
		if a.holds(t) {
			return nil
		}
		return n
	}
	switch x := e.(type) {
	case *lang.VarRef, *lang.CompoundLit:
		return own(a.Lvalue(e))
	case *lang.Member, *lang.Index, *lang.Deref:
		// A read of a table reveals the index.
		return a.joinPlaces(own(a.Lvalue(e)), a.indexProvenance(e))
	case *lang.Unary:
		if x.Op == lang.LogNot {
			return a.choice(x.X)
		}
		return a.extraProvenance(x.X, t)
	case *lang.Binary:
		switch {
		case x.Op >= lang.Eq && x.Op <= lang.Ge:
			return a.choice(e)
		case x.Op == lang.PtrDiff:
			to := a.fresh()
			if l, r := a.Pointee(x.L), a.Pointee(x.R); l != nil || r != nil {
				a.pointerDiffs = append(a.pointerDiffs, pointerDiff{l, r, to})
			}
			return a.joinPlaces(to, a.provenance(x.L), a.provenance(x.R))
		case x.Op == lang.PtrAdd, x.Op == lang.PtrSub:
			if a.Pointee(x.L) == nil {
				return a.joinPlaces(a.provenance(x.L), a.provenance(x.R))
			}
			return a.provenance(x.L)
		case x.Op == lang.Shl, x.Op == lang.Shr:
			return a.joinPlaces(a.extraProvenance(x.L, t), a.fullProvenance(x.R))
		}
		return a.joinPlaces(a.extraProvenance(x.L, t), a.extraProvenance(x.R, t))
	case *lang.Logical:
		return a.joinPlaces(a.choice(x.L), a.choice(x.R))
	case *lang.Cond:
		then := a.extraProvenance(x.C, t)
		if x.Then != nil {
			then = a.joinPlaces(a.extraProvenance(x.Then, t), a.choice(x.C))
		}
		return a.joinPlaces(then, a.extraProvenance(x.Else, t))
	case *lang.Assign:
		return own(a.Lvalue(x.L))
	case *lang.AssignOp:
		return own(a.Lvalue(x.L))
	case *lang.IncDec:
		return own(a.Lvalue(x.X))
	case *lang.Cast:
		if x.X.Type().Kind == lang.Record || x.X.Type().Kind == lang.Array {
			return nil
		}
		if t.Kind == lang.Pointer && x.X.Type().Kind != lang.Pointer {
			return a.fromNumber(x.X, t)
		}
		return a.extraProvenance(x.X, t)
	case *lang.Call:
		a.Pointee(e)
		return own(a.callResults[x])
	case *lang.Comma:
		return a.extraProvenance(x.R, t)
	case *lang.StmtExpr:
		if x.Value != nil {
			return a.extraProvenance(x.Value, t)
		}
	case *lang.VaArg:
		if x.Wrong {
			return nil
		}
		return own(a.placeOf(a.varargs))
	}
	return nil
}

// indexProvenance returns the pointers that the indexes in the lvalue e may be made from.
func (a *Analysis) indexProvenance(e lang.Expr) *Class {
	switch x := e.(type) {
	case *lang.Member:
		return a.indexProvenance(x.X)
	case *lang.Index:
		n := a.fullProvenance(x.I)
		if d, ok := x.X.(*lang.Decay); ok {
			n = a.joinPlaces(n, a.indexProvenance(d.X))
		}
		return n
	case *lang.Deref:
		switch p := x.X.(type) {
		case *lang.Decay:
			return a.indexProvenance(p.X)
		case *lang.AddrOf:
			return a.indexProvenance(p.X)
		case *lang.Binary:
			if p.Op == lang.PtrAdd || p.Op == lang.PtrSub {
				n := a.fullProvenance(p.R)
				if d, ok := p.L.(*lang.Decay); ok {
					n = a.joinPlaces(n, a.indexProvenance(d.X))
				}
				return n
			}
		}
	}
	return nil
}

// choice returns a place with the pointers that control flow on the value of e reveals. If e is a pointer or a
// comparison of pointers, these are the pointers that Pointee does not cover. For other values, they are all pointers
// that the bits are made from.
func (a *Analysis) choice(e lang.Expr) *Class {
	if b, ok := e.(*lang.Binary); ok && b.Op >= lang.Eq && b.Op <= lang.Ge {
		if a.comparesPointers(b) {
			return a.joinPlaces(a.provenance(b.L), a.provenance(b.R))
		}
		return a.joinPlaces(a.fullProvenance(b.L), a.fullProvenance(b.R))
	}
	if e.Type().Kind == lang.Pointer {
		return a.provenance(e)
	}
	return a.fullProvenance(e)
}

// addOffset records that the number i is added to pointers into the class n.
func (a *Analysis) addOffset(n *Class, i lang.Expr) {
	if n == nil {
		return
	}
	if _, ok := a.Constant(i); !ok {
		a.offsetBase(n)
	}
	if w := a.fullProvenance(i); w != nil {
		a.pointerSums = append(a.pointerSums, pointerSum{n, w})
		a.choices = append(a.choices, w) // a table reveals the index of a write
	}
}

// inhabitOutside marks the targets of pointers from outside as inhabited.
func (a *Analysis) inhabitOutside() {
	seen := map[*Class]bool{}
	work := slices.Concat(a.clobbered, a.filled)
	for len(work) > 0 {
		n := work[len(work)-1].Find()
		work = work[:len(work)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		// Numbers from outside are no addresses, unless the program uses them as addresses.
		if p := n.pointee; p != nil && (n.Has(HoldsPointers) || p.Find().View != nil) {
			p.Find().set(Inhabited)
			work = append(work, n.pointee)
		}
		for _, k := range n.fields {
			work = append(work, k.class)
		}
	}
}

// propagateFlows propagates pointers along the flows until nothing changes.
func (a *Analysis) propagateFlows() (changed bool) {
	move := func(from, to *Class) bool {
		t, ok := from.target()
		if !ok || to.Find().pointee != nil && to.Find().pointee.Find() == t {
			return false
		}
		a.setTarget(to, t)
		a.unitStride(t)
		return true
	}
	for again := true; again; {
		again = false
		for i := 0; i < len(a.flows); i++ {
			f := a.flows[i]
			if !f.deep {
				again = move(f.from, f.to) || again
				continue
			}
			var from, to []*Class
			f.from.EachPart(func(n *Class) { from = append(from, n) })
			f.to.EachPart(func(n *Class) { to = append(to, n) })
			for _, s := range from {
				for _, d := range to {
					again = move(s, d) || again
				}
			}
		}
		for _, d := range a.pointerDiffs {
			// Within one object, a difference of pointers does not reveal the object's address.
			if d.l != nil && d.r != nil && d.l.Find() == d.r.Find() {
				continue
			}
			for _, t := range []*Class{d.l, d.r} {
				if t != nil {
					again = move(a.placeOf(t), d.to) || again
				}
			}
		}
		for _, s := range a.pointerSums {
			// A number that carries a pointer, added to a null pointer, is that pointer.
			if t, ok := s.num.target(); ok && !s.base.inhabited() {
				a.unify(s.base, t)
				again = true
			}
		}
		changed = changed || again
	}
	return changed
}
