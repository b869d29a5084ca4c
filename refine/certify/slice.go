// From certificates of slices to certificates of programs.

package certify

import (
	"slices"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
)

// extend completes a certificate of a slice to a certificate of the program. After an edge that the slice has cut, no
// error can be reached, so no facts are needed there: the annotation is true. Edges from there were cut as well, or
// they lead to the exit of a procedure, after which no error can be reached in any caller. If the slice is wrong about
// that, the check fails.
func extend(p, slice *cfa.Program, c *cert.Certificate) {
	x := &extender{p: p, c: c, kept: make([]bool, len(p.Edges)), open: map[int]int{}}
	for _, l := range slice.Locs {
		for _, e := range l.Out {
			x.kept[e.ID] = true
		}
	}
	for i := range c.Contexts {
		x.points = append(x.points, points{})
		for k := range c.Contexts[i].Points {
			x.points[i][c.Contexts[i].Points[k].Loc] = true
		}
	}
	for i := 0; i < len(c.Contexts); i++ { // the list grows in the loop
		q := p.Procs[c.Contexts[i].Proc]
		for _, l := range q.Locs {
			if !x.points[i][l.ID] {
				continue
			}
			for _, e := range l.Out {
				if !x.kept[e.ID] {
					x.reach(i, e)
				}
			}
		}
	}
	for len(x.ended) > 0 {
		q := x.ended[0]
		x.ended = x.ended[1:]
		for i := range c.Contexts {
			for _, e := range p.Procs[q].Callers {
				if c.Contexts[i].Proc == e.From.Proc.ID && x.points[i][e.From.ID] {
					x.anything(i, e.To)
				}
			}
		}
	}
	for i := range c.Contexts {
		slices.SortFunc(c.Contexts[i].Points, func(a, b cert.Point) int { return a.Loc - b.Loc })
	}
}

type points map[int]bool // by Loc.ID: whether the context has a point there

type extender struct {
	p      *cfa.Program
	c      *cert.Certificate
	kept   []bool // by Edge.ID: whether the edge is in the slice
	points []points
	dead   []points    // locations that got the annotation true
	open   map[int]int // by Proc.ID: the index of the context without facts
	ended  []int       // procedures whose exit got the annotation true
}

// reach follows an edge that the slice has cut.
func (x *extender) reach(ctx int, e *cfa.Edge) {
	if call, ok := e.Op.(*cfa.Call); ok {
		x.nothing(call.Callee)
	}
	x.anything(ctx, e.To)
}

// anything adds the annotation true to a location, and to all locations reachable from it.
func (x *extender) anything(ctx int, l *cfa.Loc) {
	for len(x.dead) < len(x.c.Contexts) {
		x.dead = append(x.dead, points{})
	}
	for work := []*cfa.Loc{l}; len(work) > 0; {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if x.dead[ctx][l.ID] || l.Error != nil {
			continue
		}
		x.dead[ctx][l.ID] = true
		ps := &x.c.Contexts[ctx].Points
		if x.points[ctx][l.ID] {
			k := slices.IndexFunc(*ps, func(p cert.Point) bool { return p.Loc == l.ID })
			(*ps)[k].Pass = false
			(*ps)[k].Holds = append((*ps)[k].Holds, cert.Annotation{})
		} else {
			*ps = append(*ps, cert.Point{Loc: l.ID, Holds: []cert.Annotation{{}}})
			x.points[ctx][l.ID] = true
		}
		for _, e := range l.Out {
			if call, ok := e.Op.(*cfa.Call); ok {
				x.nothing(call.Callee)
			}
			work = append(work, e.To)
		}
		if open, ok := x.open[l.Proc.ID]; l == l.Proc.Exit && (!ok || open != ctx) {
			x.ended = append(x.ended, l.Proc.ID)
		}
	}
}

// nothing adds a context of q in which nothing is known, unless there is one.
func (x *extender) nothing(q *cfa.Proc) {
	if _, ok := x.open[q.ID]; ok {
		return
	}
	x.open[q.ID] = len(x.c.Contexts)
	x.c.Contexts = append(x.c.Contexts, cert.Context{Proc: q.ID})
	x.points = append(x.points, points{})
	x.anything(len(x.c.Contexts)-1, q.Entry)
}
