// This file reads logs and merges those of several targets.

package sarif

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
)

// Log is a log of one run that Write has written, read again.
type Log struct {
	run *run
	// Undecided counts what the run did not decide, as report.Result.Undecided does.
	Undecided int
}

// Finding is a property that fails.
type Finding struct {
	Rule, Function, Message string
	File                    string
	Line, Column            int
	Fingerprint             string
	result                  *result
}

// Place returns "file:line:column", as far as it is known.
func (f *Finding) Place() string {
	s := f.File
	for _, n := range []int{f.Line, f.Column} {
		if n < 1 {
			break
		}
		s += fmt.Sprintf(":%d", n)
	}
	return s
}

// Read reads a log of a run in the folder dir. Names of files below dir become relative to it.
func Read(r io.Reader, dir string) (*Log, error) {
	var read log
	if err := json.NewDecoder(r).Decode(&read); err != nil {
		return nil, err
	}
	if len(read.Runs) != 1 || len(read.Runs[0].Invocations) != 1 {
		return nil, errors.New("this is no log of one run of whet")
	}
	l := &Log{run: read.Runs[0]}
	left := l.run.Invocations[0].Properties.Undecided
	if left == nil || *left < 0 {
		return nil, errors.New("the log does not say what is undecided")
	}
	l.Undecided = *left
	eachLocation(l.run, func(at *location) {
		if p := at.Physical; p != nil {
			p.Artifact.URI = relative(p.Artifact.URI, dir)
		}
	})
	return l, nil
}

// Findings returns the properties that fail, in the order of the log.
func (l *Log) Findings() []*Finding {
	var list []*Finding
	for _, r := range l.run.Results {
		if r.Kind != "fail" {
			continue
		}
		f := &Finding{Rule: r.RuleID, Message: r.Message.Text, Fingerprint: r.Fingerprints[FingerprintName], result: r}
		if len(r.Locations) > 0 {
			f.locate(r.Locations[0])
		}
		list = append(list, f)
	}
	return list
}

// Open returns the rules of the undecided properties. all says whether the log lists all undecided properties; a log
// lists only some of very many.
func (l *Log) Open() (rules []string, all bool) {
	n := 0
	for _, r := range l.run.Results {
		if r.Kind != "open" {
			continue
		}
		if n++; !slices.Contains(rules, r.RuleID) {
			rules = append(rules, r.RuleID)
		}
	}
	return rules, n == l.Undecided
}

func (f *Finding) locate(at *location) {
	if len(at.Logical) > 0 {
		f.Function = at.Logical[0].Name
	}
	p := at.Physical
	if p == nil {
		return
	}
	f.File = p.Artifact.URI
	if name, err := url.PathUnescape(f.File); err == nil {
		f.File = name
	}
	if p.Region != nil {
		f.Line, f.Column = p.Region.StartLine, p.Region.StartColumn
	}
}

// Known marks the finding as one that existed before and is accepted, for the given reason.
func (f *Finding) Known(reason string) {
	f.result.BaselineState = "unchanged"
	f.result.Suppressions = append(f.result.Suppressions, suppression{"external", reason})
}

// New marks the finding as one that did not exist before.
func (f *Finding) New() { f.result.BaselineState = "new" }

// Part is the log of a target; Log is nil if the target's run left no log.
type Part struct {
	Name string
	Log  *Log
	Note string // why Log is nil
}

// Merge writes the logs of several targets as one run: the rules and results of all, in their order, and an
// invocation for each. Results with the same fingerprint in the same file are one defect that several targets reach;
// the first of them that is not accepted is kept, or else the first. Fingerprints do not contain file names, so that
// a finding keeps its fingerprint when its file is renamed. Therefore two files with the same text have findings with
// equal fingerprints, which are different defects.
func Merge(w io.Writer, version string, parts []Part) error {
	out := newRun(version)
	rules := map[string]int{}
	list := []*descriptor{}
	fresh, seen := map[string]bool{}, map[string]bool{}
	for _, p := range parts {
		if p.Log != nil {
			for _, r := range p.Log.run.Results {
				if len(r.Suppressions) == 0 {
					fresh[identity(r)] = true
				}
			}
		}
	}
	for _, p := range parts {
		if p.Log == nil {
			in := &invocation{}
			in.note("error", p.Name+": "+p.Note)
			out.Invocations = append(out.Invocations, in)
			continue
		}
		for _, r := range p.Log.run.Tool.Driver.Rules {
			if _, ok := rules[r.ID]; !ok {
				rules[r.ID] = len(list)
				list = append(list, r)
			}
		}
		for _, in := range p.Log.run.Invocations {
			for _, n := range in.Notifications {
				n.Message = say(p.Name + ": " + n.Message.Text)
			}
			out.Invocations = append(out.Invocations, in)
		}
		for _, r := range p.Log.run.Results {
			if id := identity(r); id != "" {
				if seen[id] || fresh[id] && len(r.Suppressions) > 0 {
					continue
				}
				seen[id] = true
			}
			r.RuleIndex = rules[r.RuleID]
			out.Results = append(out.Results, r)
		}
	}
	out.Tool.Driver.Rules = list
	return write(w, out)
}

// identity returns the fingerprint of a result with its file; "" if the result has no fingerprint.
func identity(r *result) string {
	print := r.Fingerprints[FingerprintName]
	if print == "" {
		return ""
	}
	var f Finding
	if len(r.Locations) > 0 {
		f.locate(r.Locations[0])
	}
	return print + "\x00" + f.File
}

// eachLocation calls f for all locations of a run.
func eachLocation(r *run, f func(*location)) {
	each := func(list []*location) {
		for _, at := range list {
			f(at)
		}
	}
	for _, in := range r.Invocations {
		for _, n := range in.Notifications {
			each(n.Locations)
		}
	}
	for _, res := range r.Results {
		each(res.Locations)
		for _, flow := range res.CodeFlows {
			for _, thread := range flow.ThreadFlows {
				for _, step := range thread.Locations {
					if step.Location != nil {
						f(step.Location)
					}
				}
			}
		}
		for _, s := range res.Stacks {
			for _, frame := range s.Frames {
				if frame.Location != nil {
					f(frame.Location)
				}
			}
		}
	}
}

// relative makes the URI of a file below dir relative to dir.
func relative(uri, dir string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	path, err := filepath.Rel(dir, filepath.FromSlash(u.Path))
	if err != nil || path == ".." || strings.HasPrefix(path, ".."+string(filepath.Separator)) {
		return uri
	}
	return fileURI(path)
}
