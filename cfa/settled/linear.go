package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Linear expressions. With them, terms in comparisons cancel: an access to 8 bytes at the address p + 8 of the block
// at p needs (p + 8) - p + 8 <= block sizes[p], which is 16 <= block sizes[p].

// A sum is a linear expression: the sum of its terms and of the constant rest.
type sum struct {
	terms []scaled
	rest  num.Int
}

// scaled is a term of a sum: the variable, cell or conversion of, times the number by.
type scaled struct {
	of cfa.Expr
	by num.Int
}

// usualTerms is the number of terms that a sum has room for at first.
const usualTerms = 4

// minus returns x - y as a sum. ok is false if x or y is not linear.
func minus(x, y cfa.Expr) (s sum, ok bool) {
	one := num.Of(1)
	ok = s.add(x, one) && s.add(y, one.Neg())
	return s, ok
}

// constant returns the value of the sum, and whether it has one because the factors of all terms are 0.
func (s *sum) constant() (num.Int, bool) {
	return s.rest, !slices.ContainsFunc(s.terms, func(t scaled) bool { return !t.by.IsZero() })
}

// add adds e times by to the sum, and reports whether e is linear. A term that the sum already has gets a new factor.
func (s *sum) add(e cfa.Expr, by num.Int) bool {
	switch e := e.(type) {
	case *cfa.Const:
		s.rest = s.rest.Add(e.Val.Mul(by))
		return true
	case *cfa.Var, *cfa.Select, *cfa.Wrap:
		for i := range s.terms {
			if cfa.SameForm(s.terms[i].of, e) {
				s.terms[i].by = s.terms[i].by.Add(by)
				return true
			}
		}
		if s.terms == nil {
			s.terms = make([]scaled, 0, usualTerms)
		}
		s.terms = append(s.terms, scaled{e, by})
		return true
	case *cfa.Unary:
		return e.Op == cfa.Neg && s.add(e.X, by.Neg())
	case *cfa.Binary:
		switch e.Op {
		case cfa.Add:
			return s.add(e.X, by) && s.add(e.Y, by)
		case cfa.Sub:
			return s.add(e.X, by) && s.add(e.Y, by.Neg())
		case cfa.Mul:
			c, ok := cfa.IsConst(e.Y)
			return ok && s.add(e.X, by.Mul(c))
		}
	}
	return false
}

// normal returns the condition c, in which each comparison whose terms cancel, or in which a sum is scaled or both
// sides have constants, is replaced by a simpler one (see compare). It looks at c itself and at the parts of
// disjunctions.
func normal(c cfa.Expr) cfa.Expr {
	b, ok := c.(*cfa.Binary)
	switch {
	case !ok:
		return c
	case b.Op == cfa.Or:
		x, y := normal(b.X), normal(b.Y)
		if x == b.X && y == b.Y {
			return b
		}
		return cfa.MkBinary(cfa.Or, x, y)
	case !b.Op.Comparison():
		return c
	}
	n := occurrences(b.X) + occurrences(b.Y)
	scaled := scalesSum(b.X) || scalesSum(b.Y) || addsConst(b.X) && addsConst(b.Y) || isMultiple(b)
	if n < 2 && !scaled {
		return c
	}
	if s, ok := minus(b.X, b.Y); ok && (len(s.terms) < n || scaled) {
		return s.compare(b.Op)
	}
	return c
}

// isMultiple reports whether b compares a multiple of a variable with 0.
func isMultiple(b *cfa.Binary) bool {
	m, ok := b.X.(*cfa.Binary)
	if !ok || m.Op != cfa.Mul || !isConst(m.Y) {
		return false
	}
	_, isVar := m.X.(*cfa.Var)
	zero, ok := cfa.IsConst(b.Y)
	return isVar && ok && zero.IsZero()
}

// addsConst reports whether the linear expression e is a sum with a constant.
func addsConst(e cfa.Expr) bool {
	b, ok := e.(*cfa.Binary)
	if !ok || b.Op != cfa.Add && b.Op != cfa.Sub {
		return false
	}
	_, left := cfa.IsConst(b.X)
	_, right := cfa.IsConst(b.Y)
	return left || right || addsConst(b.X) || addsConst(b.Y)
}

// scalesSum reports whether a term of the linear expression e is a product of a sum: (i + 1) * 4.
func scalesSum(e cfa.Expr) bool {
	b, ok := e.(*cfa.Binary)
	switch {
	case !ok:
		return false
	case b.Op == cfa.Mul:
		x, ok := b.X.(*cfa.Binary)
		return ok && (x.Op == cfa.Add || x.Op == cfa.Sub)
	}
	return scalesSum(b.X) || scalesSum(b.Y)
}

// compare returns a comparison that is equivalent to s op 0. Terms with positive factors are on the left, other terms
// on the right. The sides are swapped if otherwise a constant would be the left side, or the length of a tail the
// right side.
func (s *sum) compare(op cfa.BinOp) cfa.Expr {
	s.reduce()
	var left, right cfa.Expr
	plus := func(to *cfa.Expr, e cfa.Expr) {
		if *to == nil {
			*to = e
		} else {
			*to = cfa.MkBinary(cfa.Add, *to, e)
		}
	}
	for _, t := range s.terms {
		switch by := t.by; by.Sign() {
		case 1:
			plus(&left, cfa.MkBinary(cfa.Mul, t.of, cfa.ConstOf(by)))
		case -1:
			plus(&right, cfa.MkBinary(cfa.Mul, t.of, cfa.ConstOf(by.Neg())))
		}
	}
	switch {
	case left == nil && right == nil:
		return cfa.MkBinary(op, cfa.ConstOf(s.rest), cfa.ConstInt(0))
	case left == nil:
		return cfa.MkBinary(op.Mirror(), right, cfa.ConstOf(s.rest))
	case right == nil:
		return cfa.MkBinary(op, left, cfa.ConstOf(s.rest.Neg()))
	case s.rest.Sign() > 0:
		plus(&left, cfa.ConstOf(s.rest))
	case s.rest.Sign() < 0:
		plus(&right, cfa.ConstOf(s.rest.Neg()))
	}
	if isTail(right) && !isTail(left) {
		return cfa.MkBinary(op.Mirror(), right, left)
	}
	return cfa.MkBinary(op, left, right)
}

// expr returns the sum as an expression, with its constant behind its terms.
func (s *sum) expr() cfa.Expr {
	var e cfa.Expr
	for _, t := range s.terms {
		if t.by.IsZero() {
			continue
		}
		term := cfa.MkBinary(cfa.Mul, t.of, cfa.ConstOf(t.by))
		if e == nil {
			e = term
		} else {
			e = cfa.MkBinary(cfa.Add, e, term)
		}
	}
	switch {
	case e == nil:
		e = cfa.ConstOf(s.rest)
	case s.rest.Sign() > 0:
		e = cfa.MkBinary(cfa.Add, e, cfa.ConstOf(s.rest))
	case s.rest.Sign() < 0:
		e = cfa.MkBinary(cfa.Sub, e, cfa.ConstOf(s.rest.Neg()))
	}
	return e
}

// isTail reports whether e is the length of a tail.
func isTail(e cfa.Expr) bool {
	s, ok := e.(*cfa.Select)
	return ok && s.Arr.Tails != nil
}

// reduce divides the sum by the absolute value of its first factor that is not 0, if this divides all other factors and
// the constant. The sign of the sum stays the same.
func (s *sum) reduce() {
	for _, t := range s.terms {
		if by := t.by; by.Sign() != 0 {
			if by.Sign() < 0 {
				by = by.Neg()
			}
			divides := func(n num.Int) bool { return n.Quo(by).Mul(by).Equal(n) }
			if !divides(s.rest) || slices.ContainsFunc(s.terms, func(u scaled) bool { return !divides(u.by) }) {
				return
			}
			s.rest = s.rest.Quo(by)
			for i := range s.terms {
				s.terms[i].by = s.terms[i].by.Quo(by)
			}
			return
		}
	}
}

// occurrences returns the number of terms of the linear expression e, before terms cancel.
func occurrences(e cfa.Expr) int {
	switch e := e.(type) {
	case *cfa.Var, *cfa.Select, *cfa.Wrap:
		return 1
	case *cfa.Unary:
		return occurrences(e.X)
	case *cfa.Binary:
		return occurrences(e.X) + occurrences(e.Y)
	}
	return 0
}

// largest returns the largest absolute value of a factor of s.
func (s *sum) largest() num.Int {
	most := num.Of(0)
	for _, t := range s.terms {
		by := t.by
		if by.Sign() < 0 {
			by = by.Neg()
		}
		if most.Less(by) {
			most = by
		}
	}
	return most
}

// difference returns a sum s such that the comparison b means s <= 0. ok is false if b has the
// operator == or !=, or is not linear.
func difference(b *cfa.Binary) (s sum, ok bool) {
	x, y := b.X, b.Y
	switch b.Op {
	case cfa.Ge, cfa.Gt:
		x, y = y, x
	case cfa.Le, cfa.Lt:
	default:
		return s, false
	}
	s, ok = minus(x, y)
	if b.Op == cfa.Lt || b.Op == cfa.Gt {
		s.rest = s.rest.Add(num.Of(1))
	}
	return s, ok
}

// impliesSum reports whether the comparison b implies c because both bound the same sum, and b bounds it by a number
// that is at most as large.
func impliesSum(b, c *cfa.Binary) bool {
	x, ok1 := difference(b)
	y, ok2 := difference(c)
	if !ok1 || !ok2 {
		return false
	}
	x.reduce()
	y.reduce()
	d := y.plus(x, num.Of(-1))
	less, same := d.constant()
	return same && less.Sign() <= 0
}

// factor returns the factor of the term of, which is 0 if the sum does not have the term.
func (s *sum) factor(of cfa.Expr) num.Int {
	for _, t := range s.terms {
		if cfa.SameForm(t.of, of) {
			return t.by
		}
	}
	return num.Of(0)
}

// plus returns s + by*d.
func (s *sum) plus(d sum, by num.Int) sum {
	r := sum{append(make([]scaled, 0, len(s.terms)+len(d.terms)), s.terms...), s.rest.Add(d.rest.Mul(by))}
	for _, t := range d.terms {
		r.add(t.of, t.by.Mul(by))
	}
	return r
}

// atMostZero returns a comparison that is equivalent to s <= 0.
func (s *sum) atMostZero() cfa.Expr { return s.compare(cfa.Le) }

// hash returns a hash of the terms of the sum that does not depend on their order.
func (s *sum) hash() (h uint64) {
	for _, t := range s.terms {
		of, _ := form(t.of)
		by, _ := form(cfa.ConstOf(t.by))
		h += of * (by | 1)
	}
	return h
}
