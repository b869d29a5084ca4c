// Baselines: findings that were accepted, as a JSON file. A finding is identified by its target and its fingerprint.

package project

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/whet-mc/whet/bench"
)

// baselineFormat is the value of the format field.
const baselineFormat = "whet.baseline/1"

// maxBaseline is the greatest size of a baseline file, in bytes.
const maxBaseline = 64 << 20

// Baseline is a set of accepted findings.
type Baseline struct {
	Format   string                  `json:"format"`
	Findings []*Accepted             `json:"findings"`
	at       map[[2]string]*Accepted // by target and fingerprint; made on first use
}

// Accepted is an accepted finding of a target. Only the target and the fingerprint count; the rest is for people.
type Accepted struct {
	Target      string `json:"target"`
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule,omitempty"`
	File        string `json:"file,omitempty"`
	Function    string `json:"function,omitempty"`
	Reason      string `json:"reason,omitempty"` // why it is accepted, for people
}

// String describes the finding for people.
func (a *Accepted) String() string {
	s := a.Rule
	if a.Function != "" {
		s += " in " + a.Function
	}
	if a.File != "" {
		s += ", " + a.File
	}
	return s
}

// ReadBaseline reads a baseline file. Unknown fields and entries without target or fingerprint are errors.
func ReadBaseline(path string) (*Baseline, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxBaseline+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxBaseline {
		return nil, fmt.Errorf("%s: a baseline is not that large", path)
	}
	b := &Baseline{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(b); err != nil {
		line := 1 + bytes.Count(text[:min(int(d.InputOffset()), len(text))], []byte("\n"))
		var se *json.SyntaxError
		if errors.As(err, &se) {
			line = 1 + bytes.Count(text[:min(int(se.Offset), len(text))], []byte("\n"))
		}
		return nil, fmt.Errorf("%s:%d: this is no baseline: %w", path, line, err)
	}
	if b.Format != baselineFormat {
		return nil, fmt.Errorf("%s: this is no baseline: its format is %q, not %q", path, b.Format, baselineFormat)
	}
	for i, a := range b.Findings {
		if a == nil || a.Target == "" || a.Fingerprint == "" {
			return nil, fmt.Errorf("%s: the finding %d has no target or no fingerprint", path, i+1)
		}
	}
	return b, nil
}

// find returns the entry for a finding, or nil. b may be nil.
func (b *Baseline) find(target, fingerprint string) *Accepted {
	if b == nil || fingerprint == "" {
		return nil
	}
	if b.at == nil {
		b.at = map[[2]string]*Accepted{}
		for _, a := range b.Findings {
			b.at[[2]string{a.Target, a.Fingerprint}] = a
		}
	}
	return b.at[[2]string{target, fingerprint}]
}

// Gone returns the entries that are no longer found: their targets are not in the file any more, or the run of the
// target decided it and did not find them. Targets that were not run, or not decided, keep their entries.
func (b *Baseline) Gone(f *File, outcomes []*Outcome) []*Accepted {
	if b == nil {
		return nil
	}
	there := map[string]bool{}
	for _, t := range f.Targets {
		there[t.Name] = true
	}
	decided, found := map[string]bool{}, map[[2]string]bool{}
	for _, o := range outcomes {
		switch o.Result.Status {
		case bench.Safe:
			decided[o.Target.Name] = true
		case bench.Unsafe:
			decided[o.Target.Name] = o.Log != nil && o.Undecided == 0
		}
		for _, k := range o.Known {
			found[[2]string{o.Target.Name, k.Fingerprint}] = true
		}
	}
	var gone []*Accepted
	for _, a := range b.Findings {
		if !there[a.Target] || decided[a.Target] && !found[[2]string{a.Target, a.Fingerprint}] {
			gone = append(gone, a)
		}
	}
	return gone
}

// Update returns the baseline that also accepts what was found, without the entries that are gone.
func (b *Baseline) Update(f *File, outcomes []*Outcome) *Baseline {
	out := &Baseline{Format: baselineFormat, Findings: []*Accepted{}}
	gone := b.Gone(f, outcomes)
	if b != nil {
		for _, a := range b.Findings {
			if !slices.Contains(gone, a) {
				out.Findings = append(out.Findings, a)
			}
		}
	}
	for _, o := range outcomes {
		for _, n := range slices.Concat(o.New, o.Wanted) {
			out.Findings = append(out.Findings, &Accepted{
				Target: o.Target.Name, Fingerprint: n.Fingerprint, Rule: n.Rule, File: n.File, Function: n.Function,
			})
		}
	}
	slices.SortStableFunc(out.Findings, func(a, b *Accepted) int {
		return cmp.Or(cmp.Compare(a.Target, b.Target), cmp.Compare(a.File, b.File), cmp.Compare(a.Function, b.Function),
			cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	out.Findings = slices.CompactFunc(out.Findings, func(a, b *Accepted) bool {
		return a.Target == b.Target && a.Fingerprint == b.Fingerprint
	})
	return out
}

// Write writes the baseline as JSON.
func (b *Baseline) Write(w io.Writer) error {
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}
