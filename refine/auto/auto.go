package auto

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/portfolio"
)

// The engine auto: several engines in rounds (package portfolio), chosen and weighted by a few features of the sliced
// program. The first checked answer counts: a bug that replays, or a proof that Options.Confirm accepts. An engine
// whose proof is not accepted counts as having given up.

// growth is the factor of the work limit from one round to the next.
const growth = 2

// firstRuns limits the runs that the engine auto executes before its engines. They are cheap compared with the
// engines: most programs whose inputs have many values reach the limits within a few steps.
var firstRuns = interp.Limits{Runs: 5_000, Steps: 500_000}

// Engine is the engine auto.
type Engine struct {
	Engines []refine.Engine // the engines to choose from
	// First executes all runs or all paths of a program within limits, before any engine, and reports whether larger
	// limits could be enough. It may be nil.
	First func(*refine.Session, interp.Limits) refine.Few
	// BuildsHeap reports whether a program allocates blocks in a way that some engine is made for. It may be nil if
	// no engine is made for such programs.
	BuildsHeap func(*cfa.Program) bool
	Jobs       int // engines that run concurrently; less than 1 counts as 1
	// Inductive says that the program checks expected inductive invariants at its loops, as a program with the
	// invariants of a witness does. Then induction is tried first.
	Inductive bool
	// Before is the engine that answered for an earlier version of the program, or "".
	Before string
}

// Name implements refine.Engine.
func (e Engine) Name() string { return "auto" }

// Confirms reports that the engines have already called Options.Confirm.
func (e Engine) Confirms() bool { return true }

// Sequential implements refine.Parallel.
func (e Engine) Sequential() refine.Engine {
	e.Jobs = 1
	return e
}

// Run implements refine.Engine.
func (e Engine) Run(b *refine.Session) {
	var few refine.Few
	if len(b.Program.Errors) > 0 && !b.Options.NoTests {
		if e.First != nil {
			few = e.First(b, firstRuns)
		}
		if haveAnswer(b, "exhaustive") {
			return
		}
	}
	f := featuresOf(b.Slice)
	f.few = few
	f.blocks = e.BuildsHeap != nil && e.BuildsHeap(b.Program)
	r := newRace(b, e.plan(f))
	winner, reports := portfolio.Run(b.Ctx, r.methods(e), portfolio.Options{
		Jobs: e.Jobs, Growth: growth, Between: func(int) { r.shared.between() },
	})
	r.conclude(winner, reports)
}

// plan returns the plan for a program with features f, restricted to the available engines.
func (e Engine) plan(f features) []turnOf {
	plan := planFor(f)
	if e.Inductive {
		// k-induction also proves invariants that are inductive only together with the round before
		rest := slices.DeleteFunc(plan, func(t turnOf) bool { return t.engine == "bmc" })
		plan = append([]turnOf{{engine: "bmc", ticks: 0.4 * halfSecond}}, rest...)
	}
	if e.Before != "" { // tried first, with the work limit of an engine that often answers soon
		rest := slices.DeleteFunc(plan, func(t turnOf) bool { return t.engine == e.Before })
		plan = append([]turnOf{{engine: e.Before, ticks: 1.5 * halfSecond}}, rest...)
	}
	return slices.DeleteFunc(plan, func(t turnOf) bool { return e.engine(t.engine) == nil })
}

// engine returns the engine with the given name, or nil.
func (e Engine) engine(name string) refine.Engine {
	for _, x := range e.Engines {
		if x.Name() == name {
			return x
		}
	}
	return nil
}

// race is one run of the engines of a plan.
type race struct {
	*refine.Session
	plan     []turnOf
	shared   *shared
	observed [][]*refine.Iteration // by engine: the iterations that it reported
	// by engine: the time that it took; each engine writes its own time, and portfolio.Run waits for all engines
	times    []time.Duration
	progress sync.Mutex
}

func newRace(b *refine.Session, plan []turnOf) *race {
	return &race{
		Session: b, plan: plan, shared: newShared(len(plan)),
		observed: make([][]*refine.Iteration, len(plan)), times: make([]time.Duration, len(plan)),
	}
}

// methods returns the engines' runs as methods of the portfolio.
func (r *race) methods(e Engine) []portfolio.Method[*refine.Outcome] {
	out := make([]portfolio.Method[*refine.Outcome], len(r.plan))
	tests := false
	for i, t := range r.plan {
		o := r.options(e, i)
		// Only one engine runs tests: the others would find the same.
		o.NoTests = o.NoTests || tests
		tests = tests || t.engine != "exhaustive"
		out[i] = portfolio.Method[*refine.Outcome]{Name: t.engine, Ticks: t.ticks, From: t.from, Alone: t.alone, Run: func(ctx context.Context) (*refine.Outcome, bool) {
			began := time.Now()
			defer func() { r.times[i] = time.Since(began) }()
			out := refine.Run(ctx, r.Program, o)
			return out, r.answers(out)
		}}
	}
	return out
}

// answers reports whether an outcome ends the race. An outcome with a verdict does, and an outcome after which no
// engine can find out more (Unmodelled). An outcome that decides at least half of the errors does, too: the remaining
// errors are easier in a new race without the decided ones, and there are few such races, because each halves the
// number of errors.
func (r *race) answers(out *refine.Outcome) bool {
	return out.Unmodelled || out.Verdict != refine.Unknown || len(out.Open) > 0 && 2*len(out.Open) <= len(refine.Bugs(r.Program))
}

// options returns the options of the run of engine i of the plan.
func (r *race) options(e Engine, i int) refine.Options {
	o := r.Options
	o.Engine = e.engine(r.plan[i].engine)
	o.Exchange = &view{r.shared, i}
	if confirm := o.Confirm; confirm != nil {
		o.Confirm = func(ctx context.Context, out *refine.Outcome) reason.Reason {
			portfolio.Claim(ctx)
			return confirm(ctx, out)
		}
	}
	if o.Progress != nil {
		o.Progress = func(p refine.Progress) {
			r.progress.Lock()
			defer r.progress.Unlock()
			p.Engine = "auto: " + p.Engine
			r.Options.Progress(p)
		}
	}
	if o.Observe != nil {
		o.Observe = func(it *refine.Iteration) { r.observed[i] = append(r.observed[i], it) }
	}
	return o
}

// conclude takes over the outcome of the winner, or of the engine that came furthest, and lists what each engine did.
func (r *race) conclude(winner int, reports []portfolio.Report[*refine.Outcome]) {
	var tried []refine.Attempt
	var reasons votes
	best := -1
	var engines []int // indexes into reports, parallel to tried
	for i, p := range reports {
		if !p.Began {
			continue
		}
		a := refine.Attempt{Engine: p.Name, Rounds: p.Rounds, Finished: p.Finished, Answered: i == winner, Elapsed: r.times[i]}
		switch {
		case p.Crash != nil:
			a.Reason = reason.Newf(reason.Internal, "internal error: %v", p.Crash.Value).By(p.Name)
		case p.Result != nil:
			a.SoFar = p.Result.SoFar
			if a.Stats = p.Result.Stats; p.Finished && p.Result.Stopped == nil {
				a.Reason = p.Result.Reason
			}
			if best < 0 || further(p.Result, reports[best].Result) {
				best = i
			}
		}
		if p.Finished && a.Reason.Text != "" {
			reasons.add(a.Reason)
		}
		tried, engines = append(tried, a), append(engines, i)
	}
	if winner >= 0 {
		best = winner
		r.Outcome = *reports[winner].Result
	} else if best >= 0 {
		// Without an answer, the result of the engine that came furthest is better than nothing.
		r.Outcome = *reports[best].Result
		r.Outcome.Reason = reasons.most()
	}
	r.Approximations.Add(r.Outcome.Approximations) // the end of the run lists them again
	r.Outcome.Engine, r.Outcome.Tried = "", tried
	if winner >= 0 {
		r.Outcome.Engine = r.plan[winner].engine
	} else if effort.Done(r.Ctx) {
		r.Outcome.Reason = reason.Ended(r.Ctx)
	}
	if r.Options.Observe != nil && best >= 0 {
		if winner < 0 && len(r.observed[best]) == 0 { // otherwise show the engine with most iterations
			for i := range r.observed {
				if len(r.observed[i]) > len(r.observed[best]) {
					best = i
				}
			}
		}
		for _, it := range r.observed[best] {
			r.Options.Observe(it)
		}
		if k := slices.Index(engines, best); k >= 0 && len(r.observed[best]) > 0 {
			tried[k].Observed = true
		}
	}
}

// votes counts the reasons of engines without an answer, distinguished by their texts.
type votes []vote

// vote is a reason, as the first engine gave it, and the number of engines that gave it.
type vote struct {
	why     reason.Reason
	engines int
}

func (r *votes) add(why reason.Reason) {
	for i := range *r {
		if (*r)[i].why.Text == why.Text {
			(*r)[i].engines++
			return
		}
	}
	*r = append(*r, vote{why, 1})
}

// most returns the reason that most engines gave, or the first of them if several are equally frequent. The reason of
// each engine is listed with its attempt.
func (r votes) most() reason.Reason {
	var most vote
	for _, x := range r {
		if x.engines > most.engines {
			most = x
		}
	}
	return most.why
}

// further reports whether the outcome a without an answer is further than b: it has decided more errors, or else made
// more states.
func further(a, b *refine.Outcome) bool {
	switch {
	case len(a.Open) == 0 && len(b.Open) == 0:
		return a.Stats.States > b.Stats.States
	case len(a.Open) == 0 || len(b.Open) == 0:
		return len(a.Open) > 0
	}
	return len(a.Open) < len(b.Open)
}

// haveAnswer reports whether the work before the first turn gave an answer. It then attributes the answer to the
// named engine. If Options.Confirm is set, it must have accepted the proof.
func haveAnswer(r *refine.Session, engine string) bool {
	r.ConfirmProof()
	if r.Outcome.Verdict == refine.Unknown {
		r.Outcome = refine.Outcome{}
		return false
	}
	r.Outcome.Engine, r.Outcome.Tried = engine, []refine.Attempt{{Engine: engine, Rounds: 1, Finished: true, Answered: true, Stats: r.Outcome.Stats}}
	return true
}
