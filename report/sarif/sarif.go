// This file writes a result as a log.

package sarif

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/source"
	"github.com/whet-mc/whet/report/trace"
)

// Write writes a result in the Static Analysis Results Interchange Format, version 2.1.0, for code scanners. A
// property that fails is a result of level error, with the counterexample as its code flow; an undecided one is a
// result of kind open. A property that holds is not written, since most readers show every result as a finding.
// Notifications of the invocation say why a run is undecided, and what the model does not describe exactly.
func Write(w io.Writer, r *report.Result) error {
	x := &writer{r: r, src: source.Lines{Files: r.Files}, rules: map[string]int{}, list: []*descriptor{}}
	return write(w, x.run())
}

// write writes a log of one run.
func write(w io.Writer, r *run) error {
	b, err := json.MarshalIndent(log{Schema: schema, Version: "2.1.0", Runs: []*run{r}}, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

const (
	schema   = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	maxSteps = 2000 // steps of a code flow
	maxOpen  = 200  // greatest number of open properties that are listed, and of unreachable ones
	homepage = "https://github.com/whet-mc/whet"
)

// writer makes the objects of a log.
type writer struct {
	r     *report.Result
	src   source.Lines
	rules map[string]int
	list  []*descriptor
}

// newRun returns a run without rules, results and invocations.
func newRun(version string) *run {
	return &run{Tool: tool{driver{Name: "whet", Version: version, InformationURI: homepage}}, ColumnKind: "unicodeCodePoints", Results: []*result{}}
}

func (x *writer) run() *run {
	r := x.r
	out := newRun(r.Version)
	for _, c := range r.Checked { // the rules in the order of the properties
		x.rule(c.Kind)
	}
	left := r.Undecided()
	in := &invocation{ExecutionSuccessful: r.Verdict != report.Unknown, Properties: invocationProperties{&left}}
	switch r.Verdict {
	case report.Unsafe:
		prints := Fingerprints(r)
		for i, f := range r.Each() {
			print := prints[i]
			fails := x.failure(f)
			fails.Fingerprints = map[string]string{FingerprintName: print, githubName: print + ":1"}
			out.Results = append(out.Results, fails)
		}
		if len(r.Failures) > 0 { // else only one property was requested, or the run ended with it
			x.open(out)
		}
	case report.Unknown:
		in.note("error", report.Headline(r))
		for _, s := range r.Stuck {
			at := s.Pos
			if s.CalledAt != nil {
				at = *s.CalledAt
			}
			in.note("note", fmt.Sprintf("stuck at %s: no invariant was found for it", r.Loop(s)), x.location(at, s.Func, ""))
		}
		for _, h := range r.Hints {
			in.note("note", "try: "+h)
		}
		x.open(out)
	case report.Safe:
		x.open(out)
	}
	notes := func(title string, list []report.NoteGroup) {
		for _, g := range list {
			var at []*location
			for _, note := range g.Notes[:min(len(g.Notes), 10)] {
				if note.Pos.Valid() {
					at = append(at, x.location(note.Pos, "", ""))
				}
			}
			in.note("note", title+g.Text(r, len(g.Names)), at...)
		}
	}
	notes("assumed: ", r.Assumed)
	notes("relies on: ", r.Relies)
	notes("not modelled exactly: ", r.Notes)
	out.Invocations = []*invocation{in}
	out.Tool.Driver.Rules = x.list
	return out
}

// note adds a notification.
func (in *invocation) note(level, text string, at ...*location) {
	in.Notifications = append(in.Notifications, &notification{level, say(text), at})
}

// open adds the properties that are not decided or not reachable.
func (x *writer) open(r *run) {
	open, unreached := 0, 0
	for _, c := range x.r.Checked {
		switch {
		case c.Status == report.Open && open < maxOpen:
			open++
			r.Results = append(r.Results, x.result(&c.Property, "open", "none", "not decided whether this holds: "+c.Property.Claim()+because(x.r.WhyOpen(&c))))
		case c.Status == report.Unreachable && unreached < maxOpen:
			unreached++
			r.Results = append(r.Results, x.result(&c.Property, "informational", "none", "no run comes here, so that nothing is said of it: "+c.Property.Claim()))
		}
	}
}

func because(why string) string {
	if why == "" {
		return ""
	}
	return "; " + why
}

func say(s string) message { return message{Text: prose.OneLine(s)} }

// result returns the result for a property.
func (x *writer) result(p *trace.Property, kind, level, text string) *result {
	return &result{
		RuleID: ruleID(p.Kind), RuleIndex: x.rule(p.Kind), Kind: kind, Level: level, Message: say(text), Locations: []*location{x.location(p.Pos, p.Func, "")},
	}
}

// failure returns the result for a property that fails.
func (x *writer) failure(r *report.Result) *result {
	out := x.result(r.Property, "fail", "error", report.Headline(r)+report.InputSummary(r))
	moments := r.Moments()
	if n := len(moments) - maxSteps; n > 0 { // the steps near the failure matter most
		moments = moments[n:]
	}
	var thread threadFlow
	for i, m := range moments {
		if m.Kind != trace.GapStep && m.Pos.Valid() {
			thread.Locations = append(thread.Locations, x.step(r, m, i+1))
		}
	}
	if len(thread.Locations) > 0 {
		about := "a run that fails; the inputs are named where they are read"
		if len(r.Inputs) == 0 {
			about = "the run that fails; it needs no inputs"
		}
		out.CodeFlows = []codeFlow{{say(about), []threadFlow{thread}}}
	}
	if len(r.Stack) > 1 {
		var calls stack
		for _, f := range r.Stack {
			calls.Frames = append(calls.Frames, frame{x.location(f.Pos, f.Func, "")})
		}
		out.Stacks = []stack{calls}
	}
	return out
}

func (x *writer) step(r *report.Result, m trace.Moment, n int) *step {
	s := &step{NestingLevel: m.Depth, ExecutionOrder: n, State: map[string]message{}}
	for _, c := range trace.Shown(m.Changes, true) {
		s.State[prose.Cut(prose.OneLine(c.What), 200)] = message{Text: c.Text()}
		if c.Input {
			s.Kinds = []string{"taint"}
		}
	}
	about := prose.Cut(m.About(r.Property), 400)
	switch m.Kind {
	case trace.CallStep:
		s.Kinds = []string{"call", "function"}
	case trace.ErrorStep:
		s.Kinds, s.Importance = []string{"danger"}, "essential"
	default:
		if about == "" {
			line, _ := x.src.Line(m.Pos)
			about = strings.TrimSpace(line)
		}
	}
	if m.Aside {
		s.Importance = "unimportant"
	}
	s.Location = x.location(m.Pos, m.Func, about)
	return s
}

func (x *writer) location(at lang.Pos, fn, about string) *location {
	l := &location{}
	if at.File != "" {
		l.Physical = &physical{Artifact: artifact{fileURI(at.File)}}
		if at.Valid() {
			l.Physical.Region = &region{StartLine: at.Line}
			if raw, ok := x.src.Raw(at); ok {
				l.Physical.Region.StartColumn = codePoint(raw, at.Col)
			}
		}
	}
	if fn != "" {
		l.Logical = []logical{{fn, "function"}}
	}
	if about != "" {
		text := say(about)
		l.Message = &text
	}
	return l
}

// codePoint converts a column in bytes to one in code points, both from 1; it returns 0 if the column is not known.
func codePoint(line []byte, col int) int {
	if col < 1 || col > len(line)+1 {
		return 0
	}
	return utf8.RuneCount(line[:col-1]) + 1
}

// fileURI returns a reference to a file, relative if its name is, so that it also fits another checkout.
func fileURI(name string) string {
	slashed := filepath.ToSlash(name)
	if filepath.IsAbs(name) {
		if !strings.HasPrefix(slashed, "/") {
			slashed = "/" + slashed // C:/x
		}
		return (&url.URL{Scheme: "file", Path: slashed}).String()
	}
	parts := strings.Split(slashed, "/")
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "." || p == "" })
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return strings.Join(parts, "/")
}
