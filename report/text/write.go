// This file prints a result.

package text

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/source"
)

// Write writes a result for people. The last line is the verdict:
//
//	VERDICT: safe
//	VERDICT: safe (nothing to check)
//	VERDICT: safe (assuming malloc-succeeds)
//	VERDICT: unsafe
//	VERDICT: unknown (reason)
func Write(w io.Writer, r *report.Result, st Style) error {
	p := &printer{Style: st, src: source.Lines{Files: r.Files}}
	switch r.Verdict {
	case report.Safe:
		p.safe(r)
	case report.Unsafe:
		p.unsafe(r)
	default:
		p.unknown(r)
	}
	for _, w := range r.Warnings {
		p.wrap("  warning: ", w, 11)
	}
	p.notes(r)
	if st.Stats {
		p.stats(r)
		if st.Verbose {
			p.invariants(r)
		}
	}
	if st.Loops && !(st.Stats && st.Verbose) {
		p.loopInvariants(r)
	}
	if len(r.Assumed)+len(r.Notes) > 0 || len(r.Relies) > 0 && r.Verdict == report.Safe || st.Stats || st.Loops || st.Far && r.Verdict == report.Unknown {
		p.printf("\n")
	}
	p.printf("%s\n", p.verdict(r))
	_, err := io.WriteString(w, p.b.String())
	return err
}

// verdict returns the last line of the text report, without colour.
func (p *printer) verdict(r *report.Result) string {
	// The verdict has no colour codes, because scripts search for it.
	return "VERDICT: " + r.VerdictLine()
}

func (p *printer) safe(r *report.Result) {
	p.printf("%s: %s\n", p.paint(r.Task.Name(), bold), p.paint("no run reaches an error", green, bold))
	if len(r.Checked) == 0 {
		p.wrap("  ", "the program has nothing that can fail: "+nothing(&r.Task), 2)
	}
	p.each(r)
	if r.Outcome != nil {
		p.wrap("  ", explored(r), 2)
	}
	if r.Proof != nil && r.Outcome == nil { // a proof from elsewhere: say what it proves
		p.wrap("  ", asked(r), 2)
	}
	if r.Proof != nil {
		var how []string
		if r.Proof.Runs > 0 {
			how = append(how, "by making "+prose.Plural(r.Proof.Runs, "run")+" again")
		}
		if r.Proof.Paths > 0 {
			how = append(how, "by making "+prose.Plural(r.Proof.Paths, "path")+" again")
		}
		if r.Proof.Annotations > 0 || len(how) == 0 {
			how = append(how, prose.Plural(r.Proof.Annotations, "annotation")+" in "+prose.Plural(r.Proof.Steps, "step"))
		}
		p.wrap("  ", "proof:    checked, "+strings.Join(how, "; "), 2)
	}
}

// nothing says which kinds of checks the program does not contain.
func nothing(t *report.Task) string {
	none := "no reachable reach_error(), assert or label ERROR"
	switch {
	case len(t.Checks) == 0:
		return "nothing was looked for"
	case t.Checks[0] != "assert":
		return "nothing that was looked for"
	case len(t.Checks) > 1:
		return none + ", nor what else was looked for"
	}
	return none
}

// asked describes the question that a verdict answers.
func asked(r *report.Result) string {
	t, what := &r.Task, []string{"runs from " + prose.OneLine(r.Task.Entry)}
	if len(r.Obligations) > 0 {
		what = nil
		for i := range r.Obligations {
			if o := &r.Obligations[i]; o.Contract {
				what = append(what, o.Name())
			} else {
				what = append(what, "runs from "+o.Function)
			}
		}
	}
	return fmt.Sprintf("asked: %s, %s arithmetic, %s, checks: %s", strings.Join(what, ", "), t.Arith, t.DataModel, strings.Join(t.Checks, ", "))
}

func explored(r *report.Result) string {
	if r.Recalled {
		return fmt.Sprintf("from the cache, and checked again (%s, %s arithmetic, %s)", answeredBy(r), r.Task.Arith, r.Task.DataModel)
	}
	if r.Reused > 0 && r.Stats.States+r.Stats.Runs+r.Stats.Paths+r.Stats.Refinements == 0 {
		return fmt.Sprintf("from the cache: what was found out about an earlier version, checked again for this one (%s, %s arithmetic, %s)", answeredBy(r), r.Task.Arith, r.Task.DataModel)
	}
	if r.Verdict == report.Unsafe && r.Stats.Refinements == 0 && r.Stats.States <= 1 {
		return fmt.Sprintf("found by running the program, before it was explored (%s, %s arithmetic, %s)", answeredBy(r), r.Task.Arith, r.Task.DataModel)
	}
	if r.Verdict == report.Safe && r.Stats.Runs > 0 {
		return fmt.Sprintf("ran: %s, which is all there are (%s, %s arithmetic, %s)", prose.Plural(r.Stats.Runs, "run"), answeredBy(r), r.Task.Arith, r.Task.DataModel)
	}
	if r.Verdict == report.Safe && r.Stats.Paths > 0 && r.Stats.States == 0 {
		return fmt.Sprintf("made: %s, with inputs as symbols, which is all there are (%s, %s arithmetic, %s)", prose.Plural(r.Stats.Paths, "path"), answeredBy(r), r.Task.Arith, r.Task.DataModel)
	}
	s := "explored: " + prose.Plural(r.Stats.States, "state")
	if r.Stats.Procedures > 0 {
		s += " in " + prose.Plural(r.Stats.Procedures, "procedure")
	}
	s += ", " + prose.Plural(r.Stats.Refinements, "refinement")
	if r.Reused > 0 {
		s += fmt.Sprintf("; %s known from an earlier version, and checked again", prose.Plural(r.Reused, "check"))
	}
	s += fmt.Sprintf(" (%s, %s arithmetic, %s)", answeredBy(r), r.Task.Arith, r.Task.DataModel)
	return s
}

// maxFailures bounds the failures that are shown with their paths.
const maxFailures = 8

func (p *printer) unsafe(r *report.Result) {
	for i, f := range r.Each() {
		if i >= maxFailures && !p.Verbose {
			p.printf("%s: %s\n", p.paint(f.Property.Pos.String(), bold), p.paint(report.Headline(f)+report.InputSummary(f), red, bold))
			continue
		}
		p.failure(f)
	}
	p.each(r)
	p.wrap("  ", explored(r), 2)
}

// Failure returns the counterexample of an unsafe result as text: what fails, the inputs and the path.
func Failure(r *report.Result) string {
	p := &printer{src: source.Lines{Files: r.Files}}
	p.failure(r)
	return p.b.String()
}

// failure prints one property that fails, and how.
func (p *printer) failure(r *report.Result) {
	c := r.Property
	p.printf("%s: %s\n", p.paint(c.Pos.String(), bold), p.paint(c.HappensIn(), red, bold))
	p.frame(c.Pos, 2, red)
	for _, s := range r.Detail.Sentences(c) {
		p.wrap("  ", s, 2)
	}
	stack := r.Stack
	// An error inside a library function is shown at its call, which is the next frame.
	if len(stack) > 1 && stack[0].Func != c.Func && stack[1].Func == c.Func && stack[1].Pos.File == c.Pos.File && stack[1].Pos.Line == c.Pos.Line {
		stack = stack[1:]
	}
	for i, f := range stack {
		switch {
		case i == 1:
			p.printf("called from %s, %s\n", f.Func, r.Place(f.Pos))
			p.frame(f.Pos, 0, yellow)
		case i > 1 && i < 6:
			p.printf("called from %s, %s\n", f.Func, r.Place(f.Pos))
		case i == 6:
			p.printf("called from %s\n", prose.Plural(len(stack)-i, "more function"))
		}
	}
	p.inputs(r)
	p.path(r)
	p.heap(r)
}

// heap prints where pointers lead when the run ends.
func (p *printer) heap(r *report.Result) {
	lines := r.Heap.Lines()
	if len(lines) == 0 {
		return
	}
	p.printf("%s\n", p.paint("Heap when it fails:", bold))
	for _, l := range lines {
		text := strings.TrimLeft(l, " ")
		lead := "  " + l[:len(l)-len(text)]
		p.wrap(lead, text, len(lead)+4)
	}
	p.printf("\n")
}

// maxInputs bounds the listed inputs; the middle ones are left out.
const maxInputs = 24

func (p *printer) inputs(r *report.Result) {
	if len(r.Inputs) == 0 {
		p.printf("\nInputs: none; every run ends here.\n")
		return
	}
	list, total := report.InputLines(r, p.Verbose), 0
	for _, l := range list {
		total += l.Count
	}
	p.printf("\n%s, in the order of use:\n", p.paint(fmt.Sprintf("Inputs (%s)", prose.Group(total)), bold))
	if n := len(list) - maxInputs; n > 0 && !p.Verbose {
		left := 0
		for _, l := range list[maxInputs/2 : maxInputs/2+n] {
			left += l.Count
		}
		gap := report.InputLine{Value: "⋮", From: prose.Plural(left, "input") + " more (-v lists all)"}
		list = slices.Replace(list, maxInputs/2, maxInputs/2+n, gap)
	}
	wn, wv := 1, 1
	for _, l := range list {
		wn, wv = max(wn, len([]rune(l.No))), max(wv, len([]rune(l.Value)))
	}
	wv = min(wv, 40)
	for _, l := range list {
		p.printf("  %s  %s  %s\n", p.paint(pad(l.No, wn, true), dim), pad(l.Value, wv, false), p.paint(l.From, dim))
	}
}

func (p *printer) unknown(r *report.Result) {
	reason := r.Reason
	if reason == "" {
		reason = "no reason given"
	}
	p.printf("%s: %s: %s\n", p.paint(r.Task.Name(), bold), p.paint("not decided", yellow, bold), prose.OneLine(reason))
	if r.Stats.States > 0 {
		p.wrap("  ", strings.Replace(explored(r), "explored:", "explored so far:", 1), 2)
	}
	p.open(r)
	p.stuck(r)
	if !p.Far {
		p.tried(r)
	}
	for _, h := range r.Hints {
		if p.Far && strings.HasPrefix(h, "whet explain") { // the user is running whet explain already
			continue
		}
		p.wrap("  try: ", h, 7)
	}
	if p.Far {
		p.far(r)
	}
}

// maxNames bounds the names that a group of notes lists.
const maxNames = 8

func (p *printer) notes(r *report.Result) {
	p.groups(r, "Assumed:", r.Assumed)
	if r.Verdict == report.Safe {
		p.groups(r, "Relies on:", r.Relies)
	}
	p.groups(r, "Not modelled exactly:", r.Notes)
}

func (p *printer) groups(r *report.Result, title string, list []report.NoteGroup) {
	if len(list) == 0 {
		return
	}
	p.printf("\n%s\n", p.paint(title, bold))
	for _, g := range list {
		most := maxNames
		if p.Verbose {
			most = len(g.Names)
		}
		p.wrap("  ", g.Text(r, most), 4)
	}
}
