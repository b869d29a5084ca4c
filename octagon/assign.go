// This file has the assignments of octagons, forwards and backwards, and Havoc.

package octagon

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// copied reports whether the expression `by` is ±x_y + c, and returns the literal of ±x_y and the constant c.
func copied(by linear.Expr) (literal int, c num.Rat, ok bool) {
	if by.Len() != 1 || !by.Term(0).Coef.Abs().IsOne() {
		return 0, c, false
	}
	return lit(by.Term(0)), by.Constant(), true
}

// ExactAssign reports whether Assign and Preassign of x_v := by are exact, that is, whether the expression `by` is c
// or ±y + c.
func (o *Octagon) ExactAssign(v int, by linear.Expr) bool {
	o.checkDim("ExactAssign", v)
	o.checkExpr("ExactAssign", by)
	_, _, ok := copied(by)
	return ok || by.IsConst()
}

// Assign returns the points after x_v := by. It is exact for by = c and by = ±y + c. For any other linear expression,
// x_v gets the bounds of by, and x_v - y and x_v + y get the bounds of by - y and by + y, for the variables y of by.
// Over the integers, points with a fractional value are dropped.
//
// Cost: O(n^2) for ±y + c (for x_v := x_v + c only O(n) besides the copy of a block). For any other expression over k
// variables: O(k) times the cost of Bounds, and a closure.
func (o *Octagon) Assign(v int, by linear.Expr) *Octagon {
	o.checkDim("Assign", v)
	o.checkExpr("Assign", by)
	o = o.closed()
	if o.empty {
		return o
	}
	y, c, ok := copied(by)
	if (ok || by.IsConst()) && o.integer() && !by.Constant().IsInt() {
		return o.nothing()
	}
	switch {
	case ok && o.blockOf(y>>1) != nil:
		return o.assignCopy(v, y, c)
	case ok && y>>1 == v:
		return o // x_v is unconstrained before the assignment, and also after it
	case ok || by.IsConst():
		es, _ := o.edges(linear.X(v).EQ(by))
		return o.forget(v).add(es)
	}
	var es []edge
	bound := func(left linear.Expr, right linear.Expr) { // records that left + x_v is at most the greatest value of right
		if u := o.sup(right); !u.inf {
			e, _ := o.edges(linear.Constraint{Expr: left.AddConst(u.r.Neg())})
			es = append(es, e...)
		}
	}
	x := linear.X(v)
	bound(x, by)
	bound(x.Neg(), by.Neg())
	for t := range by.Terms() {
		if t.Var == v {
			continue
		}
		for _, y := range [2]linear.Expr{linear.X(t.Var), linear.X(t.Var).Neg()} {
			bound(x.Sub(y), by.Sub(y))
			bound(y.Sub(x), y.Sub(by))
		}
	}
	return o.forget(v).add(es)
}

// assignCopy performs x_v := V_y + c, where y has a block. x_v gets the bounds of V_y, shifted by c, so the result is
// closed.
func (o *Octagon) assignCopy(v, y int, c num.Rat) *Octagon {
	if y == 2*v && c.IsZero() {
		return o
	}
	b := o.blockOf(y >> 1)
	from := o
	if o.blockOf(v) != b {
		from = o.forget(v)
		b = from.blockOf(y >> 1)
	}
	vars := b.vars
	at, found := slices.BinarySearch(vars, v)
	if !found {
		vars = slices.Insert(slices.Clone(vars), at, v)
	}
	var m matrix
	if y == 2*v {
		m = b.fresh()
	} else {
		lits := make([]int, len(vars))
		for k, u := range vars {
			if u == v {
				lits[k] = b.local(y)
			} else {
				lits[k] = b.local(2 * u)
			}
		}
		m = b.mat().pick(lits)
	}
	if !c.IsZero() {
		m = m.shift(len(vars), 2*at, c, o.integer())
	}
	if !b.closed {
		panic("octagon: copy of a variable in a block that is not closed")
	}
	return from.like(from.split(from.others(b), vars, m, true, from.links(vars)))
}

// others returns all blocks of o except the block `but`.
func (o *Octagon) others(but *block) []*block {
	rest := make([]*block, 0, len(o.blocks)+1)
	for _, b := range o.blocks {
		if b != but {
			rest = append(rest, b)
		}
	}
	return rest
}

// Preassign returns the points from which x_v := by leads into o. It is exact if the expression `by` is c or ±y + c.
// If by contains x_v, the assignment can be inverted, and Preassign assigns the inverse. Otherwise it assumes by =
// x_v and then forgets x_v.
func (o *Octagon) Preassign(v int, by linear.Expr) *Octagon {
	o.checkDim("Preassign", v)
	o.checkExpr("Preassign", by)
	k, x := by.Coef(v), linear.X(v)
	if !k.IsZero() {
		rest := by.Sub(x.Scale(k))
		return o.Assign(v, x.Sub(rest).Scale(k.Inv()))
	}
	return o.Assume(x.EQ(by)).Havoc(v)
}

// Havoc removes all constraints on the dimensions vs. It is exact. Cost: a copy of the blocks of vs.
func (o *Octagon) Havoc(vs ...int) *Octagon {
	o.checkDim("Havoc", vs...)
	return o.closed().forget(vs...)
}

// forget does what Havoc does, for a closed octagon.
func (o *Octagon) forget(vs ...int) *Octagon {
	if !slices.ContainsFunc(vs, func(v int) bool { return o.blockOf(v) != nil }) {
		return o
	}
	var own [64]int
	lits := own[:0] // the literals of the variables that remain in a block
	blocks := make([]*block, 0, len(o.blocks)+1)
	for _, b := range o.blocks {
		lits = lits[:0]
		for p, v := range b.vars {
			if !slices.Contains(vs, v) {
				lits = append(lits, 2*p)
			}
		}
		if len(lits) == len(b.vars) {
			blocks = append(blocks, b)
			continue
		}
		if len(lits) == 0 {
			continue
		}
		n := len(lits)
		mem := make([]int, 2*n)
		rest, at := mem[:n:n], mem[n:]
		for k, p := range lits {
			rest[k], at[k] = b.vars[p/2], p
		}
		if p := o.part(b, rest, at); p != nil {
			blocks = append(blocks, p)
		} else {
			blocks = o.split(blocks, rest, b.mat().pick(at), true, nil)
		}
	}
	return o.like(blocks)
}
