package cert

import (
	"context"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// mostTargets is how many annotations of a location are offered to the solver where hints do not
// say which.
const mostTargets = 400

// failure is why a step was not proved.
type failure struct {
	why string
	err error // a context that has ended
}

// leads proves that the state satisfies one of the annotations of a point, those of first before
// the others. The formulas are seen by v. A point that is nil has none: then the state must be
// impossible.
func (x *checker) leads(s *state, v *view, p *Point, first []int) *failure {
	x.stats.Steps++
	if s.false || x.known.false {
		return nil
	}
	var all []Annotation
	if p != nil {
		all = p.Holds
	}
	tried := make([]int, 0, 4)
	try := func(i int) bool {
		tried = append(tried, i)
		return x.evident(s, v, all[i].Conj)
	}
	rest := func() [][]*smt.Term {
		open := make([][]*smt.Term, len(tried))
		for k, i := range tried {
			open[k] = x.residue(s, v, all[i].Conj, nil)
		}
		return open
	}
	for _, i := range first {
		if i >= 0 && i < len(all) && try(i) {
			return nil
		}
	}
	if len(tried) > 0 {
		if f := x.ask(s, rest()); f == nil || f.err != nil || len(tried) == len(all) {
			return f
		}
	}
	for i := range all {
		if i >= mostTargets {
			break
		}
		if !slices.Contains(first, i) && try(i) {
			return nil
		}
	}
	return x.ask(s, rest())
}

// evident reports whether a conjunction is seen to hold without the solver.
func (x *checker) evident(s *state, v *view, conj []*smt.Term) bool {
	for _, f := range conj {
		if x.open(s, v, f) == nil {
			continue
		}
		for _, g := range parts(f) {
			if x.open(s, v, g) != nil {
				return false
			}
		}
	}
	return true
}

// residue adds the formulas of a conjunction that are not seen to hold without the solver, as they
// are seen in the state.
func (x *checker) residue(s *state, v *view, conj, to []*smt.Term) []*smt.Term {
	for _, f := range conj {
		if x.open(s, v, f) == nil {
			continue
		}
		for _, part := range parts(f) {
			if g := x.open(s, v, part); g != nil {
				to = append(to, g)
			}
		}
	}
	return to
}

// open is a formula as it is seen in a state, nil where it is seen to hold: it is what the
// annotation or the path says, or of nothing that has been set.
func (x *checker) open(s *state, v *view, f *smt.Term) *smt.Term {
	if v.own && x.known.fact(f) && x.untouched(s, f) {
		return nil
	}
	g := x.show(s, v, f)
	if g.IsTrue() || x.known.fact(g) || slices.Contains(s.cond, g) {
		return nil
	}
	return g
}

// untouched reports whether nothing that a formula speaks of has been set on the path.
func (x *checker) untouched(s *state, f *smt.Term) bool {
	if len(s.vars) == 0 && len(s.arrs) == 0 && s.after == nil {
		return true
	}
	for _, t := range x.constantsOf(f) {
		y, ok := x.symbol(t)
		switch {
		case !ok:
			return false
		case y.Entry:
		case y.Var != nil:
			if s.vars[y.Var.ID] != nil || s.after != nil && s.after.Mods.Has(y.Var) {
				return false
			}
		case s.arrs[y.Array.ID] != nil || s.after != nil && s.after.Modifies(y.Array):
			return false
		}
	}
	return true
}

// ask has the solver prove that one of the conjunctions holds in the state.
func (x *checker) ask(s *state, anyOf [][]*smt.Term) *failure {
	b := x.b
	x.prepare()
	goals := make([]*smt.Term, 0, len(anyOf))
	for i, conj := range anyOf {
		anyOf[i] = slices.DeleteFunc(conj, x.known.fact) // prepare has added some
		g := b.And(anyOf[i]...)
		if g.IsTrue() {
			return nil
		}
		if !g.IsFalse() {
			goals = append(goals, b.Not(g))
		}
	}
	if len(anyOf) == 1 && x.oneByOne(s, anyOf[0]) {
		return nil
	}
	query := append(slices.Clone(s.cond), goals...)
	some, all := x.relevant(query)
	status, f := x.refute(append(query, some...))
	if status != solver.Unsat && !all && f.err == nil {
		// What has no symbol in common with the question matters only if it cannot hold.
		_, f = x.refute(append(query, x.known.premises...))
	}
	return f
}

// relevant are the premises that share symbols with the question, or with others that do, and
// whether these are all.
func (x *checker) relevant(query []*smt.Term) (some []*smt.Term, all bool) {
	ps := x.known.premises
	seen := map[*smt.Term]bool{}
	var work []*smt.Term
	var reach func(f *smt.Term)
	reach = func(f *smt.Term) {
		for _, t := range x.constantsOf(f) {
			if !seen[t] {
				seen[t] = true
				work = append(work, t)
				for _, a := range x.floats[t] {
					reach(a)
				}
				if y, ok := x.summed[t]; ok {
					reach(y.of)
				}
			}
		}
	}
	for _, f := range query {
		reach(f)
	}
	by := map[*smt.Term][]int{}
	for i, f := range ps {
		for _, t := range x.constantsOf(f) {
			by[t] = append(by[t], i)
		}
	}
	taken := make([]bool, len(ps))
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range by[t] {
			if !taken[i] {
				taken[i] = true
				reach(ps[i])
			}
		}
	}
	for i, f := range ps {
		if taken[i] {
			some = append(some, f)
		}
	}
	return some, len(some) == len(ps)
}

// constantsOf are the free constants of a formula.
func (x *checker) constantsOf(f *smt.Term) []*smt.Term {
	ts, ok := x.frees[f]
	if !ok {
		ts = smt.FreeVars(f)
		x.frees[f] = ts
	}
	return ts
}

// refute proves that formulas cannot hold together, given that all values are in their ranges.
func (x *checker) refute(fs []*smt.Term) (solver.Status, *failure) {
	fs = append(slices.Clip(fs), x.sumsIn(fs)...)
	all := append(slices.Clone(fs), x.rangesIn(append(x.operandsIn(fs), fs...))...)
	all = append(all, x.floatBounds(fs)...)
	status, f := x.turns(all)
	if status == solver.Unknown && f.err == nil {
		if ps := append(x.corners(all), x.polynomials(all)...); len(ps) > 0 {
			all = append(all, ps...)
			if status, f = x.turns(all); status != solver.Unknown || f.err != nil {
				return status, f
			}
		}
		if smt.Multiplied(all...) {
			if status, f = x.solveWith(x.ctx, all, false); status != solver.Unknown || f.err != nil {
				return status, f
			}
		}
		if ps := x.products(all); len(ps) > 0 {
			return x.turns(append(all, ps...))
		}
	}
	return status, f
}

// solve asks the solver, for as long as the context allows, and checks its proof.
func (x *checker) solve(ctx context.Context, all []*smt.Term) (solver.Status, *failure) {
	return x.solveWith(ctx, all, true) // refute has ways of its own for products, which cost less
}

// solveWith asks the solver, without its lemmas about products or with them.
func (x *checker) solveWith(ctx context.Context, all []*smt.Term, noProducts bool) (solver.Status, *failure) {
	key := x.b.And(all...)
	if key.IsFalse() {
		return solver.Unsat, nil
	}
	if x.refuted[key] {
		return solver.Unsat, nil
	}
	if err := x.stopped(); err != nil {
		return solver.Unknown, &failure{err.Error(), err}
	}
	x.stats.Queries++
	s := solver.New(x.b, solver.Options{Proofs: true, NoProducts: noProducts})
	for _, f := range all {
		s.Assert(f)
	}
	switch s.Check(ctx) {
	case solver.Unsat:
	case solver.Sat:
		return solver.Sat, &failure{why: "it need not hold"}
	default:
		if err := x.stopped(); err != nil {
			return solver.Unknown, &failure{err.Error(), err}
		}
		return solver.Unknown, &failure{why: fmt.Sprintf("whether it holds was not decided: %v", s.Reason())}
	}
	p, err := s.Proof()
	if err == nil {
		err = x.checkProof(x.b, all, p, func() bool { return effort.Done(x.ctx) })
	}
	if stop := x.stopped(); stop != nil {
		return solver.Unknown, &failure{stop.Error(), stop}
	}
	if err != nil {
		return solver.Unknown, &failure{why: fmt.Sprintf("the solver's proof was refused: %v", err)}
	}
	x.refuted[key] = true
	return solver.Unsat, nil
}

// mostProduct is the width of the widest words that products are computed in.
const mostProduct = 64

// products says of products of unknowns, which are nothing but functions to linear arithmetic, that
// they are those of words which are wide enough.
func (x *checker) products(fs []*smt.Term) []*smt.Term {
	b := x.b
	var out []*smt.Term
	seen := map[*smt.Term]bool{}
	for _, f := range fs {
		smt.Walk(f, seen, nil, func(t *smt.Term) {
			if t.Op() != smt.OpMul {
				return
			}
			width, parts := 1, make([]*smt.Term, t.NumArgs())
			for _, a := range t.Args() {
				l, w := x.typed(a), 1
				for w <= mostProduct && !l.within(word(w, true)) {
					w++
				}
				width += w
			}
			if width > mostProduct {
				return
			}
			for i, a := range t.Args() {
				parts[i] = b.NatToBV(a, width)
			}
			out = append(out, b.Eq(t, b.BVToInt(b.BVMul(parts...))))
		})
	}
	return out
}

// typed are the bounds of a term that hold always.
func (x *checker) typed(t *smt.Term) span {
	kept := x.known.limits
	x.known.limits = nil
	l := x.spanOf(&state{}, t)
	x.known.limits = kept
	return l
}

// rangesIn says of all constants and cells in the formulas that they are in their ranges.
func (x *checker) rangesIn(fs []*smt.Term) []*smt.Term {
	var out []*smt.Term
	seen := map[*smt.Term]bool{}
	for _, f := range fs {
		smt.Walk(f, seen, nil, func(t *smt.Term) {
			switch {
			case t.IsVar() && t.Sort() == x.ints:
				if r, ok := x.rangeOf(t); ok {
					out = append(out, x.within(t, r)...)
				}
			case t.Op() == smt.OpSelect && t.Arg(0).IsVar():
				if r, ok := x.rangeOf(t.Arg(0)); ok {
					out = append(out, x.within(t, r)...)
				}
			}
		})
	}
	return out
}

func (x *checker) stopped() error {
	if effort.Done(x.ctx) {
		return fmt.Errorf("the check was stopped: %w", context.Cause(x.ctx))
	}
	return nil
}
