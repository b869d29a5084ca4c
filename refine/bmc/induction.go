// Induction over k rounds of loops.

package bmc

import (
	"cmp"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula/unroll"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/refine/widening"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

const (
	passingNodes    = 3_000   // abstract states of the search for auxiliary invariants
	mostCases       = 4       // disjuncts of an auxiliary invariant
	inductInstances = 200_000 // unrolled locations of a step case
	// work limit of an attempt in integers, because a conflict limit does not bound branching
	mostWork = 15_000
)

// induct tries to prove the program safe by induction over k rounds of each loop, and reports whether it succeeds.
func (r *run) induct(k int) bool {
	if r.invariants == nil {
		r.invariants = r.passing()
	}
	r.Progress("induction", r.past+r.u.Instances, k)
	return r.inductIn(k, r.words)
}

// inductAlgebra is the number of rounds up to which an induction in integers is tried first.
const inductAlgebra = 2

// algebra tries a short induction in integers if a program with loops multiplies unknown numbers, before products are
// encoded as bits. The invariants of such programs are mostly equations between polynomials. These can be proved
// modulo the word size without a look at single bits (see smt.Builder.Mul and Mod). It reports whether the program is
// proved safe.
func (r *run) algebra() bool {
	if !r.words || r.engine.NoInduction || !multipliesInLoops(r.Slice) {
		return false
	}
	if r.invariants == nil {
		r.invariants = r.passing()
	}
	for k := 1; k <= inductAlgebra && !r.spent(); k++ {
		if r.inductIn(k, false) {
			r.safe(&annotate.Annotations{Induction: k})
			return true
		}
	}
	return false
}

// multipliesInLoops reports whether a program has loops, and products or quotients of unknown numbers.
func multipliesInLoops(p *cfa.Program) bool {
	loops, products := false, false
	for _, l := range p.Locs {
		loops = loops || l.LoopHead
		for _, e := range l.Out { // Out does not have the edges that the slice dropped
			cfa.OpExprs(e.Op, func(x cfa.Expr) {
				cfa.Walk(x, func(x cfa.Expr) {
					if b, ok := x.(*cfa.Binary); ok {
						_, cx := b.X.(*cfa.Const)
						_, cy := b.Y.(*cfa.Const)
						products = products || !cy && (b.Op == cfa.Mul && !cx || b.Op == cfa.Div || b.Op == cfa.Rem)
					}
				})
			})
		}
	}
	return loops && products
}

// inductIn tries the induction over k rounds, with numbers as words or as integers.
func (r *run) inductIn(k int, words bool) bool {
	b := smt.NewBuilder()
	u := unroll.New(b, r.Slice, unroll.Options{Words: words, Induct: &unroll.Induct{K: k, Invariants: r.invariants, Keep: r.keep}})
	errs, ok := u.Grow(func() bool { return r.spent() || u.Instances > min(inductInstances, r.most) }, k, 0)
	r.past += u.Instances
	if !ok || u.Wide() {
		return false
	}
	errs = append(errs, u.Cuts()...) // recursion beyond the bound
	broken := u.Broken()
	ctx := r.Ctx
	if r.words && !words { // a limited attempt before the encoding as bits
		var release func()
		ctx, release = effort.Limit(ctx, mostWork)
		defer release()
	}
	s := solver.New(b, solver.Options{Conflicts: cmp.Or(r.conflicts, lookConflicts)})
	facts := u.Facts()
	if !words {
		facts = append(facts, b.Divisions(facts...)...)
	}
	for _, f := range facts {
		s.Assert(f)
	}
	conds := make([]*smt.Term, len(errs), len(errs)+len(broken))
	for i, e := range errs {
		conds[i] = e.Cond
	}
	for _, x := range broken {
		conds = append(conds, x.Cond)
	}
	return s.Check(ctx, b.Or(conds...)) == solver.Unsat
}

// passing returns invariants of loop heads from one exploration with octagons that ignores errors and does not
// refine. The map is never nil.
func (r *run) passing() map[*cfa.Loc][]cfa.Expr {
	out := map[*cfa.Loc][]cfa.Expr{}
	r.octagons = widening.Pass(r.Session, passingNodes)
	if r.octagons == nil {
		return out
	}
	var heads []invariants.Invariant
	defer func() { r.Share(heads) }()
	for _, s := range r.octagons.Invariants(r.Ctx) {
		l := r.Slice.Locs[s.Loc.ID]
		if !l.LoopHead || len(s.Cases) > mostCases {
			continue
		}
		if len(s.Cases) == 1 {
			heads = append(heads, s)
			for _, c := range s.Cases[0] {
				if e := s.Condition(r.Slice, c); e != nil {
					out[l] = append(out[l], e)
				}
			}
			continue
		}
		var any cfa.Expr = cfa.ConstBool(false)
		for _, cs := range s.Cases {
			var all cfa.Expr = cfa.ConstBool(true)
			for _, c := range cs {
				if e := s.Condition(r.Slice, c); e != nil {
					all = cfa.MkAnd(all, e)
				}
			}
			any = cfa.MkOr(any, all)
		}
		out[l] = append(out[l], any)
	}
	return out
}
