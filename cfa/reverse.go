package cfa

import "github.com/whet-mc/whet/lang"

// ReachesStart is the Kind of the property of a reversed program: the start of the program itself
// is not reached.
const ReachesStart = "start"

// Reversed is a program turned around, for analyses that go backwards with an explorer that goes
// forwards: its runs are those of the program from an error location, read from their end. It has
// the operations of the program, which mean there what is true before them; it is nothing for the
// interpreter.
type Reversed struct {
	Program *Program // of one procedure; its only error location is the program's entry
	// by Edge.ID: the edge that it is of the program; nil for those from the new entry to the error
	// locations
	Edges []*Edge
	// by Loc.ID: the location that it is of the program; nil for the new entry and the new exit
	Locs []*Loc
}

// Reverse turns a finished program of one procedure without calls around. What cannot reach an
// error location is left out. The cost is linear.
func (p *Program) Reverse() *Reversed {
	r := NewProgram(p.Model, p.Arith)
	r.Unit, r.Vars, r.Arrays, r.Own = p.Unit, p.Vars, p.Arrays, p.Own
	q := r.NewProc(p.Start.Name)
	r.Start = q
	locs, edges := map[*Loc]*Loc{}, map[*Edge]*Edge{}
	turned := make([]*Loc, len(p.Locs))
	for _, l := range p.Start.Locs {
		turned[l.ID] = r.NewLoc(q, l.Pos)
		locs[turned[l.ID]] = l
	}
	turned[p.Start.Entry.ID].Error = &Property{Kind: ReachesStart, Pos: p.Start.Entry.Pos, Func: p.Start.Name}
	for _, l := range p.Errors {
		r.NewEdge(q.Entry, turned[l.ID], Skip{}, lang.Pos{})
	}
	for _, l := range p.Start.Locs {
		for _, e := range l.Out {
			edges[r.NewEdge(turned[e.To.ID], turned[l.ID], e.Op, e.Pos)] = e
		}
	}
	r.Finish()
	out := &Reversed{Program: r}
	for _, e := range r.Edges {
		out.Edges = append(out.Edges, edges[e])
	}
	for _, l := range r.Locs {
		out.Locs = append(out.Locs, locs[l])
	}
	return out
}
