package value

import "github.com/whet-mc/whet/cfa"

// usage tells how variables are used, all over the program.
type usage struct {
	class []int8 // by Var.ID
}

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

const (
	flagCost    = 1  // only constants are assigned, compared only for equality
	copyCost    = 3  // takes values of other variables, compared only for equality
	plainCost   = 10 // anything else
	cellCost    = 10
	counterCost = 400 // changed by its own old value
	maxProofs   = 24  // prefixes that are looked at
)

const (
	usedOrdered  int8 = 1 << iota // in arithmetic or ordered
	usedCopied                    // set to something that is not a constant
	usedComputed                  // set to the result of an operation
	usedCounter                   // x = f(x)
)

// mentions reports whether an expression reads something of a need.
func mentions(e cfa.Expr, need *Need) bool {
	found := false
	cfa.ExprReads(e, func(v *cfa.Var) { found = found || need.hasVar(v) }, func(a *cfa.Array) { found = found || need.hasArray(a) })
	return found
}
