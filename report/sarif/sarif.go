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

// Write writes a result in the Static Analysis Results Interchange Format, version 2.1.0, for code scanners: what fails is a result
// of level error, with the counterexample as its code flow; what is open one of kind open. What holds is no result, since
// most readers show every result as a finding. Why a run is undecided is a notification of its invocation, and so is what the model does
// not describe exactly.
func Write(w io.Writer, r *report.Result) error {
	x := &sarifWriter{r: r, src: source.Lines{Files: r.Files}, rules: map[string]int{}}
	b, err := json.MarshalIndent(x.log(), "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

const (
	sarifSchema   = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	maxSarifSteps = 2000 // of a code flow
	maxSarifOpen  = 200  // open properties
	homepage      = "https://github.com/whet-mc/whet"
)

// The objects of the format that are used, by its names. What is optional and empty is left out.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		Results     []sarifResult     `json:"results"`
		ColumnKind  string            `json:"columnKind"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules,omitempty"`
	}
	sarifRule struct {
		ID    string       `json:"id"`
		Short sarifMessage `json:"shortDescription"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Kind      string          `json:"kind"`
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
		CodeFlows []sarifCodeFlow `json:"codeFlows,omitempty"`
		Stacks    []sarifStack    `json:"stacks,omitempty"`
	}
	sarifLocation struct {
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifMessage  `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region *sarifRegion `json:"region,omitempty"`
	}
	sarifRegion struct {
		StartLine   int           `json:"startLine"`
		StartColumn int           `json:"startColumn,omitempty"`
		Snippet     *sarifMessage `json:"snippet,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"name"`
		Kind string `json:"kind"`
	}
	sarifCodeFlow struct {
		Message     sarifMessage      `json:"message"`
		ThreadFlows []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		Locations []sarifStep `json:"locations"`
	}
	sarifStep struct {
		Location       sarifLocation           `json:"location"`
		State          map[string]sarifMessage `json:"state,omitempty"`
		NestingLevel   int                     `json:"nestingLevel"`
		ExecutionOrder int                     `json:"executionOrder"`
		Importance     string                  `json:"importance"`
		Kinds          []string                `json:"kinds,omitempty"`
	}
	sarifStack struct {
		Frames []sarifFrame `json:"frames"`
	}
	sarifFrame struct {
		Location sarifLocation `json:"location"`
	}
)

type sarifWriter struct {
	r     *report.Result
	src   source.Lines
	rules map[string]int
	list  []sarifRule
}

func (x *sarifWriter) log() sarifLog {
	run := sarifRun{Results: []sarifResult{}, ColumnKind: "unicodeCodePoints"}
	r := x.r
	for _, c := range r.Checked { // the rules in the order of the properties
		x.rule(c.Kind)
	}
	in := sarifInvocation{Successful: r.Verdict != report.Unknown}
	switch r.Verdict {
	case report.Unsafe:
		run.Results = append(run.Results, x.failure())
	case report.Unknown:
		in.Notifications = append(in.Notifications, sarifNotification{Level: "error", Message: x.text(report.Headline(r))})
		for i, c := range r.Checked {
			if i == maxSarifOpen {
				break
			}
			if c.Status != report.Open {
				continue
			}
			run.Results = append(run.Results, sarifResult{
				RuleID: sarifID(c.Kind), RuleIndex: x.rule(c.Kind), Kind: "open", Level: "none",
				Message: x.text("not decided whether this holds: " + c.Property.Claim()), Locations: []sarifLocation{x.location(c.Pos, c.Func, "")},
			})
		}
	}
	for _, g := range r.Notes {
		n := sarifNotification{Level: "note", Message: x.text("not modelled exactly: " + g.Text(r, len(g.Names)))}
		for _, note := range g.Notes[:min(len(g.Notes), 10)] {
			if note.Pos.Valid() {
				n.Locations = append(n.Locations, x.location(note.Pos, "", ""))
			}
		}
		in.Notifications = append(in.Notifications, n)
	}
	run.Invocations = []sarifInvocation{in}
	run.Tool.Driver = sarifDriver{Name: "whet", Version: r.Version, InformationURI: homepage, Rules: x.list}
	return sarifLog{sarifSchema, "2.1.0", []sarifRun{run}}
}

// sarifID is the identifier of a rule: the kind of property, without blanks.
func sarifID(kind string) string { return strings.ReplaceAll(kind, " ", "-") }

func (x *sarifWriter) rule(kind string) int {
	id := sarifID(kind)
	i, ok := x.rules[id]
	if !ok {
		i = len(x.list)
		x.rules[id] = i
		about := "Not reached by any run: " + kind
		switch {
		case kind == "bounds":
			about = "Accesses stay inside of their arrays and objects"
		case strings.Contains(kind, "assert"):
			about = "Assertions hold in every run"
		}
		x.list = append(x.list, sarifRule{id, x.text(about)})
	}
	return i
}

func (x *sarifWriter) text(s string) sarifMessage { return sarifMessage{prose.OneLine(s)} }

func (x *sarifWriter) failure() sarifResult {
	r, p := x.r, x.r.Property
	out := sarifResult{
		RuleID: sarifID(p.Kind), RuleIndex: x.rule(p.Kind), Kind: "fail", Level: "error",
		Message: x.text(report.Headline(r) + inputSummary(r)), Locations: []sarifLocation{x.location(p.Pos, p.Func, "")},
	}
	flow := sarifCodeFlow{Message: x.text("a run that fails; the inputs are named where they are read")}
	if len(r.Inputs) == 0 {
		flow.Message = x.text("the run that fails; it needs no inputs")
	}
	moments := r.Moments()
	if n := len(moments) - maxSarifSteps; n > 0 { // what is near the failure matters most
		moments = moments[n:]
	}
	steps := make([]sarifStep, 0, len(moments))
	for i, m := range moments {
		if m.Kind == trace.GapStep || !m.Pos.Valid() {
			continue
		}
		steps = append(steps, x.step(m, i+1))
	}
	if len(steps) > 0 {
		flow.ThreadFlows = []sarifThreadFlow{{steps}}
		out.CodeFlows = []sarifCodeFlow{flow}
	}
	var stack sarifStack
	for _, f := range r.Stack {
		stack.Frames = append(stack.Frames, sarifFrame{x.location(f.Pos, f.Func, "")})
	}
	if len(stack.Frames) > 1 {
		out.Stacks = []sarifStack{stack}
	}
	return out
}

// inputSummary lists the inputs where they are few.
func inputSummary(r *report.Result) string {
	if len(r.Inputs) == 0 || len(r.Inputs) > 6 {
		return ""
	}
	var parts []string
	for _, in := range r.Inputs {
		s := in.Text()
		if in.Times > 1 {
			s += fmt.Sprintf(" ×%d", in.Times)
		}
		parts = append(parts, s)
	}
	return "; inputs: " + strings.Join(parts, ", ")
}

func (x *sarifWriter) step(m trace.Moment, n int) sarifStep {
	s := sarifStep{NestingLevel: m.Depth, ExecutionOrder: n, Importance: "important"}
	var text []string
	for _, c := range m.Changes {
		if s.State == nil {
			s.State = map[string]sarifMessage{}
		}
		s.State[prose.Cut(prose.OneLine(c.What), 200)] = sarifMessage{c.Text()}
		text = append(text, c.String())
		if c.Input {
			s.Kinds = []string{"taint"}
		}
	}
	message := prose.Cut(strings.Join(text, ", "), 400)
	switch m.Kind {
	case trace.CallStep:
		s.Kinds = []string{"call", "function"}
		message = "call of " + m.Func + "(" + message + ")"
	case trace.ErrorStep:
		s.Kinds = []string{"danger"}
		s.Importance = "essential"
		message = x.r.Property.Happens()
	default:
		if message == "" {
			line, _ := x.src.Line(m.Pos)
			message = strings.TrimSpace(line)
		}
	}
	if m.Aside {
		s.Importance = "unimportant"
	}
	s.Location = x.location(m.Pos, m.Func, message)
	return s
}

func (x *sarifWriter) location(at lang.Pos, fn, message string) sarifLocation {
	var l sarifLocation
	if at.File != "" {
		l.Physical = &sarifPhysical{}
		l.Physical.Artifact.URI = fileURI(at.File)
		if at.Valid() {
			g := &sarifRegion{StartLine: at.Line}
			if raw, ok := x.src.Raw(at); ok {
				g.StartColumn = codePoint(raw, at.Col)
			}
			l.Physical.Region = g
		}
	}
	if fn != "" {
		l.Logical = []sarifLogical{{fn, "function"}}
	}
	if message != "" {
		m := x.text(message)
		l.Message = &m
	}
	return l
}

// codePoint turns a column in bytes into one in code points, both from 1; 0 where it is not known.
func codePoint(line []byte, col int) int {
	if col < 1 || col > len(line)+1 {
		return 0
	}
	return utf8.RuneCount(line[:col-1]) + 1
}

// fileURI is a reference to a file: relative where its name is, so that it can be found in another checkout.
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
