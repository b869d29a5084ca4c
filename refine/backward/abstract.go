// Predicate abstraction of cubes: which literals over the predicates of a location a cube entails.

package backward

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// mostSplits bounds how deep abstract splits a cube for disequalities.
const mostSplits = 6

// abstract computes the cartesian predicate abstraction of c: the conjunction of the literals over preds that c
// entails. If c entails x ≠ y, and x < y and x > y are predicates that c does not decide, abstract first splits c
// into a part with x < y and a part with x > y, because no single cube of literals can express the disequality.
//
// To find the literals that do not follow, abstract asks the solver for a state of c in which one of the remaining
// literals is false. It drops all literals that are false in this state, and repeats this until there is no such
// state. So the cost depends on how many different states are needed to refute the literals that do not follow.
func (m *Method) abstract(ctx context.Context, c Cube, preds []*smt.Term) []Cube {
	return m.abstractAt(ctx, c, preds, mostSplits)
}

func (m *Method) abstractAt(ctx context.Context, c Cube, preds []*smt.Term, depth int) []Cube {
	k := m.know(ctx, c)
	if k.status == solver.Unsat {
		return nil
	}
	m.decide(ctx, k, preds)
	if depth > 0 {
		for _, g := range gaps(k, preds) {
			if m.entails(ctx, k, m.B.Or(g.less, m.B.Not(g.lessEq))) {
				out := m.abstractAt(ctx, m.cube(append(slices.Clone(c), g.less)...), preds, depth-1)
				return append(out, m.abstractAt(ctx, m.cube(append(slices.Clone(c), m.B.Not(g.lessEq))...), preds, depth-1)...)
			}
		}
	}
	return []Cube{m.cube(k.literals(m.B, preds)...)}
}

// literals returns the literals over preds that the cube is known to entail.
func (k *knowledge) literals(b *smt.Builder, preds []*smt.Term) []*smt.Term {
	var out []*smt.Term
	for _, p := range preds {
		switch k.says[p] {
		case holds:
			out = append(out, p)
		case fails:
			out = append(out, b.Not(p))
		}
	}
	return out
}

// decide finds out for each of preds whether the cube entails it, entails its negation, or neither, and records this
// in k.says.
func (m *Method) decide(ctx context.Context, k *knowledge, preds []*smt.Term) {
	var left []*smt.Term // literals that may follow
	var of []*smt.Term   // of[i] is the predicate of left[i]
	for _, p := range preds {
		if k.says[p] != 0 {
			continue
		}
		k.says[p] = open
		yes, no := k.refuted(p), k.refuted(m.B.Not(p))
		if !yes && (!no || len(k.models) > 0) {
			left, of = append(left, p), append(of, p)
		} else if !no {
			left, of = append(left, m.B.Not(p)), append(of, p)
		}
	}
	if len(left) == 0 {
		return
	}
	s := solver.New(m.B, solver.Options{Conflicts: mostConflicts})
	for _, f := range k.cube {
		s.Assert(f)
	}
	for _, f := range m.Facts(append(slices.Clone(k.cube), left...)...) {
		s.Assert(f)
	}
	drop := func(model *smt.Model) {
		var l, o []*smt.Term
		for i, f := range left {
			if yes, err := model.Holds(f); err == nil && yes {
				l, o = append(l, f), append(o, of[i])
			}
		}
		left, of = l, o
	}
	follow := func(f, p *smt.Term) {
		if f == p {
			k.says[p] = holds
		} else {
			k.says[p] = fails
		}
	}
	for len(left) > 0 {
		var not []*smt.Term
		for _, f := range left {
			not = append(not, m.B.Not(f))
		}
		switch s.Check(ctx, m.B.Or(not...)) {
		case solver.Unsat:
			for i, f := range left {
				follow(f, of[i])
			}
			return
		case solver.Sat:
			before := len(left)
			k.models = append(k.models, s.Model())
			drop(s.Model())
			if len(left) == before {
				return // impossible: the model does not satisfy the formula that it was made for
			}
		default: // no answer for all at once: ask for each literal
			for i, f := range left {
				if effort.Done(ctx) {
					for _, p := range of {
						delete(k.says, p)
					}
					return
				}
				if s.Check(ctx, m.B.Not(f)) == solver.Unsat {
					follow(f, of[i])
				}
			}
			return
		}
	}
}

// gap is a pair of predicates L ≤ c and L ≤ c+1 that a cube leaves open. If the cube entails L ≠ c+1, then each of
// its states satisfies the first predicate or the negation of the second.
type gap struct{ less, lessEq *smt.Term }

// gaps returns the gaps among preds, ordered by the sum L and the bound.
func gaps(k *knowledge, preds []*smt.Term) []gap {
	type bound struct {
		p    *smt.Term
		at   num.Rat
		rank int
	}
	rows := map[string]int{}
	var bounds []bound
	for _, p := range preds {
		if k.says[p] != open || p.Op() != smt.OpLe {
			continue
		}
		key, at := row(p.Arg(0))
		r, ok := rows[key]
		if !ok {
			r = len(rows)
			rows[key] = r
		}
		bounds = append(bounds, bound{p, at, r})
	}
	slices.SortStableFunc(bounds, func(a, b bound) int { return cmp.Or(cmp.Compare(a.rank, b.rank), a.at.Cmp(b.at)) })
	var out []gap
	for i := 1; i < len(bounds); i++ {
		a, b := bounds[i-1], bounds[i]
		if a.rank == b.rank && b.at.Sub(a.at).Equal(num.RatOf(1)) {
			out = append(out, gap{a.p, b.p})
		}
	}
	return out
}

// row splits the left side t of t ≤ 0 into a key for its unknowns with their coefficients, and the bound on their
// sum.
func row(t *smt.Term) (key string, bound num.Rat) {
	if t.Op() != smt.OpSum {
		return strconv.Itoa(t.ID()), num.Rat{}
	}
	for i, a := range t.Args() {
		key += t.Coef(i).String() + "*" + strconv.Itoa(a.ID()) + " "
	}
	return key, t.Value().Neg()
}
