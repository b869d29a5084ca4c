// Numbers that are only compared for equality, stored and passed to functions are mere names, like the elements of a
// free sort: no sum, order or quotient distinguishes them. Since there are infinitely many integers and reals, values
// can be found for any set of classes that keeps the numerals apart, and the closure decides alone. This is common
// where Int represents words, addresses or tags.

package solver

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// onlyNames reports whether the assertions s.stack[from:] and the assumptions use numbers only as names. The
// constructors and the elimination of variables keep formulas of that kind: an equality of two terms that are not sums
// stays one.
func (s *Solver) onlyNames(from int, assumptions []*smt.Term) bool {
	ok := true
	seen := map[*smt.Term]bool{}
	look := func(t *smt.Term) {
		switch t.Op() {
		case smt.OpLe, smt.OpLt, smt.OpFloatOfReal:
			ok = false
		case smt.OpApp, smt.OpNum, smt.OpIte, smt.OpSelect, smt.OpDiff:
		default:
			ok = ok && !t.Sort().Arithmetic()
		}
	}
	for _, a := range s.stack[from:] {
		if smt.Walk(a.f, seen, nil, look); !ok {
			return false
		}
	}
	for _, f := range assumptions {
		smt.Walk(f, seen, nil, look)
	}
	return ok
}

// numberNames gives the classes of numbers their values: a numeral in the class, or a number that no other class has.
func (x *modeller) numberNames() {
	e := x.e
	var top num.Rat
	for n, t := range e.eq.terms {
		if t != nil && t.Op() == smt.OpNum && n < len(e.snap.roots) {
			if r := e.snap.roots[n]; x.values[r] == nil {
				x.values[r] = t
			}
			if top.Less(t.Value()) {
				top = t.Value()
			}
		}
	}
	top = top.Floor()
	for n, t := range e.eq.terms {
		if t != nil && t.Sort().Arithmetic() && n < len(e.snap.roots) {
			if r := e.snap.roots[n]; x.values[r] == nil {
				top = top.Add(num.RatOf(1))
				x.values[r] = e.b.Num(top, t.Sort())
			}
		}
	}
}
