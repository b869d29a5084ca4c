// Package run verifies one program: it combines reading, lowering, the engine and the report, watches the budgets,
// and guards the verdict. Package run/modular verifies contracts, which takes several programs; run/validate and
// run/evidence check proofs, witnesses and evidence of others.
package run

import (
	"cmp"
	"context"
	"os"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/cfa/settled"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/internal/version"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/cache"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/dump"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/refine/exhaustive"
	"github.com/whet-mc/whet/refine/properties"
	"github.com/whet-mc/whet/refine/reach"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/explain"
	"github.com/whet-mc/whet/report/facts"
	"github.com/whet-mc/whet/run/option"
	"github.com/whet-mc/whet/run/source"
)

// Verify decides whether a run of the program can reach an error, ignoring contracts of functions other than the
// entry. observe, which may be nil, is called for each iteration of the engine. The errors are those that whet.Verify
// documents.
func Verify(ctx context.Context, src source.Source, o option.Options, observe func(*refine.Iteration)) (*report.Result, error) {
	r, err := Once(ctx, src, o, observe)
	if err == nil && r.Verdict == report.Safe && r.Program != nil && r.Program.Unit.Driver != nil && r.Program.Unit.Driver.Requires {
		err = unsatisfied(ctx, src, o, r)
	}
	return r, err
}

// unsatisfied checks whether some inputs satisfy what the entry's contract requires. If none do, the proof is about
// no run at all, and the result says so.
func unsatisfied(ctx context.Context, src source.Source, o option.Options, r *report.Result) error {
	v := o
	v.Vacuous, v.Cache, v.First, v.Only, v.SoFar = true, "", false, nil, nil
	if v.Timeout > 0 {
		v.Timeout = max(v.Timeout-Used(r), time.Millisecond)
	}
	is, err := Once(ctx, src, v, nil)
	if err != nil || is.Verdict != report.Safe {
		return err
	}
	for i := range r.Checked {
		r.Checked[i].Status = report.Unreachable
	}
	r.Assume("contradictory-requires", "what "+o.Entry+" requires", "no input satisfies it, so that nothing is said of any run")
	return nil
}

// Once does what Verify does, without the check whether inputs satisfy what the entry requires.
func Once(ctx context.Context, src source.Source, o option.Options, observe func(*refine.Iteration)) (*report.Result, error) {
	return Guarded(o, func() (*report.Result, error) {
		ctx, budget := Begin(ctx, o)
		defer budget.End()
		r := New(o, budget)
		r.observe = observe
		if err := r.Read(src); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return r.Finish(ctx, nil), nil
		}
		if err := r.lower(ctx, r.surveys()); err != nil {
			return nil, err
		}
		return r.Decide(ctx) // also if the time is up: the result lists the checks
	})
}

// Run is a run of Verify, for callers that take its steps separately.
type Run struct {
	Task    report.Task
	Timings report.Timings
	Program *cfa.Program // nil: not lowered in time

	o       option.Options
	set     *option.Settings // o in evaluated form
	began   time.Time
	budget  *Budget
	observe func(*refine.Iteration) // may be nil
	unit    *lang.Unit
	survey  exhaustive.Surveyed // nil: not made, or not complete
}

// New starts a run with the options, within the budget.
func New(o option.Options, budget *Budget) *Run {
	return &Run{o: o, began: time.Now(), budget: budget}
}

// NewInductive starts a run for a unit that was read from a source, with engines that try induction first. The run
// counts as started at the given time.
func NewInductive(in *source.Input, unit *lang.Unit, began time.Time, budget *Budget) *Run {
	set := in.Asked.Settings()
	set.Engine.Inductive = true
	return &Run{o: in.Asked, set: set, Task: in.Task(), unit: unit, began: began, budget: budget}
}

// Phase reports that the phase called name begins.
func (r *Run) Phase(name string) {
	if r.o.Progress != nil {
		r.o.Progress(option.Progress{Engine: option.Default(r.o.Engine, "engine"), Phase: name, Elapsed: time.Since(r.began), Memory: machine.Memory()})
	}
}

// Read reads the source. Its errors are those that whet.Verify documents.
func (r *Run) Read(src source.Source) error {
	r.Phase("reading")
	in, err := source.Open(src, r.o)
	if err != nil {
		return err
	}
	r.o, r.set, r.Task = in.Asked, in.Asked.Settings(), in.Task()
	began := time.Now()
	r.unit, err = in.Load()
	r.Timings.Read = report.Seconds(time.Since(began))
	if r.unit != nil && in.Build {
		r.Task.Files = r.unit.Sources
	}
	return err
}

// Reading and lowering may use this part of the time.
const lowerParts, lowerOf = 3, 5

// Lower lowers the unit to a program, and analyses it.
func (r *Run) Lower() error { return r.lower(context.Background(), false) }

// lower lowers the unit to a program. Then, if rules are checked, it makes a survey if survey is set, and the analysis unless the survey is
// complete.
func (r *Run) lower(ctx context.Context, survey bool) (err error) {
	r.Phase("lowering")
	began := time.Now()
	r.Program, err = lower.Automata(r.unit, r.set.Lower)
	if err == nil && r.set.Lower.Check != 0 {
		if survey {
			r.survey = exhaustive.Survey(ctx, r.Program)
		}
		if r.survey == nil {
			settled.Analyse(r.Program, r.late())
		}
	}
	r.Timings.Lower = report.Seconds(time.Since(began))
	return err
}

// surveys reports whether a survey is made: the caller has not chosen how the program is verified. If several runs share the properties of
// a program (Options.Only), all of them need the result of the analysis that a survey replaces.
func (r *Run) surveys() bool {
	o := &r.o
	return cmp.Or(o.Engine, "auto") == "auto" && !o.First && !o.NoTests && o.Only == nil && r.observe == nil
}

// late returns a function that reports whether the time for reading and lowering is used up, or nil if there is no limit.
func (r *Run) late() func() bool {
	t := r.budget.timeout
	if t <= 0 {
		return nil
	}
	return func() bool { return r.budget.CPU() >= t*lowerParts/lowerOf }
}

// Decide takes the verdict from the cache, or runs an engine.
func (r *Run) Decide(ctx context.Context) (*report.Result, error) {
	store, err := r.cache()
	if err != nil {
		return nil, err
	}
	if out := store.Recall(ctx, r.Program, r.Task.Certified()); out != nil {
		res := r.Finish(ctx, out)
		res.Recalled = true
		return res, nil
	}
	earlier := store.Earlier()
	if earlier != nil {
		r.set.Engine.Before = earlier.Engine
	}
	engine, err := engines.New(option.Default(r.o.Engine, "engine"), r.set.Engine)
	if err != nil {
		return nil, err
	}
	r.Phase("exploring")
	observe, history := r.observe, (*explain.History)(nil)
	if r.o.History {
		history = explain.NewHistory()
		observe = both(observe, history.Add)
	}
	if len(r.o.Debug) > 0 {
		observe = both(dump.Observer(os.Stderr, r.set.Debug), observe)
	}
	only, err := r.Only()
	if err != nil {
		return nil, err
	}
	prover := &certify.Prover{Program: r.Program, Task: r.Task.Certified(), Off: r.o.NoCheck}
	// The budgets end the context, so the engine need not measure them.
	opt := properties.Options{
		Engine: refine.Options{
			Engine: engine, NoTests: r.o.NoTests, Observe: observe,
			Brief: r.observe == nil, // a history needs no formulas
		},
		Prover:   prover,
		First:    r.o.First || r.observe != nil, // an observer follows one run
		Only:     only,
		Surveyed: r.survey,
	}
	if r.o.Progress != nil {
		opt.Engine.Progress = func(p refine.Progress) { r.o.Progress(option.Progress(p)) }
	}
	if r.o.Timeout > 0 {
		opt.Share = r.budget.part
	}
	if r.o.SoFar != nil {
		opt.SoFar = func(outcome func() *refine.Outcome) {
			now := *r // r goes on
			r.o.SoFar(func() *report.Result { return now.Finish(ctx, outcome()) })
		}
	}
	if earlier != nil && r.observe == nil {
		half, stop := ctx, context.CancelFunc(func() {})
		if opt.Share != nil {
			half, stop = opt.Share(ctx, 1, 2) // engines need time, too
		}
		opt.Known, opt.Engine.Start = earlier.Known(half, r.Program, r.Task.Certified()), earlier.Precision
		stop()
	}
	out := properties.Run(ctx, r.Program, opt)
	r.Timings.Explore, r.Timings.Refine, r.Timings.Check = report.Seconds(out.Stats.Explore), report.Seconds(out.Stats.Refine), report.Seconds(prover.Spent())
	for _, a := range out.Tried {
		r.Timings.Engines = append(r.Timings.Engines, report.Seconds(a.Elapsed))
	}
	res := r.Finish(ctx, out)
	res.History = history
	if out.Several != nil {
		res.Reused = out.Several.Recalled
	}
	verdict := out.Verdict
	if res.Verdict == report.Unknown {
		verdict = refine.Unknown // withdrawn because of what the model does not cover
	}
	store.Keep(verdict, r.Program, out)
	return res, nil
}

// both combines two observers, each of which may be nil.
func both(a, b func(*refine.Iteration)) func(*refine.Iteration) {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return func(it *refine.Iteration) { a(it); b(it) }
}

// Finish makes the result; out is nil if the engine did not start.
func (r *Run) Finish(ctx context.Context, out *refine.Outcome) *report.Result {
	res := report.NewContext(ctx, r.Task, r.Program, out)
	res.Version = version.Version()
	if res.Verdict == report.Unknown && out == nil {
		res.Because(report.Why(context.Cause(ctx)))
	}
	if res.Verdict == report.Unknown && res.Cause == "" {
		why := res.Why.Or(reason.New(reason.Incomplete, ""))
		why.Text = cmp.Or(why.Text, "the engine gave up")
		res.Because(why)
		res.Cause = report.Gave
	}
	Withdraw(r.unit, res)
	if r.o.NoCheck && out != nil {
		res.Assume("no-check", "the engine's proof is right", "--no-check")
	}
	if r.o.Invariants && res.Verdict == report.Safe {
		if res.Invariants = facts.New(ctx, out); res.Invariants == nil {
			res.Loops = facts.LoopFacts(ctx, out)
		}
	}
	if p := certify.Of(out); p != nil && p.Checked && res.Verdict == report.Safe {
		res.Proof = report.ProofOf(p.Stats)
	}
	report.Advise(res)
	r.unreached(ctx, res)
	r.Timings.Total = report.Seconds(time.Since(r.began))
	r.Timings.CPU = report.Seconds(r.budget.CPU())
	r.Timings.Memory = machine.Memory()
	res.Timings = &r.Timings
	return res
}

// unreached finds out which checks of a safe program no run reaches. If no run is known to reach any check, an engine
// tries to prove that none does: in that case the verdict is vacuous.
func (r *Run) unreached(ctx context.Context, res *report.Result) {
	if r.o.Vacuous || res.Verdict != report.Safe {
		return
	}
	res.Unreached(func(at []*cfa.Loc) (come, never map[int]bool) {
		known := reach.Find(ctx, r.Program, at)
		if len(known.Come) > 0 {
			return known.Come, known.Never
		}
		left := map[int]*cfa.Loc{}
		for _, l := range at {
			if !known.Never[l.ID] {
				left[l.ID] = l
			}
		}
		if len(left) > 0 && r.excluded(ctx, r.Program.EndingAt(left)) {
			for id := range left {
				known.Never[id] = true
			}
		}
		return known.Come, known.Never
	})
}

// vacuityWork bounds the work for the question whether no run reaches a check, in units of package effort: a third of
// a second.
const vacuityWork = 100_000

// excluded reports whether an engine proves, within vacuityWork, that no run of a program reaches an error.
func (r *Run) excluded(ctx context.Context, p *cfa.Program) bool {
	engine, err := engines.New("auto", engines.Options{Jobs: 1})
	if err != nil {
		return false
	}
	ctx, stop := effort.Limit(ctx, vacuityWork)
	defer stop()
	prover := &certify.Prover{Program: p, Task: r.Task.Certified()}
	out := properties.Run(ctx, p, properties.Options{Engine: refine.Options{Engine: engine}, Prover: prover, First: true})
	return out.Verdict == refine.Safe
}

// cache opens the folder that the options name, or returns nil if they name none.
func (r *Run) cache() (*cache.Cache, error) {
	o := r.o
	if o.Cache == "" {
		return nil, nil
	}
	options, err := o.Kept()
	if err != nil {
		return nil, err
	}
	about := cache.About{Version: version.Version(), File: r.Task.File, Entry: r.Task.Entry, Engine: r.Task.Engine, Options: options}
	return cache.Open(r.o.Cache, about, r.Program)
}

// Used returns the CPU time of a run, from its result.
func Used(r *report.Result) time.Duration {
	if r == nil || r.Timings == nil {
		return 0
	}
	return time.Duration(r.Timings.CPU * float64(time.Second))
}
