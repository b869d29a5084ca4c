// Proofs of single steps. A formula that the annotation already contains, or that evaluates to true, is proved without
// the solver. The rest becomes a question for the solver, which is asked to refute the negation; its proof is checked.

package cert

import (
	"context"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// mostTargets bounds how many annotations of a location are tried if the hint does not name the right one.
const mostTargets = 400

// failure says why a step was not proved.
type failure struct {
	why string
	err error // the error of the context, if the context has ended
}

// leads proves that the state s satisfies one of the annotations of p. It first tries the annotations whose indexes
// are in `first`. v gives the values of the symbols. If p is nil, there are no annotations, and leads proves that no
// run has the state. It returns nil if it succeeds.
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

// evident reports whether the conjunction conj holds without asking the solver.
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

// residue appends to the list `to` the parts of the formulas in conj that need the solver. Their symbols are replaced by
// their values (see open).
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

// open returns the formula f with the values of its symbols. It returns nil if f evidently holds: the annotation
// contains f and the path has set nothing that f mentions; or f with these values is true, or is stated by the
// annotation or the path.
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

// untouched reports whether the path has set nothing that f mentions.
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

// ask has the solver prove that one of the conjunctions anyOf holds in the state.
func (x *checker) ask(s *state, anyOf [][]*smt.Term) *failure {
	b := x.b
	x.prepare()
	goals := make([]*smt.Term, 0, len(anyOf))
	for i, conj := range anyOf {
		anyOf[i] = slices.DeleteFunc(conj, x.known.fact) // prepare has added facts
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
		// A premise that shares no symbol with the question matters only if the premises contradict each other.
		_, f = x.refute(append(query, x.known.premises...))
	}
	return f
}

// relevant returns the premises that share a symbol with the question, directly or through other such premises. all
// reports whether these are all premises.
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

// constantsOf returns the free constants of a formula.
func (x *checker) constantsOf(f *smt.Term) []*smt.Term {
	ts, ok := x.frees[f]
	if !ok {
		ts = smt.FreeVars(f)
		x.frees[f] = ts
	}
	return ts
}

// refute proves that the formulas fs cannot all hold, given that all values are in their ranges. It first asks the
// solver without lemmas about products. If the question remains undecided and contains products, it adds the lemmas of
// corners.go and polynomial.go, then lets the solver use its own lemmas, and finally translates products to words.
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

// solve asks the solver, as long as the context allows, and checks its proof. The solver does not use its lemmas about
// products.
func (x *checker) solve(ctx context.Context, all []*smt.Term) (solver.Status, *failure) {
	return x.solveWith(ctx, all, true) // refute has cheaper lemmas about products
}

// solveWith is solve. noProducts says whether the solver does without its lemmas about products.
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

// mostProduct is the width of the widest words in which products are computed.
const mostProduct = 64

// products returns equations for the products in the formulas, which linear arithmetic treats as uninterpreted
// functions: each product equals the product of words that are wide enough for it.
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

// typed returns bounds of a term that hold without the annotation's bounds.
func (x *checker) typed(t *smt.Term) span {
	kept := x.known.limits
	x.known.limits = nil
	l := x.spanOf(&state{}, t)
	x.known.limits = kept
	return l
}

// rangesIn returns formulas which state that all constants and cells in the formulas fs are in their ranges.
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

// stopped returns an error if the context has ended.
func (x *checker) stopped() error {
	if effort.Done(x.ctx) {
		return fmt.Errorf("the check was stopped: %w", context.Cause(x.ctx))
	}
	return nil
}
