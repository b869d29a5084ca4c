package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"sync"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/fuzz/small"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
)

// Verifiers: whet in this process, or in another one.

// A Question is a program to verify.
type Question struct {
	Name, Text string
	Options    whet.Options
	// Sibling differs from the program in its claim, and is known to be unsafe: no certificate may be accepted for
	// it, however this program's certificate is changed. It may be "".
	Sibling string
	Seed    uint64 // the seed of the forgeries
	// Runs is how many runs of the program model are made to see whether they violate properties that the result
	// says hold; 0: none.
	Runs int
}

// An Answer is the result of a verifier.
type Answer struct {
	Verdict string // "safe", "unsafe", "unknown", "refused", "crash"
	Cause   string // the cause of the verdict "unknown"
	Reason  string
	Digest  string  // a digest of the whole result, except times
	Seconds float64 // the CPU time in seconds
	// The number of forged certificates for the sibling, and the number of those that were accepted.
	Forged, Accepted int
	// Broken is a property that a run violates although the result says that it holds. It is empty if no run does.
	Broken string
}

// A Verifier answers questions, one at a time.
type Verifier interface {
	Verify(ctx context.Context, q Question) Answer
}

// Library is whet in this process.
type Library struct{}

// Verify implements Verifier.
func (Library) Verify(ctx context.Context, q Question) (a Answer) {
	defer func() {
		if p := recover(); p != nil {
			a = Answer{Verdict: "crash", Reason: fmt.Sprint(p)}
		}
	}()
	start := machine.CPU()
	src := whet.Text(q.Name, []byte(q.Text))
	if files := small.Split(q.Text); len(files) > 1 {
		src = whet.Source{}
		for i, text := range files {
			src.Units = append(src.Units, whet.Unit{Path: fmt.Sprint(i, q.Name), Text: []byte(text)})
		}
	}
	r, err := whet.Verify(ctx, src, q.Options)
	a.Seconds = (machine.CPU() - start).Seconds()
	var internal *whet.InternalError
	var wrong *lang.Errors
	switch {
	case errors.As(err, &internal):
		return Answer{Verdict: "crash", Reason: fmt.Sprint(internal.Panic) + "\n" + string(internal.Stack)}
	case errors.As(err, &wrong):
		return Answer{Verdict: "refused", Reason: err.Error()}
	case err != nil:
		return Answer{Verdict: "refused", Reason: err.Error()}
	}
	a.Verdict, a.Cause, a.Reason = string(r.Verdict), string(r.Cause), r.Reason
	var b bytes.Buffer
	r.Timings = nil
	if err := report.JSON(&b, r); err == nil {
		sum := sha256.Sum256(b.Bytes())
		a.Digest = hex.EncodeToString(sum[:8])
	}
	if r.Verdict == whet.Safe && q.Sibling != "" {
		a.Forged, a.Accepted = forge(ctx, r, q)
	}
	if q.Runs > 0 {
		a.Broken = broken(ctx, r, q.Runs)
	}
	return a
}

// Process is whet in a separate process, this command with -serve. Damage to its memory or stack does no harm here.
type Process struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// Verify implements Verifier. A process that dies or does not answer is replaced by a new one.
func (p *Process) Verify(ctx context.Context, q Question) Answer {
	if p.cmd == nil {
		if err := p.start(); err != nil {
			return Answer{Verdict: "crash", Reason: err.Error()}
		}
	}
	text, err := json.Marshal(q)
	if err != nil {
		return Answer{Verdict: "crash", Reason: err.Error()}
	}
	cmd := p.cmd
	late := false
	var mu sync.Mutex
	timer := time.AfterFunc(5*time.Minute+20*q.Options.Timeout, func() {
		mu.Lock()
		late = true
		mu.Unlock()
		cmd.Process.Kill() //nolint:errcheck // it may have ended
	})
	defer timer.Stop()
	var a Answer
	if _, err = p.in.Write(append(text, '\n')); err == nil {
		var line []byte
		if line, err = p.out.ReadBytes('\n'); err == nil {
			err = json.Unmarshal(line, &a)
		}
	}
	if err != nil {
		p.Close()
		mu.Lock()
		defer mu.Unlock()
		if late {
			return Answer{Verdict: "crash", Reason: "it does not end with its budget"}
		}
		return Answer{Verdict: "crash", Reason: "the process dies: " + err.Error()}
	}
	return a
}

func (p *Process) start() error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	p.cmd = exec.Command(exe, "-serve")
	p.cmd.Stderr = io.Discard
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	p.out = bufio.NewReader(out)
	return p.cmd.Start()
}

// Close ends the process.
func (p *Process) Close() {
	if p.cmd != nil {
		p.in.Close()
		p.cmd.Process.Kill() //nolint:errcheck // it may have ended
		p.cmd.Wait()         //nolint:errcheck // its status says nothing
		p.cmd = nil
	}
}

// serve answers the questions that it reads from `in`, one per line, until there are no more.
func serve(in io.Reader, out io.Writer) error {
	debug.SetMemoryLimit(memory)
	debug.SetGCPercent(400) // programs are small, and there are many
	d, e := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var q Question
		if err := d.Decode(&q); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		q.Options.Memory = memory
		if err := e.Encode(Library{}.Verify(context.Background(), q)); err != nil {
			return err
		}
	}
}

// memory is the memory that one verification may use.
const memory = 1 << 30
