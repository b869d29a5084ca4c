// Package cache is a folder of earlier results. A verdict is stored under a key for its question: the sliced program,
// the options and the version. It is never trusted: the inputs of a counterexample are run again, the certificate of
// a proof is checked again, and results that fail are not used. In addition, the last result for each file is kept
// for when the file has changed: see changed.go.
//
// Files are written under another name first, so that an interrupted run leaves no partial file, and concurrent runs
// do not disturb each other.
package cache

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
	"slices"
	"strings"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/migrate"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/refine/testrun"
)

// stored is a file of the folder.
type stored struct {
	Schema  string `json:"schema"`
	Version string `json:"version"`
	File    string `json:"file"` // the path of the program, for people who read the file
	Verdict string `json:"verdict"`
	Engine  string `json:"engine,omitempty"`
	// the inputs of a counterexample, in the order of use
	Inputs []num.Int `json:"inputs,omitempty"`
	// if the program has several properties: the inputs for each property that fails, by place; the certificate then
	// covers the others
	Failures    [][]num.Int     `json:"failures,omitempty"`
	Certificate json.RawMessage `json:"certificate,omitempty"` // the certificate of a proof
	Precision   []string        `json:"precision,omitempty"`   // the final precision, as written by precision.Texts
	// the shape of the program, if the file is kept for the next version
	Shape *migrate.Shape `json:"shape,omitempty"`

	known map[int]bool // error locations that other files have shown to be unreachable
}

const (
	storedSchema  = "whet.cache/3"
	maxStored     = 256 << 20   // bytes of a file that is read
	maxReplay     = 200_000_000 // steps of replaying a counterexample in the same program
	startWork     = 1_000       // cost of starting a run, in steps
	fileOfStart   = "start"     // folder of the last results for each file
	fileOfResults = "results"   // folder of verdicts
)

// About identifies the question, except for the program: options and version.
type About struct {
	Version string
	File    string // the path, which is the same for all versions of a program
	Entry   string
	Engine  string
	Options []byte // the options that a verdict depends on
}

// Cache gives a run access to the folder. With a nil Cache nothing is found and nothing is kept.
type Cache struct {
	about              About
	dir, result, start string
}

// Open prepares the folder for a run, and creates it if necessary. It returns an error if that fails.
func Open(dir string, about About, p *cfa.Program) (*Cache, error) {
	for _, d := range []string{fileOfResults, fileOfStart} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
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
	sum := func(parts ...string) string {
		h := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
		return hex.EncodeToString(h[:16]) + ".json"
	}
	return &Cache{
		about:  about,
		dir:    dir,
		result: filepath.Join(fileOfResults, sum(about.Version, print, string(about.Options))),
		start:  filepath.Join(fileOfStart, sum(about.Version, filepath.Clean(about.File), about.Entry, about.Engine)),
	}, nil
}

func (c *Cache) read(name string) *stored {
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

// write ignores errors: a full disk does not change a verdict.
func (c *Cache) write(name string, s *stored) {
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

// Recall returns the known result for the program, after checking it again, or nil. The certificate of the result
// states the given task.
func (c *Cache) Recall(ctx context.Context, p *cfa.Program, task cert.Task) *refine.Outcome {
	if c == nil {
		return nil
	}
	return recall(ctx, p, c.read(c.result), task, false)
}

// recall returns the result in the file s for the program, after checking it again, or nil. If partly is set,
// properties may stay open although others fail.
func recall(ctx context.Context, p *cfa.Program, s *stored, task cert.Task, partly bool) *refine.Outcome {
	if s == nil {
		return nil
	}
	tracked, err := precision.New(p, nil).Read(s.Precision)
	if err != nil {
		return nil
	}
	switch s.Verdict {
	case refine.Unsafe.String():
		if len(s.Failures) > 0 {
			return several(ctx, p, s, task, tracked, partly)
		}
		left := maxReplay
		return replayed(ctx, p, s, s.Inputs, tracked, &left)
	case refine.Unknown.String():
		if partly && len(s.Certificate) > 0 {
			return several(ctx, p, s, task, tracked, partly)
		}
	case refine.Safe.String():
		proof, err := s.proof(p, task)
		if err != nil {
			return nil
		}
		stats, err := cert.Check(ctx, p, proof)
		if err == nil {
			return &refine.Outcome{Verdict: refine.Safe, Precision: tracked, Engine: s.Engine, Proof: &certify.Proof{Certificate: proof, Stats: stats, Checked: true}}
		}
	}
	return nil
}

// proof returns the certificate, adapted to the program: parts that no property depends on may differ from the
// program that the certificate was made for.
func (s *stored) proof(p *cfa.Program, task cert.Task) (*cert.Certificate, error) {
	proof, err := cert.Read(bytes.NewReader(s.Certificate))
	if err != nil {
		return nil, err
	}
	proof.Task = task
	proof.Task.Program, err = cert.Fingerprint(p)
	return proof, err
}

// replayed runs the program on the inputs of a counterexample again, in at most *left steps, and subtracts the cost
// of the run from *left. It returns nil if the run does not reach an error.
func replayed(ctx context.Context, p *cfa.Program, s *stored, inputs []num.Int, tracked []precision.Element, left *int) *refine.Outcome {
	if *left <= 0 { // 0 would mean no limit
		return nil
	}
	run := interp.Run(ctx, p, interp.Recorded(recorded(inputs)), interp.Options{Trace: true, MaxSteps: *left})
	*left -= run.Work + startWork
	if !testrun.IsBug(run) {
		return nil
	}
	return &refine.Outcome{Verdict: refine.Unsafe, Path: run.Path, Replay: run, Precision: tracked, Engine: s.Engine}
}

// several returns the result for a program with several properties, all of which must be decided: some fail, and the
// certificate excludes the others and everything that the program model does not cover. If partly is set, undecided
// properties stay open, and no property needs to fail.
func several(ctx context.Context, p *cfa.Program, s *stored, task cert.Task, tracked []precision.Element, partly bool) *refine.Outcome {
	all := &refine.Several{}
	failing, proved := map[cfa.Property]bool{}, map[int]bool{}
	for _, inputs := range s.Failures {
		left := maxReplay
		f := replayed(ctx, p, s, inputs, tracked, &left)
		if f == nil || failing[*f.Replay.Error] { // each property is listed once
			return nil
		}
		all.Failures = append(all.Failures, f)
		failing[*f.Replay.Error] = true
	}
	out := refine.Outcome{Precision: tracked, Engine: s.Engine}
	if len(all.Failures) > 0 {
		out = *all.Failures[0]
	}
	if len(s.Certificate) > 0 {
		proof, err := s.proof(p, task)
		if err != nil {
			return nil
		}
		shown := len(proof.Parts) > 0 && s.without(p, proof)
		if !shown {
			stats, err := cert.CheckPart(ctx, p, proof)
			if err != nil {
				return nil
			}
			all.Proved = proof.Covers(p)
			out.Proof = &certify.Proof{Certificate: proof, Stats: stats, Checked: true}
		}
	}
	for id := range s.known {
		proved[id] = true
	}
	for _, l := range all.Proved {
		proved[l.ID] = true
	}
	if slices.ContainsFunc(p.Errors, func(l *cfa.Loc) bool { return (l.Error == nil || l.Error.Unsupported) && !proved[l.ID] }) {
		// Nothing is claimed about runs after something that the model does not cover, so no property is proved.
		if !partly {
			return nil
		}
		all.Proved, proved, out.Proof = nil, map[int]bool{}, nil
		for id := range s.known {
			proved[id] = true
		}
	}
	if all.Open = open(p, proved, failing); len(all.Open) > 0 && !partly {
		return nil
	}
	out.Several = all
	return &out
}

// without removes the parts of a proof that are only about known locations, and reports whether no part remains. Each
// run's proof includes the proof of the errors that were settled beforehand; without this removal it would be checked
// once for each run.
func (s *stored) without(p *cfa.Program, proof *cert.Certificate) (all bool) {
	proof.Parts = slices.DeleteFunc(proof.Parts, func(c *cert.Certificate) bool {
		return !slices.ContainsFunc(c.Covers(p), func(l *cfa.Loc) bool { return !s.known[l.ID] })
	})
	return len(proof.Parts) == 0
}

func recorded(values []num.Int) []interp.Taken {
	list := make([]interp.Taken, len(values))
	for i, v := range values {
		list[i].Value = v
	}
	return list
}

// taken returns the inputs of a counterexample.
func taken(out *refine.Outcome) []num.Int {
	var list []num.Int
	for _, t := range out.Replay.Inputs {
		list = append(list, t.Value)
	}
	return list
}

// prove adds the certificate of an outcome, and reports whether the outcome has one.
func (s *stored) prove(out *refine.Outcome) bool {
	proof := certify.Of(out)
	if proof == nil {
		return false
	}
	var b bytes.Buffer
	if cert.Write(&b, proof.Certificate) != nil {
		return false
	}
	s.Certificate = b.Bytes()
	return true
}

// tells reports whether the file has a proof or a counterexample.
func (s *stored) tells() bool { return len(s.Certificate)+len(s.Inputs)+len(s.Failures) > 0 }

// Keep stores the results of a run over the program p, as far as they can be checked again. verdict is Unknown if the
// verdict of the outcome does not count.
func (c *Cache) Keep(verdict refine.Verdict, p *cfa.Program, out *refine.Outcome) {
	if c == nil || out == nil {
		return
	}
	s, proved := fileOf(c.about, verdict, out)
	if e := c.read(c.start); s.tells() || e == nil || !e.tells() { // a run without results does not replace earlier results
		next := *s
		next.Shape = migrate.ShapeOf(p)
		c.write(c.start, &next)
	}
	switch {
	case verdict == refine.Unsafe && out.Several != nil && (len(out.Several.Open) > 0 || len(out.Several.Proved) > 0 && !proved):
		return // another run may decide more
	case verdict == refine.Unsafe, verdict == refine.Safe && proved:
		c.write(c.result, s)
	}
}

// fileOf returns the file to keep for an outcome, and whether it has the outcome's certificate.
func fileOf(about About, verdict refine.Verdict, out *refine.Outcome) (s *stored, proved bool) {
	s = &stored{
		Schema: storedSchema, Version: about.Version, File: about.File, Verdict: verdict.String(), Engine: out.Engine,
		Precision: precision.Texts(out.Precision),
	}
	proved = s.prove(out)
	if out.Replay != nil && out.Verdict == refine.Unsafe {
		s.Inputs = taken(out)
	}
	if out.Several != nil {
		for _, f := range out.Several.Failures {
			s.Failures = append(s.Failures, taken(f))
		}
	}
	return s, proved
}
