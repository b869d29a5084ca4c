package cfa

import (
	"maps"
	"slices"
)

// Addresses that are known beforehand: conditional constant propagation over branches and calls (M.
// Wegman, K. Zadeck: Constant propagation with conditional branches. TOPLAS 1991; D. Callahan et al.:
// Interprocedural constant propagation. 1986), of the addresses of objects and of factors only.
//
// C hands over a struct by its address, and the function works on it through a parameter. Where
// every call hands over the same one, `q->x` is `c.x`, and a test of q for NULL is decided.
//
// The analysis begins with nothing reached. It keeps, at each location that runs come to as far as
// it has seen, the local variables that hold one and the same address whenever a run is there, in
// whichever activation: those of an activation nobody else can change, since a variable whose
// address is taken is memory and none of these. A parameter has what all calls that are reached pass,
// a variable after a call what it had before, a result what the callee's exit has. All calls are
// known: one of Program is direct, and one through a pointer a choice of such. What is known where
// paths meet is what is known on all of them. So states only lose variables, which ends, and in the
// end they hold in every run, by induction over its steps.
//
// The same is done for the factors of products: what is linear once they are known, as i*n + j is for
// cells of an array of rows of n, is far easier for all that comes later. Other numbers stay what they
// are in the program, for people and because engines choose which of them to look at.
//
// A global pointer counts as known where the start sets it before all calls, and all that the program
// ever sets it to is the same address.

// PropagateAddresses puts addresses that are known beforehand in the place of the variables that
// hold them. What becomes superfluous stays for Compact; it reports whether there may be such. The
// program is not finished.
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

// maxKnown bounds how many variables are followed at once; of others nothing is known.
const maxKnown = 64

// known is the variables whose value is known, with that, in order of their IDs. It does not change
// once it is made.
type known []holds

type holds struct {
	v *Var
	c *Const
}

// find is where a variable stands in the list, or would.
func (s known) find(v *Var) (int, bool) {
	return slices.BinarySearchFunc(s, v, func(a holds, v *Var) int { return a.v.ID - v.ID })
}

// of is the value of a variable; nil: not known.
func (s known) of(v *Var) *Const {
	if i, found := s.find(v); found {
		return s[i].c
	}
	return nil
}

type addresses struct {
	p       *Program
	globals known
	factors map[*Var]bool
	at      []known        // what is known at the locations that are reached, by ID
	reached []bool         // which these are
	queued  []bool         // the same
	callers [][]*Edge      // the calls that are reached, by the ID of what they call
	calls   map[*Edge]bool // the same
	work    []*Loc
}

// come joins what is known of runs that come to a location to what was known of others.
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

func (s known) intersect(t known) known {
	if len(s) > 0 && len(s) == len(t) && &s[0] == &t[0] {
		return s
	}
	// Where nothing is lost, which is common, nothing is made.
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

// with is what is known once v has a value; nil: an unknown one.
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

// leave follows the edges out of a location.
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

// enter comes to the entry of what a call runs, and after the call if that comes back.
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

// comeBack is after a call, once its callee is known to end.
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

// follows reports whether values of the variable are kept: of locals of one activation that are
// pointers, were made by the lowering, or are factors.
func (a *addresses) follows(v *Var) bool {
	return v.Proc != nil && (v.Pointer || v.Kind == TempVar || a.factors[v]) && !v.Shadow
}

// factors are the variables that are multiplied with others, and those that they get their values from.
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
	from := map[*Var][]*Var{} // whose values a variable gets
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

// address is what v gets, if that is the address of something in an object, or v is a factor.
func (a *addresses) address(v *Var, e Expr, q *Proc, s known) *Const {
	if !a.follows(v) {
		return nil
	}
	c, ok := a.value(e, q, s).(*Const)
	if !ok || !v.Range.Contains(c.Val) {
		return nil
	}
	// Numbers without ends could be squared as often as there is memory.
	if _, small := c.Val.Int64(); a.p.objectAt(c.Val) == nil && !(a.factors[v] && small) {
		return nil
	}
	return c
}

// value is an expression under what is known.
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

// of is the value of a variable in a procedure; nil: not known.
func (a *addresses) of(v *Var, q *Proc, s known) *Const {
	if v.Proc == nil && q != a.p.Start {
		return a.globals.of(v)
	}
	return s.of(v)
}

// knows reports whether anything is known.
func (a *addresses) knows(s known, q *Proc) bool {
	return len(s) > 0 || q != a.p.Start && len(a.globals) > 0
}

// readsKnown reports whether an operation reads a variable whose value is known.
func (a *addresses) readsKnown(o Op, q *Proc, s known) (found bool) {
	Reads(o, func(v *Var) { found = found || a.of(v, q, s) != nil }, nil)
	return found
}

// leaves are what stands for the variables.
func (a *addresses) leaves(q *Proc, s known) leaves {
	return leaves{variable: func(v *Var) Expr {
		if c := a.of(v, q, s); c != nil {
			return c
		}
		return v
	}}
}

// fixedGlobals are the global pointers that hold one address whenever a procedure but the start runs.
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
