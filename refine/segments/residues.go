package segments

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// If a loop visits every other cell, its effect holds for cells whose index has a residue:
//
//	0 <= p < i and p % 2 = 0   ->  a[p] = b[p]
//
// These are the congruences of Granger, "Static Analysis of Arithmetical Congruences" (1989), on ghosts. The moduli
// come from the program: from the coefficients of its indexes, the increments of its counters, and its remainder
// operations. Residues of counters come from sampled states.

// Limits of the moduli.
const (
	mostModuli = 2
	mostModule = 8
)

// findModuli collects the moduli of a program's indexes.
func (u *usage) findModuli() {
	add := func(n int64) {
		if n < 0 {
			n = -n
		}
		if 2 <= n && n <= mostModule && len(u.moduli) < mostModuli && !slices.Contains(u.moduli, n) {
			u.moduli = append(u.moduli, n)
		}
	}
	for _, p := range u.set {
		v := p.x.(*cfa.Var)
		s, ok := summed(p.y)
		if by := s.Sub(linear.X(v.ID)); ok && by.IsConst() && u.about[v] && u.moved[v] {
			if n, small := by.Constant().Int64(); small {
				add(n)
			}
		}
	}
	for _, k := range u.arrays {
		for _, s := range k.indexes {
			for t := range s.Terms() {
				if n, ok := t.Coef.Int64(); ok && u.moved[u.prog.Vars[t.Var]] {
					add(n)
				}
			}
		}
	}
	for _, e := range u.conds { // not stored values, which relations cover
		if readsCells(e) {
			continue
		}
		cfa.Walk(e, func(e cfa.Expr) {
			if b, ok := e.(*cfa.Binary); ok && b.Op == cfa.Rem {
				x, is := summed(b.X)
				c, also := b.Y.(*cfa.Const)
				if is && also && slices.ContainsFunc(u.vars(x), func(v *cfa.Var) bool { return u.about[v] }) {
					if n, small := c.Val.Int64(); small {
						add(n)
					}
				}
			}
		})
	}
}

// residue returns the condition that t mod modulus = of.
func (x *search) residue(t *smt.Term, modulus, of int64) *smt.Term {
	return x.B.Eq(x.B.Mod(t, num.RatOf(modulus)), x.int(of))
}

// countersResidues guesses the residues that counters have in all sampled states.
func (g *guesser) countersResidues() {
	states := g.states[g.at]
	if len(states) < enough {
		return
	}
	for _, v := range g.vars(g.at) {
		if !g.u.about[v] || !g.u.moved[v] {
			continue
		}
		for _, m := range g.u.moduli {
			residue := func(s *state) int64 {
				n, ok := s.vars[v]
				if !ok {
					return -1
				}
				of, _ := n.Rem(num.Of(m)).Int64()
				return (of + m) % m
			}
			of := residue(states[0])
			if of >= 0 && !slices.ContainsFunc(states, func(s *state) bool { return residue(s) != of }) {
				g.add(g.residue(g.Coder.Plain(v), m, of))
			}
		}
	}
}

// withResidues calls guess with each residue of the first ghost as an additional premise of claims about segments.
func (g *guesser) withResidues(guess func()) {
	for _, m := range g.u.moduli {
		for of := range m {
			g.where = g.residue(g.p, m, of)
			guess()
		}
	}
	g.where = g.B.True()
}

// image is an index of a cell with a multiple of a ghost, as 2*p + 1.
type image struct {
	arr *asked
	sum sum
}

// image returns the index of the cell that s reads, with the ghost in place of the variable "by". It returns false
// unless this variable is the only one in the index, with a coefficient other than -1, 0 and 1.
func (u *usage) image(s *cfa.Select, by, ghost *cfa.Var) (image, bool) {
	k, at, ok := u.cell(s.Arr, s.Idx)
	c, whole := at.Coef(by.ID).Int64()
	if !ok || !whole || at.Len() != 1 || -1 <= c && c <= 1 {
		return image{}, false
	}
	return image{k, at.Substitute(by.ID, linear.X(ghost.ID))}, true
}

// inverse returns the value of the ghost for which the image is the given index, if there is one.
func (x *search) inverse(i image, ghost *cfa.Var, index sum) *smt.Term {
	return x.B.Div(x.term(index.AddConst(i.sum.Constant().Neg())), i.sum.Coef(ghost.ID))
}
