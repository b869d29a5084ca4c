package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Preconditions with quotients and remainders, which facts do not have. A binary search sets mid = lo + (hi - lo) / 2.
// After it, mid <= n holds if lo + (hi - lo) / 2 <= n held before, which follows from hi - lo >= 0 and hi <= n, since
// x / 2 is between 0 and x for x >= 0.

// mostQuotients limits the number of different quotients in a condition.
const mostQuotients = 2

// undivided is a condition without quotients, and the reasons in st why it is as strong as the condition that it was
// made from, or stronger.
type undivided struct {
	cond cfa.Expr
	st   step
}

// undivided lists conditions without quotients and remainders that are as strong as c or stronger, where c is needed at
// l. The reasons are bounds, and facts that say that the numbers that are divided are not negative.
func (f *facts) undivided(l *cfa.Loc, depth int8, c *cfa.Binary) []undivided {
	list := []undivided{{cond: c}}
	for range mostQuotients {
		var next []undivided
		for _, u := range list {
			b, ok := u.cond.(*cfa.Binary)
			if !ok || division(b) == nil {
				next = append(next, u)
				continue
			}
			for _, r := range f.replacements(l, depth, division(b)) {
				out := u
				out.st.before, out.st.bounds = append(slices.Clone(u.st.before), r.st.before...), append(slices.Clone(u.st.bounds), r.st.bounds...)
				if out.cond = r.in(b); out.cond != nil {
					next = append(next, out)
				}
			}
		}
		list = next
	}
	return slices.DeleteFunc(list, func(u undivided) bool { return division(u.cond) != nil })
}

// division returns a quotient or a remainder in e whose operands have none; nil if e has none. Remainders in indexes that facts may
// have do not count (expressible).
func division(e cfa.Expr) *cfa.Binary {
	if s, ok := e.(*cfa.Select); ok && expressible(s.Idx) {
		return nil
	}
	for _, x := range cfa.Operands(e) {
		if q := division(x); q != nil {
			return q
		}
	}
	if b, ok := e.(*cfa.Binary); ok && (b.Op == cfa.Div || b.Op == cfa.Rem) {
		return b
	}
	return nil
}

// replacement says that the quotient or remainder q is between low and high, for the reasons in st. If exact is set, q is
// x/by for a number by, and comparisons with q become comparisons with x instead.
type replacement struct {
	q         *cfa.Binary
	low, high sum
	exact     bool
	by        num.Int
	st        step
}

// replacements lists what can be put in the place of q, the quotient of a number that is not negative by a constant, or
// the remainder of such a number by a positive one.
func (f *facts) replacements(l *cfa.Loc, depth int8, q *cfa.Binary) (list []replacement) {
	one := num.Of(1)
	var x, y, zero sum
	if !x.add(q.X, one) || !y.add(q.Y, one) {
		return nil
	}
	var st step
	if !f.needs(&st, l, depth, zero.plus(x, one.Neg())) {
		return nil
	}
	if q.Op == cfa.Rem {
		// x % y is at most y - 1, and at most x
		y.rest = y.rest.Sub(one)
		if !f.needs(&st, l, depth, zero.plus(y, one.Neg())) {
			return nil
		}
		return []replacement{{q: q, high: y, st: st}, {q: q, high: x, st: st}}
	}
	by, ok := y.constant()
	if !ok || by.Sign() <= 0 {
		return nil
	}
	if len(x.terms) == 1 {
		list = append(list, replacement{q: q, exact: true, by: by, low: x, high: x, st: st})
	}
	if len(x.terms) == 2 && x.rest.IsZero() && x.terms[0].by.Equal(one) && x.terms[1].by.Equal(one) && by.Equal(num.Of(2)) {
		// (u + v) / 2 is between u and v
		for i := range 2 {
			u, v := sum{terms: x.terms[i : i+1]}, sum{terms: x.terms[1-i : 2-i]}
			also := step{before: slices.Clone(st.before), bounds: slices.Clone(st.bounds)}
			if f.needs(&also, l, depth, u.plus(v, one.Neg())) {
				list = append(list, replacement{q: q, low: u, high: v, st: also})
			}
		}
		return list // u + v as a bound makes the factors of facts grow in each recursive call
	}
	return append(list, replacement{q: q, high: x, st: st})
}

// in returns a condition that implies c and does not have the quotient r.q; nil if it finds none.
func (r *replacement) in(c *cfa.Binary) cfa.Expr {
	list := slices.Clone(alternatives(c))
	v := &cfa.Var{Name: "quotient"}
	var put func(e cfa.Expr) cfa.Expr
	put = func(e cfa.Expr) cfa.Expr {
		if cfa.SameForm(e, r.q) {
			return v
		}
		switch e.(type) {
		case *cfa.Var, *cfa.Const:
			return e
		}
		return cfa.MapOperands(e, put)
	}
	for i, a := range list {
		a, ok := put(a).(*cfa.Binary)
		if !ok || !reads(a, v) {
			continue
		}
		s, ok := difference(a) // a means s <= 0
		k := s.factor(v)
		if !ok || k.IsZero() {
			return nil
		}
		s.terms = slices.DeleteFunc(slices.Clone(s.terms), func(t scaled) bool { return t.of == cfa.Expr(v) })
		switch one := num.Of(1); {
		case !r.exact && k.Sign() > 0:
			s = s.plus(r.high, k)
		case !r.exact:
			s = s.plus(r.low, k)
		default:
			// For x >= 0, x/c <= n is x <= c*n + c - 1, and x/c >= n is x >= c*n.
			s = (&sum{}).plus(s, r.by)
			s = s.plus(r.low, k)
			switch {
			case k.Equal(one):
				s.rest = s.rest.Sub(r.by.Sub(one))
			case k.Sign() < 0 && !k.Equal(one.Neg()):
				s.rest = s.rest.Sub(k.Mul(r.by.Sub(one))) // x/c is at least (x - (c - 1)) / c
			}
		}
		if list[i], ok = s.atMostZero().(*cfa.Binary); !ok {
			if k, isConst := cfa.IsConst(s.atMostZero()); !isConst || k.IsZero() {
				return nil
			}
			return cfa.ConstInt(1)
		}
	}
	return normal(anyOf(list))
}

// needs adds to st the reason why s <= 0 holds at l: bounds, or a fact. It returns false if that cannot be a fact.
func (f *facts) needs(st *step, l *cfa.Loc, depth int8, s sum) bool {
	c := s.atMostZero()
	if why, ok := f.x.certain(l, c); ok {
		st.bounds = append(st.bounds, why...)
		return true
	}
	b, ok := c.(*cfa.Binary)
	if !ok {
		return false
	}
	j := f.add(b, min(depth+1, mostLimited))
	if j >= 0 {
		st.before = append(st.before, j)
	}
	return j >= 0
}
