package whet

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/cache"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/dump"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/explain"
	"github.com/whet-mc/whet/report/facts"
)

// Result is what a run found out, as plain data; see package report.
type Result = report.Result

// Verdict is one of Safe, Unsafe and Unknown.
type Verdict = report.Verdict

// The verdicts.
const (
	Safe    = report.Safe
	Unsafe  = report.Unsafe
	Unknown = report.Unknown
)

// InternalError is the error of a run in which whet itself failed. It says nothing
// about the program.
type InternalError struct {
	Panic any    // what went wrong
	Stack []byte // where
}

func (e *InternalError) Error() string { return fmt.Sprintf("internal error: %v", e.Panic) }

// Verify decides whether a run of the program can reach an error. It returns an error
// where there is nothing to decide: the source cannot be read, or an option has no such
// value. Everything else, a budget that is used up included, is a Result.
func Verify(ctx context.Context, src Source, o Options) (*Result, error) {
	return verify(ctx, src, o, nil)
}

func verify(ctx context.Context, src Source, o Options, observe func(*refine.Iteration)) (res *Result, err error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	set := o.settings()
	engine, err := engines.New(or(o.Engine, "engine"), set.engine)
	if err != nil {
		return nil, err
	}
	defer func() {
		if p := recover(); p != nil {
			res, err = nil, &InternalError{p, debug.Stack()}
		}
	}()
	start, cpu := time.Now(), machine.CPU()
	ctx, stop := watch(ctx, o)
	defer stop()

	phase := func(name string) {
		if o.Progress != nil {
			o.Progress(Progress{Engine: or(o.Engine, "engine"), Phase: name, Elapsed: time.Since(start), Memory: machine.Memory()})
		}
	}
	t := &report.Timings{}
	task := report.Task{Engine: or(o.Engine, "engine"), Arith: or(o.Arith, "arith"), Checks: o.EffectiveChecks()}

	phase("reading")
	in, err := open(src, o)
	if err != nil {
		return nil, err
	}
	task.File, task.Expected, task.DataModel = in.shown, in.expected, in.options.Model.String()
	task.Entry = cmp.Or(in.options.Entry, "main")
	finish := func(p *cfa.Program, u *lang.Unit, out *refine.Outcome) *Result {
		r := report.NewContext(ctx, task, p, out)
		r.Version = Version()
		if r.Verdict == Unknown && out == nil { // the engine did not start
			r.Cause, r.Reason = report.Why(context.Cause(ctx))
		}
		if r.Verdict == Unknown && r.Cause == "" {
			r.Cause, r.Reason = report.Gave, cmp.Or(r.Reason, "the engine gave up")
		}
		if guard(u, r); o.Invariants && r.Verdict == Safe {
			if r.Invariants = facts.New(ctx, out); r.Invariants == nil {
				r.Loops = facts.LoopFacts(ctx, out)
			}
		}
		r.Proof = proofOf(r)
		report.Advise(r)
		t.Total = report.Seconds(time.Since(start))
		t.CPU = report.Seconds(machine.CPU() - cpu)
		t.Memory = machine.Memory()
		r.Timings = t
		return r
	}

	began := time.Now()
	unit, err := in.load()
	if err != nil {
		return nil, err
	}
	t.Read = report.Seconds(time.Since(began))
	if ctx.Err() != nil {
		return finish(nil, unit, nil), nil
	}

	phase("lowering")
	began = time.Now()
	prog, err := lower.Lower(unit, set.lower)
	if err != nil {
		return nil, err
	}
	t.Lower = report.Seconds(time.Since(began))
	if ctx.Err() != nil {
		return finish(prog, unit, nil), nil
	}

	var history *explain.History
	brief := observe == nil // a history needs no formulas
	if o.History {
		history = explain.NewHistory()
		observe = both(observe, history.Add)
	}
	if len(o.Debug) > 0 {
		observe = both(dump.Observer(os.Stderr, o.Debug), observe)
	}
	store, err := openCache(o, task, prog)
	if err != nil {
		return nil, err
	}
	if out := store.Recall(ctx, prog); out != nil {
		r := finish(prog, unit, out)
		r.Recalled = true
		return r, nil
	}

	phase("exploring")
	prove := &certify.Prover{Program: prog, Task: certified(task), Off: o.NoCheck}
	// The budgets end the context; the engine need not measure them a second time.
	out := refine.Run(ctx, prog, refine.Options{
		Engine:   engine,
		NoTests:  o.NoTests,
		Progress: o.Progress,
		Observe:  observe,
		Confirm:  prove.Confirm,
		Start:    store.Start(),
		Brief:    brief,
	})
	t.Explore, t.Refine, t.Check = report.Seconds(out.Stats.Explore), report.Seconds(out.Stats.Refine), report.Seconds(prove.Spent())
	for _, a := range out.Tried {
		t.Engines = append(t.Engines, report.Seconds(a.Elapsed))
	}
	r := finish(prog, unit, out)
	r.History = history
	if out.Verdict != refine.Unknown && r.Verdict == Unknown {
		store.Keep(refine.Unknown, out) // what the model leaves out has withdrawn the verdict
	} else {
		store.Keep(out.Verdict, out)
	}
	return r, nil
}

// openCache opens the folder that the options name; nil: they name none.
func openCache(o Options, task report.Task, p *cfa.Program) (*cache.Cache, error) {
	if o.Cache == "" {
		return nil, nil
	}
	// What does not change a verdict's meaning changes what is kept all the same: another engine has another answer.
	dir := o.Cache
	o.Progress, o.Cache, o.Jobs, o.Invariants, o.Timeout, o.Memory, o.Debug = nil, "", 0, false, 0, 0, nil
	options, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	return cache.Open(dir, cache.About{Version: Version(), File: task.File, Entry: task.Entry, Engine: task.Engine, Options: options}, p)
}

// certified is what the certificates of a run say of it.
func certified(t report.Task) cert.Task {
	return cert.Task{
		File: t.File, Engine: t.Engine, Arith: t.Arith, DataModel: t.DataModel, Checks: t.Checks, Entry: t.Entry, Version: Version(),
	}
}

// proofOf tells of the check of a result's proof.
func proofOf(r *Result) *report.Proof {
	if r.Verdict != Safe {
		return nil
	}
	p := certify.Of(r.Outcome)
	if p == nil || !p.Checked {
		return nil
	}
	return &report.Proof{Annotations: p.Stats.Annotations, Steps: p.Stats.Steps, Queries: p.Stats.Queries, Runs: p.Stats.Runs}
}

// Certificate is the proof of a safe result, as package cert writes and checks it; nil where there is none.
func Certificate(r *Result) *cert.Certificate {
	if r.Verdict != Safe {
		return nil
	}
	if p := certify.Of(r.Outcome); p != nil {
		return p.Certificate
	}
	return nil
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

// Lower reads a program and returns its control-flow automata, as Verify would explore them.
func Lower(src Source, o Options) (*cfa.Program, error) {
	return read(src, o, func(u *lang.Unit) (*cfa.Program, error) { return lower.Lower(u, o.settings().lower) })
}

// PointsTo reads a program and returns what its pointers may lead to, as the lowering sees it.
func PointsTo(src Source, o Options) (*pointsto.Analysis, error) {
	return read(src, o, func(u *lang.Unit) (*pointsto.Analysis, error) { return pointsto.Analyze(u), nil })
}

// read calls use for a program that has been read.
func read[T any](src Source, o Options, use func(*lang.Unit) (*T, error)) (result *T, err error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	defer func() {
		if v := recover(); v != nil {
			result, err = nil, &InternalError{v, debug.Stack()}
		}
	}()
	in, err := open(src, o)
	if err != nil {
		return nil, err
	}
	u, err := in.load()
	if err != nil {
		return nil, err
	}
	return use(u)
}

// input is a source that was found, with the options to read it by.
type input struct {
	path     string // to read
	shown    string // what people call it
	options  lang.Options
	expected string
	text     []byte // instead of the file at path
}

func open(src Source, o Options) (*input, error) {
	in := &input{path: src.Path, shown: src.Path}
	in.options = lang.Options{Entry: o.Entry, Include: o.Include, Defines: o.Defines}
	in.options.Model = o.settings().model
	switch ext := strings.ToLower(filepath.Ext(src.Path)); {
	case src.Text != nil:
		in.path, in.text = cmp.Or(src.Name, "input.c"), src.Text
		in.shown = in.path
	case ext == ".yml" || ext == ".yaml":
		task, err := lang.ReadTask(src.Path)
		if err != nil {
			return nil, err
		}
		if in.expected, err = reachability(task); err != nil {
			return nil, err
		}
		in.path = task.File()
		if _, err := os.Stat(in.path); err != nil {
			return nil, &lang.Errors{List: []lang.Diagnostic{{
				Pos: lang.Pos{File: src.Path}, Msg: "the task names a file that cannot be opened: " + in.path,
				Hint: "input_files counts from the directory of the task definition",
			}}}
		}
		if o.DataModel == "" && task.HasModel {
			in.options.Model = task.Model
		}
	}
	return in, nil
}

func (in *input) load() (*lang.Unit, error) {
	if in.text != nil {
		return lang.LoadBytes(in.path, in.text, in.options)
	}
	return lang.Load(in.path, in.options)
}

// reachability finds the verdict that a task expects of what is checked here. It is an error
// if the task asks for other things only.
func reachability(t *lang.Task) (expected string, err error) {
	var others []string
	for _, p := range t.Properties {
		if !strings.Contains(p.Name, "reach") {
			others = append(others, p.Name)
			continue
		}
		switch {
		case p.Expected == nil:
			return "", nil
		case *p.Expected:
			return string(Safe), nil
		}
		return string(Unsafe), nil
	}
	if len(others) > 0 {
		return "", &lang.Errors{List: []lang.Diagnostic{{
			Pos:  lang.Pos{File: t.Path},
			Msg:  "the task asks for " + strings.Join(others, ", ") + ", which is not checked yet",
			Hint: "whet checks unreach-call; to check that, verify the program itself: " + t.File(),
		}}}
	}
	return "", nil
}
