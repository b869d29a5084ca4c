package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/whet-mc/whet/internal/machine"
)

// Runner runs a verifier.
type Runner struct {
	// Command is the verifier with its arguments; the task's flags and its file are added. It
	// prints `VERDICT: safe`, `VERDICT: unsafe` or `VERDICT: unknown …` as its last line and ends
	// with status 0, 1 or 3; 2 is an input error.
	Command []string
	// CPU time of a task; twice of it and ten seconds by the clock is the end in any case
	Timeout time.Duration
	Memory  uint64 // bytes of address space, where the system can limit it; 0: no limit
	Jobs    int    // tasks at the same time
	Dir     string // the folder that it runs in; "": the current one
	// Report names the file that --html of a task is given, nil where no reports are wanted.
	Report func(Task) string
	// Through is the path of a socket where another process runs the tasks, with the same result: see
	// Serve. "": this one does.
	Through string
	Status  func(string) // gets how far that one has come; nil: nobody does
	// Files says that flags of the tasks have the verifier write files, which are wanted of runs without
	// a verdict, too.
	Files bool
}

// Run runs the tasks and calls each for every one that was done, one call at a time, in the order
// of the tasks. Where the context ends, tasks that are running are killed and not reported.
func (r *Runner) Run(ctx context.Context, tasks []Task, each func(Result) error) error {
	if r.Through != "" {
		return r.through(ctx, tasks, each)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	type slot struct {
		res  Result
		done chan struct{}
	}
	slots := make([]slot, len(tasks))
	for i := range slots {
		slots[i].done = make(chan struct{})
	}
	var wait sync.WaitGroup
	defer wait.Wait()
	defer func() { cancel(nil) }()
	next := make(chan int)
	for range max(r.Jobs, 1) {
		wait.Go(func() {
			for i := range next {
				slots[i].res = r.One(ctx, tasks[i])
				close(slots[i].done)
			}
		})
	}
	wait.Go(func() {
		defer close(next)
		for i := range tasks {
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	})
	for i := range slots {
		select {
		case <-slots[i].done:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := each(slots[i].res); err != nil {
			return err
		}
	}
	return nil
}

// maxOutput is how much of what a verifier prints is looked at: its end.
const maxOutput = 64 << 10

// tail keeps the end of what is written.
type tail struct{ buf []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p...)
	if len(t.buf) > 2*maxOutput {
		t.buf = append(t.buf[:0], t.buf[len(t.buf)-maxOutput:]...)
	}
	return len(p), nil
}

func (t *tail) text() string { return string(bytes.ToValidUTF8(t.buf, []byte("?"))) }

func (t *tail) lastLine() string {
	lines := strings.Split(strings.TrimSpace(t.text()), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// One runs the verifier on one task.
func (r *Runner) One(ctx context.Context, t Task) Result {
	res := Result{Task: t}
	limit := r.Timeout
	if t.Timeout > 0 {
		limit = t.Timeout
	}
	args := slices.Concat(r.Command[1:], t.Flags)
	if r.Report != nil {
		file := r.Report(t)
		os.Remove(file) //nolint:errcheck // a report of an earlier run, or none
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			res.Status, res.Note = Crash, err.Error()
			return res
		}
		args = append(args, "--html", file)
	}
	if t.Path != "" {
		args = append(args, t.Path)
	}
	args = append(args, t.More...)
	wall := context.Background()
	if limit > 0 {
		var cancel context.CancelFunc
		wall, cancel = context.WithTimeout(wall, 2*limit+10*time.Second)
		defer cancel()
	}
	cmd := exec.Command(r.Command[0], args...)
	var out, errs tail
	cmd.Dir, cmd.Stdout, cmd.Stderr = r.Dir, &out, &errs
	prepare(cmd)
	began := time.Now()
	if err := start(cmd, limit, r.Memory); err != nil {
		res.Status, res.Note = Crash, err.Error()
		return res
	}
	over := make(chan struct{})
	late := make(chan struct{})
	go func() {
		select {
		case <-wall.Done():
			close(late)
			kill(cmd)
		case <-ctx.Done():
			kill(cmd)
		case <-over:
		}
	}()
	err := cmd.Wait()
	close(over)
	res.Wall = time.Since(began)
	res.Output, res.Errors = out.text(), errs.text()
	code, killed := -1, false
	if s := cmd.ProcessState; s != nil {
		res.CPU = s.UserTime() + s.SystemTime()
		res.Memory = uint64(machine.Peak(s))
		code, killed = s.ExitCode(), spent(s)
	}
	word := ""
	if f := strings.Fields(out.lastLine()); len(f) > 1 && f[0] == "VERDICT:" {
		word = f[1]
	}
	status := map[int]Status{0: Safe, 1: Unsafe, 3: Unknown}[code]
	select {
	case <-late:
		res.Status, res.Note = TimedOut, "killed after twice its time by the clock"
		return res
	default:
	}
	var exit *exec.ExitError
	switch {
	case status != "" && string(status) == word:
		res.Status = status
		if status == Unknown {
			res.Note = strings.TrimSpace(strings.TrimPrefix(out.lastLine(), "VERDICT: unknown"))
			if limit > 0 && res.CPU >= limit {
				res.Status = TimedOut
			}
		}
	case limit > 0 && (killed || res.CPU >= limit-limit/16): // the system's clock and ours differ
		res.Status, res.Note = TimedOut, "killed when its CPU time was used up"
	case code == 2:
		res.Status, res.Note = InputError, errs.lastLine()
	case err != nil && !errors.As(err, &exit):
		res.Status, res.Note = Crash, err.Error()
	default:
		res.Status, res.Note = Crash, fmt.Sprintf("exit status %d, last line %q", code, short(out.lastLine()))
		if e := errs.lastLine(); e != "" {
			res.Note += ", " + short(e)
		}
	}
	return res
}

func short(s string) string {
	if r := []rune(s); len(r) > 160 {
		return string(r[:160]) + "…"
	}
	return s
}
