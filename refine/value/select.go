package value

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/value"
)

// Refinement selection: of several infeasible prefixes, the one whose precision is cheapest to track
// (Beyer, Löwe, Wendler: Refinement selection, SPIN 2015; Sliced path prefixes, FORTE 2015). What a
// variable costs is guessed from how the program uses it, as in their domain types: a flag has few
// values, a loop counter has as many as the loop has rounds.

const (
	flagCost    = 1  // only constants are assigned, compared only for equality
	copyCost    = 3  // takes values of other variables, compared only for equality
	plainCost   = 10 // anything else
	cellCost    = 10
	counterCost = 400 // changed by its own old value
	maxProofs   = 24  // prefixes that are looked at
)

// usage tells how variables are used, all over the program.
type usage struct {
	class []int8 // by Var.ID
}

const (
	usedOrdered  int8 = 1 << iota // in arithmetic or ordered
	usedCopied                    // set to something that is not a constant
	usedComputed                  // set to the result of an operation
	usedCounter                   // x = f(x)
)

func usageOf(p *cfa.Program) *usage {
	u := &usage{class: make([]int8, len(p.Vars))}
	for _, e := range p.Edges {
		switch op := e.Op.(type) {
		case *cfa.Assume:
			u.cond(op.Cond)
		case *cfa.Assign:
			u.assigned(op.LHS, op.RHS)
		case *cfa.Store:
			u.operand(op.Idx)
			u.operand(op.Val)
		case *cfa.Fill:
			u.operand(op.Lo)
			u.operand(op.Hi)
			u.operand(op.Val)
		case *cfa.Copy:
			u.operand(op.DstLo)
			u.operand(op.SrcLo)
			u.operand(op.N)
		case *cfa.Call:
			for i, a := range op.Args {
				if i < len(op.Callee.Params) {
					u.assigned(op.Callee.Params[i], a)
				}
			}
			for _, v := range op.Results {
				if v != nil {
					u.class[v.ID] |= usedCopied
				}
			}
		}
	}
	// What a recursive procedure computes grows with the depth of the recursion, as a counter does.
	for _, q := range p.Procs {
		if q.Recursive {
			for _, v := range q.Locals {
				if u.class[v.ID]&usedComputed != 0 {
					u.class[v.ID] |= usedCounter
				}
			}
		}
	}
	return u
}

func (u *usage) assigned(v *cfa.Var, e cfa.Expr) {
	switch x := e.(type) {
	case *cfa.Const:
		return
	case *cfa.Var:
		u.class[v.ID] |= usedCopied
		if x == v {
			u.class[v.ID] |= usedCounter
		}
		return
	}
	u.class[v.ID] |= usedCopied | usedComputed
	if mentions(e, build([]*cfa.Var{v}, nil)) {
		u.class[v.ID] |= usedCounter
	}
	u.operand(e)
}

// cond: comparisons for equality with anything are cheap.
func (u *usage) cond(e cfa.Expr) {
	switch e := e.(type) {
	case *cfa.Var:
	case *cfa.Unary:
		if e.Op == cfa.Not {
			u.cond(e.X)
		} else {
			u.operand(e.X)
		}
	case *cfa.Binary:
		switch e.Op {
		case cfa.And, cfa.Or:
			u.cond(e.X)
			u.cond(e.Y)
		case cfa.Eq, cfa.Ne:
			u.side(e.X)
			u.side(e.Y)
		default:
			u.operand(e)
		}
	default:
		u.operand(e)
	}
}

func (u *usage) side(e cfa.Expr) {
	if _, ok := e.(*cfa.Var); !ok {
		u.operand(e)
	}
}

// operand: all variables in e are used as numbers.
func (u *usage) operand(e cfa.Expr) {
	switch e := e.(type) {
	case *cfa.Var:
		u.class[e.ID] |= usedOrdered
	case *cfa.Select:
		u.operand(e.Idx)
	case *cfa.Unary:
		u.operand(e.X)
	case *cfa.Binary:
		u.operand(e.X)
		u.operand(e.Y)
	case *cfa.Wrap:
		u.operand(e.X)
	case *cfa.Ite:
		u.cond(e.C)
		u.operand(e.T)
		u.operand(e.E)
	}
}

// cost is what tracking a variable costs.
func (u *usage) cost(v *cfa.Var) int {
	switch c := u.class[v.ID]; {
	case c&usedCounter != 0:
		return counterCost
	case c&usedOrdered != 0:
		return plainCost
	case c&usedCopied != 0:
		return copyCost
	}
	return flagCost
}

// Choose explains one of the contradictions of a trace: the first, or, where selection is on, the one
// that is cheapest to track beyond what a precision tracks already; of equal ones the first. It
// returns nil if the budget ends.
func (c *Checker) Choose(ctx context.Context, t *Trace, prec *value.Precision, selection bool) *Proof {
	bad := t.Bad
	if !selection {
		bad = bad[:1]
	}
	if n := len(bad); n > maxProofs { // the first ones and the last ones
		bad = append(append([]int{}, bad[:maxProofs/2]...), bad[n-maxProofs/2:]...)
	}
	var best *Proof
	for _, k := range bad {
		p := c.Interpolate(ctx, t, k)
		if p == nil {
			return best
		}
		if p.Cost = c.cost(t, p, prec); best == nil || p.Cost < best.Cost {
			best = p
		}
	}
	return best
}

// cost is what the variables and cells of a proof cost that are not tracked yet.
func (c *Checker) cost(t *Trace, p *Proof, prec *value.Precision) int {
	total := 0
	vars := map[*cfa.Var]bool{}
	cells := map[Cell]bool{}
	var last *Need
	for i, n := range p.Needs {
		if n == last && prec.Scope() != value.ByLocation {
			continue
		}
		last = n
		l := c.prog.Start.Entry
		if i > 0 {
			l = t.Path[i-1].Target()
		}
		for _, v := range n.vars() {
			if !vars[v] && !prec.Var(l, v) {
				vars[v] = true
				total += c.use.cost(v)
			}
		}
		for _, x := range n.cells() {
			if !cells[x] && !prec.Cell(l, x.Arr, x.Idx) {
				cells[x] = true
				total += cellCost
			}
		}
	}
	return total
}
