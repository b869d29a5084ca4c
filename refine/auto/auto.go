package auto

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/portfolio"
)

// The engine auto: several engines in rounds (package portfolio), chosen and weighed by a few features of the sliced
// program. The answer that counts is the first one that was checked: a bug that replays, a proof that Options.Confirm
// accepts; an engine whose proof is not accepted has given up.

// growth is how many times as much work a round allows as the one before.
const growth = 2

// The first try of the engine auto, which costs little beside what its engines do: most programs with inputs that can have many
// values end it within a few steps.
var firstRuns = interp.Limits{Runs: 5_000, Steps: 500_000}

// AutoEngine is the engine auto.
type Engine struct {
	Engines []refine.Engine // that it chooses from
	// First makes all runs of a program within limits, before anything else, and reports whether higher limits might do; nil: nobody does.
	First func(*refine.Session, interp.Limits) (few bool)
	// BuildsHeap reports whether a program has blocks in the heap that some engine is made for; nil: none is.
	BuildsHeap func(*cfa.Program) bool
	Jobs       int // engines that run at the same time; less than 1 is 1
}

// Name implements refine.Engine.
func (e Engine) Name() string { return "auto" }

// Confirms says that the engines have asked Options.Confirm.
func (e Engine) Confirms() bool { return true }

// Run implements refine.Engine.
func (e Engine) Run(b *refine.Session) {
	few := false
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
	var plan []turnOf
	engines := map[string]refine.Engine{}
	for _, x := range e.Engines {
		engines[x.Name()] = x
	}
	for _, t := range planFor(f) {
		if engines[t.engine] != nil {
			plan = append(plan, t)
		}
	}
	seen := make([][]*refine.Iteration, len(plan))
	times := make([]time.Duration, len(plan)) // each written by its engine; portfolio.Run waits for all
	var telling sync.Mutex
	told := newShared(len(plan))
	methods := make([]portfolio.Method[*refine.Outcome], len(plan))
	tests := false
	for i, t := range plan {
		o := b.Options
		o.Engine = engines[t.engine]
		// One engine runs tests; the others would find the same.
		o.NoTests = o.NoTests || tests
		tests = tests || t.engine != "exhaustive"
		o.Exchange = &view{told, i}
		if b.Options.Progress != nil {
			o.Progress = func(p refine.Progress) {
				telling.Lock()
				defer telling.Unlock()
				p.Engine = "auto: " + p.Engine
				b.Options.Progress(p)
			}
		}
		if b.Options.Observe != nil {
			o.Observe = func(it *refine.Iteration) { seen[i] = append(seen[i], it) }
		}
		methods[i] = portfolio.Method[*refine.Outcome]{Name: t.engine, Ticks: t.ticks, From: t.from, Run: func(ctx context.Context) (*refine.Outcome, bool) {
			began := time.Now()
			defer func() { times[i] = time.Since(began) }()
			out := refine.Run(ctx, b.Program, o)
			return out, out.Verdict != refine.Unknown
		}}
	}
	winner, reports := portfolio.Run(b.Ctx, methods, portfolio.Options{
		Jobs: e.Jobs, Growth: growth, Between: func(int) { told.between() },
	})

	var tried []refine.Attempt
	var reasons []string
	best := -1
	for i, r := range reports {
		if !r.Began {
			continue
		}
		a := refine.Attempt{Engine: r.Name, Rounds: r.Rounds, Finished: r.Finished, Answered: i == winner, Elapsed: times[i]}
		switch {
		case r.Crash != nil:
			a.Reason = fmt.Sprintf("internal error: %v", r.Crash.Value)
		case r.Result != nil:
			if a.Stats = r.Result.Stats; r.Finished && r.Result.Stopped == nil {
				a.Reason = r.Result.Reason
			}
			if best < 0 || a.Stats.States > reports[best].Result.Stats.States {
				best = i
			}
		}
		if r.Finished && a.Reason != "" {
			reasons = append(reasons, r.Name+": "+a.Reason)
		}
		tried = append(tried, a)
	}
	if winner >= 0 {
		best = winner
		b.Outcome = *reports[winner].Result
	} else if best >= 0 {
		// Nobody knows: what the one that came furthest has found out is better than nothing.
		b.Outcome = *reports[best].Result
		b.Outcome.Reason = strings.Join(reasons, "; ")
	}
	b.Gaps.Tell(b.Outcome.Gaps) // the end of the run tells them again
	b.Outcome.Engine, b.Outcome.Tried = "", tried
	if winner >= 0 {
		b.Outcome.Engine = plan[winner].engine
	}
	if winner < 0 && effort.Done(b.Ctx) {
		b.Outcome.Reason = effort.Why(b.Ctx)
	}
	if b.Options.Observe != nil && best >= 0 {
		for _, it := range seen[best] {
			b.Options.Observe(it)
		}
	}
}

// haveAnswer reports whether what was done before the first turn is an answer, by the engine of that name: one that Options.Confirm,
// if it is set, has accepted.
func haveAnswer(r *refine.Session, engine string) bool {
	if r.Outcome.Verdict == refine.Safe && r.Options.Confirm != nil {
		if why := r.Options.Confirm(r.Ctx, &r.Outcome); why != "" {
			r.Outcome.Verdict, r.Outcome.Reason = refine.Unknown, why
		}
	}
	if r.Outcome.Verdict == refine.Unknown {
		r.Outcome = refine.Outcome{}
		return false
	}
	r.Outcome.Engine, r.Outcome.Tried = engine, []refine.Attempt{{Engine: engine, Rounds: 1, Finished: true, Answered: true, Stats: r.Outcome.Stats}}
	return true
}

// turnOf is an engine's part in a plan.
type turnOf struct {
	engine string
	ticks  int64 // of work in the first round
	from   int   // the first round
}

// halfSecond is the work, in units of package effort, that takes about half a second.
const halfSecond = 150_000

// large is the number of locations from which on a program is a large one.
const large = 800

// planFor chooses the engines, in the order of their turns: first those that are most likely to answer soon. None is left out, since
// features are no more than a guess; those that are unlikely come in later.
func planFor(f features) []turnOf {
	var plan []turnOf
	turn := func(engine string, halves float64, from int) {
		plan = append(plan, turnOf{engine, int64(halves * halfSecond), from})
	}
	if f.few {
		turn("exhaustive", 1, 0)
	}
	switch {
	case f.ghosts > 0: // a quantified assertion
		turn("value", 0.2, 0)
		turn("quantified", 2, 0)
		turn("bmc", 0.5, 0)
		turn("predicate", 0.3, 1)
		turn("arrays", 0.3, 1)
		turn("widening", 0.3, 1)
		turn("value+predicate", 0.3, 2)
	case f.locs > large: // what decides is mostly a few flags far apart
		turn("value", 1.2, 0)
		turn("value+predicate", 0.8, 0)
		turn("bmc", 0.5, 0)
		turn("predicate", 0.4, 0)
		turn("widening", 0.3, 1)
		turn("quantified", 0.3, 2)
		turn("arrays", 0.2, 2)
	case f.blocks: // lists and trees
		turn("value", 0.5, 0)
		turn("quantified", 1.5, 0)
		turn("bmc", 0.5, 0)
		turn("value+predicate", 0.4, 0)
		turn("predicate", 0.3, 0)
		turn("widening", 0.3, 1)
		turn("arrays", 0.3, 1)
	case f.loops == 0 && !f.recursive: // nothing to unroll
		turn("value", 0.5, 0)
		turn("bmc", 1, 0)
		turn("predicate", 0.5, 0)
		turn("value+predicate", 0.5, 0)
		turn("arrays", 0.3, 1)
		turn("widening", 0.3, 1)
		turn("quantified", 0.3, 2)
	case f.arrays > 0: // loops over arrays
		turn("value", 0.5, 0)
		turn("quantified", 0.9, 0)
		turn("bmc", 0.5, 0)
		turn("arrays", 0.4, 0)
		turn("predicate", 0.3, 0)
		turn("widening", 0.3, 0)
		turn("value+predicate", 0.3, 1)
	case f.sums+f.products+f.bits > 0: // numbers that depend on each other
		turn("value", 0.5, 0)
		if f.regions > 0 { // perhaps arrays that are reached through pointers
			turn("quantified", 0.3, 0)
		}
		if f.products > 0 { // an induction over polynomials is short, and paths with products are hard for the others
			turn("bmc", 0.5, 0)
			turn("widening", 0.8, 0)
		} else {
			turn("widening", 0.8, 0)
			turn("bmc", 0.5, 0)
		}
		turn("value+predicate", 0.5, 0)
		turn("predicate", 0.5, 0)
		turn("arrays", 0.3, 1)
		if f.regions == 0 {
			turn("quantified", 0.2, 2)
		}
	default: // flags, states, counters
		turn("value", 0.8, 0)
		turn("value+predicate", 0.6, 0)
		turn("bmc", 0.5, 0)
		turn("predicate", 0.3, 0)
		turn("widening", 0.6, 0)
		turn("arrays", 0.2, 1)
		turn("quantified", 0.2, 1)
	}
	return plan
}
