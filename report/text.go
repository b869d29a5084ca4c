package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Text writes a result for people. The last line is the verdict:
//
//	VERDICT: safe
//	VERDICT: unsafe
//	VERDICT: unknown (reason)
func Text(w io.Writer, r *Result, st Style) error {
	p := &printer{Style: st, src: lineIndex{files: r.Files}}
	switch r.Verdict {
	case Safe:
		p.safe(r)
	case Unsafe:
		p.unsafe(r)
	default:
		p.unknown(r)
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
	if len(r.Notes) > 0 || st.Stats || st.Loops {
		p.printf("\n")
	}
	p.printf("%s\n", p.verdict(r))
	_, err := io.WriteString(w, p.b.String())
	return err
}

// VerdictLine is the last line of the text report, without colour.
func VerdictLine(r *Result) string { return (&printer{}).verdict(r) }

func (p *printer) verdict(r *Result) string {
	// The words themselves stay free of colour codes: scripts look for them.
	if r.Verdict == Unknown && r.Reason != "" {
		return "VERDICT: unknown (" + oneLine(r.Reason) + ")"
	}
	return "VERDICT: " + string(r.Verdict)
}

func oneLine(s string) string { return clean(strings.Join(strings.Fields(s), " ")) }

func (p *printer) safe(r *Result) {
	p.printf("%s: %s\n", p.paint(r.Task.File, bold), p.paint("no run reaches an error", green, bold))
	p.wrap("  ", whatIsChecked(r), 2)
	p.each(r)
	if r.Outcome != nil {
		p.wrap("  ", explored(r), 2)
	}
	if r.Proof != nil && r.Outcome == nil { // a proof from elsewhere: what it is that is proved
		p.wrap("  ", asked(&r.Task), 2)
	}
	if r.Proof != nil {
		if r.Proof.Runs > 0 {
			p.wrap("  ", fmt.Sprintf("proof:    checked, by making %s again", plural(r.Proof.Runs, "run")), 2)
			return
		}
		p.wrap("  ", fmt.Sprintf("proof:    checked, %s in %s", plural(r.Proof.Annotations, "annotation"), plural(r.Proof.Steps, "step")), 2)
	}
}

// asked is the question that a verdict answers.
func asked(t *Task) string {
	checks := "checks: none but what the program asserts"
	if len(t.Checks) > 0 {
		checks = "checks: what the program asserts, " + strings.Join(t.Checks, ", ")
	}
	return fmt.Sprintf("asked: runs from %s, %s arithmetic, %s, %s", oneLine(t.Entry), t.Arith, t.DataModel, checks)
}

// whatIsChecked names the properties: one by its place, many by their number.
func whatIsChecked(r *Result) string {
	switch n := len(r.Checked); n {
	case 0:
		return "the program states no property that can fail: no reachable reach_error(), assert or label ERROR"
	case 1:
		c := r.Checked[0].Property
		if c.Kind == cfa.OutOfBounds {
			return fmt.Sprintf("checked: the access %s, line %d, stays inside", oneLine(c.Text), c.Pos.Line)
		}
		return fmt.Sprintf("checked: %s, line %d", describe(&c), c.Pos.Line)
	default:
		var kinds []string
		count := map[string]int{}
		for _, c := range r.Checked {
			if count[c.Kind] == 0 {
				kinds = append(kinds, c.Kind)
			}
			count[c.Kind]++
		}
		for i, k := range kinds {
			name := k
			if k == cfa.OutOfBounds {
				name = "access in bounds"
			}
			kinds[i] = fmt.Sprintf("%s (%d)", name, count[k])
		}
		return fmt.Sprintf("checked: %d places, by kind: %s", n, strings.Join(kinds, ", "))
	}
}

func explored(r *Result) string {
	if r.Recalled {
		return fmt.Sprintf("from the cache, and checked again (%s, %s arithmetic, %s)", answeredBy(r), r.Task.Arith, r.Task.DataModel)
	}
	if r.Verdict == Unsafe && r.Stats.Refinements == 0 && r.Stats.States <= 1 {
		return fmt.Sprintf("found by running the program, before it was explored (%s, %s arithmetic, %s)", answeredBy(r), r.Task.Arith, r.Task.DataModel)
	}
	if r.Verdict == Safe && r.Stats.Runs > 0 {
		return fmt.Sprintf("ran: %s, which is all there are (%s, %s arithmetic, %s)", plural(r.Stats.Runs, "run"), answeredBy(r), r.Task.Arith, r.Task.DataModel)
	}
	s := "explored: " + plural(r.Stats.States, "state")
	if r.Stats.Procedures > 0 {
		s += " in " + plural(r.Stats.Procedures, "procedure")
	}
	s += ", " + plural(r.Stats.Refinements, "refinement")
	s += fmt.Sprintf(" (%s, %s arithmetic, %s)", answeredBy(r), r.Task.Arith, r.Task.DataModel)
	return s
}

// describe names a property: "assertion x > 0", "reach_error()", "label ERROR".
func describe(c *Property) string {
	if c.Kind == cfa.OutOfBounds {
		return outside(c)
	}
	kind := c.Kind
	if identifier(kind) && kind != "assertion" && kind != "unsupported" {
		kind += "()"
	}
	text := strings.Trim(oneLine(c.Text), `"`)
	if text == "" || text == c.Kind {
		return kind
	}
	return kind + " " + text
}

// outside says what is wrong with an access that leaves its array, or what its pointer should lead to.
func outside(c *Property) string {
	text := oneLine(c.Text)
	if strings.HasSuffix(text, "]") {
		return "index outside of the array: " + text
	}
	return "access outside of every object: " + text
}

// happens says what went wrong: "assertion x > 0 fails".
func happens(c *Property) string {
	switch {
	case c.Kind == cfa.OutOfBounds:
		return outside(c)
	case strings.Contains(c.Kind, "assert"):
		return describe(c) + " fails"
	case strings.HasPrefix(c.Kind, "label"):
		return describe(c) + " is reached"
	}
	return describe(c) + " is called"
}

func (p *printer) unsafe(r *Result) {
	c := r.Property
	what := happens(c)
	if c.Func != "" {
		what += " in " + c.Func
	}
	p.printf("%s: %s\n", p.paint(c.Pos.String(), bold), p.paint(what, red, bold))
	p.frame(c.Pos, 2, red)
	for i, f := range r.Stack {
		switch {
		case i == 1:
			p.printf("called from %s, %s\n", f.Func, place(r, f.Pos))
			p.frame(f.Pos, 0, yellow)
		case i > 1 && i < 6:
			p.printf("called from %s, %s\n", f.Func, place(r, f.Pos))
		case i == 6:
			p.printf("called from %s\n", plural(len(r.Stack)-i, "more function"))
		}
	}
	p.inputs(r)
	p.path(r)
	if len(r.Checked) > 1 || len(r.Checked) == 1 && len(r.Checked[0].Calls) > 1 {
		p.wrap("  ", "checked, up to the first error:", 2)
		p.each(r)
	}
	p.wrap("  ", explored(r), 2)
}

// maxInputs bounds the listed inputs; the first and the last are shown.
const maxInputs = 24

func (p *printer) inputs(r *Result) {
	if len(r.Inputs) == 0 {
		p.printf("\nInputs: none; every run ends here.\n")
		return
	}
	total := 0
	for _, in := range r.Inputs {
		total += in.Times
	}
	p.printf("\n%s, in the order of use:\n", p.paint(fmt.Sprintf("Inputs (%s)", group(total)), bold))
	type row struct{ no, value, from string }
	var rows []row
	n, left := 1, 0
	wn, wv := 1, 1
	for i, in := range r.Inputs {
		no := fmt.Sprint(n)
		if in.Times > 1 {
			no = fmt.Sprintf("%d–%d", n, n+in.Times-1)
		}
		n += in.Times
		if !p.Verbose && len(r.Inputs) > maxInputs && i >= maxInputs/2 && i < len(r.Inputs)-maxInputs/2 {
			left += in.Times
			if i == len(r.Inputs)-maxInputs/2-1 {
				rows = append(rows, row{"", "⋮", plural(left, "input") + " more (-v lists all)"})
			}
			continue
		}
		v := in.Text()
		if in.Times > 1 {
			v += fmt.Sprintf(" ×%d", in.Times)
		}
		rows = append(rows, row{no, v, inputFrom(r, in)})
		wn, wv = max(wn, len([]rune(no))), max(wv, len([]rune(v)))
	}
	wv = min(wv, 40)
	for _, w := range rows {
		p.printf("  %s  %s  %s\n", p.paint(pad(w.no, wn, true), dim), pad(w.value, wv, false), p.paint(w.from, dim))
	}
}

// inputFrom says where an input comes from, in words.
func inputFrom(r *Result, in Input) string {
	what := in.What
	if what == in.Name {
		what = ""
	}
	var s string
	switch in.Kind {
	case "nondet":
		s = in.Name + "()"
	case "uninitialised":
		s, what = cmp.Or(what, in.Name)+", not initialised", ""
	default:
		s = in.Name + " (" + in.Kind + ")"
	}
	if what != "" {
		s = what + " = " + s
	}
	if in.Pos.Line > 0 {
		s += ", " + place(r, in.Pos)
	}
	return s
}

// place is "line 7", with the file where it is not the task's own.
func place(r *Result, at lang.Pos) string {
	if at.File == "" || r.Property != nil && at.File == r.Property.Pos.File || at.File == r.Task.File {
		return fmt.Sprintf("line %d", at.Line)
	}
	return fmt.Sprintf("%s:%d", at.File, at.Line)
}

func pad(s string, w int, right bool) string {
	n := w - len([]rune(s))
	if n <= 0 {
		return s
	}
	if right {
		return strings.Repeat(" ", n) + s
	}
	return s + strings.Repeat(" ", n)
}

func (p *printer) unknown(r *Result) {
	reason := r.Reason
	if reason == "" {
		reason = "no reason given"
	}
	p.printf("%s: %s: %s\n", p.paint(r.Task.File, bold), p.paint("not decided", yellow, bold), oneLine(reason))
	if r.Stats.States > 0 {
		p.wrap("  ", strings.Replace(explored(r), "explored:", "explored so far:", 1), 2)
	}
	p.open(r)
	p.stuck(r)
	p.tried(r)
	for _, h := range r.Hints {
		p.wrap("  try: ", h, 7)
	}
}

// maxNames bounds the names that a group of notes lists.
const maxNames = 8

func (p *printer) notes(r *Result) {
	if len(r.Notes) == 0 {
		return
	}
	p.printf("\n%s\n", p.paint("Not modelled exactly:", bold))
	for _, g := range r.Notes {
		p.wrap("  ", p.note(r, g), 4)
	}
}

func (p *printer) note(r *Result, g NoteGroup) string {
	s := g.What
	switch {
	case len(g.Names) == 1:
		s += " " + g.Names[0]
		if g.Count > 1 {
			s += fmt.Sprintf(" (%d places)", g.Count)
		}
	case len(g.Names) > 1:
		s = fmt.Sprintf("%s: ", plural(len(g.Names), g.What))
		names := g.Names
		if len(names) > maxNames && !p.Verbose {
			s += strings.Join(names[:maxNames], ", ") + fmt.Sprintf(" and %d more", len(names)-maxNames)
		} else {
			s += strings.Join(names, ", ")
		}
	case g.Count > 1:
		s += fmt.Sprintf(" (%d places", g.Count)
		if len(g.Notes) > 0 && g.Notes[0].Pos.Valid() {
			s += ", first " + place(r, g.Notes[0].Pos)
		}
		s += ")"
	}
	if g.Count == 1 && len(g.Notes) == 1 && g.Notes[0].Pos.Valid() {
		s += ", " + place(r, g.Notes[0].Pos)
	}
	return s + " — " + g.Done
}
