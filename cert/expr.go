// The meaning of expressions. It is written from the definition of the program model (package cfa), independently of
// the encoding that engines use. A run ends where an expression is undefined. So a path may assume that its
// expressions are defined; leaving out such an assumption is always sound.

package cert

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// memoFrom is the number of subexpressions of one operation that are translated before the reader begins to remember
// their terms, so that shared subexpressions are not translated again and again.
const memoFrom = 200

// reader translates the expressions of one operation to terms, in one state.
type reader struct {
	*checker
	s       *state
	guards  []*smt.Term            // conditions under which the present subexpression is evaluated
	terms   map[cfa.Expr]*smt.Term // the terms of subexpressions, filled only if there are many subexpressions
	visited int                    // the number of subexpressions translated so far
}

func (x *checker) reader(s *state) *reader { return &reader{checker: x, s: s} }

func (x *checker) num(n num.Int) *smt.Term { return x.b.Num(num.RatOfInt(n), x.ints) }
func (x *checker) int(n int64) *smt.Term   { return x.b.IntNum(n) }

// defined records that f holds if the present subexpression is evaluated.
func (r *reader) defined(f *smt.Term) {
	for i := len(r.guards) - 1; i >= 0; i-- {
		f = r.b.Implies(r.guards[i], f)
	}
	r.assume(r.s, f)
}

// under calls f to translate a subexpression that is evaluated only if the guard holds.
func (r *reader) under(guard *smt.Term, f func() *smt.Term) *smt.Term {
	kept := r.terms // terms made under a guard are defined only under this guard
	r.terms = nil
	r.guards = append(r.guards, guard)
	t := f()
	r.guards = r.guards[:len(r.guards)-1]
	r.terms = kept
	return t
}

// choice translates an Ite, of which only one branch is evaluated.
func (r *reader) choice(e *cfa.Ite, branch func(cfa.Expr) *smt.Term) *smt.Term {
	switch c := r.cond(e.C); {
	case c.IsTrue():
		return branch(e.T)
	case c.IsFalse():
		return branch(e.E)
	default:
		t := r.under(c, func() *smt.Term { return branch(e.T) })
		f := r.under(r.b.Not(c), func() *smt.Term { return branch(e.E) })
		return r.b.Ite(c, t, f)
	}
}

// cond returns the formula that e is not 0.
func (r *reader) cond(e cfa.Expr) *smt.Term {
	b := r.b
	switch e := e.(type) {
	case *cfa.Const:
		return b.Bool(!e.Val.IsZero())
	case *cfa.Ite:
		return r.choice(e, r.cond)
	case *cfa.Unary:
		if e.Op == cfa.Not {
			return b.Not(r.cond(e.X))
		}
	case *cfa.Binary:
		switch e.Op {
		case cfa.And:
			return b.And(r.cond(e.X), r.cond(e.Y))
		case cfa.Or:
			return b.Or(r.cond(e.X), r.cond(e.Y))
		}
		if e.Op.Comparison() {
			return r.compare(e.Op, r.term(e.X), r.term(e.Y))
		}
	}
	return r.decided(r.s, b.Not(b.Eq(r.term(e), r.int(0))))
}

// compare returns the formula p op q.
func (r *reader) compare(op cfa.BinOp, p, q *smt.Term) *smt.Term {
	b := r.b
	var f *smt.Term
	switch op {
	case cfa.Eq:
		f = b.Eq(p, q)
	case cfa.Ne:
		f = b.Not(b.Eq(p, q))
	case cfa.Lt:
		f = b.Lt(p, q)
	case cfa.Le:
		f = b.Le(p, q)
	case cfa.Gt:
		f = b.Lt(q, p)
	default:
		f = b.Le(q, p)
	}
	return r.decided(r.s, f)
}

// term returns the value of an expression.
func (r *reader) term(e cfa.Expr) *smt.Term {
	if r.visited++; r.visited < memoFrom {
		return r.value(e)
	}
	t := r.terms[e]
	if t == nil {
		t = r.value(e)
		if r.terms == nil {
			r.terms = map[cfa.Expr]*smt.Term{}
		}
		r.terms[e] = t
	}
	return t
}

// value is term without memory.
func (r *reader) value(e cfa.Expr) *smt.Term {
	b := r.b
	switch e := e.(type) {
	case *cfa.Var:
		return r.read(r.s, e)
	case *cfa.Const:
		return r.num(e.Val)
	case *cfa.Select:
		i := r.term(e.Idx)
		r.inside(e.Arr, i, true)
		return r.cell(r.s, r.array(r.s, e.Arr), i)
	case *cfa.Wrap:
		return r.wrap(r.s, r.term(e.X), e.Bits, e.Signed)
	case *cfa.Ite:
		return r.choice(e, r.term)
	case *cfa.Unary:
		switch e.Op {
		case cfa.Neg:
			return b.Neg(r.term(e.X))
		case cfa.BitNot:
			return b.Sub(r.int(-1), r.term(e.X))
		}
		return r.flag(r.cond(e))
	case *cfa.Binary:
		switch e.Op {
		case cfa.Add:
			return b.Add(r.term(e.X), r.term(e.Y))
		case cfa.Sub:
			return b.Sub(r.term(e.X), r.term(e.Y))
		case cfa.Mul:
			return r.multiply(r.term(e.X), r.term(e.Y))
		case cfa.Div, cfa.Rem:
			return r.divide(e)
		case cfa.Shl, cfa.Shr:
			return r.shift(e)
		case cfa.BitAnd, cfa.BitOr, cfa.BitXor:
			return r.bitwise(e)
		}
		return r.flag(r.cond(e))
	}
	panic(fmt.Sprintf("cert: no meaning for the expression %T", e))
}

// mostProductBits bounds the size of numbers in products. Repeated squaring would otherwise fill any memory.
const mostProductBits = 1 << 16

// multiply returns the product, or an unknown number if the product has too many digits.
func (r *reader) multiply(p, q *smt.Term) *smt.Term {
	if longest(p)+longest(q) > mostProductBits {
		return r.unknown("product")
	}
	return r.b.Mul(p, q)
}

// longest returns about how many bits the longest number in a sum has.
func longest(t *smt.Term) int {
	n := bitsOf(t.Value().Num())
	if t.Op() == smt.OpSum {
		for i := range t.Args() {
			n = max(n, bitsOf(t.Coef(i).Num()))
		}
	}
	return n
}

// flag returns 1 if c holds and 0 otherwise.
func (r *reader) flag(c *smt.Term) *smt.Term {
	switch {
	case c.IsTrue():
		return r.int(1)
	case c.IsFalse():
		return r.int(0)
	}
	return r.b.Ite(c, r.int(1), r.int(0))
}

// wrap returns the number in the range of a word that is congruent to t. This is t itself if t is known to fit. If t
// is known to lie at most one modulus outside of the range, it is a choice among t, t minus the modulus and t plus the
// modulus, which is easier to reason about than a remainder.
func (x *checker) wrap(s *state, t *smt.Term, bits int, signed bool) *smt.Term {
	if t.Op() == smt.OpNum {
		return x.num(t.Value().Num().Wrap(bits, signed))
	}
	w := word(bits, signed)
	l := x.spanOf(s, t)
	if l.within(w) {
		return t
	}
	b, size := x.b, num.Pow2(uint(bits))
	if !l.within(span{w.lo.Sub(size), w.hi.Add(size), true, true}) {
		u := b.Wrap(t, bits, signed)
		if u.Op() == smt.OpSum {
			x.words[u] = w
		}
		return u
	}
	u := t
	if w.hi.Less(l.hi) {
		u = b.Ite(b.Le(t, x.num(w.hi)), u, b.Sub(t, x.num(size)))
	}
	if l.lo.Less(w.lo) {
		u = b.Ite(b.Le(x.num(w.lo), t), u, b.Add(t, x.num(size)))
	}
	s.bound(u, w.meet(s.lims[u])) // this bound holds in the state s; in other states t may be further outside
	return u
}

// divide returns a quotient or a remainder. C rounds towards zero, but the solver's division by a number rounds down.
func (r *reader) divide(e *cfa.Binary) *smt.Term {
	b, zero := r.b, r.int(0)
	n, d := r.term(e.X), r.term(e.Y)
	r.defined(b.Not(b.Eq(d, zero)))
	pick := func(q, rem *smt.Term) *smt.Term {
		if e.Op == cfa.Div {
			return q
		}
		return rem
	}
	if d.Op() == smt.OpNum {
		k := d.Value().Num()
		if k.IsZero() {
			return zero // the division is undefined, so no run goes on
		}
		if n.Op() == smt.OpNum {
			m := n.Value().Num()
			return pick(r.num(m.Quo(k)), r.num(m.Rem(k)))
		}
		size := num.RatOfInt(k).Abs()
		down, up := func() *smt.Term { return b.Div(n, size) }, func() *smt.Term { return b.Neg(b.Div(b.Neg(n), size)) }
		var q *smt.Term
		switch l := r.spanOf(r.s, n); {
		case l.hasLo && l.lo.Sign() >= 0:
			q = down()
		case l.hasHi && l.hi.Sign() <= 0:
			q = up()
		default:
			q = b.Ite(b.Le(zero, n), down(), up())
		}
		if k.Sign() < 0 {
			q = b.Neg(q)
		}
		if e.Op == cfa.Div {
			return q
		}
		return b.Sub(n, b.Scale(num.RatOfInt(k), q))
	}
	// n = q*d + rem, with |rem| < |d| and the sign of n, determines q and rem if d is not 0.
	k := [2]*smt.Term{n, d}
	parts, ok := r.divisions[k]
	if !ok {
		parts = [2]*smt.Term{r.unknown("quotient"), r.unknown("remainder")}
		r.divisions[k] = parts
		// The quotient and the remainder are not further from 0 than n.
		l := r.typed(n)
		l = l.hull(l.scale(num.Of(-1))).hull(span{hasLo: true, hasHi: true})
		r.ranges[parts[0]], r.ranges[parts[1]] = l, l
	}
	q, rem := parts[0], parts[1]
	r.defined(b.Eq(n, b.Add(b.Mul(q, d), rem)))
	r.defined(b.Lt(b.Abs(rem), b.Abs(d)))
	r.defined(b.Ite(b.Le(zero, n), b.Le(zero, rem), b.Le(rem, zero)))
	return pick(q, rem)
}

// unknown returns a new constant without a range.
func (x *checker) unknown(what string) *smt.Term { return x.b.Fresh(what, x.ints) }
