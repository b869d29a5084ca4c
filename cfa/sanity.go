package cfa

import (
	"errors"
	"fmt"

	"github.com/whet-mc/whet/num/interval"
)

// The sanity checker of programs. Tests call it over whole corpora.

// Check checks the invariants of programs. They hold from the time when a program has been built. For a finished
// program, Check also checks what Finish ensures. It returns the first maxFaults violations, joined, or nil if there
// are no violations.
//
// The invariants about structure are:
//   - IDs are dense.
//   - Loc.In and Loc.Out list exactly the edges with these ends, each once. The ends of an edge are in one procedure.
//     A slice may also have edges that are missing in both lists.
//   - The entry has no edges in. The exit and error locations have no edges out.
//   - If a location has several edges out, each of them is an Assume or a Skip. So conditions decide how a run goes on,
//     or the choice is free.
//
// The invariants about contents are:
//   - Expressions are well formed, and use only variables and arrays that the procedure can see.
//   - The value that an operation gives to a variable or a cell provably lies in its range.
//   - A call has as many arguments as the callee has parameters. No operation calls Program.Start.
func (p *Program) Check() error {
	c := &checker{p: p, out: make([]int, len(p.Edges)), in: make([]int, len(p.Edges))}
	c.ids()
	if c.n == 0 { // the other checks rely on correct IDs
		for _, q := range p.Procs {
			c.proc(q)
		}
		for _, e := range p.Edges {
			c.edge(e)
		}
	}
	if c.n == 0 && p.finished {
		c.finished()
	}
	if c.n > maxFaults {
		c.faults = append(c.faults, fmt.Errorf("and %d more", c.n-maxFaults))
	}
	return errors.Join(c.faults...)
}

const maxFaults = 20

// checker is the state of one call of Check.
type checker struct {
	p      *Program
	out    []int   // by Edge.ID: how often Loc.Out of the edge's start contains the edge
	in     []int   // by Edge.ID: how often Loc.In of the edge's end contains the edge
	n      int     // the number of faults
	faults []error // the first maxFaults faults
}

// fault records a violation.
func (c *checker) fault(format string, args ...any) {
	if c.n++; c.n <= maxFaults {
		c.faults = append(c.faults, fmt.Errorf(format, args...))
	}
}

// want records a violation unless ok holds.
func (c *checker) want(ok bool, format string, args ...any) {
	if !ok {
		c.fault(format, args...)
	}
}

// ids checks the IDs, and that the program and its procedures list the same locations.
func (c *checker) ids() {
	p := c.p
	for i, q := range p.Procs {
		c.want(q != nil && q.ID == i, "procedure %d has another ID", i)
	}
	for i, v := range p.Vars {
		c.want(v != nil && v.ID == i, "variable %d has another ID", i)
	}
	for i, a := range p.Arrays {
		c.want(a != nil && a.ID == i, "array %d has another ID", i)
	}
	for i, l := range p.Locs {
		c.want(l != nil && l.ID == i, "location %d has another ID", i)
	}
	for i, e := range p.Edges {
		c.want(e != nil && e.ID == i, "edge %d has another ID", i)
	}
	if c.n > 0 {
		return
	}
	n := 0
	for _, q := range p.Procs {
		c.want(c.hasLoc(q, q.Entry), "%s: the entry is not a location of it", q)
		c.want(c.hasLoc(q, q.Exit), "%s: the exit is not a location of it", q)
		for _, l := range q.Locs {
			n++
			c.want(c.hasLoc(q, l), "%s lists a location that is not its own", q)
		}
	}
	c.want(n == len(p.Locs), "the procedures list %d locations, the program %d", n, len(p.Locs))
	c.want(p.Start == nil || c.hasProc(p.Start), "Start is not a procedure of the program")
}

// hasProc reports whether q is a procedure of the program.
func (c *checker) hasProc(q *Proc) bool {
	return q != nil && q.ID >= 0 && q.ID < len(c.p.Procs) && c.p.Procs[q.ID] == q
}

// hasLoc reports whether l is a location of q.
func (c *checker) hasLoc(q *Proc, l *Loc) bool {
	return l != nil && l.ID >= 0 && l.ID < len(c.p.Locs) && c.p.Locs[l.ID] == l && l.Proc == q
}

// hasEdge reports whether e is an edge of the program.
func (c *checker) hasEdge(e *Edge) bool {
	return e != nil && e.ID >= 0 && e.ID < len(c.p.Edges) && c.p.Edges[e.ID] == e
}

// proc checks the variables, arrays and locations of a procedure, and counts its edges in c.out and c.in.
func (c *checker) proc(q *Proc) {
	c.want(q.Entry != q.Exit, "%s: the entry is the exit", q)
	c.want(len(q.Entry.In) == 0, "%s: edges lead to the entry", q)
	c.want(len(q.Exit.Out) == 0, "%s: edges leave the exit", q)
	c.want(q.Entry.Error == nil && q.Exit.Error == nil, "%s: the entry or the exit is an error location", q)
	vars := map[*Var]bool{}
	for _, v := range q.Locals {
		c.want(c.sees(q, v) && v.Proc == q && !vars[v], "%s: local %s is not its own, or listed twice", q, v)
		vars[v] = true
		c.rangeOf(v.Range, v)
	}
	for _, v := range q.Params {
		c.want(vars[v] && v.Kind == ParamVar, "%s: parameter %s is not one of its locals", q, v)
	}
	for _, v := range q.Results {
		c.want(vars[v] && v.Kind == ResultVar, "%s: result %s is not one of its locals", q, v)
	}
	for _, a := range q.Arrays {
		c.want(c.seesArray(q, a) && a.Proc == q, "%s: array %s is not its own", q, a)
	}
	for _, l := range q.Locs {
		c.want(l.Error == nil || len(l.Out) == 0, "%v: edges leave an error location", l)
		for _, e := range l.Out {
			if !c.hasEdge(e) || e.From != l {
				c.fault("%v: an edge out of it starts elsewhere", l)
				continue
			}
			c.out[e.ID]++
			if len(l.Out) > 1 {
				switch e.Op.(type) {
				case *Assume, Skip:
				default:
					c.fault("%v is one of several edges, but neither an assumption nor a skip", e)
				}
			}
		}
		for _, e := range l.In {
			if !c.hasEdge(e) || e.To != l {
				c.fault("%v: an edge into it ends elsewhere", l)
				continue
			}
			c.in[e.ID]++
		}
	}
}

// rangeOf checks that the fields of r fit together. The range belongs to of.
func (c *checker) rangeOf(r Range, of fmt.Stringer) {
	c.want(r.Bits >= 0 && r.Bits <= 1<<16 && (r.Bits > 0 || !r.Signed) && (r.Bits == 0 || !r.Nat), "%v: a range that does not exist", of)
}

// sees reports whether v is a variable of the program that the procedure q can see.
func (c *checker) sees(q *Proc, v *Var) bool {
	return v != nil && v.ID >= 0 && v.ID < len(c.p.Vars) && c.p.Vars[v.ID] == v && (v.Proc == nil || v.Proc == q)
}

// seesArray reports whether a is an array of the program that the procedure q can see.
func (c *checker) seesArray(q *Proc, a *Array) bool {
	return a != nil && a.ID >= 0 && a.ID < len(c.p.Arrays) && c.p.Arrays[a.ID] == a && (a.Proc == nil || a.Proc == q)
}

// edge checks an edge and its operation.
func (c *checker) edge(e *Edge) {
	if e.From == nil || e.To == nil || !c.hasLoc(e.From.Proc, e.From) || !c.hasLoc(e.From.Proc, e.To) {
		c.fault("edge %d does not lie within a procedure", e.ID)
		return
	}
	out, in := c.out[e.ID], c.in[e.ID]
	c.want(out == 1 && in == 1 || c.p.Origin != nil && out == 0 && in == 0, "%v is %d times among the edges out of its start, %d times among those into its end", e, out, in)
	q := e.From.Proc
	known := true
	Writes(e.Op, func(v *Var) {
		if !c.sees(q, v) {
			c.fault("%v sets a variable that %s does not see", e, q)
			known = false
		}
	}, func(a *Array) {
		if !c.seesArray(q, a) {
			c.fault("%v sets an array that %s does not see", e, q)
			known = false
		}
	})
	OpExprs(e.Op, func(x Expr) { known = c.expr(e, x) && known })
	if !known {
		return
	}
	switch o := e.Op.(type) {
	case Skip:
	case *Assume:
		c.want(o.Cond != nil, "edge %d: an assumption without a condition", e.ID)
	case *Assign:
		c.value(e, o.RHS, o.LHS.Range)
	case *Store:
		c.want(o.Idx != nil, "edge %d: a store without an index", e.ID)
		c.value(e, o.Val, o.Arr.Elem)
	case *Fill:
		c.want((o.Lo == nil) == (o.Hi == nil), "edge %d: a fill with one bound", e.ID)
		if o.Val != nil {
			c.value(e, o.Val, o.Arr.Elem)
		} else {
			c.input(e, o.From, o.Arr.Elem)
		}
	case *Copy:
		c.want(o.DstLo != nil && o.SrcLo != nil && o.N != nil, "edge %d: a copy without bounds", e.ID)
		if c.seesArray(q, o.Src) {
			c.fits(e, o.Src.Elem.Interval(), o.Dst.Elem)
		} else {
			c.fault("%v reads an array that %s does not see", e, q)
		}
	case *Havoc:
		c.input(e, o.From, o.LHS.Range)
		if o.Def != nil && o.From != nil {
			bits, signed := o.Def.Op.Word()
			c.fits(e, interval.Word(bits, signed), o.LHS.Range)
			c.fits(e, interval.Word(bits, signed), o.From.Range) // engines use this range for the value
			c.want(len(o.Def.Args) == o.Def.Op.Args(), "edge %d: %d arguments of %v", e.ID, len(o.Def.Args), o.Def.Op)
			c.want(o.From.Kind == Approx, "edge %d: a computed value that is an input", e.ID)
		}
	case *Call:
		c.call(e, o)
	default:
		c.fault("edge %d: %T is no operation", e.ID, e.Op)
	}
}

// call checks a call.
func (c *checker) call(e *Edge, o *Call) {
	if !c.hasProc(o.Callee) || o.Callee == c.p.Start {
		c.fault("edge %d calls what is no procedure, or the start", e.ID)
		return
	}
	c.want(len(o.Args) == len(o.Callee.Params), "%v: %d arguments for %d parameters", e, len(o.Args), len(o.Callee.Params))
	c.want(len(o.Results) <= len(o.Callee.Results), "%v: %d of %d results", e, len(o.Results), len(o.Callee.Results))
	if c.n > 0 {
		return
	}
	for i, a := range o.Args {
		c.value(e, a, o.Callee.Params[i].Range)
	}
	for i, v := range o.Results {
		if v != nil {
			c.fits(e, o.Callee.Results[i].Range.Interval(), v.Range)
		}
	}
}

// checkDepth is the depth to which bounds of an assigned value are computed.
const checkDepth = 24

// value checks that x, which the edge e evaluates, is in the range r. If its form does not show this, value also uses
// the conditions that hold before the edge.
func (c *checker) value(e *Edge, x Expr, r Range) {
	if x == nil {
		c.fault("edge %d: a value is missing", e.ID)
		return
	}
	if s := typeBounds(x); !s.Within(r.Interval()) && !boundsTo(ranges{}, x, checkDepth).Within(r.Interval()) {
		c.fits(e, e.From.guards(e).bounds(x, checkDepth), r)
	}
}

// input checks that an input exists and only has values in the range r.
func (c *checker) input(e *Edge, in *Input, r Range) {
	if in == nil {
		c.fault("edge %d: an input is missing", e.ID)
		return
	}
	c.fits(e, in.Range.Interval(), r)
}

// fits checks that the values s are in the range r.
func (c *checker) fits(e *Edge, s interval.Interval, r Range) {
	c.want(s.Within(r.Interval()), "%v: the value may lie outside the range %v", e, r)
}

// expr checks an expression that the edge e evaluates. It reports whether it found no fault.
func (c *checker) expr(e *Edge, x Expr) bool {
	q := e.From.Proc
	n := c.n
	Walk(x, func(x Expr) {
		switch x := x.(type) {
		case *Var:
			c.want(c.sees(q, x), "edge %d: %s does not see %v", e.ID, q, x)
		case *Const:
		case *Select:
			c.want(c.seesArray(q, x.Arr), "edge %d: %s does not see %v", e.ID, q, x.Arr)
		case *Unary:
			c.want(x.Op >= Neg && x.Op <= Not, "edge %d: no such operator: %v", e.ID, x.Op)
		case *Binary:
			c.want(x.Op >= Add && x.Op <= Or, "edge %d: no such operator: %v", e.ID, x.Op)
		case *Wrap:
			c.want(x.Bits > 0, "edge %d: a word of %d bits", e.ID, x.Bits)
		case *Ite:
		default:
			c.fault("edge %d: %T is no expression", e.ID, x)
		}
	})
	return c.n == n
}

// finished checks what Finish ensures.
func (c *checker) finished() {
	errs := map[*Loc]bool{}
	for _, l := range c.p.Errors {
		c.want(l.Error != nil && !errs[l], "%v is not an error location, or listed twice", l)
		errs[l] = true
	}
	for _, q := range c.p.Procs {
		seen := make([]bool, len(q.Locs))
		for _, l := range q.Locs {
			if l.Index < 0 || l.Index >= len(seen) || seen[l.Index] {
				c.fault("%v: index %d is not its own", l, l.Index)
				return
			}
			seen[l.Index] = true
			for _, e := range l.In {
				c.want(e.From.Index < l.Index || l.LoopHead, "%v goes back, but not to a loop head", e)
			}
			if c.p.Origin == nil && l.Error != nil {
				c.want(errs[l], "%v is missing in Errors", l)
			}
		}
		c.want(q.Entry.Index == 0, "%s: the entry has index %d", q, q.Entry.Index)
	}
	c.calls()
}

// calls checks the call graph. It also checks that each procedure's sets of globals include the globals that its
// operations access. For Uses and Mods it checks in addition that they include the callees' sets.
func (c *checker) calls() {
	calls, callers := map[*Edge]*Proc{}, map[*Edge]*Proc{}
	for _, q := range c.p.Procs {
		for _, e := range q.Calls {
			c.want(calls[e] == nil, "%v: listed twice", e)
			calls[e] = q
		}
		for _, e := range q.Callers {
			c.want(callers[e] == nil, "%v: listed twice", e)
			callers[e] = q
		}
	}
	n := 0
	for _, l := range c.p.Locs {
		for _, e := range l.Out {
			if o, ok := e.Op.(*Call); ok {
				n++
				q, r := l.Proc, o.Callee
				c.want(calls[e] == q && callers[e] == r, "%v: not where calls are to be listed", e)
				u, m := q.Uses.Clone(), q.Mods.Clone()
				c.want(!u.Union(&r.Uses) && !m.Union(&r.Mods), "%s: globals of its callee %s are missing", q, r)
			}
			Writes(e.Op, func(v *Var) {
				c.want(v.Proc != nil || l.Proc.Mods.Has(v), "%v: not in Mods", e)
			}, func(a *Array) {
				c.want(a.Proc != nil || l.Proc.ModsArrays.Has(a), "%v: not in ModsArrays", e)
			})
			Reads(e.Op, func(v *Var) {
				c.want(v.Proc != nil || l.Proc.Uses.Has(v), "%v: not in Uses", e)
			}, func(a *Array) {
				c.want(a.Proc != nil || l.Proc.UsesArrays.Has(a), "%v: not in UsesArrays", e)
			})
		}
	}
	c.want(n == len(calls) && n == len(callers), "%d call edges, %d listed by caller, %d by callee", n, len(calls), len(callers))
}
