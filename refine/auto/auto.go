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

// The engine auto: several engines in rounds (package portfolio), chosen and weighed by a few
// features of the sliced program. The answer that counts is the first one that was checked: a bug
// that replays, a proof that Options.Confirm accepts; an engine whose proof is not accepted has
// given up.

// growth is how many times as much work a round allows as the one before.
const growth = 2

// The first try of the engine auto, which costs little beside what its engines do: most programs
// with inputs that can have many values end it within a few steps.
var firstRuns = interp.Limits{Runs: 5_000, Steps: 500_000}

// Engine is the engine auto.
type Engine struct {
	Engines []refine.Engine // that it chooses from
	// First makes all runs of a program within limits, before anything else, or all paths, and
	// reports of which of these more might do; nil: nobody does.
	First func(*refine.Session, interp.Limits) refine.Few
	// BuildsHeap reports whether a program has blocks in the heap that some engine is made for;
	// nil: none is.
	BuildsHeap func(*cfa.Program) bool
	Jobs       int // engines that run at the same time; less than 1 is 1
	// Inductive says that the program checks at its loops what is expected to be inductive, as one
	// does that has the invariants of a witness: an induction is tried first.
	Inductive bool
	// Before is the engine that has answered for an earlier version of the program; "": none is known.
	Before string
}

// Name implements refine.Engine.
func (e Engine) Name() string { return "auto" }

// Confirms says that the engines have asked Options.Confirm.
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

// plan is the plan for a program, of the engines that there are.
func (e Engine) plan(f features) []turnOf {
	plan := planFor(f)
	if e.Inductive {
		// k rounds are for invariants that need what held in the round before, too.
		rest := slices.DeleteFunc(plan, func(t turnOf) bool { return t.engine == "bmc" })
		plan = append([]turnOf{{engine: "bmc", ticks: 0.4 * halfSecond}}, rest...)
	}
	if e.Before != "" { // it is tried first, for as long as an engine that often answers soon
		rest := slices.DeleteFunc(plan, func(t turnOf) bool { return t.engine == e.Before })
		plan = append([]turnOf{{engine: e.Before, ticks: 1.5 * halfSecond}}, rest...)
	}
	return slices.DeleteFunc(plan, func(t turnOf) bool { return e.engine(t.engine) == nil })
}

// engine returns the engine of a name, nil where there is none.
func (e Engine) engine(name string) refine.Engine {
	for _, x := range e.Engines {
		if x.Name() == name {
			return x
		}
	}
	return nil
}

// race is a run of the engines of a plan.
type race struct {
	*refine.Session
	plan     []turnOf
	shared   *shared
	observed [][]*refine.Iteration // by engine
	times    []time.Duration       // each written by its engine; portfolio.Run waits for all
	progress sync.Mutex
}

func newRace(b *refine.Session, plan []turnOf) *race {
	return &race{
		Session: b, plan: plan, shared: newShared(len(plan)),
		observed: make([][]*refine.Iteration, len(plan)), times: make([]time.Duration, len(plan)),
	}
}

// methods are the engines' runs.
func (r *race) methods(e Engine) []portfolio.Method[*refine.Outcome] {
	out := make([]portfolio.Method[*refine.Outcome], len(r.plan))
	tests := false
	for i, t := range r.plan {
		o := r.options(e, i)
		// One engine runs tests; the others would find the same.
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

// answers reports whether an outcome ends the race. One that decides half of the errors does: what
// is left is easier without them, and there are few such rounds. So does one after which there is
// nothing to be found out.
func (r *race) answers(out *refine.Outcome) bool {
	return out.Unmodelled || out.Verdict != refine.Unknown || len(out.Open) > 0 && 2*len(out.Open) <= len(refine.Bugs(r.Program))
}

// options are those of an engine's run.
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

// conclude takes over the winner's outcome, or that of the engine that came furthest, and lists
// what each did.
func (r *race) conclude(winner int, reports []portfolio.Report[*refine.Outcome]) {
	var tried []refine.Attempt
	var reasons votes
	best := -1
	var engines []int // of those that were tried
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
		// Nobody knows: what the one that came furthest has found out is better than nothing.
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
		if winner < 0 && len(r.observed[best]) == 0 { // the one with most to tell is better than none
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

// votes are the reasons of engines that have no answer, told apart by their texts.
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

// most is the reason that most engines give, the first of those that as many give. What each engine says
// is listed with what was tried.
func (r votes) most() reason.Reason {
	var most vote
	for _, x := range r {
		if x.engines > most.engines {
			most = x
		}
	}
	return most.why
}

// further reports whether an engine without an answer came further than another one: it has decided
// more, or else made more states.
func further(a, b *refine.Outcome) bool {
	switch {
	case len(a.Open) == 0 && len(b.Open) == 0:
		return a.Stats.States > b.Stats.States
	case len(a.Open) == 0 || len(b.Open) == 0:
		return len(a.Open) > 0
	}
	return len(a.Open) < len(b.Open)
}

// haveAnswer reports whether what was done before the first turn is an answer, by the engine of
// that name: one that Options.Confirm, if it is set, has accepted.
func haveAnswer(r *refine.Session, engine string) bool {
	r.ConfirmProof()
	if r.Outcome.Verdict == refine.Unknown {
		r.Outcome = refine.Outcome{}
		return false
	}
	r.Outcome.Engine, r.Outcome.Tried = engine, []refine.Attempt{{Engine: engine, Rounds: 1, Finished: true, Answered: true, Stats: r.Outcome.Stats}}
	return true
}
