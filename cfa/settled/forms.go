package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// The forms of expressions, and which comparisons imply others by their forms and constants.

// form is a hash of the form of an expression: expressions that look the same (cfa.SameForm) have the
// same one. It reports false for one that is too large.
func form(e cfa.Expr) (hash uint64, small bool) {
	left := smallNodes
	hash = formIn(e, 0, &left)
	return hash, left >= 0
}

// formIn continues a hash with the nodes of e, which it takes from those that are left.
func formIn(e cfa.Expr, h uint64, left *int) uint64 {
	mix := func(kind, of uint64) {
		h = (h^(kind<<56^of))*0x9e3779b97f4a7c15 + kind
		h ^= h >> 32
	}
	if *left--; *left < 0 {
		return h
	}
	switch e := e.(type) {
	case *cfa.Const:
		k, _ := e.Val.Int64() // 0 of one that does not fit
		mix(1, uint64(k))
	case *cfa.Var:
		mix(2, uint64(e.ID))
	case *cfa.Select:
		mix(3, uint64(e.Arr.ID))
		h = formIn(e.Idx, h, left)
	case *cfa.Unary:
		mix(4, uint64(e.Op))
		h = formIn(e.X, h, left)
	case *cfa.Wrap:
		mix(5, uint64(e.Bits))
		h = formIn(e.X, h, left)
	case *cfa.Binary:
		mix(6, uint64(e.Op))
		h = formIn(e.Y, formIn(e.X, h, left), left)
	case *cfa.Ite:
		mix(7, 0)
		h = formIn(e.E, formIn(e.T, formIn(e.C, h, left), left), left)
	}
	return h
}

// mostUnstored bounds the alternatives of a fact that cells are not initialized: more say nothing that a program needs.
const mostUnstored = 1

// speaks reports whether a proof can speak of a comparison, or of a disjunction of comparisons.
func speaks(b *cfa.Binary) bool {
	list := alternatives(b)
	unstored := 0
	for _, a := range list {
		if a.Op == cfa.Lt && isFlagValue(a.X) {
			unstored++
		}
	}
	return len(list) <= mostAlternatives && unstored <= mostUnstored && !slices.ContainsFunc(list, func(a *cfa.Binary) bool {
		return !a.Op.Comparison() || !expressible(a.X) || !expressible(a.Y) || follows(a.X) > 1 || follows(a.Y) > 1
	})
}

// unlessNull is the fact that b holds, or the pointer v is null. It is what holds of what malloc
// returns; a test makes b of it.
func unlessNull(v cfa.Expr, b *cfa.Binary) *cfa.Binary {
	return &cfa.Binary{Op: cfa.Or, X: &cfa.Binary{Op: cfa.Eq, X: v, Y: cfa.ConstInt(0)}, Y: b}
}

// isUnlessNull reports whether a condition has this form.
func isUnlessNull(b *cfa.Binary) bool {
	x, ok := b.X.(*cfa.Binary)
	if b.Op != cfa.Or || !ok || x.Op != cfa.Eq || !speaks(b) {
		return false
	}
	c, isConst := cfa.IsConst(x.Y)
	return isPointer(x.X) && isConst && c.IsZero()
}

// isPointer reports whether an expression is a variable or a cell.
func isPointer(e cfa.Expr) bool {
	switch e.(type) {
	case *cfa.Var, *cfa.Select:
		return true
	}
	return false
}

// notNull is the variable or cell that b says is not 0; nil where it says no such thing.
func notNull(b *cfa.Binary) cfa.Expr {
	c, isConst := cfa.IsConst(b.Y)
	switch {
	case !isPointer(b.X) || !isConst:
	case b.Op == cfa.Ne && c.IsZero(), b.Op == cfa.Ge && c.Sign() > 0, b.Op == cfa.Gt && c.Sign() >= 0:
		return b.X
	}
	return nil
}

// substitute is e with other expressions in the place of variables; nil leaves one as it is.
func substitute(e cfa.Expr, by func(*cfa.Var) cfa.Expr) cfa.Expr {
	switch e := e.(type) {
	case *cfa.Const:
		return e
	case *cfa.Var:
		if x := by(e); x != nil {
			return x
		}
		return e
	case *cfa.Binary:
		return cfa.MkBinary(e.Op, substitute(e.X, by), substitute(e.Y, by))
	}
	return cfa.MapOperands(e, func(e cfa.Expr) cfa.Expr { return substitute(e, by) })
}

// expressible reports whether a proof can speak of the side of a comparison: sums, and products with
// constants, of variables and cells.
func expressible(e cfa.Expr) bool {
	ok := true
	cfa.Walk(e, func(e cfa.Expr) {
		switch e := e.(type) {
		case *cfa.Var, *cfa.Const, *cfa.Select:
		case *cfa.Unary:
			ok = ok && e.Op == cfa.Neg
		case *cfa.Binary:
			_, byConst := cfa.IsConst(e.Y)
			ok = ok && (e.Op == cfa.Add || e.Op == cfa.Sub || e.Op == cfa.Mul && byConst)
		default:
			ok = false
		}
	})
	return ok
}

// follows returns how many pointers, each read from memory, an expression follows one after the other. Facts that follow
// many are of no use: those about all cells say the same.
func follows(e cfa.Expr) int {
	most := 0
	switch e := e.(type) {
	case *cfa.Select:
		most = follows(e.Idx)
		if e.Arr.Region && e.Arr.Pointer {
			most++
		}
	case *cfa.Unary:
		most = follows(e.X)
	case *cfa.Binary:
		most = max(follows(e.X), follows(e.Y))
	}
	return most
}

// between reports whether x op bound holds for all lo <= x <= hi.
func between(op cfa.BinOp, lo, hi, bound num.Int) bool {
	switch op {
	case cfa.Lt:
		return hi.Less(bound)
	case cfa.Le:
		return hi.Cmp(bound) <= 0
	case cfa.Gt:
		return bound.Less(lo)
	case cfa.Ge:
		return bound.Cmp(lo) <= 0
	case cfa.Eq:
		return lo.Equal(bound) && hi.Equal(bound)
	case cfa.Ne:
		return hi.Less(bound) || bound.Less(lo)
	}
	return false
}

// weaker has the comparisons that each comparison of the same two expressions implies.
var weaker = map[cfa.BinOp]map[cfa.BinOp]bool{
	cfa.Gt: {cfa.Ge: true, cfa.Ne: true}, cfa.Lt: {cfa.Le: true, cfa.Ne: true}, cfa.Eq: {cfa.Le: true, cfa.Ge: true},
}

// implies reports whether the comparison b implies c: they are the same, or compare the same with
// two constants.
func implies(b, c *cfa.Binary) bool {
	if !cfa.SameForm(b.X, c.X) {
		return false
	}
	if cfa.SameForm(b.Y, c.Y) && (b.Op == c.Op || weaker[b.Op][c.Op]) {
		return true
	}
	k, ok1 := cfa.IsConst(b.Y)
	bound, ok2 := cfa.IsConst(c.Y)
	if !ok1 && !ok2 {
		return impliesSum(b, c)
	}
	if !ok1 || !ok2 {
		return false
	}
	one := num.Of(1)
	lo, hi := c.Op == cfa.Ge || c.Op == cfa.Gt, c.Op == cfa.Le || c.Op == cfa.Lt
	if c.Op == cfa.Ne {
		lo, hi = bound.Less(k), k.Less(bound)
	}
	switch b.Op {
	case cfa.Eq:
		return between(c.Op, k, k, bound)
	case cfa.Gt:
		return (lo || c.Op == cfa.Ne && bound.Equal(k)) && between(c.Op, k.Add(one), k.Add(one), bound)
	case cfa.Ge:
		return lo && between(c.Op, k, k, bound)
	case cfa.Lt:
		return (hi || c.Op == cfa.Ne && bound.Equal(k)) && between(c.Op, k.Sub(one), k.Sub(one), bound)
	case cfa.Le:
		return hi && between(c.Op, k, k, bound)
	}
	return false
}
