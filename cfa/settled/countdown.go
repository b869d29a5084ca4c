package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Counters that count down while a pointer or an index goes up:
//
//	while (n--) *p++ = 0;
//
// Where n is at least 1, p + 1 <= end follows from p + n <= end, and each iteration keeps p + n as it is.

// testsLeft adds the test b to f.leftTests if it says that a variable is at least 1.
func (f *facts) testsLeft(b *cfa.Binary) {
	n, ok := b.X.(*cfa.Var)
	if ok && !n.Pointer && !n.Shadow && (againstZero(b) && b.Op == cfa.Ne && !n.Range.Signed || isPositive(b)) && !hasForm(f.leftTests, b) {
		f.leftTests = append(f.leftTests, b)
	}
}

// isPositive reports whether b has the form x > 0 or x >= 1.
func isPositive(b *cfa.Binary) bool {
	c, ok := cfa.IsConst(b.Y)
	return ok && (b.Op == cfa.Gt && c.IsZero() || b.Op == cfa.Ge && c.Equal(num.Of(1)))
}

// byCountdown finds facts from which fact k follows after a test that a counter n is at least 1, if k bounds from above a
// variable x to which the procedure adds a constant c, and n counts down by 1: fact k with x + (n-1)*c in the place of x.
func (f *facts) byCountdown(k int32) {
	list := alternatives(f.list[k])
	last := len(list) - 1
	s, ok := difference(list[last])
	if !ok || f.depth[k] > mostLimited || f.left[k] {
		return // one counter is enough
	}
	for _, t := range s.terms {
		x, ok := t.of.(*cfa.Var)
		if !ok || t.by.Sign() <= 0 || x.Proc != f.x.q {
			continue
		}
		c := f.stepOf(x)
		if c.Sign() <= 0 {
			continue
		}
		for _, test := range f.leftTests {
			n := test.X.(*cfa.Var)
			if !s.factor(n).IsZero() || !f.stepOf(n).Equal(num.Of(-1)) {
				continue
			}
			left := s.plus(sum{terms: []scaled{{n, num.Of(1)}}, rest: num.Of(-1)}, t.by.Mul(c))
			g, ok := left.atMostZero().(*cfa.Binary)
			if !ok || !g.Op.Comparison() {
				continue
			}
			before := slices.Clone(list)
			before[last] = g
			f.afterTest(k, test, anyOf(before), f.depth[k]+1, &cfa.Binary{Op: cfa.Ge, X: n, Y: cfa.ConstInt(0)})
			if j := f.number(anyOf(before)); j >= 0 {
				f.left[j] = true
			}
		}
	}
}

// stepOf returns the constant that the procedure adds to x, or to a variable that x is copied from or to, in each assignment that
// computes one of them from itself or another one. It returns 0 if there is no such constant.
func (f *facts) stepOf(x *cfa.Var) num.Int {
	if f.stepsOf == nil {
		f.stepsOf = map[*cfa.Var]num.Int{}
		odd := map[*cfa.Var]bool{}
		for _, l := range f.x.q.Locs {
			for _, e := range l.Out {
				a, ok := e.Op.(*cfa.Assign)
				if !ok || !f.again(a) {
					continue
				}
				class := f.same.find(a.LHS)
				v, by := constantSum(a.RHS)
				if v == nil || f.same.find(v) != class || !f.stepsOf[class].IsZero() && !f.stepsOf[class].Equal(by) {
					odd[class] = true
				}
				f.stepsOf[class] = by
			}
		}
		for class := range odd {
			delete(f.stepsOf, class)
		}
	}
	return f.stepsOf[f.same.find(x)]
}
