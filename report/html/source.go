package html

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/facts"
	"github.com/whet-mc/whet/report/trace"
)

// sourceFile is a file of the program with what is known of its lines.
type sourceFile struct {
	ID    int
	Name  string
	Lines []sourceLine
	texts [][]byte
}

// sourceLine is a line, or a stretch of lines that are left out.
type sourceLine struct {
	No         int
	Text       string
	Class      string // how the line was explored: seen, unseen, aside, or nothing
	States     string // how many abstract states
	Title      string // the same in words
	Path       bool   // the counterexample leads over it
	Error      bool   // and ends here
	other      bool   // another counterexample leads over it
	Invariants []string
	Left       int // so many lines are left out in place of this one
}

const (
	maxLines  = 6000 // of a file
	nearLines = 8    // lines that are shown around what matters in a file that has more
	farLines  = 40   // and in one that has not
)

// files lists those that have something of the program, the task's own first.
func files(r *report.Result, ways [][]trace.Moment) []sourceFile {
	if r.Program == nil || len(r.Files) == 0 {
		return nil
	}
	c := newCoverage(r, ways)
	var names []string
	for name := range r.Files {
		if len(c.lines[name]) > 0 {
			names = append(names, name)
		}
	}
	first := mainFile(r)
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(order(a == first, b == first), cmp.Compare(a, b))
	})
	var out []sourceFile
	for _, name := range names {
		f := sourceFile{ID: len(out), Name: name, texts: bytes.Split(bytes.TrimSuffix(r.Files[name], []byte("\n")), []byte("\n"))}
		shown := shownLines(len(f.texts), c.lines[name])
		left := 0
		for i := range f.texts {
			if !shown[i] {
				left++
				continue
			}
			if left > 0 {
				f.Lines = append(f.Lines, sourceLine{Left: left})
				left = 0
			}
			l := c.lines[name][i+1]
			if l == nil {
				l = &sourceLine{}
			}
			l.No, l.Text = i+1, f.line(i+1)
			l.Invariants = c.invariants[lang.Pos{File: name, Line: i + 1}]
			f.Lines = append(f.Lines, *l)
		}
		if left > 0 {
			f.Lines = append(f.Lines, sourceLine{Left: left})
		}
		out = append(out, f)
	}
	return out
}

// shownLines says which lines of a file are shown: all but long stretches that nothing is known of,
// such as the headers of a preprocessed file; of a file that has too many, those around what was
// explored; or around the counterexample.
func shownLines(n int, known map[int]*sourceLine) []bool {
	shown := make([]bool, n)
	for _, try := range []struct {
		near int
		of   func(*sourceLine) bool
	}{
		{farLines, func(*sourceLine) bool { return true }},
		{nearLines, func(l *sourceLine) bool {
			return l.Path || l.Error || l.other || l.Class == "seen" || l.Class == "unseen"
		}},
		{nearLines, func(l *sourceLine) bool { return l.Path || l.Error || l.other }},
		{0, func(l *sourceLine) bool { return l.Path || l.Error || l.other }},
	} {
		clear(shown)
		count := 0
		for at, l := range known { // a set is made of it: the order does not matter
			if !try.of(l) {
				continue
			}
			for i := max(0, at-1-try.near); i < min(n, at+try.near); i++ {
				if !shown[i] {
					shown[i] = true
					count++
				}
			}
		}
		if count <= maxLines {
			return shown
		}
	}
	return shown // no longer than the counterexample
}

// line is the text of a line, fit to be shown; "" where there is none.
func (f *sourceFile) line(n int) string {
	if n < 1 || n > len(f.texts) {
		return ""
	}
	return printable(string(f.texts[n-1]))
}

func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// mainFile is the file that the run starts in.
func mainFile(r *report.Result) string {
	if r.Program.Unit != nil && r.Program.Unit.Entry != nil {
		return r.Program.Unit.Entry.Pos.File
	}
	return r.Task.File
}

// coverage is what is known of lines.
type coverage struct {
	lines      map[string]map[int]*sourceLine
	invariants map[lang.Pos][]string
}

func newCoverage(r *report.Result, ways [][]trace.Moment) *coverage {
	c := &coverage{lines: map[string]map[int]*sourceLine{}, invariants: map[lang.Pos][]string{}}
	at := func(p lang.Pos) *sourceLine {
		if _, ok := r.Files[p.File]; !ok || !p.Valid() {
			return nil
		}
		if c.lines[p.File] == nil {
			c.lines[p.File] = map[int]*sourceLine{}
		}
		if c.lines[p.File][p.Line] == nil {
			c.lines[p.File][p.Line] = &sourceLine{}
		}
		return c.lines[p.File][p.Line]
	}
	explored := explored(r)
	states := map[*sourceLine]int{}
	for _, e := range r.Program.Edges {
		if _, skip := e.Op.(cfa.Skip); skip {
			continue
		}
		l := at(e.Pos)
		if l == nil {
			continue
		}
		if !explored {
			l.Class = cmp.Or(l.Class, "code")
			continue
		}
		cov := r.Outcome.Coverage
		n := 0
		if e.From.ID < len(cov.States) {
			n = cov.States[e.From.ID]
		}
		switch {
		case n > 0:
			l.Class = "seen"
			states[l] = max(states[l], n)
		case l.Class == "seen":
		case inSlice(cov.Program, e):
			l.Class = "unseen"
		case l.Class == "":
			l.Class = "aside"
		}
	}
	for _, l := range r.Program.Errors {
		if l.Error == nil || r.Verdict != report.Safe || !explored {
			continue
		}
		if s := at(l.Error.Pos); s != nil && s.Class == "" {
			s.Class, s.Title = "holds", "no run reaches this error"
		}
	}
	for l, n := range states {
		l.States = short(n)
		l.Title = count(n, "abstract state")
	}
	for _, lines := range c.lines {
		for _, l := range lines {
			switch l.Class {
			case "unseen":
				l.Title = "not reached"
			case "aside":
				l.Title = "cannot lead to an error, or does not bear on one"
			}
		}
	}
	for i, way := range ways {
		for _, m := range way {
			l := at(m.Pos)
			switch {
			case l == nil || m.Kind == trace.CallStep:
			case i > 0: // the script marks it when that failure is shown
				l.other = true
			default:
				l.Path = true
				l.Error = l.Error || m.Kind == trace.ErrorStep
			}
		}
	}
	c.addInvariants(r)
	return c
}

// explored reports whether the run explored anything: a bug may be found by running the program
// before.
func explored(r *report.Result) bool {
	return r.Outcome != nil && r.Outcome.Coverage != nil && r.Stats.States > 1
}

// inSlice reports whether an edge is still in what was explored.
func inSlice(slice *cfa.Program, e *cfa.Edge) bool {
	if e.ID >= len(slice.Edges) {
		return true
	}
	s := slice.Edges[e.ID]
	if _, skip := s.Op.(cfa.Skip); skip {
		return false
	}
	return slices.Contains(s.From.Out, s)
}

const mostCases = 6

func (c *coverage) addInvariants(r *report.Result) {
	for _, l := range r.Loops {
		p := l.Pos
		p.Col = 0
		c.invariants[p] = append(c.invariants[p], factText(l))
	}
	v := r.Invariants
	if v == nil {
		return
	}
	for _, l := range v.Locations {
		if l.Place != facts.AtLoop || !l.Pos.Valid() {
			continue
		}
		p := l.Pos
		p.Col = 0
		c.invariants[p] = append(c.invariants[p], invariant(v, l))
	}
}

// invariant writes the cases of a location, without what only repeats the types.
func invariant(v *facts.Invariants, l facts.LocationSet) string {
	var cases []string
	for _, k := range l.Cases {
		k = slices.DeleteFunc(slices.Clone(k), func(i int) bool { return v.Constraints[i].OfType })
		if len(k) == 0 {
			return "any state"
		}
		cases = append(cases, v.Formula(k))
	}
	if n := len(cases) - mostCases; n > 0 {
		cases = append(cases[:mostCases], fmt.Sprintf("%d more cases", n))
	}
	return strings.Join(cases, "  ||  ")
}

// loops lists the invariants of all loops.
type loop struct {
	Func, Place, Code, Text string
	File, Line              int
}

func loops(r *report.Result, list []sourceFile) []loop {
	var out []loop
	add := func(fn string, at lang.Pos, text string) {
		x := loop{Func: fn, Text: text, File: -1}
		if at.Valid() {
			x.Place, x.Line = fmt.Sprintf("line %d", at.Line), at.Line
			for _, f := range list {
				if f.Name == at.File {
					x.File, x.Code = f.ID, strings.TrimSpace(f.line(at.Line))
				}
			}
		}
		out = append(out, x)
	}
	for _, l := range r.Loops {
		add(l.Func, l.Pos, factText(l))
	}
	if r.Invariants != nil {
		for _, l := range r.Invariants.Locations {
			if l.Place == facts.AtLoop {
				add(l.Func, l.Pos, invariant(r.Invariants, l))
			}
		}
	}
	return out
}

// factText writes the cases of a loop.
func factText(l facts.LoopFact) string {
	if len(l.Cases) == 0 {
		return "any state"
	}
	text := strings.Join(l.Cases, "  ||  ")
	if l.More > 0 {
		text += "  ||  " + count(l.More, "more case")
	}
	return text
}

// short is a number of few characters: 950, 12k, 3M.
func short(n int) string {
	switch {
	case n >= 10_000_000:
		return fmt.Sprintf("%dM", n/1_000_000)
	case n >= 10_000:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprint(n)
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return group(n) + " " + noun + "s"
}

// group writes n with its digits in groups of three.
func group(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
