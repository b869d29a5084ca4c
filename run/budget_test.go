package run_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/run"
	"github.com/whet-mc/whet/test"
)

// metered is a context whose budgets are measured by what the test says: neither the clock nor the
// load of the machine matters.
func metered(t *testing.T, cpu func() time.Duration, heap func() uint64) context.Context {
	return run.Metered(t.Context(), machine.NewShares(cpu, noTime), heap)
}

func noTime() time.Duration { return 0 }

// ticking is a clock of CPU time that goes on by a second with each look, after the first.
func ticking() func() time.Duration {
	var looks atomic.Int64
	return func() time.Duration { return time.Duration(looks.Add(1)-1) * time.Second }
}

// unending is a program that nothing decides: the numbers go through all words before the error is
// reached, without a pattern. On the way a run can reach what is not modelled.
const unending = test.Decls + `extern void longjmp(int *b, int v);
int main(void) {
	int buf[64];
	unsigned long long x = 1;
	if (__VERIFIER_nondet_int() == 7)
		longjmp(buf, 1);
	while (1) {
		x = x * 6364136223846793005ull + 1442695040888963407ull;
		if (x >> 24 == 77777777777ull && x % 1021 == 5)
			reach_error();
	}
}
`

// Whatever ends a run is the reason that the result gives, and the only one, wherever the engines
// meet the end.
func TestTheReasonIsWhatEndedTheRun(t *testing.T) {
	ends := []struct {
		name   string
		cause  report.Cause
		reason string
		opt    whet.Options
		ctx    func() (context.Context, context.CancelFunc)
	}{
		{"time", report.OutOfTime, "out of time: 2s of CPU time used", whet.Options{Timeout: 2 * time.Second, Checks: []string{"none"}}, func() (context.Context, context.CancelFunc) {
			return metered(t, ticking(), nil), func() {}
		}},
		{"memory", report.OutOfMemory, "out of memory: 64 MB used", whet.Options{Memory: 64 << 20, Timeout: time.Hour, Checks: []string{"none"}}, func() (context.Context, context.CancelFunc) {
			return metered(t, noTime, func() uint64 { return 63 << 20 }), func() {}
		}},
		{"deadline", report.OutOfTime, "out of time: the deadline has passed", whet.Options{Checks: []string{"none"}}, func() (context.Context, context.CancelFunc) {
			return context.WithDeadline(t.Context(), time.Unix(1, 0))
		}},
		{"caller", report.Interrupted, "interrupted", whet.Options{Checks: []string{"none"}}, func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			return ctx, cancel
		}},
		{"caller's reason", report.OutOfTime, "the system says so", whet.Options{Checks: []string{"none"}}, func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(&whet.Stopped{Cause: report.OutOfTime, Reason: "the system says so"})
			return ctx, func() {}
		}},
		{"caller's error", report.Interrupted, "interrupted: enough", whet.Options{Checks: []string{"none"}}, func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(errors.New("enough"))
			return ctx, func() {}
		}},
	}
	for _, e := range ends {
		for _, engine := range whet.Choices("engine") {
			ctx, cancel := e.ctx()
			o := e.opt
			o.Engine, o.Jobs = engine.Name, 2
			r, err := whet.Verify(ctx, whet.Text("t.c", []byte(unending)), o)
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := report.JSON(&b, r); err != nil {
				t.Fatal(err)
			}
			if (r.Cause == report.Gave || r.Cause == report.Unsupported) && !strings.Contains("value value-full bmc auto", engine.Name) {
				// It has seen that it cannot decide this, as is true of any engine that looks at the paths of this
				// program: on a busy machine the budget is looked at later than that.
				continue
			}
			if reason, _, _ := strings.Cut(r.Reason, ";"); r.Verdict != whet.Unknown || r.Cause != e.cause || reason != e.reason || strings.Contains(strings.ToLower(b.String()), "cancel") {
				t.Errorf("%s, %s: %s, %s (%s)\n%s", e.name, engine.Name, r.Verdict, r.Cause, r.Reason, &b)
			}
			for _, a := range r.Engines {
				if !a.Finished && a.Reason != "" {
					t.Errorf("%s: %s was stopped, but gives a reason: %s", e.name, a.Engine, a.Reason)
				}
			}
		}
	}
}

// A run that has seen something that is not modelled before its time is up says both.
func TestOutOfTimeBehindWhatIsNotModelled(t *testing.T) {
	for _, engine := range []string{"value", "auto"} {
		var far atomic.Bool
		cpu := func() time.Duration {
			if far.Load() {
				return time.Hour
			}
			return 0
		}
		r, err := whet.Verify(metered(t, cpu, nil), whet.Text("t.c", []byte(unending)), whet.Options{Engine: engine, Checks: []string{"none"}, Jobs: 1, Timeout: time.Minute, Progress: func(p whet.Progress) {
			if p.States > 300 {
				far.Store(true)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != whet.Unknown || r.Cause != report.OutOfTime || r.Reason != "out of time: 1m0s of CPU time used; a run comes to what is not supported: longjmp without a call of setjmp at t.c:7:3" {
			t.Errorf("%s: %s, %s (%s)", engine, r.Verdict, r.Cause, r.Reason)
		}
		if s, _ := json.Marshal(r.Hints); !strings.Contains(string(s), "--timeout") {
			t.Errorf("%s: hints %s", engine, s)
		}
	}
}

// A run that is interrupted in the middle says so.
func TestInterruptedInTheMiddle(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	first := true
	r, err := whet.Verify(ctx, whet.Text("t.c", []byte(unending)), whet.Options{Engine: "value", Checks: []string{"none"}, Progress: func(p whet.Progress) {
		if first = first && p.States < 100; !first {
			cancel(context.DeadlineExceeded)
		}
	}})
	if err != nil || r.Verdict != whet.Unknown || r.Cause != report.OutOfTime {
		t.Errorf("%+v, %v", r, err)
	}
}

// The check of a proof that is stopped gives the reason for that, too.
func TestValidateStopped(t *testing.T) {
	text := whet.Text("t.c", []byte(test.Decls+"int main(void) { int i = 0; while (i < n) i++; if (i < 0) reach_error(); return 0; }\n"))
	r, err := whet.Verify(t.Context(), text, whet.Options{})
	if err != nil || r.Certificate() == nil {
		t.Fatalf("%v, %v", r, err)
	}
	for _, cause := range []*whet.Stopped{
		{Cause: report.OutOfMemory, Reason: "out of memory"}, {Cause: report.OutOfTime, Reason: "out of time"}, {Cause: report.Interrupted, Reason: "interrupted"},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(cause)
		v, err := whet.Validate(ctx, text, r.Certificate(), whet.Options{})
		if err != nil || v.Verdict != whet.Unknown || v.Cause != cause.Cause || v.Reason != cause.Reason {
			t.Errorf("%v: %+v, %v", cause, v, err)
		}
	}
}

// Runs at the same time have each a budget of their own: a run is decided within what it needs
// alone, others end when they have used up theirs, and nothing is counted twice. CPU time is made
// of the work that is counted here, whatever the machine does.
func TestBudgetsAtTheSameTime(t *testing.T) {
	ctx, all := effort.New(t.Context(), 0, nil)
	cpu := func() time.Duration { return time.Duration(all.Used()) * 100 * time.Microsecond }
	ctx = run.Metered(ctx, machine.NewShares(cpu, noTime), nil)
	verify := func(text string, timeout time.Duration) *whet.Result {
		r, err := whet.Verify(ctx, whet.Text("t.c", []byte(text)), whet.Options{Engine: "value", Checks: []string{"none"}, NoTests: true, Timeout: timeout})
		if err != nil {
			t.Error(err)
			return &whet.Result{Timings: &report.Timings{}}
		}
		return r
	}
	const long = test.Decls + `int main(void) {
	int i, s = 0;
	for (i = 0; i < 2500; i++) s = s ^ i;
	if (s < 0 && i < 2500) reach_error();
	return 0;
}`
	alone := verify(long, 0)
	if alone.Verdict != whet.Safe || alone.Timings.CPU < 1 {
		t.Fatalf("%s after %v s", alone.Verdict, alone.Timings.CPU)
	}
	before := cpu().Seconds()
	need := time.Duration(alone.Timings.CPU * float64(time.Second))
	texts, budgets := []string{long, unending, unending}, []time.Duration{need * 3 / 2, need * 2, need * 4}
	results := make([]*whet.Result, len(budgets))
	var wg sync.WaitGroup
	for i, b := range budgets {
		wg.Go(func() { results[i] = verify(texts[i], b) })
	}
	wg.Wait()
	sum := 0.0
	for i, r := range results {
		sum += r.Timings.CPU
		switch {
		case i == 0 && r.Verdict != whet.Safe:
			t.Errorf("%s (%s) after %v s, with a budget of %v", r.Verdict, r.Reason, r.Timings.CPU, budgets[i])
		case i > 0 && (r.Cause != report.OutOfTime || r.Timings.CPU < budgets[i].Seconds()-0.001):
			t.Errorf("%s (%s) after %v s, with a budget of %v", r.Verdict, r.Reason, r.Timings.CPU, budgets[i])
		}
	}
	if used := cpu().Seconds() - before; sum > used+0.01 {
		t.Errorf("%v s are counted of %v s", sum, used)
	}
}
