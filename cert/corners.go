// Bounds of products, for nonlinear questions: the McCormick inequalities (G. McCormick, "Computability of global
// solutions to factorable nonconvex programs", Mathematical Programming 10, 1976).

package cert

import "github.com/whet-mc/whet/smt"

// mostCorners bounds the number of products that corners describes.
const mostCorners = 24

// corners returns implications that bound the products of two terms in the formulas fs. If l <= p and m <= q, then
// (p-l)*(q-m) is not negative; the other corners of the rectangle that contains (p, q) give similar inequalities. Each
// implication holds for all numbers, whatever l and m are, so the origin of the bounds does not matter.
func (x *checker) corners(fs []*smt.Term) []*smt.Term {
	b := x.b
	var out []*smt.Term
	n := 0
	seen := map[*smt.Term]bool{}
	for _, f := range fs {
		smt.Walk(f, seen, nil, func(t *smt.Term) {
			if t.Op() != smt.OpMul || t.NumArgs() != 2 || t.Sort() != x.ints || n == mostCorners {
				return
			}
			n++
			p, q := t.Arg(0), t.Arg(1)
			if p == q {
				out = append(out, b.Le(x.int(0), t))
			}
			ps, qs := x.ends(p), x.ends(q)
			for _, l := range ps {
				for _, m := range qs {
					// d is t - m*p - l*q + l*m, the product of the distances.
					d := b.Add(b.Sub(t, b.Add(b.Mul(m.at, p), b.Mul(l.at, q))), b.Mul(l.at, m.at))
					sign := b.Le(x.int(0), d)
					if l.low != m.low {
						sign = b.Le(d, x.int(0))
					}
					out = append(out, b.Implies(b.And(l.beyond(b, p), m.beyond(b, q)), sign))
				}
			}
		})
	}
	return out
}

// end is a bound of a term: a lower bound if low is true, and an upper bound otherwise.
type end struct {
	at  *smt.Term
	low bool
}

// beyond returns the formula that t respects the bound.
func (e end) beyond(b *smt.Builder, t *smt.Term) *smt.Term {
	if e.low {
		return b.Le(e.at, t)
	}
	return b.Le(t, e.at)
}

// ends returns the known bounds of a term.
func (x *checker) ends(t *smt.Term) []end {
	var out []end
	s := x.spanOf(&state{}, t)
	if s.hasLo {
		out = append(out, end{x.num(s.lo), true})
	}
	if s.hasHi {
		out = append(out, end{x.num(s.hi), false})
	}
	return out
}
