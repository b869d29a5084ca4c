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

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/source"
	"github.com/whet-mc/whet/report/trace"
)

// Write writes a result in the Static Analysis Results Interchange Format, version 2.1.0, for code
// scanners: what fails is a result of level error, with the counterexample as its code flow; what
// is open one of kind open. What holds is no result, since most readers show every result as a
// finding. Why a run is undecided is a notification of its invocation, and so is what the model
// does not describe exactly.
func Write(w io.Writer, r *report.Result) error {
	x := &writer{r: r, src: source.Lines{Files: r.Files}, rules: map[string]int{}, list: []*sarif.ReportingDescriptor{}}
	return write(w, x.run())
}

// write writes a log of one run.
func write(w io.Writer, run *sarif.Run) error {
	log := sarif.NewReport().AddRun(run)
	log.Schema = schema
	b, err := json.MarshalIndent(log, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

const (
	schema   = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	maxSteps = 2000 // of a code flow
	maxOpen  = 200  // open properties
	homepage = "https://github.com/whet-mc/whet"
)

// writer makes the objects of a log. What the library leaves at its defaults stands in the file as
// well: "rank": -1, say.
type writer struct {
	r     *report.Result
	src   source.Lines
	rules map[string]int
	list  []*sarif.ReportingDescriptor
}

func (x *writer) run() *sarif.Run {
	run := sarif.NewRunWithInformationURI("whet", homepage).WithColumnKind("unicodeCodePoints")
	r := x.r
	for _, c := range r.Checked { // the rules in the order of the properties
		x.rule(c.Kind)
	}
	in := sarif.NewInvocation().WithExecutionSuccessful(r.Verdict != report.Unknown)
	in.WithProperties(sarif.NewPropertyBag().Add(undecided, r.Undecided()))
	switch r.Verdict {
	case report.Unsafe:
		prints := Fingerprints(r)
		for i, f := range r.Each() {
			print := prints[i]
			run.AddResult(x.failure(f).WithPartialFingerprints(map[string]string{FingerprintName: print, githubName: print + ":1"}))
		}
		if len(r.Failures) > 0 { // else only one property was asked for, or the run ended there
			x.open(run)
		}
	case report.Unknown:
		in.AddToolExecutionNotification(sarif.NewNotification().WithLevel("error").WithMessage(message(report.Headline(r))))
		for _, s := range r.Stuck {
			n := sarif.NewNotification().WithLevel("note").WithMessage(message(fmt.Sprintf("stuck at %s: no invariant was found for it", r.Loop(s))))
			at := s.Pos
			if s.CalledAt != nil {
				at = *s.CalledAt
			}
			n.WithLocations([]*sarif.Location{x.location(at, s.Func, "")})
			in.AddToolExecutionNotification(n)
		}
		for _, h := range r.Hints {
			in.AddToolExecutionNotification(sarif.NewNotification().WithLevel("note").WithMessage(message("try: " + h)))
		}
		x.open(run)
	}
	notes := func(title string, list []report.NoteGroup) {
		for _, g := range list {
			n := sarif.NewNotification().WithLevel("note").WithMessage(message(title + g.Text(r, len(g.Names))))
			for _, note := range g.Notes[:min(len(g.Notes), 10)] {
				if note.Pos.Valid() {
					n.AddLocation(x.location(note.Pos, "", ""))
				}
			}
			in.AddToolExecutionNotification(n)
		}
	}
	notes("assumed: ", r.Assumed)
	notes("not modelled exactly: ", r.Notes)
	run.AddInvocation(in)
	run.Tool.Driver.WithRules(x.list)
	if r.Version != "" {
		run.Tool.Driver.WithVersion(r.Version)
	}
	return run
}

// open adds the properties that are not decided.
func (x *writer) open(run *sarif.Run) {
	n := 0
	for _, c := range x.r.Checked {
		if c.Status == report.Open && n < maxOpen {
			run.AddResult(x.result(&c.Property, "open", "none").WithMessage(message("not decided whether this holds: " + c.Property.Claim() + because(x.r.WhyOpen(&c)))))
			n++
		}
	}
}

func because(why string) string {
	if why == "" {
		return ""
	}
	return "; " + why
}

func message(s string) *sarif.Message { return sarif.NewTextMessage(prose.OneLine(s)) }

// result is one of a property, without its message.
func (x *writer) result(p *trace.Property, kind, level string) *sarif.Result {
	return sarif.NewRuleResult(ruleID(p.Kind)).WithRuleIndex(x.rule(p.Kind)).WithKind(kind).WithLevel(level).AddLocation(x.location(p.Pos, p.Func, ""))
}

// failure is the result of one property that fails.
func (x *writer) failure(r *report.Result) *sarif.Result {
	out := x.result(r.Property, "fail", "error").WithMessage(message(report.Headline(r) + report.InputSummary(r)))
	moments := r.Moments()
	if n := len(moments) - maxSteps; n > 0 { // what is near the failure matters most
		moments = moments[n:]
	}
	thread := sarif.NewThreadFlow()
	for i, m := range moments {
		if m.Kind != trace.GapStep && m.Pos.Valid() {
			thread.AddLocation(x.step(r, m, i+1))
		}
	}
	if len(thread.Locations) > 0 {
		about := "a run that fails; the inputs are named where they are read"
		if len(r.Inputs) == 0 {
			about = "the run that fails; it needs no inputs"
		}
		out.AddCodeFlow(sarif.NewCodeFlow().WithMessage(message(about)).AddThreadFlow(thread))
	}
	if len(r.Stack) > 1 {
		stack := sarif.NewStack()
		for _, f := range r.Stack {
			stack.AddFrame(sarif.NewStackFrame().WithLocation(x.location(f.Pos, f.Func, "")))
		}
		out.AddStack(stack)
	}
	return out
}

func (x *writer) step(r *report.Result, m trace.Moment, n int) *sarif.ThreadFlowLocation {
	s := sarif.NewThreadFlowLocation().WithNestingLevel(m.Depth).WithExecutionOrder(n)
	state := map[string]sarif.MultiformatMessageString{}
	for _, c := range trace.Shown(m.Changes, true) {
		state[prose.Cut(prose.OneLine(c.What), 200)] = *sarif.NewMultiformatMessageString().WithText(c.Text())
		if c.Input {
			s.WithKinds([]string{"taint"})
		}
	}
	s.WithState(state)
	about := prose.Cut(m.About(r.Property), 400)
	switch m.Kind {
	case trace.CallStep:
		s.WithKinds([]string{"call", "function"})
	case trace.ErrorStep:
		s.WithKinds([]string{"danger"}).WithImportance("essential")
	default:
		if about == "" {
			line, _ := x.src.Line(m.Pos)
			about = strings.TrimSpace(line)
		}
	}
	if m.Aside {
		s.WithImportance("unimportant")
	}
	return s.WithLocation(x.location(m.Pos, m.Func, about))
}

func (x *writer) location(at lang.Pos, fn, about string) *sarif.Location {
	l := sarif.NewLocation()
	if at.File != "" {
		place := sarif.NewPhysicalLocation().WithArtifactLocation(sarif.NewSimpleArtifactLocation(fileURI(at.File)))
		if at.Valid() {
			region := sarif.NewRegion().WithStartLine(at.Line)
			if raw, ok := x.src.Raw(at); ok {
				if c := codePoint(raw, at.Col); c > 0 {
					region.WithStartColumn(c)
				}
			}
			place.WithRegion(region)
		}
		l.WithPhysicalLocation(place)
	}
	if fn != "" {
		l.AddLogicalLocation(sarif.NewLogicalLocation().WithName(fn).WithKind("function"))
	}
	if about != "" {
		l.WithMessage(message(about))
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

// fileURI is a reference to a file: relative where its name is, so that it can be found in another
// checkout.
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
