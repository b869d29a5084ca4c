// Running a verifier on tasks. Each task runs in a process of its own. Its verdict is its last line of output, which
// must agree with its exit status.

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
	// Command is the verifier with its arguments. The task's flags and file are added. The verifier ends with status
	// 0, 1 or 3, and its last line is accordingly `VERDICT: safe`, `VERDICT: unsafe` or `VERDICT: unknown …`; status
	// 2 is an input error.
	Command []string
	// Timeout is the CPU time of a task. A task also ends after twice this time plus ten seconds by the clock.
	Timeout time.Duration
	Memory  uint64 // bytes of address space, if the system can limit it; 0: no limit
	Jobs    int    // tasks at the same time
	Dir     string // the working directory; "": the current one
	// Report returns the file for --html of a task. It is nil if no reports are wanted.
	Report func(Task) string
	// Through is the path of a socket where another process runs the tasks (Serve), with the same results. "": this
	// process runs them.
	Through string
	Status  func(string) // gets the progress of that process; may be nil
	// Files reports that flags of the tasks make the verifier write files that are also wanted of runs without a
	// verdict.
	Files bool
}

// Run runs the tasks, and calls each for every finished one, one call at a time, in the order of the tasks. If the
// context ends, running tasks are killed and not reported.
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

// maxOutput bounds the output of a verifier that is kept, in bytes: its end.
const maxOutput = 64 << 10

// tail keeps the end of what is written to it.
type tail struct{ buf []byte }

// Write implements io.Writer.
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
		os.Remove(file) //nolint:errcheck // there may be a report of an earlier run
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
	case limit > 0 && (killed || res.CPU >= limit-limit/16): // the system's measure of CPU time is rough
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

// short shortens a long text.
func short(s string) string {
	if r := []rune(s); len(r) > 160 {
		return string(r[:160]) + "…"
	}
	return s
}
