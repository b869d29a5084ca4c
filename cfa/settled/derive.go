package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Facts that follow at a location from other facts that hold there.

// A derivation says why a fact holds at a location: because of facts that have been propagated to the location, of
// bounds of variables, and of facts about all cells.
type derivation struct {
	facts     []int32
	bounds    []*cfa.Binary // the bounds of their variables are a part of the reason
	instances []*instance
	number    int32 // the number of the derivation: see facts.tried
	left      int   // the number of facts that may still be looked at
}

// jointly records that fact k follows from the facts in the list together, unless one of these could not be added (-1): the
// elements up to an index have a property if those before the last one have it, and the last one (splitLast); F follows
// from c == 0 || F and c != 0 (findStronger); and a bound of n from one of room and n <= room (whileAtMost).
func (f *facts) jointly(k int32, list ...int32) {
	same := func(o []int32) bool { return slices.Equal(o, list) }
	if !slices.Contains(list, -1) && !slices.Contains(list, k) && !slices.ContainsFunc(f.joint[k], same) {
		f.joint[k] = append(f.joint[k], list)
	}
}

// findDerived lists in f.derived the facts that may follow from others at a location in other ways than by findStronger.
func (f *facts) findDerived() {
	f.derived = nil
	for k := range int32(len(f.list)) {
		if len(f.instances[k]) > 0 || len(f.joint[k]) > 0 || len(f.byBounds[k]) > 0 {
			f.derived = append(f.derived, k)
		}
	}
}

// mostTried limits the number of facts that one derivation looks at.
const mostTried = 64

// have reports whether fact k holds at l, a location that facts have reached. The reasons are in program.derivation,
// until the next call of have.
func (x *analysis) have(l *cfa.Loc, k int32) bool {
	d := &x.w.derivation
	d.facts, d.bounds, d.instances, d.number, d.left = d.facts[:0], d.bounds[:0], d.instances[:0], d.number+1, mostTried
	return x.derive(l, k, d)
}

// derive looks for reasons why fact k holds at l, and adds them to d. Fact k may have been propagated to l, or it
// follows there from a stronger fact, from two other facts (jointly), from a fact about all cells (instance), or from another
// fact by bounds (byBounds). No fact is looked at twice: the facts that follow from one another may form cycles. Stronger facts
// that have to be derived themselves come last, as there are many.
func (x *analysis) derive(l *cfa.Loc, k int32, d *derivation) bool {
	f := x.facts
	if has(f.at[l.Index], int(k)) {
		d.facts = append(d.facts, k)
		return true
	}
	if f.tried[k] == d.number || d.left == 0 {
		return false
	}
	f.tried[k] = d.number
	d.left--
	if i := slices.IndexFunc(f.stronger[k], func(j int32) bool { return has(f.at[l.Index], int(j)) }); i >= 0 {
		d.facts = append(d.facts, f.stronger[k][i])
		return true
	}
	facts, bounds, instances := len(d.facts), len(d.bounds), len(d.instances)
	all := func(list ...int32) bool {
		if !slices.ContainsFunc(list, func(j int32) bool { return !x.derive(l, j, d) }) {
			return true
		}
		d.facts, d.bounds, d.instances = d.facts[:facts], d.bounds[:bounds], d.instances[:instances]
		return false
	}
	for _, by := range f.byBounds[k] {
		if x.always(l, by.bounds) && x.derive(l, by.fact, d) {
			d.bounds = append(d.bounds, by.bounds)
			return true
		}
	}
	if slices.ContainsFunc(f.joint[k], func(list []int32) bool { return all(list...) }) {
		return true
	}
	for _, in := range f.instances[k] {
		if len(l.Out) == 0 {
			break
		}
		if !has(f.at[l.Index], int(in.own)) || !x.inAllContexts(l, in.all, in.own) || !all(in.needs...) {
			continue
		}
		switch {
		case in.least == nil:
		case x.always(l, in.least):
			d.bounds = append(d.bounds, in.least)
		case in.low < 0 || !all(in.low):
			continue
		}
		d.instances = append(d.instances, in)
		return true
	}
	return slices.ContainsFunc(f.stronger[k], func(j int32) bool { return x.derive(l, j, d) })
}
