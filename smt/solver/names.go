package solver

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Where numbers are only compared for equality, stored and passed to functions, they are but names,
// as the elements of a free sort: no sum, no order, no quotient tells them apart. Since there are
// infinitely many of either sort, every set of classes that keeps the numerals apart has values,
// and the closure decides alone. That is common where Int stands for words, addresses or tags.

// onlyNames reports whether that is so in the assertions but for the first ones, and in the
// assumptions. What the constructors and the elimination of variables make of such formulas is of
// the same kind: an equality of two terms that are no sums is one.
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

// numberNames gives the classes of numbers their values: that of the numeral in it, or one that no
// other class of the model has.
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
