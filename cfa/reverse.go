package cfa

import "github.com/whet-mc/whet/lang"

// This file reverses the edges of a program, so that an explorer that follows edges forwards can run a backward
// analysis (package refine/backward).

// ReachesStart is the Kind of the only property of a reversed program. The property holds if the original program's
// entry is not reached.
const ReachesStart = "start"

// Reversed is a program with all edges reversed. Its paths from the entry to the error location are the paths of the
// original program from its entry to an error location, read backwards. The operations are the original ones. An
// analysis must therefore compute, for each edge, the states before the operation from the states after it. The
// interpreter cannot run a reversed program.
type Reversed struct {
	Program *Program // has one procedure; its only error location is the original program's entry
	// the original edge, by the Edge.ID of the reversed edge; nil for the edges from the new entry to the error
	// locations
	Edges []*Edge
	// the original location, by the Loc.ID of the new location; nil for the new entry and the new exit
	Locs []*Loc
}

// Reverse returns p with all edges reversed. The program must be finished, consist of one procedure and contain no
// calls. Locations from which no error location can be reached are left out. The cost is linear.
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
