package whet

import (
	"cmp"
	"context"
	"os"
	"runtime/debug"
	"time"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/cache"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/dump"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/refine/properties"
	"github.com/whet-mc/whet/refine/reach"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/explain"
	"github.com/whet-mc/whet/report/facts"
)

// Verify decides whether a run of the program can reach an error. It returns an error where there
// is nothing to decide: the source cannot be read (*lang.Errors), an option has no such value
// (*ValueError), or the engine does not have it (*OptionError). Everything else, a budget that is
// used up included, is a Result.
func Verify(ctx context.Context, src Source, o Options) (*Result, error) {
	if len(o.Contracts) > 0 {
		return verifyContracts(ctx, src, o, nil)
	}
	r, err := verify(ctx, src, o, nil)
	if err == nil && r.Verdict == Safe && r.Program != nil && r.Program.Unit.Driver != nil && r.Program.Unit.Driver.Requires {
		err = unsatisfied(ctx, src, o, r)
	}
	return r, err
}

// unsatisfied looks whether inputs satisfy what the entry's contract requires. Where none do, all that
// was proved was proved of no run, and the result says so.
func unsatisfied(ctx context.Context, src Source, o Options, r *Result) error {
	v := o
	v.vacuous, v.Cache, v.First, v.Only = true, "", false, nil
	if v.Timeout > 0 {
		v.Timeout = max(v.Timeout-used(r), time.Millisecond)
	}
	is, err := verify(ctx, src, v, nil)
	if err != nil || is.Verdict != Safe {
		return err
	}
	for i := range r.Checked {
		r.Checked[i].Status = report.Unreachable
	}
	(*report.Result)(r).Assume("contradictory-requires", "what "+o.Entry+" requires", "no input satisfies it, so that nothing is said of any run")
	return nil
}

// Lower reads a program and returns its control-flow automata, as Verify would explore them. Its
// errors are those of Verify.
func Lower(src Source, o Options) (*cfa.Program, error) {
	return read(src, o, func(u *lang.Unit, o Options) (*cfa.Program, error) { return lower.Lower(u, o.settings().lower) })
}

// PointsTo reads a program and returns what its pointers may lead to, as the lowering sees it. Its
// errors are those of Verify.
func PointsTo(src Source, o Options) (*pointsto.Analysis, error) {
	return read(src, o, func(u *lang.Unit, _ Options) (*pointsto.Analysis, error) {
		return pointsto.Analyze(u, pointsto.Options{}), nil
	})
}

// Read reads a program and returns its typed syntax. It need not have its entry. Of a build
// (Source.Build) only the files that the source names are read, as the build compiles them. Its
// errors are those of Verify.
func Read(src Source, o Options) (*lang.Unit, error) {
	return guarded(o, func() (*lang.Unit, error) {
		in, err := open(src, o)
		if err != nil {
			return nil, err
		}
		in.options.Listed = true
		if in.build {
			in.named()
		}
		return in.load()
	})
}

// read calls use for a program that has been read, with the options that its task definition adds to.
func read[T any](src Source, o Options, use func(*lang.Unit, Options) (*T, error)) (*T, error) {
	return guarded(o, func() (*T, error) {
		in, err := open(src, o)
		if err != nil {
			return nil, err
		}
		u, err := in.load()
		if err != nil {
			return nil, err
		}
		return use(u, in.asked)
	})
}

// guarded calls f where the options can be, and makes an error of a panic.
func guarded[T any](o Options, f func() (*T, error)) (result *T, err error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	defer func() {
		if v := recover(); v != nil {
			result, err = nil, &InternalError{v, debug.Stack()}
		}
	}()
	return f()
}

func verify(ctx context.Context, src Source, o Options, observe func(*refine.Iteration)) (*Result, error) {
	return guarded(o, func() (*Result, error) {
		r := &run{o: o, began: time.Now(), observe: observe}
		ctx, r.budget = begin(ctx, o)
		defer r.budget.end()
		if err := r.read(src); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return r.finish(ctx, nil), nil
		}
		if err := r.lower(); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return r.finish(ctx, nil), nil
		}
		return r.decide(ctx)
	})
}

// run is a run of Verify.
type run struct {
	o       Options
	set     *settings // of o
	began   time.Time
	budget  *budget
	observe func(*refine.Iteration) // nil: nobody

	task    report.Task
	timings report.Timings
	unit    *lang.Unit
	prog    *cfa.Program // nil: it was not lowered in time
}

func (r *run) phase(name string) {
	if r.o.Progress != nil {
		r.o.Progress(Progress{Engine: or(r.o.Engine, "engine"), Phase: name, Elapsed: time.Since(r.began), Memory: machine.Memory()})
	}
}

func (r *run) read(src Source) error {
	r.phase("reading")
	in, err := open(src, r.o)
	if err != nil {
		return err
	}
	r.o, r.set, r.task = in.asked, in.asked.settings(), in.task()
	began := time.Now()
	r.unit, err = in.load()
	r.timings.Read = report.Seconds(time.Since(began))
	if r.unit != nil && in.build {
		r.task.Files = r.unit.Sources
	}
	return err
}

func (r *run) lower() (err error) {
	r.phase("lowering")
	began := time.Now()
	r.prog, err = lower.Lower(r.unit, r.set.lower)
	r.timings.Lower = report.Seconds(time.Since(began))
	return err
}

// decide takes the verdict from the cache, or has an engine find it.
func (r *run) decide(ctx context.Context) (*Result, error) {
	store, err := r.cache()
	if err != nil {
		return nil, err
	}
	if out := store.Recall(ctx, r.prog, certified(r.task)); out != nil {
		res := r.finish(ctx, out)
		res.Recalled = true
		return res, nil
	}
	earlier := store.Earlier()
	if earlier != nil {
		r.set.engine.Before = earlier.Engine
	}
	engine, err := engines.New(or(r.o.Engine, "engine"), r.set.engine)
	if err != nil {
		return nil, err
	}
	r.phase("exploring")
	observe, history := r.observe, (*explain.History)(nil)
	if r.o.History {
		history = explain.NewHistory()
		observe = both(observe, history.Add)
	}
	if len(r.o.Debug) > 0 {
		observe = both(dump.Observer(os.Stderr, r.set.debug), observe)
	}
	only, err := r.only()
	if err != nil {
		return nil, err
	}
	prover := &certify.Prover{Program: r.prog, Task: certified(r.task), Off: r.o.NoCheck}
	// The budgets end the context; the engine need not measure them a second time.
	opt := properties.Options{
		Engine: refine.Options{
			Engine: engine, NoTests: r.o.NoTests, Observe: observe,
			Brief: r.observe == nil, // a history needs no formulas
		},
		Prover: prover,
		First:  r.o.First || r.observe != nil, // who observes follows one run
		Only:   only,
	}
	if r.o.Progress != nil {
		opt.Engine.Progress = func(p refine.Progress) { r.o.Progress(Progress(p)) }
	}
	if r.o.Timeout > 0 {
		opt.Share = r.budget.part
	}
	if earlier != nil && r.observe == nil {
		half, stop := ctx, context.CancelFunc(func() {})
		if opt.Share != nil {
			half, stop = opt.Share(ctx, 1, 2) // engines need time, too
		}
		opt.Known, opt.Engine.Start = earlier.Known(half, r.prog, certified(r.task)), earlier.Precision
		stop()
	}
	out := properties.Run(ctx, r.prog, opt)
	r.timings.Explore, r.timings.Refine, r.timings.Check = report.Seconds(out.Stats.Explore), report.Seconds(out.Stats.Refine), report.Seconds(prover.Spent())
	for _, a := range out.Tried {
		r.timings.Engines = append(r.timings.Engines, report.Seconds(a.Elapsed))
	}
	res := r.finish(ctx, out)
	res.History = history
	if out.Several != nil {
		res.Reused = out.Several.Recalled
	}
	verdict := out.Verdict
	if res.Verdict == Unknown {
		verdict = refine.Unknown // what the model leaves out has withdrawn it
	}
	store.Keep(verdict, r.prog, out)
	return res, nil
}

// both are two observers as one; nil is none.
func both(a, b func(*refine.Iteration)) func(*refine.Iteration) {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return func(it *refine.Iteration) { a(it); b(it) }
}

// finish makes the result; out is nil where the engine did not start.
func (r *run) finish(ctx context.Context, out *refine.Outcome) *Result {
	res := report.NewContext(ctx, r.task, r.prog, out)
	res.Version = Version()
	if res.Verdict == Unknown && out == nil {
		res.Cause, res.Reason = report.Why(context.Cause(ctx))
	}
	if res.Verdict == Unknown && res.Cause == "" {
		res.Cause, res.Reason = report.Gave, cmp.Or(res.Reason, "the engine gave up")
	}
	withdraw(r.unit, res)
	if r.o.NoCheck && out != nil {
		res.Assume("no-check", "the engine's proof is right", "--no-check")
	}
	if r.o.Invariants && res.Verdict == Safe {
		if res.Invariants = facts.New(ctx, out); res.Invariants == nil {
			res.Loops = facts.LoopFacts(ctx, out)
		}
	}
	if p := certify.Of(out); p != nil && p.Checked && res.Verdict == Safe {
		res.Proof = &report.Proof{Annotations: p.Stats.Annotations, Steps: p.Stats.Steps, Queries: p.Stats.Queries, Runs: p.Stats.Runs, Paths: p.Stats.Paths}
	}
	report.Advise(res)
	r.unreached(ctx, res)
	r.timings.Total = report.Seconds(time.Since(r.began))
	r.timings.CPU = report.Seconds(r.budget.cpu())
	r.timings.Memory = machine.Memory()
	res.Timings = &r.timings
	return (*Result)(res)
}

// unreached finds out which checks of a safe program no run reaches. Where no run is known to reach any,
// an engine is asked whether that is so: then the verdict says nothing of the program.
func (r *run) unreached(ctx context.Context, res *report.Result) {
	if r.o.vacuous || res.Verdict != Safe {
		return
	}
	res.Unreached(func(at []*cfa.Loc) (come, never map[int]bool) {
		known := reach.Find(ctx, r.prog, at)
		if len(known.Come) > 0 {
			return known.Come, known.Never
		}
		left := map[int]*cfa.Loc{}
		for _, l := range at {
			if !known.Never[l.ID] {
				left[l.ID] = l
			}
		}
		if len(left) > 0 && r.excluded(ctx, r.prog.EndingAt(left)) {
			for id := range left {
				known.Never[id] = true
			}
		}
		return known.Come, known.Never
	})
}

// vacuityWork bounds the question whether no run reaches a check, in units of package effort: a third of a
// second.
const vacuityWork = 100_000

// excluded reports whether an engine proves within a little work that a program has no run to an error.
func (r *run) excluded(ctx context.Context, p *cfa.Program) bool {
	engine, err := engines.New("auto", engines.Options{Jobs: 1})
	if err != nil {
		return false
	}
	ctx, stop := effort.Limit(ctx, vacuityWork)
	defer stop()
	prover := &certify.Prover{Program: p, Task: certified(r.task)}
	out := properties.Run(ctx, p, properties.Options{Engine: refine.Options{Engine: engine}, Prover: prover, First: true})
	return out.Verdict == refine.Safe
}

// cache opens the folder that the options name; nil: they name none.
func (r *run) cache() (*cache.Cache, error) {
	o := r.o
	if o.Cache == "" {
		return nil, nil
	}
	options, err := o.kept()
	if err != nil {
		return nil, err
	}
	about := cache.About{Version: Version(), File: r.task.File, Entry: r.task.Entry, Engine: r.task.Engine, Options: options}
	return cache.Open(r.o.Cache, about, r.prog)
}

// certified is what the certificates of a run say of it.
func certified(t report.Task) cert.Task {
	return cert.Task{
		File: t.File, Engine: t.Engine, Arith: t.Arith, DataModel: t.DataModel, Checks: t.Checks, Entry: t.Entry, Version: Version(),
	}
}
