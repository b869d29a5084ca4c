// How the program uses its variables, to estimate the cost of tracking them.

package value

import "github.com/whet-mc/whet/cfa"

// usage classifies variables by their use in the whole program.
type usage struct {
	class []int8 // by Var.ID: how the variable is used
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
	// Values computed by a recursive procedure grow with the depth of the recursion, like counters.
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

// cond classifies the variables of a condition. Comparisons for equality are cheap.
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

// operand marks all variables in e as used as numbers.
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

// cost returns the cost of tracking a variable.
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
	flagCost    = 1  // cost of a variable that is assigned only constants, and only compared for equality
	copyCost    = 3  // cost of a variable that is assigned values of other variables, and only compared for equality
	plainCost   = 10 // cost of any other variable
	cellCost    = 10
	counterCost = 400 // cost of a variable whose new value depends on its old value
	maxProofs   = 24  // greatest number of prefixes that Choose considers
)

const (
	usedOrdered  int8 = 1 << iota // used in arithmetic or ordered comparisons
	usedCopied                    // assigned something other than a constant
	usedComputed                  // assigned the result of an operation
	usedCounter                   // x = f(x)
)

// mentions reports whether an expression reads a member of need.
func mentions(e cfa.Expr, need *Need) bool {
	found := false
	cfa.ExprReads(e, func(v *cfa.Var) { found = found || need.hasVar(v) }, func(a *cfa.Array) { found = found || need.hasArray(a) })
	return found
}
