//go:build unix

package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/whet-mc/whet/bench"
)

// fleetOf is a coordinator and workers that split hard tasks, with the verifier of stub.
type fleetOf struct {
	t   *testing.T
	nc  *nats.Conn
	dir string
	c   Coordinator
}

func newFleet(t *testing.T, workers int) *fleetOf {
	t.Helper()
	_, nc := testServer(t)
	f := &fleetOf{t: t, nc: nc, dir: t.TempDir()}
	t.Setenv(stubFolder, f.dir)
	t.Setenv("GORACE", "atexit_sleep_ms=0") // each call of the verifier would take a second more
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f.c = Coordinator{Conn: nc, Version: "1", Again: 200 * time.Millisecond, Engines: []string{"slow", "liar", "quick"},
		Local: bench.Runner{Command: []string{self}, Dir: f.dir, Timeout: 500 * time.Second, Jobs: 2}}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	w := Worker{Conn: nc, Verify: []string{self}, Version: "1", Name: "w", Wait: 2 * time.Second, Jobs: workers}
	go func() { ended <- w.Run(ctx) }()
	t.Cleanup(func() { stop(); <-ended })
	return f
}

// task is a program of these lines.
func (f *fleetOf) task(name string, lines ...string) bench.Task {
	f.t.Helper()
	if err := os.WriteFile(filepath.Join(f.dir, name), []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		f.t.Fatal(err)
	}
	return bench.Task{Name: name, Path: name}
}

// run returns what came of the tasks.
func (f *fleetOf) run(tasks ...bench.Task) (got []string) {
	f.t.Helper()
	if err := f.c.Run(f.t.Context(), tasks, func(r bench.Result) error {
		got = append(got, strings.TrimSpace(r.Task.Name+" "+string(r.Status)+" "+r.Note))
		return nil
	}); err != nil {
		f.t.Error(err)
	}
	return got
}

// calls are the runs of engines there were, in order of their names.
func (f *fleetOf) calls() []string {
	text, err := os.ReadFile(filepath.Join(f.dir, "calls"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		f.t.Fatal(err)
	}
	list := strings.Split(strings.TrimSpace(string(text)), "\n")
	slices.Sort(list)
	return list
}

func (f *fleetOf) want(got []string, want ...string) {
	f.t.Helper()
	if !slices.Equal(got, want) {
		f.t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// TestSplit has tasks split by properties and by engines.
func TestSplit(t *testing.T) {
	f := newFleet(t, 4)
	named := f.task("named", "whole=open auto=holds quick=holds", "whole=open auto=open quick=open")
	named.Flags = []string{"--engine=none"}
	tasks := []bench.Task{
		f.task("one engine", "slow=slow quick=holds"),
		f.task("easy", "whole=holds", "whole=holds"),
		f.task("properties", "auto=holds", "whole=holds", "auto=holds"),
		f.task("and engines", "auto=holds", "slow=slow quick=holds", "auto=holds"),
		f.task("open", "auto=holds", "-", "-"),
		f.task("nothing", "-", "-"),
		f.task("fails", "slow=slow", "auto=fails", "slow=slow"),
		f.task("one of them", "slow=slow quick=fails"),
		f.task("an option", "without slow quick=holds", "auto=holds"),
		named,
	}
	want := []string{
		"one engine safe", "easy safe", "properties safe", "and engines safe", "open unknown (1 holds)", "nothing unknown ()",
		"fails unsafe", "one of them unsafe", "an option safe", "named unknown ()",
	}
	f.want(f.run(tasks...), want...)
	f.idle() // an engine that is left alone may begin late
	calls := f.calls()
	if k := slices.Index(slices.Compact(slices.Clone(calls)), "and engines quick [2]"); k < 0 {
		t.Errorf("the engines were asked for other properties: %q", calls)
	}
	if slices.ContainsFunc(calls, func(c string) bool { return strings.HasPrefix(c, "named quick") }) {
		t.Errorf("an engine was asked where another one is named: %q", calls)
	}
	// What is decided costs nothing more.
	f.want(f.run(tasks...), want...)
	f.idle()
	if again := f.calls(); !slices.Equal(again, calls) {
		t.Errorf("what was answered is asked again: %d calls, and then\n\t%s", len(calls), strings.Join(again, "\n\t"))
	}
}

// idle waits until the queue is empty: the slow engines are left alone, and their workers are free.
func (f *fleetOf) idle() {
	f.t.Helper()
	s, err := openStore(f.t.Context(), f.nc, "1", nil)
	if err != nil {
		f.t.Fatal(err)
	}
	for i := 0; ; i++ {
		info, err := s.tasks.Info(f.t.Context())
		if err == nil && info.State.Msgs == 0 {
			return
		}
		if i == 2400 {
			f.t.Fatalf("%v, %v", info, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// TestSplitFiles: where files are wanted, what is known of each property counts, and a failure does
// not end the others, unless it is to end the run.
func TestSplitFiles(t *testing.T) {
	f := newFleet(t, 3)
	f.c.Local.Files = true
	report := func(task bench.Task) bench.Task {
		task.Flags = append(task.Flags, "--report="+task.Name+".report")
		return task
	}
	first := report(f.task("first", "slow=slow", "auto=fails", "slow=slow"))
	first.Flags = append(first.Flags, "--first")
	f.want(f.run(
		report(f.task("fails", "auto=holds", "whole=fails", "liar=fails", "quick=holds")),
		report(f.task("later", "auto=holds", "auto=fails", "quick=holds")),
		report(f.task("open", "auto=holds", "quick=holds", "-")),
		first,
	), "fails unsafe", "later unsafe", "open unknown (1 holds, 2 holds)", "first unsafe")
	for name, want := range map[string]string{
		"fails": "1 holds, 2 fails, 3 fails, 4 holds", "later": "1 holds, 2 fails, 3 holds", "open": "1 holds, 2 holds", "first": "2 fails",
	} {
		if got := read(filepath.Join(f.dir, name+".report")); got != want {
			t.Errorf("the report of %s: %s", name, got)
		}
	}
}

// TestSplitLies has workers lie about parts: that costs time, and nothing holds that nobody has proved.
func TestSplitLies(t *testing.T) {
	f := newFleet(t, 3)
	var tasks []bench.Task
	var want []string
	for _, lie := range []string{"lie", "claim", "other", "next", "safe", "alone", "unread", "twice"} {
		verdict := "unknown (1 holds)"
		switch lie {
		case "twice":
			verdict = "safe"
		case "next": // that of the second property shows the third
			verdict = "unknown (1 holds, 3 holds)"
		}
		tasks = append(tasks, f.task(lie, "auto=holds", "auto="+lie+" liar="+lie, "auto="+lie+" liar="+lie))
		want = append(want, lie+" "+verdict)
	}
	// An honest engine is heard all the same, and one who shows more than it was asked for.
	tasks = append(tasks, f.task("honest", "auto=lie liar=claim quick=holds", "auto=claim liar=safe quick=fails"),
		f.task("only liars", "whole=lie auto=lie liar=lie", "whole=claim auto=other liar=other"),
		f.task("round", "auto=next", "auto=next"))
	f.want(f.run(tasks...), append(want, "honest unsafe", "only liars unknown ()", "round unknown ()")...)
}

// TestSplitMany: there are no more parts than a coordinator can bear, and each has more properties then.
func TestSplitMany(t *testing.T) {
	f := newFleet(t, 4)
	f.c.Engines = []string{"quick"}
	lines := make([]string, 3*maxQuestions)
	for i := range lines {
		if lines[i] = "auto=holds"; i%7 == 0 {
			lines[i] = "quick=holds"
		}
	}
	f.want(f.run(f.task("many", lines...)), "many safe")
	if calls := f.calls(); len(calls) > 1+2*maxQuestions {
		t.Errorf("%d calls", len(calls))
	}
	for n := range 300 {
		list := make([]int, n)
		for i := range list {
			list[i] = i
		}
		out := groups(list, maxQuestions)
		if !slices.Equal(slices.Concat(out...), list[:n:n]) && n > 0 || len(out) > maxQuestions || slices.ContainsFunc(out, func(g []int) bool { return len(g) == 0 || len(g) > n/maxQuestions+1 }) {
			t.Fatalf("%d: %v", n, out)
		}
	}
}

// TestSplitResume ends a coordinator while a part is held. Another one goes on from there: what was
// answered is not asked again.
func TestSplitResume(t *testing.T) {
	f := newFleet(t, 2)
	var lines []string
	for i := range 6 {
		lines = append(lines, []string{"auto=holds", "quick=holds", "auto=hold"}[i%3])
	}
	f.c.Engines = []string{"liar", "quick"}
	task := f.task("held", lines...)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- f.c.Run(ctx, []bench.Task{task}, func(bench.Result) error { return nil }) }()
	for i := 0; !slices.Contains(f.calls(), "held  [3]") || !slices.Contains(f.calls(), "held  [6]"); i++ {
		if i == 6000 {
			t.Fatal("the part is not asked for")
		}
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	if err := <-ended; err == nil {
		t.Fatal("the coordinator has ended by itself")
	}
	write(filepath.Join(f.dir, "go"), "")
	f.want(f.run(task), "held safe")
	f.idle()
	calls := f.calls()
	if once := slices.Compact(slices.Clone(calls)); !slices.Equal(calls, once) {
		t.Errorf("some was asked again:\n\t%s", strings.Join(calls, "\n\t"))
	}
	f.want(f.run(task), "held safe")
	if again := f.calls(); !slices.Equal(again, calls) {
		t.Errorf("%d calls, and then %d", len(calls), len(again))
	}
}

// TestSplitTimes: a hard task has taken what all its parts have, and somebody has waited for the longest.
func TestSplitTimes(t *testing.T) {
	c := checked{res: bench.Result{CPU: 5, Wall: 6, Memory: 7}}
	for _, p := range []struct{ cpu, wall, after time.Duration }{{1, 2, 6}, {3, 9, 6}, {1 << 62, 1 << 62, 1 << 62}, {1 << 62, 1, 8}} {
		c.add(&job{part: part{after: p.after, told: checked{res: bench.Result{CPU: p.cpu, Wall: p.wall}}}})
	}
	if got := fmt.Sprint(c.res.CPU-9, c.res.Wall, c.res.Memory); got != fmt.Sprint(time.Duration(1<<62), time.Duration(15), 7) {
		t.Error(got)
	}
}
