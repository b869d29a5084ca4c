// This file prepares the source files of the program for the page.

package html

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/facts"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/trace"
)

// sourceFile is a file of the program with what is known about its lines.
type sourceFile struct {
	ID    int
	Name  string
	Lines []sourceLine
	Funcs []outlined
	texts [][]byte
}

// outlined is a function in the outline of a file.
type outlined struct {
	Name  string
	Line  int
	Class string // how the function was explored, as in sourceLine
	Marks []mark // the marks of the function's properties that do not hold
}

// mark shows the result of the properties of a line.
type mark struct{ ID, Status, Mark, Title string }

// sourceLine is a line, or a stretch of lines that are left out.
type sourceLine struct {
	No         int
	Text       template.HTML
	Class      string // how the line was explored: seen, unseen, aside, code, or ""
	Marks      []mark
	States     string // the number of abstract states
	Title      string // details about the line in words
	Path       bool   // set if the counterexample leads over the line
	Error      bool   // set if the counterexample ends on the line
	other      bool   // set if another counterexample leads over the line
	Invariants []reason
	Left       int // number of lines that are left out in place of this one
}

const (
	maxLines  = 6000 // lines of a file that are shown
	nearLines = 8    // lines shown around the important ones in a file that is too long
	farLines  = 40   // lines shown around the known ones in other files
)

// files lists the files that contain lines of the program, the file of the entry function first.
func files(r *report.Result, ways [][]trace.Moment) []sourceFile {
	if r.Program == nil || len(r.Files) == 0 {
		return nil
	}
	c := newCoverage(r, ways)
	// Whet's own models are not shown; no step of a counterexample lies in them.
	models := map[string]bool{}
	if r.Program.Unit != nil {
		for _, g := range r.Program.Unit.Funcs {
			models[g.Pos.File] = models[g.Pos.File] || g.Model && g.Body != nil
		}
	}
	var names []string
	for name := range r.Files {
		if len(c.lines[name]) > 0 && !lang.OwnHeader(name) && !models[name] {
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
		marked := highlight(bytes.TrimSuffix(r.Files[name], []byte("\n")))
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
			l.No, l.Text = i+1, marked[i]
			l.Invariants = c.invariants[lang.Pos{File: name, Line: i + 1}]
			f.Lines = append(f.Lines, *l)
		}
		if left > 0 {
			f.Lines = append(f.Lines, sourceLine{Left: left})
		}
		f.outline(r, c.lines[name], shown)
		out = append(out, f)
	}
	return out
}

// outline lists the functions of the program that the file shows.
func (f *sourceFile) outline(r *report.Result, known map[int]*sourceLine, shown []bool) {
	if r.Program.Unit == nil {
		return
	}
	for _, g := range r.Program.Unit.Funcs {
		if g.Body == nil || g.Model || g.Pos.File != f.Name || g.Pos.Line < 1 || g.Pos.Line > len(shown) || !shown[g.Pos.Line-1] ||
			slices.ContainsFunc(f.Funcs, func(o outlined) bool {
				return o.Line == g.Pos.Line && (o.Name == g.Name || strings.Contains(g.Name, " "))
			}) {
			continue
		}
		o := outlined{Name: g.Name, Line: g.Pos.Line}
		for n := g.Pos.Line; n <= g.End.Line; n++ {
			l := known[n]
			if l == nil {
				continue
			}
			if l.Class == "seen" || o.Class == "" {
				o.Class = l.Class
			}
			for _, m := range l.Marks {
				if m.Status == string(report.Holds) {
					continue
				}
				if i := slices.IndexFunc(o.Marks, func(k mark) bool { return k.Status == m.Status }); i < 0 {
					o.Marks = append(o.Marks, m)
				}
			}
		}
		f.Funcs = append(f.Funcs, o)
	}
	slices.SortStableFunc(f.Funcs, func(a, b outlined) int { return cmp.Compare(a.Line, b.Line) })
}

// shownLines selects the lines of a file to show. It leaves out long stretches without known lines, such as the headers
// of a preprocessed file. If too many lines remain, it shows only the lines around explored lines. If even these are
// too many, it shows only the lines around the counterexample.
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
		for at, l := range known { // the loop builds a set: the order does not matter
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

// line returns the text of a line, safe to show; "" if the file has no such line.
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

// mainFile returns the file of the entry function, or else of the task.
func mainFile(r *report.Result) string {
	if r.Program.Unit != nil && r.Program.Unit.Entry != nil {
		return r.Program.Unit.Entry.Pos.File
	}
	return r.Task.File
}

// loop is the invariant of a loop.
type loop struct {
	Func, Place, Code string
	Text              reason
	File, Line        int
}

func loops(r *report.Result, list []sourceFile) []loop {
	var out []loop
	add := func(fn string, at lang.Pos, text string) {
		x := loop{Func: fn, Text: newReason(text), File: -1}
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

// factText returns the cases of a loop as text.
func factText(l facts.LoopFact) string {
	if len(l.Cases) == 0 {
		return "any state"
	}
	text := strings.Join(l.Cases, "  ||  ")
	if l.More > 0 {
		text += "  ||  " + prose.Plural(l.More, "more case")
	}
	return text
}

// short returns a number in few characters: 950, 12k, 3M.
func short(n int) string {
	switch {
	case n >= 10_000_000:
		return fmt.Sprintf("%dM", n/1_000_000)
	case n >= 10_000:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprint(n)
}
