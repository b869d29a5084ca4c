package cells

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// Bounds on what one operation may cost. Where one is exceeded the value is unknown.
const (
	maxCases = 4096 // of an expression
	maxWraps = 4    // times that a word may wrap around in one operation, to be told apart
	maxShift = 128
)

// one case of an expression: where the program is in s, its value is v, or not known.
//
// The elements of cases can have dimensions behind those of the layout, which stand for values that are not
// linear in the others, such as the quotient of a division; Transfer removes them in the end.
type one[E any] struct {
	s     E
	v     linear.Expr
	known bool
}

// evaluator computes cases of expressions.
type evaluator[E numeric.Element[E]] struct {
	lay  *Layout
	gaps func(e cfa.Expr) // called for what no dimensions could tell, and for what takes too many cases; or nil
	made int              // cases

	integers bool // the elements are rational relaxations: what is assumed is about integers
}

func (x *evaluator[E]) is(s E, v linear.Expr) []one[E] { return []one[E]{{s, v, true}} }
func (x *evaluator[E]) any(s E) []one[E]               { return []one[E]{{s: s}} }

// then evaluates on: f is called with each case whose value is known; others stay unknown.
func then[E any](cases []one[E], f func(c one[E]) []one[E]) []one[E] {
	if len(cases) == 1 && cases[0].known {
		return f(cases[0])
	}
	var out []one[E]
	for _, c := range cases {
		if c.known {
			out = append(out, f(c)...)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// bounds is an interval of integers that a value lies in.
func (x *evaluator[E]) bounds(s E, v linear.Expr) (lo, hi num.Rat, hasLo, hasHi bool) {
	if v.IsConst() {
		return v.Constant(), v.Constant(), true, true
	}
	i, ok := s.Bounds(v)
	if !ok {
		return lo, hi, false, false
	}
	return i.Lo.At, i.Hi.At, i.Lo.Kind != linear.Unbounded, i.Hi.Kind != linear.Unbounded
}

// point is the one number that a value can be.
func (x *evaluator[E]) point(s E, v linear.Expr) (num.Rat, bool) {
	lo, hi, hasLo, hasHi := x.bounds(s, v)
	return lo, hasLo && hasHi && lo.Equal(hi)
}

// assume appends s with the constraints to ss, if that is not empty.
func (x *evaluator[E]) assume(ss []E, s E, cs ...linear.Constraint) []E {
	if t := s.Assume(x.tight(cs)...); !t.IsBottom() {
		return append(ss, t)
	}
	return ss
}

// tight tightens constraints that are about integers, where the elements do not do that themselves.
func (x *evaluator[E]) tight(cs []linear.Constraint) []linear.Constraint {
	if x.integers {
		for i, c := range cs {
			cs[i] = c.Tighten()
		}
	}
	return cs
}

// fresh adds a dimension with a value of its own.
func fresh[E numeric.Element[E]](s E) (E, linear.Expr) { return s.AddDims(1), linear.X(s.Dims()) }

// term returns cases of e that together are all of s in which e is defined.
func (x *evaluator[E]) term(s E, e cfa.Expr) []one[E] {
	if x.made++; x.made > maxCases {
		x.open(e)
		return x.any(s)
	}
	switch e := e.(type) {
	case *cfa.Var:
		if d, ok := x.lay.Var(e); ok {
			return x.is(s, linear.X(d))
		}
		return x.any(s)
	case *cfa.Const:
		return x.is(s, linear.Const(num.RatOfInt(e.Val)))
	case *cfa.Select:
		return x.load(s, e.Arr, e.Idx)
	case *cfa.Wrap:
		return then(x.term(s, e.X), func(c one[E]) []one[E] { return x.wrap(c, e) })
	case *cfa.Ite:
		var out []one[E]
		for _, t := range x.cond(s, e.C, true) {
			out = append(out, x.term(t, e.T)...)
		}
		for _, t := range x.cond(s, e.C, false) {
			out = append(out, x.term(t, e.E)...)
		}
		return out
	case *cfa.Unary:
		switch e.Op {
		case cfa.Neg:
			return then(x.term(s, e.X), func(c one[E]) []one[E] { return x.is(c.s, c.v.Neg()) })
		case cfa.BitNot:
			return then(x.term(s, e.X), func(c one[E]) []one[E] { return x.is(c.s, c.v.Neg().AddInt(-1)) })
		}
		return x.truth(s, e)
	case *cfa.Binary:
		switch e.Op {
		case cfa.Add, cfa.Sub, cfa.Mul, cfa.Div, cfa.Rem, cfa.Shl, cfa.Shr, cfa.BitAnd, cfa.BitOr, cfa.BitXor:
			return x.binary(s, e)
		}
		return x.truth(s, e)
	}
	return x.any(s)
}

// truth is a condition as a number.
func (x *evaluator[E]) truth(s E, e cfa.Expr) []one[E] {
	var out []one[E]
	for _, t := range x.cond(s, e, true) {
		out = append(out, one[E]{t, linear.ConstInt(1), true})
	}
	for _, t := range x.cond(s, e, false) {
		out = append(out, one[E]{t, linear.Expr{}, true})
	}
	return out
}

// both evaluates two operands.
func (x *evaluator[E]) both(s E, e, f cfa.Expr, combine func(s E, v, w linear.Expr) []one[E]) []one[E] {
	return then(x.term(s, e), func(c one[E]) []one[E] {
		return then(x.term(c.s, f), func(d one[E]) []one[E] { return combine(d.s, c.v, d.v) })
	})
}

// open says that the value of an expression is left open.
func (x *evaluator[E]) open(e cfa.Expr) {
	if x.gaps != nil {
		x.gaps(e)
	}
}

// Nonlinear reports whether an operation is linear only where operands happen to have one value.
func Nonlinear(e *cfa.Binary) bool {
	_, left := cfa.IsConst(e.X)
	_, right := cfa.IsConst(e.Y)
	switch e.Op {
	case cfa.Mul:
		return !left && !right
	case cfa.Div, cfa.Rem, cfa.Shl, cfa.Shr:
		return !right
	case cfa.BitAnd, cfa.BitOr, cfa.BitXor:
		return true
	}
	return false
}

func (x *evaluator[E]) binary(s E, e *cfa.Binary) []one[E] {
	cases := x.operate(s, e)
	if x.gaps != nil && slices.ContainsFunc(cases, func(c one[E]) bool { return !c.known }) {
		if Nonlinear(e) {
			x.gaps(e)
		}
		// Where the left operand is not known nobody has looked at the right one.
		cfa.Walk(e.Y, func(y cfa.Expr) {
			if b, ok := y.(*cfa.Binary); ok && Nonlinear(b) {
				x.gaps(b)
			}
		})
	}
	return cases
}

func (x *evaluator[E]) operate(s E, e *cfa.Binary) []one[E] {
	return x.both(s, e.X, e.Y, func(s E, v, w linear.Expr) []one[E] {
		switch e.Op {
		case cfa.Add:
			return x.is(s, v.Add(w))
		case cfa.Sub:
			return x.is(s, v.Sub(w))
		case cfa.Mul:
			if k, ok := x.point(s, w); ok {
				return x.is(s, v.Scale(k))
			}
			if k, ok := x.point(s, v); ok {
				return x.is(s, w.Scale(k))
			}
		case cfa.Div, cfa.Rem:
			if k, ok := x.point(s, w); ok {
				return x.divide(s, v, k, e.Op)
			}
		case cfa.Shl, cfa.Shr:
			if k, ok := x.point(s, w); ok {
				n, small := k.Int64()
				if !small || n < 0 || n >= maxShift {
					return nil // undefined
				}
				p := num.RatOfInt(num.Pow2(uint(n)))
				if e.Op == cfa.Shl {
					return x.is(s, v.Scale(p))
				}
				return x.floor(s, v, p, false)
			}
		case cfa.BitAnd, cfa.BitOr, cfa.BitXor:
			if out := x.bits(s, e.Op, v, w); out != nil {
				return out
			}
		}
		x.open(e)
		return x.between(s, e)
	})
}

// bits knows operations on two numbers, and masks.
func (x *evaluator[E]) bits(s E, op cfa.BinOp, v, w linear.Expr) []one[E] {
	k, isK := x.point(s, v)
	l, isL := x.point(s, w)
	if isK && isL && k.IsInt() && l.IsInt() {
		a, b := k.Num(), l.Num()
		switch op {
		case cfa.BitAnd:
			a = a.And(b)
		case cfa.BitOr:
			a = a.Or(b)
		default:
			a = a.Xor(b)
		}
		return x.is(s, linear.Const(num.RatOfInt(a)))
	}
	if isK {
		v, l, isL = w, k, true
	}
	if op == cfa.BitAnd && isL && l.IsInt() && l.Sign() >= 0 {
		if m := l.Num().Add(num.Of(1)); m.And(l.Num()).IsZero() { // the remainder by a power of 2
			return x.floor(s, v, num.RatOfInt(m), true)
		}
	}
	return nil
}

// between is a value of which only what the expression's form tells is known.
func (x *evaluator[E]) between(s E, e cfa.Expr) []one[E] {
	lo, hi, ok := cfa.Bounds(e)
	if !ok {
		return x.any(s)
	}
	t, v := fresh(s)
	return x.is(t.Assume(v.GE(linear.Const(num.RatOfInt(lo))), v.LE(linear.Const(num.RatOfInt(hi)))), v)
}

// floor is v/p rounded down, for p > 0, or the remainder of that.
func (x *evaluator[E]) floor(s E, v linear.Expr, p num.Rat, rest bool) []one[E] {
	value := func(s E, q linear.Expr) []one[E] {
		if rest {
			return x.is(s, v.Sub(q.Scale(p)))
		}
		return x.is(s, q)
	}
	if lo, hi, hasLo, hasHi := x.bounds(s, v); hasLo && hasHi {
		if q := lo.Quo(p).Floor(); q.Equal(hi.Quo(p).Floor()) {
			return value(s, linear.Const(q))
		}
	}
	t, q := fresh(s)
	t = t.Assume(x.tight([]linear.Constraint{q.Scale(p).LE(v), v.LT(q.AddInt(1).Scale(p))})...)
	return value(t, q)
}

// divide rounds towards zero.
func (x *evaluator[E]) divide(s E, v linear.Expr, k num.Rat, op cfa.BinOp) []one[E] {
	if k.IsZero() {
		return nil // undefined
	}
	var out []one[E]
	half := func(s E, v linear.Expr, sign int64) { // v >= 0 by |k|, the result to be multiplied by sign
		for _, c := range x.floor(s, v, k.Abs(), op == cfa.Rem) {
			out = append(out, one[E]{c.s, c.v.ScaleInt(sign), true})
		}
	}
	sign := int64(k.Sign())
	if op == cfa.Rem {
		sign = 1
	}
	for _, t := range x.assume(nil, s, v.GE(linear.Expr{})) {
		half(t, v, sign)
	}
	for _, t := range x.assume(nil, s, v.LT(linear.Expr{})) {
		half(t, v.Neg(), -sign)
	}
	return out
}

// wrap keeps a value that fits the word, and tells apart how often others go around.
func (x *evaluator[E]) wrap(c one[E], e *cfa.Wrap) []one[E] {
	low, _, high, _ := cfa.Range{Bits: e.Bits, Signed: e.Signed}.Bounds()
	min, max, size := num.RatOfInt(low), num.RatOfInt(high), num.RatOfInt(num.Pow2(uint(e.Bits)))
	lo, hi, hasLo, hasHi := x.bounds(c.s, c.v)
	if hasLo && hasHi {
		from, to := lo.Sub(min).Quo(size).Floor(), hi.Sub(min).Quo(size).Floor()
		if from.Equal(to) {
			return x.is(c.s, c.v.AddConst(from.Mul(size).Neg()))
		}
		if n := to.Sub(from); n.Less(num.RatOf(maxWraps)) {
			var out []one[E]
			for k := from; k.LessEq(to); k = k.Add(num.RatOf(1)) {
				v := c.v.AddConst(k.Mul(size).Neg())
				for _, t := range x.assume(nil, c.s, v.GE(linear.Const(min)), v.LE(linear.Const(max))) {
					out = append(out, one[E]{t, v, true})
				}
			}
			return out
		}
	}
	x.open(e)
	t, v := fresh(c.s)
	return x.is(t.Assume(v.GE(linear.Const(min)), v.LE(linear.Const(max))), v)
}

// load returns the cases of a read.
func (x *evaluator[E]) load(s E, a *cfa.Array, idx cfa.Expr) []one[E] {
	return then(x.term(s, idx), func(c one[E]) []one[E] {
		var out []one[E]
		x.which(x.inside(c.s, a, c.v), a, c.v, func(s E, dim int) {
			if dim < 0 {
				out = append(out, x.any(s)...)
			} else {
				out = append(out, x.is(s, linear.X(dim))...)
			}
		})
		return out
	})
}

// firstPage is where memory begins: an access below is one through a null pointer.
const firstPage = 4096

// inside assumes that an index is one that a program may touch: else the access is undefined, and no run goes on.
func (x *evaluator[E]) inside(s E, a *cfa.Array, v linear.Expr) E {
	lo, hi := linear.ConstInt(0), linear.ConstInt(a.Len)
	switch {
	case a.Region:
		if lo = linear.ConstInt(firstPage); v.IsConst() && lo.Constant().LessEq(v.Constant()) {
			return s
		}
		return s.Assume(v.GE(lo))
	case a.Len < 0, v.IsConst() && v.Constant().Sign() >= 0 && v.Constant().Less(hi.Constant()):
		return s
	}
	return s.Assume(x.tight([]linear.Constraint{v.GE(lo), v.LT(hi)})...)
}

// defined returns elements that together are all of s in which the expressions are defined. It does not split
// s further than that takes.
func (x *evaluator[E]) defined(s E, es ...cfa.Expr) []E {
	ss := []E{s}
	for _, e := range es {
		if !partial(e) {
			continue
		}
		var next []E
		for _, s := range ss {
			for _, c := range x.term(s, e) {
				next = append(next, c.s)
			}
		}
		ss = next
	}
	if len(ss) > 1 { // cases of values, of which nobody wants to know
		n := s.Dims()
		all := project(ss[0], n)
		for _, t := range ss[1:] {
			all = all.Join(project(t, n))
		}
		if s.Leq(all) {
			return []E{s}
		}
	}
	return ss
}

// project removes the dimensions from n on.
func project[E numeric.Element[E]](s E, n int) E {
	if s.Dims() == n {
		return s
	}
	return s.RemoveDims(extra(n, s.Dims())...)
}

// partial reports whether an expression is one that can be undefined: by the index of a read, or by an operand.
func partial(e cfa.Expr) bool {
	found := false
	cfa.Walk(e, func(e cfa.Expr) {
		switch e := e.(type) {
		case *cfa.Select:
			found = found || e.Arr.Region || e.Arr.Len >= 0
		case *cfa.Binary:
			found = found || e.Op == cfa.Div || e.Op == cfa.Rem || e.Op == cfa.Shl || e.Op == cfa.Shr
		}
	})
	return found
}

// touch assumes that the cells lo <= i < hi, if there are any, are ones that a program may touch.
func (x *evaluator[E]) touch(s E, a *cfa.Array, lo, hi linear.Expr) []E {
	if !a.Region && a.Len < 0 {
		return []E{s}
	}
	out := x.assume(nil, s, lo.GE(hi))
	for _, t := range x.assume(nil, s, lo.LT(hi)) {
		if t = x.inside(x.inside(t, a, lo), a, hi.AddInt(-1)); !t.IsBottom() {
			out = append(out, t)
		}
	}
	return out
}

// which tells apart which cell an index names: f is called with the dimension, or -1 for a cell without one.
func (x *evaluator[E]) which(s E, a *cfa.Array, v linear.Expr, f func(s E, dim int)) {
	if s.IsBottom() {
		return
	}
	cells := x.lay.cells[a]
	at := func(c cell) linear.Expr {
		if c.idx.Ghost != nil {
			d, _ := x.lay.Var(c.idx.Ghost)
			return linear.X(d)
		}
		return linear.Const(num.RatOfInt(c.idx.Num))
	}
	ghosts := slices.IndexFunc(cells, func(c cell) bool { return c.idx.Ghost != nil })
	if ghosts < 0 {
		ghosts = len(cells)
	}
	lo, hi, hasLo, hasHi := x.bounds(s, v)
	if hasLo && hasHi && lo.Equal(hi) && ghosts == len(cells) {
		// The common case: a loop counter with one value.
		i, found := slices.BinarySearchFunc(cells, lo, func(c cell, k num.Rat) int { return num.RatOfInt(c.idx.Num).Cmp(k) })
		if found {
			f(s, cells[i].dim)
		} else {
			f(s, -1)
		}
		return
	}
	// Ghosts first: equal, below or above each; what differs from all is compared with the numerals.
	rest := []E{s}
	for _, c := range cells[ghosts:] {
		var next []E
		for _, t := range rest {
			for _, u := range x.assume(nil, t, v.EQ(at(c))) {
				f(u, c.dim)
			}
			next = x.assume(next, t, v.LT(at(c)))
			next = x.assume(next, t, v.GT(at(c)))
		}
		rest = next
	}
	for _, t := range rest {
		for _, c := range cells[:ghosts] {
			k := num.RatOfInt(c.idx.Num)
			if hasLo && k.Less(lo) || hasHi && hi.Less(k) {
				continue
			}
			for _, u := range x.assume(nil, t, v.EQ(at(c))) {
				f(u, c.dim)
			}
			for _, u := range x.assume(nil, t, v.LT(at(c))) {
				f(u, -1)
			}
			if t = t.Assume(x.tight([]linear.Constraint{v.GT(at(c))})...); t.IsBottom() {
				break
			}
		}
		if !t.IsBottom() {
			f(t, -1)
		}
	}
}
