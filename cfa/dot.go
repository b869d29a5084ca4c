package cfa

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/whet-mc/whet/lang"
)

// Drawings of automata in DOT, the language of Graphviz.

// DOTOptions say what a drawing shows.
type DOTOptions struct {
	// the procedures; nil: the start and all others that have callers or locations besides entry and exit
	Procs  []*Proc
	Source bool // label locations with their source line, where the program's Unit has it
	IDs    bool // label edges with their IDs
	Exact  bool // show cells and addresses as the model has them (see Notation)
	Width  int  // the number of characters after which a line of a label is broken; 0: 40
}

// WriteDOT writes a drawing of the automata to w, with one cluster for each procedure. Loop heads have a double border,
// error locations are red boxes, branches are blue, calls are bold, and edges back to loop heads are dashed. With
// DOTOptions.Source, a source line is shown at the locations where runs enter the line.
func (p *Program) WriteDOT(w io.Writer, opt DOTOptions) error {
	d := &dotter{Writer: bufio.NewWriter(w), p: p, opt: opt, lines: map[string][]string{}, words: p.Words()}
	if d.opt.Width <= 0 {
		d.opt.Width = 40
	}
	d.WriteString(`digraph cfa {
  graph [fontname="Helvetica", fontsize=12, labeljust=l, ranksep=0.35, nodesep=0.4, newrank=true]
  node [fontname="Helvetica", fontsize=10, shape=box, style="rounded,filled", fillcolor="#f7f7f7", color="#666666", margin="0.09,0.04", height=0.25]
  edge [fontname="Courier", fontsize=10, color="#555555", arrowsize=0.6]
`)
	procs := opt.Procs
	if procs == nil {
		for _, q := range p.Procs {
			if len(q.Locs) > 2 || len(q.Callers) > 0 || q == p.Start {
				procs = append(procs, q)
			}
		}
	}
	for _, q := range procs {
		d.proc(q)
	}
	d.WriteString("}\n")
	return d.Flush()
}

// dotter writes one drawing.
type dotter struct {
	*bufio.Writer
	p     *Program
	opt   DOTOptions
	lines map[string][]string // by file name: the lines of source files, split when first needed
	words *Notation
}

// proc writes the cluster of a procedure.
func (d *dotter) proc(q *Proc) {
	title := q.String()
	if q.Recursive {
		title += " (recursive)"
	}
	if q.Pos.Valid() {
		title += fmt.Sprintf("   %s:%d", filepath.Base(q.Pos.File), q.Pos.Line)
	}
	fmt.Fprintf(d, "  subgraph cluster_%d {\n    label=%s; style=rounded; color=\"#bbbbbb\"\n", q.ID, quote(title))
	for _, l := range q.Locs {
		if l == q.Exit && len(l.In) == 0 {
			continue
		}
		d.loc(l)
	}
	for _, l := range q.Locs {
		for _, e := range l.Out {
			d.edge(e)
		}
	}
	d.WriteString("  }\n")
}

// loc writes the node of a location.
func (d *dotter) loc(l *Loc) {
	var attrs []string
	label := l.String()
	switch {
	case l.Error != nil:
		label = l.Error.Kind
		if l.Error.Pos.Valid() {
			label += fmt.Sprintf("  line %d", l.Error.Pos.Line)
		}
		if l.Error.Text != "" {
			label += "\n" + l.Error.Text
		}
		attrs = append(attrs, `style=filled`, `fillcolor="#f8d0d0"`, `color="#c00000"`, `penwidth=2`)
	case l == l.Proc.Entry:
		label += " entry"
		attrs = append(attrs, `fillcolor="#d8efd8"`, `color="#3a7a3a"`)
	case l == l.Proc.Exit:
		label += " exit"
		attrs = append(attrs, `fillcolor="#e4e4e4"`)
	case len(l.Out) == 0:
		label += " end"
		attrs = append(attrs, `fillcolor="#e4e4e4"`, `style="rounded,filled,dashed"`)
	case len(l.Out) > 1 && !l.LoopHead:
		attrs = append(attrs, `fillcolor="#e4ecf8"`)
	}
	if l.LoopHead {
		label += " loop"
		attrs = append(attrs, `peripheries=2`, `fillcolor="#fdf0cf"`, `color="#9a6a00"`)
	}
	if at := nextPos(l); l.Error == nil && at.Valid() {
		label += fmt.Sprintf("  line %d", at.Line)
		if d.opt.Source && startsLine(l) {
			if s := d.source(at); s != "" {
				label += "\n" + s
			}
		}
	}
	fmt.Fprintf(d, "    n%d [label=%s", l.ID, d.label(label))
	for _, a := range attrs {
		d.WriteString(", " + a)
	}
	d.WriteString("]\n")
}

// edge writes an edge.
func (d *dotter) edge(e *Edge) {
	label := d.words.Edge(e)
	if d.opt.Exact {
		label = OpString(e.Op)
	}
	var attrs []string
	switch e.Op.(type) {
	case Skip:
		label = ""
	case *Assume:
		attrs = append(attrs, `fontcolor="#1f4e9a"`)
	case *Call:
		attrs = append(attrs, `fontcolor="#7a2a7a"`, `style=bold`)
	}
	if e.To.LoopHead && e.To.Index <= e.From.Index {
		attrs = append(attrs, `style=dashed`)
	}
	if d.opt.IDs {
		label = strings.TrimSpace(fmt.Sprintf("e%d %s", e.ID, label))
	}
	// The space separates the label from the line of the edge.
	fmt.Fprintf(d, "    n%d -> n%d [label=%s", e.From.ID, e.To.ID, strings.Replace(d.label(label), `"`, `" `, 1))
	for _, a := range attrs {
		d.WriteString(", " + a)
	}
	d.WriteString("]\n")
}

// nextPos returns the position of l's first edge out if it is valid, else l's own position.
func nextPos(l *Loc) lang.Pos {
	if len(l.Out) > 0 && l.Out[0].Pos.Valid() {
		return l.Out[0].Pos
	}
	return l.Pos
}

// startsLine reports whether an edge leads to l from a location of another source line, or no edge leads to l.
func startsLine(l *Loc) bool {
	at := nextPos(l)
	for _, e := range l.In {
		if p := nextPos(e.From); p.Line != at.Line || p.File != at.File {
			return true
		}
	}
	return len(l.In) == 0
}

// source returns the source line at pos without leading and trailing space; "" if it is not known.
func (d *dotter) source(pos lang.Pos) string {
	if d.p.Unit == nil {
		return ""
	}
	text, ok := d.p.Unit.Files[pos.File]
	if !ok {
		return ""
	}
	lines, ok := d.lines[pos.File]
	if !ok {
		lines = strings.Split(string(text), "\n")
		d.lines[pos.File] = lines
	}
	if pos.Line < 1 || pos.Line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[pos.Line-1])
}

// label returns s as a string of DOT. It breaks long lines at spaces. If there are more than six lines, it replaces all
// after the fifth by "…".
func (d *dotter) label(s string) string {
	var out []string
	for _, line := range strings.Split(s, "\n") {
		at := ""
		for _, word := range strings.Fields(line) {
			if at != "" && utf8.RuneCountInString(at)+utf8.RuneCountInString(word) >= d.opt.Width {
				out = append(out, at)
				at = "  "
			}
			if strings.TrimSpace(at) != "" {
				at += " "
			}
			at += word
		}
		out = append(out, at)
	}
	const most = 6
	if len(out) > most {
		out = append(out[:most-1], "…")
	}
	return quote(strings.Join(out, "\n"))
}

// quote returns s as a string of DOT.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", "", "\x00", "").Replace(s) + `"`
}
