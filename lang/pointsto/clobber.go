package pointsto

import (
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
)

// Memory that code outside of the program may have written to, and the targets of the values written there.

// clobber records that code outside of the program may have written any value to n.
func (a *Analysis) clobber(n *Class) {
	if n != nil {
		a.clobbered = append(a.clobbered, n)
	}
}

// fill records that a function of the library may have written any values of type t, which may be nil, to n. Numbers and
// characters, such as the sizes in struct stat or what is read from a file, are addresses of no code or object that the analysis
// does not see: if the program uses them as addresses, these are forged pointers (forged.go).
func (a *Analysis) fill(n *Class, t *lang.Type) {
	switch {
	case n == nil:
	case isNumbers(t):
		a.filled = append(a.filled, n)
	default:
		a.clobber(n)
	}
}

// isNumbers reports whether values of type t consist of integers, or are bytes.
func isNumbers(t *lang.Type) bool {
	switch {
	case t == nil:
		return false
	case t.Kind == lang.Array:
		return isNumbers(t.Elem)
	case t.Kind == lang.Record:
		return len(t.Fields) > 0 && !slices.ContainsFunc(t.Fields, func(f *lang.Field) bool { return !isNumbers(f.Type) })
	}
	return t.IsInteger() || t.Kind == lang.Void
}

// clobberArgs records that a function without a body may write to memory that its arguments point to, as the lowering
// of such calls assumes (external).
func (a *Analysis) clobberArgs(x *lang.Call, vals []*Class) {
	for i := range x.Args {
		if vals[i] != nil && !calls.ReadOnly(x, i) {
			a.clobber(vals[i])
		}
	}
}

// UnknownTargets returns the classes that an unknown value may lead to. In addition to objects of the program, these
// classes may contain objects of unseen code, about which nothing is known.
func (a *Analysis) UnknownTargets() map[*Class]bool {
	written, targets := map[*Class]bool{}, map[*Class]bool{}
	work := []*Class{}
	write := func(n *Class) {
		if n = n.Find(); !written[n] {
			written[n] = true
			work = append(work, n)
		}
	}
	lead := func(n *Class) {
		if n = n.Find(); !targets[n] {
			targets[n] = true
			written[n] = true
			work = append(work, n) // again, if it was only written before
		}
	}
	lead(a.unknown)
	lead(a.varargs)
	for _, n := range a.all {
		if n.parent == nil && n.Has(FromOutside) {
			lead(n)
		}
	}
	for _, n := range a.clobbered {
		write(n) // this includes extern objects and the entry's arguments
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n.pointee != nil {
			lead(n.pointee)
		}
		for _, k := range n.fields {
			if targets[n] {
				lead(k.class)
			} else {
				write(k.class)
			}
		}
	}
	return targets
}
