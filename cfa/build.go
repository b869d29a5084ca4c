package cfa

import "github.com/whet-mc/whet/lang"

// Construction of a program piece by piece. Package lower uses these functions to make automata from C; Finish
// completes the program.

// NewProgram returns a program with no procedures.
func NewProgram(m lang.DataModel, a Arith) *Program {
	return &Program{Model: m, Arith: a, arena: &arena{}}
}

// NewProc adds a procedure with an entry and an exit.
func (p *Program) NewProc(name string) *Proc {
	q := &Proc{ID: len(p.Procs), Name: name}
	p.Procs = append(p.Procs, q)
	q.Entry = p.NewLoc(q, lang.Pos{})
	q.Exit = p.NewLoc(q, lang.Pos{})
	return q
}

// NewVar adds a variable. It is global if q is nil, else local to q. If kind is ParamVar or ResultVar, it is also added
// to q's Params or Results.
func (p *Program) NewVar(q *Proc, name string, kind VarKind, r Range) *Var {
	v := &Var{ID: len(p.Vars), Name: name, Proc: q, Kind: kind, Range: r}
	p.Vars = append(p.Vars, v)
	if q != nil {
		q.Locals = append(q.Locals, v)
		switch kind {
		case ParamVar:
			q.Params = append(q.Params, v)
		case ResultVar:
			q.Results = append(q.Results, v)
		}
	}
	return v
}

// NewArray adds an array. It is global if q is nil, else local to q.
func (p *Program) NewArray(q *Proc, name string, elem Range, length int64) *Array {
	a := &Array{ID: len(p.Arrays), Name: name, Proc: q, Elem: elem, Len: length, Step: 1}
	p.Arrays = append(p.Arrays, a)
	if q != nil {
		q.Arrays = append(q.Arrays, a)
	}
	return a
}

// NewLoc adds a location to q.
func (p *Program) NewLoc(q *Proc, pos lang.Pos) *Loc {
	l := p.arena.loc()
	l.ID, l.Proc, l.Pos = len(p.Locs), q, pos
	p.Locs = append(p.Locs, l)
	q.Locs = append(q.Locs, l)
	return l
}

// NewEdge adds an edge with the operation op.
func (p *Program) NewEdge(from, to *Loc, op Op, pos lang.Pos) *Edge {
	e := p.arena.edge()
	e.ID, e.From, e.To, e.Op, e.Pos = len(p.Edges), from, to, op, pos
	p.Edges = append(p.Edges, e)
	from.Out = append(p.arena.list(from.Out, 2), e) // room for two edges, as a branch needs
	to.In = append(p.arena.list(to.In, 1), e)
	return e
}

// An arena allocates the locations, edges and lists of edges of a program under construction, many at once. This is
// much cheaper than one allocation each, since there are very many of them. Compact moves the remaining ones
// elsewhere, so that the memory of the arena can be freed. The methods also work on a nil arena, which allocates each
// separately: finished programs have no arena, since few locations and edges are added to them.
type arena struct {
	locs  []Loc
	edges []Edge
	lists []*Edge
}

const arenaSize = 64 // the number of locations or edges in one allocation

// loc returns a new location.
func (r *arena) loc() *Loc {
	if r == nil {
		return &Loc{}
	}
	return take(&r.locs)
}

// edge returns a new edge.
func (r *arena) edge() *Edge {
	if r == nil {
		return &Edge{}
	}
	return take(&r.edges)
}

// take removes the first element of *from and returns it. If *from is empty, take first allocates arenaSize elements.
func take[T any](from *[]T) *T {
	if len(*from) == 0 {
		*from = make([]T, arenaSize)
	}
	x := &(*from)[0]
	*from = (*from)[1:]
	return x
}

// list returns the given list. If it is nil, list returns an empty list with room for n edges instead.
func (r *arena) list(list []*Edge, n int) []*Edge {
	if r == nil || list != nil {
		return list
	}
	if len(r.lists) < n {
		r.lists = make([]*Edge, 4*arenaSize)
	}
	list, r.lists = r.lists[:0:n], r.lists[n:]
	return list
}
