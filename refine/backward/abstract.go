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

// mostSplits bounds how deep a cube is split for disequalities.
const mostSplits = 6

// abstract is the cartesian predicate abstraction: the conjunction of those literals over the
// predicates that the cube entails. A cube that entails x ≠ y, where x < y and x > y are predicates
// and neither follows, is split first, so that both of its parts say which; there is no predicate
// for that in one cube.
//
// Literals that do not follow are found by models, each of which excludes many: the solver is asked
// for a state of the cube in which one of the literals that are left does not hold, until there is
// none. So what it costs depends on how many different states it takes to see that.
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

// literals lists what a cube says of predicates.
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

// decide finds out what a cube says of predicates.
func (m *Method) decide(ctx context.Context, k *knowledge, preds []*smt.Term) {
	var left []*smt.Term // literals that may follow
	var of []*smt.Term   // their predicates
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
				return // cannot be: a model that does not hold what it was made for
			}
		default: // one by one
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

// gap is a pair of predicates L ≤ c and L ≤ c+1, of which a cube says nothing: if L ≠ c+1, one of
// the first and the negation of the second holds.
type gap struct{ less, lessEq *smt.Term }

// gaps lists them by what they are about.
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

// row takes apart what is compared with 0: its unknowns with their factors, as a key, and the bound
// on their sum.
func row(t *smt.Term) (key string, bound num.Rat) {
	if t.Op() != smt.OpSum {
		return strconv.Itoa(t.ID()), num.Rat{}
	}
	for i, a := range t.Args() {
		key += t.Coef(i).String() + "*" + strconv.Itoa(a.ID()) + " "
	}
	return key, t.Value().Neg()
}
