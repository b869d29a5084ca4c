// The abstractions by cells, their schedule, and what paths teach.

package cells

import (
	"context"
	"slices"
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/partition"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/arrays"
	"github.com/whet-mc/whet/refine/indexes"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/refine/testrun"
	"github.com/whet-mc/whet/smt"
)

const (
	firstPosts  = 20_000     // images computed in the first attempt of each abstraction
	postsFactor = 4          // factor for the next attempt
	lastPosts   = 40_000_000 // limit of the last attempt
	// divisor of the limit of images for abstractions that are not expected to finish first
	laterShare = 8
	// divisor of the limit for polyhedra if states are distinguished by values: octagons usually finish earlier
	slowShare = 32
	// divisor of the limit for sums alone, which mostly finish at once or not at all
	sumsShare     = 64
	mostNarrowing = 3  // rounds of narrowing
	mostLessons   = 16 // paths that one abstraction learns from
	// constraints or generators of a polyhedron before it is over-approximated
	mostRows = 3_000
)

// result is the result of exploring an abstraction.
type result int

const (
	decided result = iota // there is a verdict, or no verdict is possible at all
	cutOff                // the limit of images was reached
	failed                // the abstraction cannot decide the program
)

// Domain is a numeric domain that the method by cells can use. In makes a Domain of any numeric domain.
type Domain interface {
	// linear reports whether the domain keeps every linear constraint. Only then are products useful.
	linear() bool
	// explore tries one abstraction with at most posts images.
	explore(r *run, try attempted, posts int) result
}

// run tries abstractions from coarse to fine, in rounds with increasing limits.
type run struct {
	*refine.Session
	plan  *indexes.Plan
	learn bool                      // set if paths are learnt from
	first map[attempted][]*cfa.Edge // by abstraction: the edges to learn from, taken from its first path
}

// attempted identifies an abstraction.
type attempted struct {
	level  indexes.Level
	kind   indexes.Kind
	domain Domain
}

// Options configure the method.
type Options struct {
	Domain    Domain // nil: octagons and then polyhedra, where they suit the program
	NoSums    bool   // do not keep prefix sums of arrays
	NoControl bool   // do not distinguish states by the values of variables that control the program, such as the state of a state machine
}

// Run tries abstractions by cells on the session's program, until one leaves a verdict in b.Outcome, or none is left.
func Run(b *refine.Session, o Options) {
	domains, chosen := defaultDomains, o.Domain != nil
	if chosen {
		domains = []Domain{o.Domain}
	}
	r := &run{Session: b, plan: indexes.New(b.Slice), first: map[attempted][]*cfa.Edge{}}
	if o.NoSums {
		r.plan.WithoutSums()
	}
	if o.NoControl {
		r.plan.WithoutControl()
	}
	if r.Test(0) {
		return
	}
	type turn struct {
		level  indexes.Level
		kind   indexes.Kind
		domain Domain
		learn  bool
		share  int // divisor of the limit of images
	}
	var turns []turn
	sums := func() { // sums mostly need no ghosts
		for _, d := range domains {
			if d.linear() {
				turns = append(turns, turn{indexes.Reads, indexes.Sums, d, false, sumsShare})
			}
		}
	}
	early := r.plan.Sums() && !r.plan.SumsMemory() // with regions images are slow, so other abstractions come first
	if early {
		sums()
	}
	for i, levels := range r.plan.Levels() {
		var first Domain
		// At first do not learn from paths: often the next abstraction excludes them.
		for _, learn := range []bool{false, true} {
			add := func(kind indexes.Kind, d Domain) {
				for _, l := range levels {
					if kind == indexes.Control != (l == indexes.Neighbours) && l >= indexes.Images {
						// Of the levels from Images on, kind Control uses only Neighbours, which includes the images:
						// with values there would be very many pairs. The other kinds use only the other levels.
						continue
					}
					share := 1
					if i > 0 || d != first || l == indexes.Two || l == indexes.One && levels[0] != l {
						share = laterShare
					}
					if r.plan.Controlled() {
						if kind == indexes.Control {
							share = 1
						}
						if d != first { // images are slow
							share = slowShare
						}
					}
					turns = append(turns, turn{l, kind, d, learn, share})
				}
			}
			for _, kind := range r.plan.Kinds() {
				for _, d := range domains {
					if !d.linear() && (!chosen && (r.plan.Divides() || !r.plan.Octagonal()) || kind != indexes.Linear) {
						// octagons cannot express remainders, comparisons of k with 2*i, or the results of products
						continue
					}
					if first == nil {
						first = d
					}
					// Learning from paths is more useful if states are distinguished by values.
					values := kind == indexes.Linear && r.plan.Controlled()
					if values && learn {
						add(indexes.Control, d)
					}
					if add(kind, d); values && !learn {
						add(indexes.Control, d)
					}
				}
			}
		}
	}
	if r.plan.Controlled() { // distinguishing values gains more than learning from paths without values
		slices.SortStableFunc(turns, func(a, b turn) int { return num.OfBool(a.learn).Cmp(num.OfBool(b.learn)) })
	}
	if r.plan.Sums() && !early {
		sums()
	}
	var why reason.Reason
	searched := false
	for posts := firstPosts; len(turns) > 0 && posts <= lastPosts; posts *= postsFactor {
		var next []turn
		for _, t := range turns {
			if r.learn = t.learn; r.learn && !searched {
				if searched = true; r.Search(testrun.BranchesARound) {
					return
				}
			}
			twin := t
			if twin.learn = false; t.learn && r.first[attempted{t.level, t.kind, t.domain}] == nil {
				if slices.Contains(next, twin) { // there is no path to learn from yet
					next = append(next, t)
				}
				continue
			}
			posts := posts / t.share
			r.plan.Unlearn()
			r.plan.Keep(t.kind)
			switch t.domain.explore(r, attempted{t.level, t.kind, t.domain}, posts) {
			case decided:
				return
			case cutOff:
				next = append(next, t)
			case failed:
				why = r.Undecided
				r.Undecided = reason.Reason{}
				clear(r.Tries)
			}
			if r.Test(r.Outcome.Stats.Posts) {
				return
			}
		}
		turns = next
	}
	if r.Search(testrun.BranchesAtEnd) {
		return
	}
	r.Outcome.Reason = why.Or(reason.New(reason.Limit, "no abstraction by cells came to an end").Reached(strconv.Itoa(lastPosts)))
}

// exploreRegions tries one abstraction, and repeats it with what it learns from paths.
func exploreRegions[E numeric.Element[E]](r *run, try attempted, over func(*cells.Layout) numeric.Domain[E], numbers linear.Numbers, posts int) result {
	level := try.level
	if first := r.first[try]; r.learn && first != nil {
		if !r.plan.Learn(level, cells.Whole(r.plan.Program(), r.plan.Precision(level)), first) {
			return failed // without anything new it has failed already
		}
	}
	for range mostLessons {
		if res, again := exploreOnce(r, try, over, numbers, posts); !again {
			return res
		}
		r.Undecided = reason.Reason{}
		clear(r.Tries)
	}
	return failed
}

// exploreOnce makes one exploration; again reports that something was learnt from it.
func exploreOnce[E numeric.Element[E]](
	r *run, try attempted, over func(*cells.Layout) numeric.Domain[E], numbers linear.Numbers, posts int,
) (res result, again bool) {
	level := try.level
	prec := r.plan.Precision(level)
	lay := cells.Whole(r.plan.Program(), prec)
	d := over(lay)
	integers := r.Slice.Arith != cfa.Real
	r.Approximations.Forget()
	x := partition.New(r.plan.Program(), d, lay, r.plan.Signs(level, lay), r.plan.Instances(level), partition.Options{
		Numbers: numbers, Relaxed: integers && numbers == linear.Rationals, Integers: integers,
		Bounds: indexes.Bounds(r.plan.Program(), lay), Posts: posts, Approximated: r.Approximations.Expression,
	})
	defer func() {
		st := &r.Outcome.Stats
		st.States += x.Stats.Parts
		st.Posts += x.Stats.Posts
	}()
	r.Progress("exploring", r.Outcome.Stats.States, 0)
	switch x.Run(r.Ctx) {
	case partition.Stopped:
		r.Outcome.Reason = reason.Ended(r.Ctx)
		return decided, false
	case partition.Limit:
		return cutOff, false
	}
	for range mostNarrowing {
		if len(x.Errors()) == 0 {
			break
		}
		if !x.Narrow(r.Ctx) {
			r.Outcome.Reason = reason.Ended(r.Ctx)
			return decided, false
		}
	}
	for _, e := range x.Skipped() {
		if r.Slice.MayFail()[e.Op.(*cfa.Call).Callee] {
			r.LeaveOpen(e.From, reason.Newf(reason.Unsuited, "depends on the recursion of %s", e.Op.(*cfa.Call).Callee.Name).At(e.Pos))
			return failed, false
		}
	}
	if errs := x.Errors(); len(errs) > 0 {
		r.Outcome.Stats.Refinements++
		return wayTo(r, try, lay, errs[0])
	}
	if err := x.Closed(r.Ctx); err != nil {
		r.Undecided = reason.New(reason.Unproved, "the reached states did not check: "+err.Error())
		return failed, false
	}
	r.Outcome.Precision = kept(x, r.plan)
	r.Proved(refine.Claims{
		Invariants:  func(context.Context) []invariants.Invariant { return reachedRegions(r.Session, x) },
		Annotations: func(ctx context.Context) *annotate.Annotations { return annotateParts(ctx, r.Session, x) },
	})
	return decided, false
}

// wayTo decides a path to an error that the abstraction does not exclude.
func wayTo[E numeric.Element[E]](r *run, by attempted, lay *cells.Layout, n *partition.Part[E]) (res result, again bool) {
	loc := n.Place.Loc
	path, ok := n.Path()
	if !ok || len(path) > refine.MaxPath {
		r.LeaveOpen(loc, reason.New(reason.Limit, "depends on a recursion, or is very long"))
		return failed, false
	}
	answer, why, over := arrays.Refute(r.Session, path, nil)
	switch {
	case over:
		return decided, false
	case answer == nil:
		r.LeaveOpen(loc, refine.Undecidable(why))
		return failed, false
	}
	if edges := blamed(path, answer); !r.learn {
		r.first[by] = edges
	} else if r.plan.Learn(by.level, lay, edges) {
		return failed, true
	}
	r.LeaveOpen(loc, reason.New(reason.Imprecise, "cannot be taken, but cells and the order of indexes do not show that"+r.Approximations.Because()))
	return failed, false
}

// blamed returns the edges of the steps that the proof of the path's infeasibility uses.
func blamed(path cfa.Path, a *arrays.Answer) []*cfa.Edge {
	used := map[int]bool{} // by index of a formula: whether the proof uses it
	var formulas []*smt.Term
	for _, s := range a.Path.Steps {
		formulas = append(formulas, s.Formulas...)
	}
	if a.Proof != nil {
		for _, i := range a.Proof.Inputs() {
			used[i] = true
		}
	}
	for _, f := range a.Core {
		if i := slices.Index(formulas, f); i >= 0 {
			used[i] = true
		}
	}
	var out []*cfa.Edge
	n := 0
	for i, s := range a.Path.Steps {
		for range s.Formulas {
			if used[n] && !slices.Contains(out, path[i].Edge) {
				out = append(out, path[i].Edge)
			}
			n++
		}
	}
	return out
}
