package html

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/report/prose"
)

// This file draws the automaton of a procedure: a circle for each location where paths join or part, and between
// circles boxes with consecutive operations.

const (
	maxBoxes   = 400 // circles and boxes of the largest procedure that is drawn
	maxOps     = 7   // operations in a box
	maxOpChars = 38
	charW      = 6.7 // the width of a character of the boxes, in pixels
	lineH      = 15.0
	radius     = 7.0
)

// node is a circle (loc) or a box (edges).
type node struct {
	loc   *cfa.Loc
	edges []*cfa.Edge
	text  []string
	more  int // number of operations that are not in text
}

// automaton is the condensed graph of a procedure.
type automaton struct {
	proc  *cfa.Proc
	nodes []node
	links [][2]int
	jumps [][]*cfa.Edge // for each link, its edges that no box shows
}

// condense returns the graph of a procedure; nil if the graph is too large to draw.
func condense(words *cfa.Notation, q *cfa.Proc) *automaton {
	a := &automaton{proc: q}
	of := map[*cfa.Loc]int{}
	circle := func(l *cfa.Loc) int {
		i, ok := of[l]
		if !ok {
			i = len(a.nodes)
			of[l] = i
			a.nodes = append(a.nodes, node{loc: l})
		}
		return i
	}
	plain := func(l *cfa.Loc) bool {
		return len(l.In) == 1 && len(l.Out) == 1 && l.Error == nil && !l.LoopHead && l != q.Entry && l != q.Exit
	}
	circle(q.Entry)
	work := []*cfa.Loc{q.Entry}
	for len(work) > 0 {
		l := work[0]
		work = work[1:]
		from := of[l]
		for _, e := range l.Out {
			chain := []*cfa.Edge{e}
			for plain(e.To) {
				e = e.To.Out[0]
				chain = append(chain, e)
			}
			_, known := of[e.To]
			to := circle(e.To)
			if !known {
				work = append(work, e.To)
			}
			n := node{edges: chain}
			for _, e := range chain {
				if text := operation(words, e); text == "" {
				} else if len(n.text) < maxOps {
					n.text = append(n.text, text)
				} else {
					n.more++
				}
			}
			if len(n.text) == 0 {
				a.links = append(a.links, [2]int{from, to})
				a.jumps = append(a.jumps, chain)
				continue
			}
			k := len(a.nodes)
			a.nodes = append(a.nodes, n)
			a.links = append(a.links, [2]int{from, k}, [2]int{k, to})
			a.jumps = append(a.jumps, nil, nil)
		}
		if len(a.nodes) > maxBoxes {
			return nil
		}
	}
	return a
}

func operation(words *cfa.Notation, e *cfa.Edge) string {
	switch op := e.Op.(type) {
	case cfa.Skip:
		return ""
	case *cfa.Havoc:
		if op.Def != nil {
			break
		}
		return words.Expr(op.LHS) + " = " + op.From.Name + "()"
	}
	return words.Edge(e)
}

// svg draws the automaton. lit has the edges of counterexamples; its value is true for the edges of the first
// counterexample. states counts abstract states by location, and is nil if that is not known. facts holds the facts
// known at locations. The height is in pixels.
func (a *automaton) svg(lit map[int]bool, states []int, facts map[int]string) (picture string, height float64) {
	d := &drawing{}
	for _, n := range a.nodes {
		b := box{w: 2 * radius, h: 2 * radius}
		if n.loc == nil {
			wide := 0
			for _, t := range n.text {
				wide = max(wide, utf8.RuneCountInString(shorten(t, maxOpChars)))
			}
			if n.more > 0 {
				wide = max(wide, 9)
			}
			b.w = float64(wide)*charW + 14
			b.h = float64(len(n.text)+min(1, n.more))*lineH + 8
		}
		d.boxes = append(d.boxes, b)
	}
	for _, l := range a.links {
		d.arcs = append(d.arcs, arc{from: l[0], to: l[1]})
	}
	d.place()
	const margin = 14
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="%d %d %.0f %.0f" style="--w:%.0fpx" role="img" aria-label="control-flow automaton of %s">`,
		-margin, -margin, d.w+2*margin+20, d.h+2*margin, d.w+2*margin+20, escape(a.proc.Name))
	for i := range d.arcs {
		a.arc(&b, d, i, lit)
	}
	for i, n := range a.nodes {
		if n.loc != nil {
			a.circle(&b, d.boxes[i], n.loc, states, facts)
		} else {
			a.box(&b, d.boxes[i], n, lit)
		}
	}
	b.WriteString(`</svg>`)
	return b.String(), d.h
}

// attributes returns the attributes of an element that represents edges: its class, and the numbers of the edges that
// are on counterexamples.
func attributes(name string, edges []*cfa.Edge, lit map[int]bool) string {
	var parts []string
	on := false
	for _, e := range edges {
		if first, ok := lit[e.ID]; ok {
			parts = append(parts, fmt.Sprint(e.ID))
			on = on || first
		}
	}
	if on {
		name += " lit"
	}
	if len(parts) == 0 {
		return `class="` + name + `"`
	}
	return `class="` + name + `" data-e="` + strings.Join(parts, " ") + `"`
}

func (a *automaton) arc(b *strings.Builder, d *drawing, i int, lit map[int]bool) {
	c := d.arcs[i]
	edges := a.jumps[i]
	for _, n := range []int{c.from, c.to} {
		edges = append(edges[:len(edges):len(edges)], a.nodes[n].edges...)
	}
	name := "arc"
	if c.back {
		name = "arc back"
	}
	fmt.Fprintf(b, `<g %s><path d="`, attributes(name, edges, lit))
	up := 1.0 // the side of a box where an arc leaves
	if c.back {
		up = -1
	}
	from, to := d.boxes[c.from], d.boxes[c.to]
	if c.from == c.to { // a loop at the side
		fmt.Fprintf(b, `M%.1f %.1fc26 -16 26 16 2 8"/></g>`, from.x+from.w/2, from.y-4)
		return
	}
	x, y := from.x, from.y+up*from.h/2
	fmt.Fprintf(b, "M%.1f %.1f", x, y)
	for _, v := range c.via {
		// The arc curves to its dummy on each layer, which lies between the boxes of the layer.
		p := d.boxes[v]
		curve(b, x, y, p.x, p.y)
		x, y = p.x, p.y
	}
	const arrow = 6
	ex, ey := to.x, to.y-up*(to.h/2+arrow-1)
	curve(b, x, y, ex, ey)
	fmt.Fprintf(b, `"/><path class="head" d="M%.1f %.1fl-3.6 %.1fh7.2z"/></g>`, ex, ey+up*arrow, -up*arrow)
}

// curve continues the path to a point, vertical at both ends.
func curve(b *strings.Builder, x, y, tx, ty float64) {
	if x-tx < 0.5 && tx-x < 0.5 {
		fmt.Fprintf(b, "L%.1f %.1f", tx, ty)
		return
	}
	mid := (y + ty) / 2
	fmt.Fprintf(b, "C%.1f %.1f %.1f %.1f %.1f %.1f", x, mid, tx, mid, tx, ty)
}

func (a *automaton) circle(b *strings.Builder, p box, l *cfa.Loc, states []int, facts map[int]string) {
	name, what := "loc", ""
	switch {
	case l.Error != nil:
		name, what = "loc error", "error: "+l.Error.String()
	case l == a.proc.Entry:
		name, what = "loc entry", "entry"
	case l == a.proc.Exit:
		name, what = "loc exit", "exit"
	case l.LoopHead:
		name, what = "loc head", "loop head"
	}
	title := fmt.Sprintf("location %d", l.ID)
	if what != "" {
		title += ", " + what
	}
	if l.Pos.Valid() {
		title += fmt.Sprintf(", line %d", l.Pos.Line)
	}
	if states != nil && l.ID < len(states) {
		if n := states[l.ID]; n > 0 {
			title += "; " + prose.Plural(n, "abstract state")
		} else {
			name += " unseen"
			title += "; no abstract state"
		}
	}
	if f := facts[l.ID]; f != "" {
		title += "; " + f
	}
	fmt.Fprintf(b, `<g class="%s"><title>%s</title><circle cx="%.1f" cy="%.1f" r="%g"/>`, name, escape(title), p.x, p.y, radius)
	if l.LoopHead {
		fmt.Fprintf(b, `<circle class="ring" cx="%.1f" cy="%.1f" r="%g"/>`, p.x, p.y, radius+3)
	}
	b.WriteString(`</g>`)
}

func (a *automaton) box(b *strings.Builder, p box, n node, lit map[int]bool) {
	name := "ops"
	for _, e := range n.edges {
		if _, call := e.Op.(*cfa.Call); call {
			name = "ops call"
		}
	}
	if _, branch := n.edges[0].Op.(*cfa.Assume); branch && len(n.edges) == 1 {
		name = "ops cond"
	}
	line := 0
	for _, e := range n.edges {
		if e.Pos.Valid() {
			line = e.Pos.Line
			break
		}
	}
	// The title does not repeat what the box shows in full.
	title := ""
	if cut := func(t string) bool { return utf8.RuneCountInString(t) > maxOpChars }; slices.ContainsFunc(n.text, cut) {
		title = strings.Join(n.text, "\n")
	}
	if line > 0 {
		title = strings.TrimSuffix(fmt.Sprintf("line %d\n", line)+title, "\n")
	}
	x, y := p.x-p.w/2, p.y-p.h/2
	fmt.Fprintf(b, `<g %s>`, attributes(name, n.edges, lit))
	if title != "" {
		fmt.Fprintf(b, `<title>%s</title>`, escape(shorten(title, 2000)))
	}
	fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="4"/>`, x, y, p.w, p.h)
	text := n.text
	for i, t := range text {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f">%s</text>`, x+7, y+15+float64(i)*lineH, escape(shorten(t, maxOpChars)))
	}
	if n.more > 0 {
		fmt.Fprintf(b, `<text class="more" x="%.1f" y="%.1f">%d more</text>`, x+7, y+15+float64(len(text))*lineH, n.more)
	}
	b.WriteString(`</g>`)
}
