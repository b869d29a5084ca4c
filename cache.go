package whet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report"
)

// A folder of results (Options.Cache). A verdict is kept under what it is about: the sliced program, the options and the version. It is
// never trusted: the inputs of a counterexample are run again, the certificate of a proof is checked again, and what fails is
// forgotten. Besides, the last precision of each file is kept, and used as a start when the program has changed (see refine/start.go).
//
// Files are written under another name first, so that a run which is cut off leaves nothing half done, and runs at the same time
// do not disturb each other.

// stored is a file of the folder.
type stored struct {
	Schema      string          `json:"schema"`
	Version     string          `json:"version"`
	File        string          `json:"file"` // for people
	Verdict     Verdict         `json:"verdict"`
	Engine      string          `json:"engine,omitempty"`
	Inputs      []num.Int       `json:"inputs,omitempty"`      // of a counterexample, in the order of use
	Certificate json.RawMessage `json:"certificate,omitempty"` // of a proof
	Precision   []refine.Kept   `json:"precision,omitempty"`
}

const (
	storedSchema  = "whet.cache/1"
	maxStored     = 256 << 20 // bytes of a file that is read
	maxReplay     = 200_000_000
	fileOfStart   = "start"   // folder of precisions
	fileOfResults = "results" // folder of verdicts
)

// cache is what a run does with the folder. A nil cache has none.
type cache struct {
	dir, result, start string
}

// newCache prepares the folder. about says what is verified, besides the program.
func newCache(o Options, task report.Task, p *cfa.Program) (*cache, error) {
	if o.Cache == "" {
		return nil, nil
	}
	for _, d := range []string{fileOfResults, fileOfStart} {
		if err := os.MkdirAll(filepath.Join(o.Cache, d), 0o755); err != nil {
			var pe *fs.PathError
			if errors.As(err, &pe) {
				err = fmt.Errorf("%s: %w", pe.Path, pe.Err)
			}
			return nil, fmt.Errorf("the cache cannot be used: %w", err)
		}
	}
	slice, _ := p.Slice()
	print, err := cert.Fingerprint(slice)
	if err != nil {
		return nil, err
	}
	// What does not change a verdict's meaning changes what is kept all the same: another engine has another answer.
	dir := o.Cache
	o.Progress, o.Cache, o.Jobs, o.Invariants, o.Timeout, o.Memory = nil, "", 0, false, 0, 0
	options, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	sum := func(parts ...string) string {
		h := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
		return hex.EncodeToString(h[:16]) + ".json"
	}
	return &cache{
		dir:    dir,
		result: filepath.Join(fileOfResults, sum(Version(), print, string(options))),
		start:  filepath.Join(fileOfStart, sum(Version(), filepath.Base(task.File), task.Entry, task.Engine)),
	}, nil
}

func (c *cache) read(name string) *stored {
	path := filepath.Join(c.dir, name)
	if st, err := os.Stat(path); err != nil || st.Size() > maxStored {
		return nil
	}
	text, err := os.ReadFile(path)
	s := &stored{}
	if err != nil || json.Unmarshal(text, s) != nil || s.Schema != storedSchema {
		return nil
	}
	return s
}

// write is silent about errors: a full disk does not change a verdict.
func (c *cache) write(name string, s *stored) {
	text, err := json.Marshal(s)
	if err != nil || len(text) > maxStored {
		return
	}
	f, err := os.CreateTemp(filepath.Join(c.dir, filepath.Dir(name)), ".new-*")
	if err != nil {
		return
	}
	_, err = f.Write(text)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(c.dir, name))
	}
	if err != nil {
		os.Remove(f.Name())
	}
}

// recall returns what is known of the program already, after it was checked again; nil where that is nothing.
func (c *cache) recall(ctx context.Context, p *cfa.Program) *refine.Outcome {
	if c == nil {
		return nil
	}
	s := c.read(c.result)
	if s == nil {
		return nil
	}
	switch s.Verdict {
	case Unsafe:
		run := interp.Run(ctx, p, interp.Recorded(recorded(s.Inputs)), interp.Options{Trace: true, MaxSteps: maxReplay})
		if run.Kind == interp.ErrorFound && !run.Tainted && !run.Error.Unsupported {
			return &refine.Outcome{Verdict: refine.Unsafe, Path: run.Path, Replay: run, Precision: s.Precision, Engine: s.Engine}
		}
	case Safe:
		proof, err := cert.Read(bytes.NewReader(s.Certificate))
		if err != nil {
			return nil
		}
		stats, err := cert.Check(ctx, p, proof)
		if err == nil {
			return &refine.Outcome{Verdict: refine.Safe, Precision: s.Precision, Engine: s.Engine, Proof: &checked{c: proof, stats: stats, done: true}}
		}
	}
	return nil
}

func recorded(values []num.Int) []interp.Taken {
	list := make([]interp.Taken, len(values))
	for i, v := range values {
		list[i].Value = v
	}
	return list
}

// begin is the precision that an earlier run of the file ended with.
func (c *cache) begin() []refine.Kept {
	if c == nil {
		return nil
	}
	if s := c.read(c.start); s != nil {
		return s.Precision
	}
	return nil
}

// keep stores what a run found out: what can be checked again.
func (c *cache) keep(r *Result) {
	if c == nil || r.Outcome == nil {
		return
	}
	s := &stored{Schema: storedSchema, Version: Version(), File: r.Task.File, Verdict: r.Verdict, Engine: r.Outcome.Engine, Precision: r.Outcome.Precision}
	if len(s.Precision) > 0 {
		c.write(c.start, s)
	}
	switch r.Verdict {
	case Unsafe:
		for _, t := range r.Outcome.Replay.Inputs {
			s.Inputs = append(s.Inputs, t.Value)
		}
	case Safe:
		proof := Certificate(r)
		if proof == nil {
			return
		}
		var b bytes.Buffer
		if cert.Write(&b, proof) != nil {
			return
		}
		s.Certificate = b.Bytes()
	default:
		return
	}
	c.write(c.result, s)
}
