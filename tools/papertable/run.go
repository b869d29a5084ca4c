package papertable

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Runs of the command.

// The verdicts.
const (
	Safe    = "safe"
	Unsafe  = "unsafe"
	Unknown = "unknown"
)

// An Outcome is one run of the command: the relevant parts of its report, and the time.
type Outcome struct {
	Verdict string `json:"verdict"`
	Cause   string `json:"cause"`
	Reason  string `json:"reason"`
	Stats   struct {
		Refinements int `json:"refinements"`
		States      int `json:"states"`
	} `json:"stats"`
	Precision []struct {
		What []string `json:"what"`
	} `json:"precision"`
	CPU time.Duration `json:"-"`
}

// Read reads the relevant parts of a report in JSON.
func Read(text []byte) (Outcome, error) {
	var m Outcome
	if err := json.Unmarshal(text, &m); err != nil {
		return m, err
	}
	switch m.Verdict {
	case Safe, Unsafe, Unknown:
		return m, nil
	}
	return m, fmt.Errorf("the verdict is %q", m.Verdict)
}

// Failed reports whether the command found an internal error.
func (m Outcome) Failed() bool { return strings.HasPrefix(m.Reason, "internal error") }

// Wrong reports whether the run failed, or has an answer other than the expected one.
func (m Outcome) Wrong(expected string) bool {
	return m.Failed() || m.Verdict != Unknown && m.Verdict != expected
}

// Seconds writes a time with three digits.
func Seconds(d time.Duration) string {
	if d < 10*time.Second {
		return fmt.Sprintf("%.2f", d.Seconds())
	}
	return fmt.Sprintf("%.1f", d.Seconds())
}

// Build builds the command from the repository in the current directory, as releases are built: without the system's
// C library. It returns the executable, which is in dir.
func Build(dir string) (string, error) {
	whet := filepath.Join(dir, "whet")
	build := exec.Command("go", "build", "-o", whet, "./cmd/whet")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return "", fmt.Errorf("building the command: %w", err)
	}
	return whet, nil
}

// Run runs the command once, in a new process. It returns the output and the process, whose exit status may be any.
// On a busy machine a run takes longer than its CPU time. If it takes as long as most, the error is
// context.DeadlineExceeded.
func Run(whet string, most time.Duration, args ...string) (out, errs string, process *os.ProcessState, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), most)
	defer cancel()
	cmd := exec.CommandContext(ctx, whet, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case errors.As(err, &exit):
		err = nil
	}
	return stdout.String(), stderr.String(), cmd.ProcessState, err
}

// Runs are the runs of a table, several at the same time.
type Runs struct {
	whet, folder string
	limit        time.Duration
	free         chan struct{}
	work         sync.WaitGroup
	mu           sync.Mutex
	err          error
	wrong        int // runs that failed or whose verdict is wrong
}

// Start runs the command on a program of the directory with some flags, as soon as a process is free, and stores the
// result in an outcome. It counts the run as wrong if the verdict is neither the expected one nor unknown.
func (r *Runs) Start(into *Outcome, name, file, expected string, flags ...string) {
	r.free <- struct{}{}
	r.work.Go(func() {
		defer func() { <-r.free }()
		m, err := r.run(filepath.Join(r.folder, file), flags)
		r.mu.Lock()
		defer r.mu.Unlock()
		if err != nil {
			r.err = errors.Join(r.err, fmt.Errorf("%s: %w", name, err))
			return
		}
		*into = m
		if m.Wrong(expected) {
			r.wrong++
		}
		log.Printf("%s: %s, %d refinements, %s", name, m.Verdict, m.Stats.Refinements, Seconds(m.CPU))
	})
}

func (r *Runs) run(file string, flags []string) (Outcome, error) {
	args := append([]string{"verify", "--format", "json", "--timeout", r.limit.String()}, flags...)
	out, errs, process, err := Run(r.whet, 20*r.limit, append(args, file)...)
	// a run that takes twenty times as long has no answer either
	if err == context.DeadlineExceeded {
		return Outcome{Verdict: Unknown, Cause: "time"}, nil
	}
	if err != nil {
		return Outcome{}, err
	}
	m, err := Read([]byte(out))
	if err != nil {
		return m, fmt.Errorf("%w: %s", err, errs)
	}
	m.CPU = process.UserTime() + process.SystemTime()
	return m, nil
}
