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

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// Log is a log of one run that Write has written, read again.
type Log struct {
	run *sarif.Run
	// Undecided is what the run did not decide, as report.Result.Undecided counts it.
	Undecided int
}

// Finding is a property that fails.
type Finding struct {
	Rule, Function, Message string
	File                    string
	Line, Column            int
	Fingerprint             string
	result                  *sarif.Result
}

// Place is "file:line:column", as far as it is known.
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

// Read reads a log of a run in the folder dir: names of files below it become relative to it.
func Read(r io.Reader, dir string) (*Log, error) {
	var log sarif.Report
	if err := json.NewDecoder(r).Decode(&log); err != nil {
		return nil, err
	}
	if len(log.Runs) != 1 || len(log.Runs[0].Invocations) != 1 || log.Runs[0].Tool == nil || log.Runs[0].Tool.Driver == nil {
		return nil, errors.New("this is no log of one run of whet")
	}
	l := &Log{run: log.Runs[0], Undecided: -1}
	if bag := l.run.Invocations[0].Properties; bag != nil {
		if n, ok := bag.Properties[undecided].(float64); ok {
			l.Undecided = int(n)
		}
	}
	if l.Undecided < 0 {
		return nil, errors.New("the log does not say what is undecided")
	}
	eachLocation(l.run, func(at *sarif.Location) {
		if p := at.PhysicalLocation; p != nil && p.ArtifactLocation != nil && p.ArtifactLocation.URI != nil {
			*p.ArtifactLocation.URI = relative(*p.ArtifactLocation.URI, dir)
		}
	})
	return l, nil
}

// undecided is the property of the invocation that says Log.Undecided.
const undecided = "undecided"

// Findings are what fails, in the order of the log.
func (l *Log) Findings() []*Finding {
	var list []*Finding
	for _, r := range l.run.Results {
		if r.Kind != "fail" {
			continue
		}
		f := &Finding{Fingerprint: r.PartialFingerprints[FingerprintName], result: r}
		if r.RuleID != nil {
			f.Rule = *r.RuleID
		}
		if r.Message != nil && r.Message.Text != nil {
			f.Message = *r.Message.Text
		}
		if len(r.Locations) > 0 {
			f.locate(r.Locations[0])
		}
		list = append(list, f)
	}
	return list
}

// Open are the rules of the properties that are not decided, and whether these are all: of very many
// a log names some.
func (l *Log) Open() (rules []string, all bool) {
	n := 0
	for _, r := range l.run.Results {
		if r.Kind != "open" || r.RuleID == nil {
			continue
		}
		if n++; !slices.Contains(rules, *r.RuleID) {
			rules = append(rules, *r.RuleID)
		}
	}
	return rules, n == l.Undecided
}

func (f *Finding) locate(at *sarif.Location) {
	if len(at.LogicalLocations) > 0 && at.LogicalLocations[0].Name != nil {
		f.Function = *at.LogicalLocations[0].Name
	}
	p := at.PhysicalLocation
	if p == nil || p.ArtifactLocation == nil || p.ArtifactLocation.URI == nil {
		return
	}
	f.File = *p.ArtifactLocation.URI
	if name, err := url.PathUnescape(f.File); err == nil {
		f.File = name
	}
	if p.Region != nil {
		if p.Region.StartLine != nil {
			f.Line = *p.Region.StartLine
		}
		if p.Region.StartColumn != nil {
			f.Column = *p.Region.StartColumn
		}
	}
}

// Known marks the finding as one that was there before, and that is accepted, for the reason given.
func (f *Finding) Known(reason string) {
	f.result.WithBaselineState("unchanged").AddSuppression(sarif.NewSuppression().WithKind("external").WithJustification(reason))
}

// New marks the finding as one that was not there before.
func (f *Finding) New() { f.result.WithBaselineState("new") }

// Part is the log of a target; nil where the target's run left none.
type Part struct {
	Name string
	Log  *Log
	Note string // why there is none
}

// Merge writes the logs of several targets as one run: rules and results of all, in their order, and
// an invocation for each. Of results with one fingerprint in one file, which are one defect that
// several targets come to, the first stays, or the first that is not accepted. A fingerprint has no
// name of a file in it, so that a finding stays what it is when its file gets another name; so two files
// with the same text have findings of the same fingerprint, which are two.
func Merge(w io.Writer, version string, parts []Part) error {
	run := sarif.NewRunWithInformationURI("whet", homepage).WithColumnKind("unicodeCodePoints")
	rules := map[string]int{}
	list := []*sarif.ReportingDescriptor{}
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
			in := sarif.NewInvocation().WithExecutionSuccessful(false)
			in.AddToolExecutionNotification(sarif.NewNotification().WithLevel("error").WithMessage(message(p.Name + ": " + p.Note)))
			run.AddInvocation(in)
			continue
		}
		for _, r := range p.Log.run.Tool.Driver.Rules {
			if _, ok := rules[*r.ID]; !ok {
				rules[*r.ID] = len(list)
				list = append(list, r)
			}
		}
		for _, in := range p.Log.run.Invocations {
			for _, n := range in.ToolExecutionNotifications {
				n.Message = message(p.Name + ": " + *n.Message.Text)
			}
			run.AddInvocation(in)
		}
		for _, r := range p.Log.run.Results {
			if id := identity(r); id != "" {
				if seen[id] || fresh[id] && len(r.Suppressions) > 0 {
					continue
				}
				seen[id] = true
			}
			run.AddResult(r.WithRuleIndex(rules[*r.RuleID]))
		}
	}
	run.Tool.Driver.WithRules(list)
	if version != "" {
		run.Tool.Driver.WithVersion(version)
	}
	return write(w, run)
}

// identity is the fingerprint of a result and its file; "" where it has no fingerprint.
func identity(r *sarif.Result) string {
	print := r.PartialFingerprints[FingerprintName]
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
func eachLocation(run *sarif.Run, f func(*sarif.Location)) {
	each := func(list []*sarif.Location) {
		for _, at := range list {
			f(at)
		}
	}
	for _, in := range run.Invocations {
		for _, n := range in.ToolExecutionNotifications {
			each(n.Locations)
		}
	}
	for _, r := range run.Results {
		each(r.Locations)
		for _, flow := range r.CodeFlows {
			for _, thread := range flow.ThreadFlows {
				for _, step := range thread.Locations {
					if step.Location != nil {
						f(step.Location)
					}
				}
			}
		}
		for _, s := range r.Stacks {
			for _, frame := range s.Frames {
				if frame.Location != nil {
					f(frame.Location)
				}
			}
		}
	}
}

// relative makes the address of a file below dir relative to it.
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
