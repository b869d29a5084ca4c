package cfa

import "github.com/whet-mc/whet/lang"

// The functions here build a program piece by piece; Finish completes it.

// NewProgram returns a program with no procedures.
func NewProgram(m lang.DataModel, a Arith) *Program { return &Program{Model: m, Arith: a} }

// NewProc adds a procedure with an entry and an exit.
func (p *Program) NewProc(name string) *Proc {
	q := &Proc{ID: len(p.Procs), Name: name}
	p.Procs = append(p.Procs, q)
	q.Entry = p.NewLoc(q, lang.Pos{})
	q.Exit = p.NewLoc(q, lang.Pos{})
	return q
}

// NewVar adds a variable: global where q is nil, else local to q (and to its
// Params or Results as kind says).
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

// NewArray adds an array: global where q is nil, else local to q.
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
	l := &Loc{ID: len(p.Locs), Proc: q, Pos: pos}
	p.Locs = append(p.Locs, l)
	q.Locs = append(q.Locs, l)
	return l
}

// NewEdge adds an edge.
func (p *Program) NewEdge(from, to *Loc, op Op, pos lang.Pos) *Edge {
	e := &Edge{ID: len(p.Edges), From: from, To: to, Op: op, Pos: pos}
	p.Edges = append(p.Edges, e)
	from.Out = append(from.Out, e)
	to.In = append(to.In, e)
	return e
}
