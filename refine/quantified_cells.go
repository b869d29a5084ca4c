package refine

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/regions"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
	"github.com/whet-mc/whet/refine/arrays"
	"github.com/whet-mc/whet/refine/indexes"
)

const (
	firstPosts    = 4_000 // images of the first try of each abstraction
	postsFactor   = 8     // how many times as many the next has
	lastPosts     = 20_000_000
	mostNarrowing = 3 // rounds
)

// cellsRun goes through abstractions, from coarse to fine, in turns with more and more time for each.
type cellsRun struct {
	*base
	plan *indexes.Plan
}

// runCells is the engine quantified by cells.
func runCells(b *base) {
	r := &cellsRun{base: b, plan: indexes.New(b.slice)}
	if r.test(0) {
		return
	}
	type turn struct {
		level  indexes.Level
		domain string
	}
	var turns []turn
	for _, l := range r.plan.Levels() {
		for _, d := range []string{"octagon", "polyhedra"} {
			if r.opt.Domain == "" || r.opt.Domain == d {
				turns = append(turns, turn{l, d})
			}
		}
	}
	reason := ""
	for posts := firstPosts; len(turns) > 0 && posts <= lastPosts; posts *= postsFactor {
		var next []turn
		for _, t := range turns {
			var res turnResult
			if t.domain == "octagon" {
				res = exploreRegions(r, t.level, octagon.Domain(), r.numbers(), posts)
			} else {
				limit := &poly.Limit{Context: b.ctx, Rows: mostRows}
				d := poly.Domain()
				top := d.Top
				d.Top = func(dims int, of linear.Numbers) *poly.Polyhedron { return top(dims, of).Within(limit) }
				res = exploreRegions(r, t.level, d, linear.Rationals, posts)
			}
			switch res {
			case decided:
				return
			case cutOff:
				next = append(next, t)
			case failed:
				reason = r.undecided
				r.undecided = ""
				clear(r.tries)
			}
			if r.test(r.out.Stats.Posts) {
				return
			}
		}
		turns = next
	}
	if reason == "" {
		reason = "no abstraction by cells came to an end"
	}
	r.out.Reason = reason
}

func (r *cellsRun) numbers() linear.Numbers {
	if r.slice.Arith == cfa.Real {
		return linear.Rationals
	}
	return linear.Integers
}

// exploreRegions tries one abstraction.
func exploreRegions[E numeric.Element[E]](r *cellsRun, level indexes.Level, d numeric.Domain[E], numbers linear.Numbers, posts int) turnResult {
	prec := r.plan.Precision(level)
	lay := cells.Whole(r.slice, prec)
	integers := r.slice.Arith != cfa.Real
	r.gaps.forget()
	x := regions.New(r.slice, d, lay, r.plan.Signs(level, lay), r.plan.Instances(level), regions.Options{
		Numbers: numbers, Relaxed: integers && numbers == linear.Rationals, Integers: integers,
		Bounds: indexes.Bounds(r.slice, lay), Budget: r.budget, Posts: posts, Gaps: r.gaps.expression,
	})
	defer func() {
		st := &r.out.Stats
		st.States += x.Stats.Regions
		st.Posts += x.Stats.Posts
	}()
	r.progress("exploring", r.out.Stats.States, 0)
	switch x.Run(r.ctx) {
	case regions.Stopped:
		r.out.Reason = r.budget.Spent(r.ctx)
		return decided
	case regions.Limit:
		return cutOff
	}
	for range mostNarrowing {
		if len(x.Errors()) == 0 {
			break
		}
		if !x.Narrow(r.ctx) {
			r.out.Reason = r.budget.Spent(r.ctx)
			return decided
		}
	}
	for _, e := range x.Skipped() {
		if mayErr(r.slice)[e.Op.(*cfa.Call).Callee] {
			r.leaveOpen(e.From, fmt.Sprintf("depends on the recursion of %s", e.Op.(*cfa.Call).Callee.Name), e.Pos)
			return failed
		}
	}
	if errs := x.Errors(); len(errs) > 0 {
		r.out.Stats.Refinements++
		return wayTo(r, errs[0])
	}
	if err := x.Closed(r.ctx); err != nil {
		r.undecided = "the reached states did not check: " + err.Error()
		return failed
	}
	vars, kept := prec.Describe(r.slice)
	r.out.Precision = []Kept{{What: append(vars, kept...)}}
	r.out.Verdict = Safe
	r.out.reached = func() []Reached { return reachedRegions(r.base, x) }
	return decided
}

// wayTo looks at a path to an error that the abstraction has.
func wayTo[E numeric.Element[E]](r *cellsRun, n *regions.Region[E]) turnResult {
	loc := n.Place.Loc
	path, ok := n.Path()
	if !ok || len(path) > maxPath {
		r.leaveOpen(loc, "depends on a recursion, or is very long", lang.Pos{})
		return failed
	}
	answer, err := arrays.Decide(r.ctx, r.slice, path)
	if err != nil {
		if r.out.Reason = r.budget.Spent(r.ctx); r.out.Reason == "" {
			r.out.Reason = err.Error()
		}
		return decided
	}
	switch answer.Status {
	case arrays.Feasible:
		why, at := r.confirm(answer.Inputs, r.slice.PathIn(r.prog, path))
		if r.out.Verdict == Unsafe {
			return decided
		}
		r.leaveOpen(loc, undecidable+why, at)
	case arrays.Infeasible:
		r.leaveOpen(loc, "cannot be taken, but cells and the order of indexes do not show that"+r.gaps.because(), lang.Pos{})
	default:
		r.leaveOpen(loc, undecidable+answer.Reason, lang.Pos{})
	}
	return failed
}
