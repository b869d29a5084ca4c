package cfa

// Copies of programs. An object and its copy have the same ID, and references are translated by ID.

// Clone returns a copy of the program with the same IDs. A change of one of the two programs does not show in the
// other. They share only what does not change: inputs, properties, constants, Settled, and data for reports such as
// objects, types and the operands of error locations. Such shared data still refers to variables and arrays of the
// original.
func (p *Program) Clone() *Program {
	c := &cloner{p: *p, memo: map[Expr]Expr{}}
	q := &c.p
	q.arena = nil
	q.Notes = append(p.Notes[:0:0], p.Notes...)
	q.Procs = copies(p.Procs)
	q.Vars = copies(p.Vars)
	q.Arrays = copies(p.Arrays)
	q.Locs = copies(p.Locs)
	q.Edges = copies(p.Edges)
	q.Start = c.proc(p.Start)
	q.Errors = mapAll(p.Errors, c.loc)
	for _, v := range q.Vars {
		v.Proc = c.proc(v.Proc)
	}
	for _, a := range q.Arrays {
		a.Proc = c.proc(a.Proc)
		a.Objects = append(a.Objects[:0:0], a.Objects...)
		a.Flags = c.array(a.Flags)
		a.Tails = c.array(a.Tails)
	}
	for _, r := range q.Procs {
		r.Params = mapAll(r.Params, c.variable)
		r.Results = mapAll(r.Results, c.variable)
		r.Locals = mapAll(r.Locals, c.variable)
		r.Arrays = mapAll(r.Arrays, c.array)
		r.Locs = mapAll(r.Locs, c.loc)
		r.Entry, r.Exit = c.loc(r.Entry), c.loc(r.Exit)
		r.Calls, r.Callers = mapAll(r.Calls, c.edge), mapAll(r.Callers, c.edge)
		r.Uses, r.Mods = r.Uses.Clone(), r.Mods.Clone()
		r.UsesArrays, r.ModsArrays = r.UsesArrays.Clone(), r.ModsArrays.Clone()
	}
	for _, l := range q.Locs {
		l.Proc = c.proc(l.Proc)
		l.In, l.Out = mapAll(l.In, c.edge), mapAll(l.Out, c.edge)
	}
	for _, e := range q.Edges {
		e.From, e.To = c.loc(e.From), c.loc(e.To)
		e.Op = c.op(e.Op)
	}
	return q
}

// cloner translates references and expressions to the program p, in which each copy has the ID of its original.
type cloner struct {
	p    Program
	memo map[Expr]Expr // copies of the expressions of the current operation, so that shared parts stay shared
}

// copies returns copies of the objects, in one allocation.
func copies[T any](xs []*T) []*T {
	block := make([]T, len(xs))
	out := make([]*T, len(xs))
	for i, x := range xs {
		block[i] = *x
		out[i] = &block[i]
	}
	return out
}

// mapAll returns the list of f(x) for each x in xs; nil if xs is nil.
func mapAll[T any](xs []*T, f func(*T) *T) []*T {
	if xs == nil {
		return nil
	}
	out := make([]*T, len(xs))
	for i, x := range xs {
		out[i] = f(x)
	}
	return out
}

// proc returns the copy of a procedure; nil for nil.
func (c *cloner) proc(q *Proc) *Proc {
	if q == nil {
		return nil
	}
	return c.p.Procs[q.ID]
}

// variable returns the copy of a variable; nil for nil.
func (c *cloner) variable(v *Var) *Var {
	if v == nil {
		return nil
	}
	return c.p.Vars[v.ID]
}

// array returns the copy of an array; nil for nil.
func (c *cloner) array(a *Array) *Array {
	if a == nil {
		return nil
	}
	return c.p.Arrays[a.ID]
}

// loc returns the copy of a location.
func (c *cloner) loc(l *Loc) *Loc { return c.p.Locs[l.ID] }

// edge returns the copy of an edge.
func (c *cloner) edge(e *Edge) *Edge { return c.p.Edges[e.ID] }

// op returns a copy of an operation.
func (c *cloner) op(o Op) Op {
	clear(c.memo)
	switch o := o.(type) {
	case *Assume:
		return &Assume{c.expr(o.Cond), o.Contract, o.Always, o.Chosen}
	case *Assign:
		return &Assign{c.variable(o.LHS), c.expr(o.RHS)}
	case *Store:
		return &Store{c.array(o.Arr), c.expr(o.Idx), c.expr(o.Val), o.As}
	case *Fill:
		return &Fill{c.array(o.Arr), c.expr(o.Lo), c.expr(o.Hi), c.expr(o.Val), o.From, o.Shorter}
	case *Copy:
		return &Copy{c.array(o.Dst), c.expr(o.DstLo), c.array(o.Src), c.expr(o.SrcLo), c.expr(o.N)}
	case *Havoc:
		return &Havoc{c.variable(o.LHS), o.From, o.Def.Map(c.expr)}
	case *Call:
		args := make([]Expr, len(o.Args))
		for i, a := range o.Args {
			args[i] = c.expr(a)
		}
		return &Call{c.proc(o.Callee), args, mapAll(o.Results, c.variable)}
	}
	return o
}

// expr returns a copy of an expression. It recurses to the depth of the expression; a goroutine's stack has room for
// millions of levels.
func (c *cloner) expr(e Expr) Expr {
	switch e := e.(type) {
	case nil, *Const:
		return e
	case *Var:
		return c.variable(e)
	}
	if x, ok := c.memo[e]; ok {
		return x
	}
	x := MapOperands(e, c.expr)
	if s, ok := x.(*Select); ok {
		s.Arr = c.array(s.Arr)
	}
	c.memo[e] = x
	return x
}
