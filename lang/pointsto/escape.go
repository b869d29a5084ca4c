package pointsto

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
)

// Memory that code outside of the program knows: an escape analysis (J.-D. Choi et al., OOPSLA 1999), by classes.
//
// A function without a body may keep pointers that it gets, return them from any later call, and change their targets
// at any later call. So these classes escape: the targets of pointers that such functions get, of pointers in extern
// objects, of results of such functions, and of pointers in an escaped class. Such code knows memory that it only
// gets as const, but does not change it; the other escaped classes are Modifiable.
//
// A pointer from outside (a result, or a value read from memory that such code may have written) may lead to any
// escaped object of its type. So escaped classes of one type are united if a pointer from outside leads to one of
// them.
//
// The analysis ignores the order in time: an object that escapes later counts as known before. SOUNDNESS.md states
// the assumptions: code outside of the program does not name the program's own objects and functions, and accesses
// memory through types that C allows.

// An escape says that code outside of the program knows the targets of values in the class.
type escape struct {
	class    *Class
	itself   bool // set if the code knows the class itself, and not only the targets of the pointers in it
	readOnly bool // the code does not change the memory that it knows
}

// escapeArgs makes the arguments of a call of a function without a body escape. If the function promises to have no
// effect (readOnly), it can only return them.
func (a *Analysis) escapeArgs(x *lang.Call, vals, records []*Class, readOnly bool) {
	for i, e := range x.Args {
		if records[i] != nil {
			a.escapes = append(a.escapes, escape{class: records[i], readOnly: readOnly})
			continue
		}
		if v := vals[i]; v != nil {
			a.escapes = append(a.escapes, escape{class: v, itself: true, readOnly: readOnly || calls.ReadOnly(x, i)})
		}
		if w := a.provenance(e); w != nil {
			a.escapes = append(a.escapes, escape{class: w, readOnly: readOnly})
		}
	}
}

// propagateEscape marks the classes that escape, and unites classes that pointers from outside may lead into. It
// reports whether anything changed.
func (a *Analysis) propagateEscape() (changed bool) {
	type item struct {
		n     *Class
		fixed bool
	}
	var work []item
	unknown := a.unknown.Find()
	know := func(n *Class, fixed bool) {
		n = n.Find()
		if n == unknown || n.Has(Escaped) && (fixed || n.Has(Modifiable)) {
			return
		}
		n.set(Escaped)
		n.setIf(Modifiable, !fixed)
		work = append(work, item{n, fixed})
	}
	holds := func(n *Class, fixed, outside bool) {
		n.EachPart(func(m *Class) {
			if p := m.pointee; p != nil {
				p = p.Find()
				p.setIf(FromOutside, outside && p != unknown)
				know(p, fixed || !outside && m.readOnly())
			}
		})
	}
	for _, n := range a.all {
		n.flags &^= Escaped | Modifiable
	}
	for _, h := range a.escapes {
		if h.itself {
			know(h.class, h.readOnly)
		} else {
			holds(h.class.Find(), h.readOnly, false)
		}
	}
	for _, r := range a.fromOutside {
		holds(r.Find(), false, true)
	}
	for len(work) > 0 {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		n := w.n.Find()
		for _, k := range n.fields {
			know(k.class, w.fixed)
		}
		if p := n.pointee; p != nil {
			p = p.Find()
			p.setIf(FromOutside, !w.fixed && p != unknown)
			know(p, n.readOnly())
		}
	}
	return a.meetByType()
}

// callOutside records that a call through a pointer may lead out of the program. It reports whether this is new.
func (a *Analysis) callOutside(in *IndirectCall) bool {
	if in.outside {
		return false
	}
	in.outside = true
	a.clobberArgs(in.call, in.vals)
	a.clobber(a.lvalues[in.call])
	a.escapeArgs(in.call, in.vals, in.records, false)
	a.fromOutside = append(a.fromOutside, a.lvalues[in.call])
	return true
}

// callsOutside calls callOutside for calls through pointers that may come from code outside of the program, or for
// which no function of the program was found. A pointer that comes only from the program leads to one of its
// functions, or the call is undefined. Targets are only added during the analysis, so a call that leads out of the
// program still does so at the end.
func (a *Analysis) callsOutside() (changed bool) {
	unknown := a.UnknownTargets()
	for _, in := range a.pending {
		if f := in.Target.Find(); unknown[f] || len(f.Functions) == 0 {
			changed = a.callOutside(in) || changed
		}
	}
	return changed
}

// readOnly reports whether the class contains only pointers to const.
func (n *Class) readOnly() bool {
	return n.View != nil && n.View.Kind == lang.Pointer && !n.Has(ToMutable) && !n.Has(Collapsed)
}

// meetByType unites classes of one type that pointers from outside may lead into.
func (a *Analysis) meetByType() (changed bool) {
	met := map[any][]*Class{}
	for _, outside := range []bool{true, false} {
		for _, n := range a.all {
			if n.parent != nil || !n.Has(Escaped) || n.Has(FromOutside) != outside || !outside && !n.HoldsMutable() {
				continue
			}
			k := typeKey(n.View, 0)
			if k == nil || !outside && met[k] == nil {
				continue
			}
			alone := true
			for _, m := range met[k] {
				if m = m.Find(); m == n.Find() {
					alone = false
				} else if m.mayMeet(n.Find()) {
					a.unify(m, n)
					changed, alone = true, false
				}
			}
			if alone && outside {
				met[k] = append(met[k], n)
			}
		}
	}
	return changed
}

// mayMeet reports whether classes of one type may be united. If a member were united with a scalar that is seen
// through several types, its record would be united with it, too; so this is not allowed, and neither is a union with
// a string literal.
func (n *Class) mayMeet(m *Class) bool {
	if n.View.Kind == lang.Record && m.View.Kind == lang.Record || len(n.enclosing)+len(m.enclosing) == 0 {
		return true
	}
	return !n.Has(Collapsed) && !m.Has(Collapsed) && !n.Has(Literal) && !m.Has(Literal)
}

// A scalarKey is a type other than a record, up to qualifiers and the third level of pointers.
type scalarKey struct {
	kind lang.Kind
	size int64
	elem any
}

// typeKey returns the key that distinguishes pointers to objects of type t, or nil for a type without a key.
func typeKey(t *lang.Type, depth int) any {
	if t == nil {
		return nil
	}
	for t.Kind == lang.Array {
		t = t.Elem
	}
	switch {
	case t.Kind == lang.Record:
		if len(t.Fields) == 0 {
			return nil
		}
		return t.Fields[0]
	case t.Kind == lang.Pointer && depth < 3:
		return scalarKey{t.Kind, t.Size, typeKey(t.Elem, depth+1)}
	case t.Kind == lang.Void || t.Kind == lang.Function || !t.IsScalar():
		return nil
	}
	return scalarKey{kind: t.Kind, size: t.Size}
}

// HoldsOutsideAddresses reports whether values in the class may come from outside and be addresses of the program's
// objects.
func (n *Class) HoldsOutsideAddresses() bool {
	if n == nil {
		return false
	}
	p := n.Find().pointee
	return p != nil && p.Find().Has(FromOutside) && p.Find().HoldsMutable()
}

// HoldsMutable reports whether the class contains an object that the program may change, or is a part of one.
func (n *Class) HoldsMutable() bool {
	found := false
	n.EachEnclosing(func(m *Class) { found = found || m.Has(Mutable) })
	return found
}
