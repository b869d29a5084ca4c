package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// The forms of expressions: hashes of forms, the forms that facts may have, and comparisons that imply others because
// of their forms and constants.

// form returns a hash of the form of e: expressions with the same form (cfa.SameForm) have the same hash. small is
// false if e is too large.
func form(e cfa.Expr) (hash uint64, small bool) {
	left := smallNodes
	hash = formIn(e, 0, &left)
	return hash, left >= 0
}

// formIn continues the hash h with the nodes of e. left is the number of nodes that may still be visited.
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
		k, _ := e.Val.Int64() // 0 if the value does not fit
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

// hasForm reports whether an expression in the list has the form of e.
func hasForm[E cfa.Expr](list []E, e cfa.Expr) bool {
	return slices.ContainsFunc(list, func(o E) bool { return cfa.SameForm(o, e) })
}

// mostUnstored limits the alternatives of a fact, without the last one, that say that a cell is not initialized. No proof of a
// program needs a fact with more of them.
const mostUnstored = 1

// speaks reports whether b can be a fact: it is a comparison or a disjunction of comparisons, has few alternatives, and
// the sides of its comparisons have forms that proofs support (expressible).
func speaks(b *cfa.Binary) bool {
	list := alternatives(b)
	unstored := 0
	for _, a := range list[:len(list)-1] {
		if a.Op == cfa.Lt && isFlagValue(a.X) {
			unstored++
		}
	}
	return len(list) <= mostAlternatives && unstored <= mostUnstored && !slices.ContainsFunc(list, func(a *cfa.Binary) bool {
		if s, m := multiple(a); !m.IsZero() {
			return !expressible(s.expr())
		}
		return !a.Op.Comparison() || !expressible(a.X) || !expressible(a.Y) || max(follows(a.X), follows(a.Y)) > 2
	})
}

// unlessNull returns the fact v == 0 || b for a pointer v. A call of malloc makes such a fact hold for its result v.
// After a test that v is not null, b holds. If b is about the elements up to an index, the new alternative follows those
// that say which elements these are.
func (w *program) unlessNull(v cfa.Expr, b *cfa.Binary) *cfa.Binary {
	if list := alternatives(b); w.upTo(list) {
		return anyOf(slices.Insert(list, 2, isNull(v)))
	}
	return &cfa.Binary{Op: cfa.Or, X: isNull(v), Y: b}
}

// isUnlessNull reports whether b is a fact of the form that unlessNull returns.
func isUnlessNull(b *cfa.Binary) bool {
	x, ok := b.X.(*cfa.Binary)
	return b.Op == cfa.Or && ok && isNullTest(x) && speaks(b)
}

// isNull returns the comparison p == 0.
func isNull(p cfa.Expr) *cfa.Binary { return &cfa.Binary{Op: cfa.Eq, X: p, Y: cfa.ConstInt(0)} }

// isNullTest reports whether b is the comparison p == 0 for a p that may be a pointer.
func isNullTest(b *cfa.Binary) bool { return b.Op == cfa.Eq && againstZero(b) && isPointer(b.X) }

// isPointer reports whether e is a variable or a cell, and so may be a pointer that is compared with 0.
func isPointer(e cfa.Expr) bool {
	switch e.(type) {
	case *cfa.Var, *cfa.Select:
		return true
	}
	return false
}

// notNull returns the variable or cell that is not 0 if b holds. It returns nil if b has another form.
func notNull(b *cfa.Binary) cfa.Expr {
	c, isConst := cfa.IsConst(b.Y)
	switch {
	case !isPointer(b.X) || !isConst:
	case b.Op == cfa.Ne && c.IsZero(), b.Op == cfa.Ge && c.Sign() > 0, b.Op == cfa.Gt && c.Sign() >= 0:
		return b.X
	}
	return nil
}

// substitute returns e with by(v) in the place of each variable v. If by(v) is nil, v stays.
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

// expressible reports whether proofs support e as a side of a comparison: e consists of variables, cells and constants,
// combined by sums, differences, products with constants, and remainders of unsigned values.
func expressible(e cfa.Expr) bool {
	ok := true
	cfa.Walk(e, func(e cfa.Expr) {
		switch e := e.(type) {
		case *cfa.Var, *cfa.Const, *cfa.Select:
		case *cfa.Unary:
			ok = ok && e.Op == cfa.Neg
		case *cfa.Binary:
			k, byConst := cfa.IsConst(e.Y)
			ok = ok && (e.Op == cfa.Add || e.Op == cfa.Sub || e.Op == cfa.Mul && byConst || e.Op == cfa.Rem && byConst && k.Sign() > 0 && unsigned(e.X))
		default:
			ok = false
		}
	})
	return ok
}

// unsigned reports whether e is a variable or a cell of an unsigned type. Of such a value, division rounds in one direction only.
func unsigned(e cfa.Expr) bool {
	lo, bounded, _, _ := declared(e).Bounds()
	return bounded && lo.Sign() >= 0
}

// declared returns the values that the type of e allows, a variable or a cell. For other expressions it returns the range of all numbers.
func declared(e cfa.Expr) cfa.Range {
	switch e := e.(type) {
	case *cfa.Var:
		return e.Range
	case *cfa.Select:
		return e.Arr.Elem
	}
	return cfa.Range{}
}

// follows returns the length of the longest chain of pointers in e of which each is read from memory at an address made
// from the one before: 2 for p->next->next. Facts with long chains are not needed, since facts about all cells say the
// same.
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

// weaker has for a comparison operator the operators that it implies for the same operands: x > y implies x >= y.
var weaker = map[cfa.BinOp]map[cfa.BinOp]bool{
	cfa.Gt: {cfa.Ge: true, cfa.Ne: true}, cfa.Lt: {cfa.Le: true, cfa.Ne: true}, cfa.Eq: {cfa.Le: true, cfa.Ge: true},
}

// implies reports whether the comparison b implies the comparison c by their forms: they have the same operands, they
// compare the same expression with constants, or they bound the same sum.
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
