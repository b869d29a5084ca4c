package cfa

import (
	"maps"
	"slices"
)

// Propagation of known addresses: conditional constant propagation over branches and calls (M. Wegman, K. Zadeck:
// Constant propagation with conditional branches. TOPLAS 1991; D. Callahan et al.: Interprocedural constant
// propagation. 1986). Here it is restricted to the addresses of objects and to factors of products.
//
// A C function often receives a struct by its address and works on it through a parameter q. If every call passes the
// same address &c, q->x becomes c.x, and a test of q for NULL is decided.
//
// The analysis begins with no location reached. For each reached location it keeps the local variables that hold the
// same address whenever a run is there, in every activation. A local variable of one activation cannot be changed by
// another activation, since a variable whose address is taken is memory and is not followed here. A parameter has the
// value that all reached calls pass. A variable after a call has the value that it had before the call. A result has
// the value that it has at the callee's exit. All calls are known: a call of a Program is direct, and a call through a
// pointer is a choice among direct calls. Where paths meet, only what holds on all of them is kept. So the knowledge
// at a location only shrinks, and the iteration ends. What remains then holds in every run, by induction over its
// steps.
//
// Factors of products are treated in the same way. For example, the index i*n + j of a cell in an array with rows of n
// elements is linear once n is known, which is far easier for all later analyses. Other numbers are not propagated: the
// program stays readable, and engines choose which numbers they track.
//
// A global pointer counts as known if the start sets it before all calls and every operation that sets it assigns the
// same address.

// PropagateAddresses replaces reads of variables that hold a known address, or a known factor, by this constant. It
// reports whether it changed an operation. Operations that become superfluous are left to Compact. The program must not
// be finished.
func (p *Program) PropagateAddresses() (changed bool) {
	factors := p.factors()
	if p.Start == nil || len(p.Objects) == 0 && len(factors) == 0 {
		return false
	}
	a := &addresses{
		p: p, factors: factors, at: make([]known, len(p.Locs)), reached: make([]bool, len(p.Locs)), queued: make([]bool, len(p.Locs)),
		callers: make([][]*Edge, len(p.Procs)), calls: map[*Edge]bool{},
	}
	a.globals = a.fixedGlobals()
	a.come(p.Start.Entry, nil)
	for len(a.work) > 0 {
		l := a.work[len(a.work)-1]
		a.work = a.work[:len(a.work)-1]
		a.queued[l.ID] = false
		a.leave(l)
	}
	for _, l := range p.Locs {
		if !a.reached[l.ID] {
			continue
		}
		s := a.at[l.ID]
		var memo map[Expr]Expr
		for _, e := range l.Out {
			if a.knows(s, l.Proc) && a.readsKnown(e.Op, l.Proc, s) {
				if memo == nil {
					memo = map[Expr]Expr{}
				}
				e.Op = mapReads(e.Op, a.leaves(l.Proc, s), memo)
				changed = true
			}
		}
		for i, o := range l.Operands {
			l.Operands[i].Value = a.value(o.Value, l.Proc, s)
		}
	}
	return changed
}

// maxKnown limits how many variables are known at a location, apart from parameters. Beyond it, a further variable that
// is set counts as unknown.
const maxKnown = 64

// known lists the variables with known values, in order of their IDs. A list is not changed after it was made, so that
// locations can share it.
type known []holds

// holds is a variable with its known value.
type holds struct {
	v *Var
	c *Const
}

// find returns the index of v in the list. If v is not in the list, it returns the index where v would be inserted,
// and false.
func (s known) find(v *Var) (int, bool) {
	return slices.BinarySearchFunc(s, v, func(a holds, v *Var) int { return a.v.ID - v.ID })
}

// of returns the known value of v; nil if it is not known.
func (s known) of(v *Var) *Const {
	if i, found := s.find(v); found {
		return s[i].c
	}
	return nil
}

// addresses is the state of the analysis.
type addresses struct {
	p       *Program
	globals known // the result of fixedGlobals
	factors map[*Var]bool
	at      []known        // by Loc.ID: what is known at a reached location
	reached []bool         // by Loc.ID: the location is reached
	queued  []bool         // by Loc.ID: the location is in work
	callers [][]*Edge      // by Proc.ID: the reached calls of the procedure
	calls   map[*Edge]bool // all edges in callers
	work    []*Loc
}

// come records that runs reach l with the knowledge s. Of what was known at l before, it keeps what s agrees with. If
// anything changes, it queues l.
func (a *addresses) come(l *Loc, s known) {
	if a.reached[l.ID] {
		old := a.at[l.ID]
		s = old.intersect(s)
		if len(s) == len(old) {
			return
		}
	}
	a.at[l.ID], a.reached[l.ID] = s, true
	if !a.queued[l.ID] {
		a.queued[l.ID] = true
		a.work = append(a.work, l)
	}
}

// intersect returns the variables that have the same value in s and t. If all of s remains, it returns s itself.
func (s known) intersect(t known) known {
	if len(s) > 0 && len(s) == len(t) && &s[0] == &t[0] {
		return s
	}
	// In the common case all of s remains. Nothing is allocated then.
	n, j := 0, 0
	same := func(x holds) bool {
		for j < len(t) && t[j].v.ID < x.v.ID {
			j++
		}
		return j < len(t) && t[j].v == x.v && t[j].c.Val.Equal(x.c.Val)
	}
	for n < len(s) && same(s[n]) {
		n++
	}
	if n == len(s) {
		return s
	}
	out := append(known(nil), s[:n]...)
	for _, x := range s[n+1:] {
		if same(x) {
			out = append(out, x)
		}
	}
	return out
}

// with returns what is known after v was set to c; nil: to an unknown value.
func (s known) with(v *Var, c *Const) known {
	i, found := s.find(v)
	switch {
	case !found && c == nil, found && c != nil && s[i].c.Val.Equal(c.Val), !found && len(s) >= maxKnown:
		return s
	case c == nil:
		return slices.Delete(slices.Clone(s), i, i+1)
	case found:
		s = slices.Clone(s)
		s[i].c = c
		return s
	}
	return slices.Insert(slices.Clone(s), i, holds{v, c})
}

// leave propagates what is known at l over the edges out of l, and from an exit to the reached calls of its procedure.
func (a *addresses) leave(l *Loc) {
	s := a.at[l.ID]
	if l == l.Proc.Exit {
		for _, e := range a.callers[l.Proc.ID] {
			a.comeBack(e)
		}
	}
	for _, e := range l.Out {
		switch o := e.Op.(type) {
		case *Assume:
			if v, isConst := IsConst(a.value(o.Cond, l.Proc, s)); !isConst || !v.IsZero() {
				a.come(e.To, s)
			}
		case *Assign:
			a.come(e.To, s.with(o.LHS, a.address(o.LHS, o.RHS, l.Proc, s)))
		case *Havoc:
			a.come(e.To, s.with(o.LHS, nil))
		case *Call:
			a.enter(e, o, s)
		default:
			a.come(e.To, s)
		}
	}
}

// enter propagates what s knows of the arguments to the callee's entry. If the callee's exit is reached, it propagates
// s over the call, too.
func (a *addresses) enter(e *Edge, o *Call, s known) {
	var in known
	for i, v := range o.Callee.Params {
		if i < len(o.Args) {
			if c := a.address(v, o.Args[i], e.From.Proc, s); c != nil {
				k, _ := in.find(v)
				in = slices.Insert(in, k, holds{v, c})
			}
		}
	}
	if !a.calls[e] {
		a.calls[e] = true
		a.callers[o.Callee.ID] = append(a.callers[o.Callee.ID], e)
	}
	a.come(o.Callee.Entry, in)
	a.comeBack(e)
}

// comeBack propagates what is known to the location after the call e, if the callee's exit is reached.
func (a *addresses) comeBack(e *Edge) {
	o := e.Op.(*Call)
	if !a.reached[o.Callee.Exit.ID] || !a.reached[e.From.ID] {
		return
	}
	end, s := a.at[o.Callee.Exit.ID], a.at[e.From.ID]
	for i, v := range o.Results {
		if v != nil {
			c := end.of(o.Callee.Results[i])
			if !a.follows(v) {
				c = nil
			}
			s = s.with(v, c)
		}
	}
	a.come(e.To, s)
}

// follows reports whether the analysis keeps values of v: v is a local variable that is a pointer, a temporary of the
// lowering, or a factor, and it is not a Shadow.
func (a *addresses) follows(v *Var) bool {
	return v.Proc != nil && (v.Pointer || v.Kind == TempVar || a.factors[v]) && !v.Shadow
}

// factors returns the variables that are factors of a product of two variables, and the variables whose values reach
// these by assignments and as arguments. A Wrap of a variable counts as the variable.
func (p *Program) factors() map[*Var]bool {
	out := map[*Var]bool{}
	variable := func(e Expr) *Var {
		for {
			switch x := e.(type) {
			case *Wrap:
				e = x.X
			case *Var:
				return x
			default:
				return nil
			}
		}
	}
	product := func(x Expr) {
		b, ok := x.(*Binary)
		if !ok || b.Op != Mul {
			return
		}
		if v, w := variable(b.X), variable(b.Y); v != nil && w != nil {
			out[v], out[w] = true, true
		}
	}
	for _, e := range p.Edges {
		OpExprs(e.Op, func(x Expr) { Walk(x, product) })
	}
	if len(out) == 0 {
		return out
	}
	from := map[*Var][]*Var{} // by variable: the variables whose values are assigned to it or passed as its argument
	for _, e := range p.Edges {
		switch o := e.Op.(type) {
		case *Assign:
			if v := variable(o.RHS); v != nil {
				from[o.LHS] = append(from[o.LHS], v)
			}
		case *Call:
			for i, v := range o.Callee.Params {
				if i < len(o.Args) {
					if w := variable(o.Args[i]); w != nil {
						from[v] = append(from[v], w)
					}
				}
			}
		}
	}
	for work := slices.Collect(maps.Keys(out)); len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, w := range from[v] {
			if !out[w] {
				out[w] = true
				work = append(work, w)
			}
		}
	}
	return out
}

// address returns the constant that v gets from e in the procedure q, where s is known. It returns nil if the value is
// not known, or is neither an address inside an object nor a number for a factor.
func (a *addresses) address(v *Var, e Expr, q *Proc, s known) *Const {
	if !a.follows(v) {
		return nil
	}
	c, ok := a.value(e, q, s).(*Const)
	if !ok || !v.Range.Contains(c.Val) {
		return nil
	}
	// A factor must fit in 64 bits. Else, in a program over unbounded integers, n assignments x = x*x would make a number
	// with about 2^n digits.
	if _, small := c.Val.Int64(); a.p.objectAt(c.Val) == nil && !(a.factors[v] && small) {
		return nil
	}
	return c
}

// value returns e, in the procedure q, with the known variables replaced by their values.
func (a *addresses) value(e Expr, q *Proc, s known) Expr {
	if !a.knows(s, q) {
		return e
	}
	found := false
	ExprReads(e, func(v *Var) { found = found || a.of(v, q, s) != nil }, nil)
	if !found {
		return e
	}
	return a.leaves(q, s).replace(e, map[Expr]Expr{})
}

// of returns the known value of v in the procedure q, where s is known of local variables; nil if it is not known. In
// the start, global variables are unknown, since it sets them.
func (a *addresses) of(v *Var, q *Proc, s known) *Const {
	if v.Proc == nil && q != a.p.Start {
		return a.globals.of(v)
	}
	return s.of(v)
}

// knows reports whether anything is known in the procedure q, where s is known of local variables.
func (a *addresses) knows(s known, q *Proc) bool {
	return len(s) > 0 || q != a.p.Start && len(a.globals) > 0
}

// readsKnown reports whether the operation o of the procedure q reads a variable whose value is known.
func (a *addresses) readsKnown(o Op, q *Proc, s known) (found bool) {
	Reads(o, func(v *Var) { found = found || a.of(v, q, s) != nil }, nil)
	return found
}

// leaves returns the replacement of the variables that are known in the procedure q by their values.
func (a *addresses) leaves(q *Proc, s known) leaves {
	return leaves{variable: func(v *Var) Expr {
		if c := a.of(v, q, s); c != nil {
			return c
		}
		return v
	}}
}

// fixedGlobals returns the global pointers that hold one address whenever a procedure other than the start runs. The
// start sets them on the straight line from its entry to the first call or branch, and every other operation that sets
// one of them assigns the same address.
func (a *addresses) fixedGlobals() (out known) {
	seen := map[*Loc]bool{}
	for l := a.p.Start.Entry; len(l.Out) == 1 && !seen[l]; l = l.Out[0].To {
		seen[l] = true
		if _, calls := l.Out[0].Op.(*Call); calls {
			break
		}
		if o, ok := l.Out[0].Op.(*Assign); ok && o.LHS.Proc == nil && o.LHS.Pointer && !o.LHS.Shadow {
			if c, isConst := o.RHS.(*Const); isConst && a.p.objectAt(c.Val) != nil && o.LHS.Range.Contains(c.Val) {
				if i, found := out.find(o.LHS); found {
					out[i].c = c
				} else {
					out = slices.Insert(out, i, holds{o.LHS, c})
				}
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	for _, e := range a.p.Edges {
		Writes(e.Op, func(v *Var) {
			i, found := out.find(v)
			if !found {
				return
			}
			if o, ok := e.Op.(*Assign); ok {
				if c, isConst := o.RHS.(*Const); isConst && c.Val.Equal(out[i].c.Val) {
					return
				}
			}
			out = slices.Delete(out, i, i+1)
		}, nil)
	}
	return out
}
