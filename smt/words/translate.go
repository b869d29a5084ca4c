// Translation: integer terms as bit-vectors, and formulas over them.
//
// Each integer term is translated on demand, to as many low bits as are needed (goal). No stack is needed for deep
// terms: reach keeps a list of goals, and make is repeated for a goal once the goals that it needs are done. Once
// failed is set, a translator returns nothing more.

package words

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// Limits of the translation. What exceeds them counts as having no form over bit-vectors.
const (
	maxBits = 400     // the largest width of a term
	maxWork = 1 << 18 // the largest size of the formulas: about the number of one-bit adders, and bits of other terms
)

// Translate returns formulas over bit-vectors that can hold together if fs can, given that each integer unknown, and
// each cell of an array of integers, lies in the interval that ranges gives for the unknown or the array. It returns
// false if an interval is not known, or something has no form over bit-vectors. Translate relies on what known says. In
// known, a term must come before the terms that are made of it.
func Translate(b *smt.Builder, fs []*smt.Term, ranges func(*smt.Term) (interval.Interval, bool), known []Known) ([]*smt.Term, bool) {
	return newTranslator(b, ranges).all(fs, known)
}

// Known says what the integer T is, where formulas over integers do not say it or say it in a way that is hard to use.
// T is X Op Y, bit by bit in infinite two's complement, where Op is smt.OpBVAnd, OpBVOr or OpBVXor; over integers that
// would be a long sum of conditionals. Or, if Float is not nil, T is the result of that operation (see float.go).
type Known struct {
	T     *smt.Term
	Op    smt.Op
	X, Y  *smt.Term
	Float *Float
}

// newTranslator returns a translator that takes the intervals of unknowns from ranges.
func newTranslator(b *smt.Builder, ranges func(*smt.Term) (interval.Interval, bool)) *translator {
	return &translator{
		b: b, ranges: ranges, left: maxWork,
		spans: map[*smt.Term]interval.Interval{}, sums: map[*smt.Term]*sum{}, index: map[*smt.Term]int{},
		known: map[*smt.Term]Known{}, byArg: map[*smt.Term][]*smt.Term{},
		leaves: map[*smt.Term]*smt.Term{}, done: map[goal]*smt.Term{}, seen: map[*smt.Term]bool{},
	}
}

// all translates fs. It may be called again for more formulas, which then share unknowns with the earlier ones.
func (x *translator) all(fs []*smt.Term, known []Known) ([]*smt.Term, bool) {
	visit := func(f *smt.Term) {
		smt.Walk(f, x.seen, func(t *smt.Term) bool { return x.known[t].T == nil }, func(t *smt.Term) {
			if !x.failed {
				x.measure(t)
			}
		})
	}
	for _, k := range occurring(fs, known) {
		for _, t := range k.operands() {
			visit(t)
		}
		x.note(k)
	}
	for _, f := range fs {
		visit(f)
	}
	out := make([]*smt.Term, len(fs))
	for i, f := range fs {
		if out[i] = x.reach(goal{f, 0}); out[i] == nil {
			return nil, false
		}
	}
	return out, true
}

// translator translates formulas and holds what it knows of terms.
type translator struct {
	b      *smt.Builder
	ranges func(*smt.Term) (interval.Interval, bool)
	failed bool // something has no form over bit-vectors, or maxWork is reached
	left   int  // how much of maxWork is left

	spans map[*smt.Term]interval.Interval // the intervals of integer terms
	sums  map[*smt.Term]*sum              // the sums for terms with the operator OpSum
	// known has the known terms. byArg has the known terms that are sums, by their first argument.
	known  map[*smt.Term]Known
	byArg  map[*smt.Term][]*smt.Term
	index  map[*smt.Term]int       // by array: the width of its indexes
	leaves map[*smt.Term]*smt.Term // unknowns and arrays as bit-vectors
	done   map[goal]*smt.Term      // finished goals
	seen   map[*smt.Term]bool      // terms that have been measured
	wanted []goal                  // goals that the current goal needs and that are not finished
}

// goal is the integer t modulo 2^w, as w bits; or t of another sort, where w is 0.
type goal struct {
	t *smt.Term
	w int
}

// reach finishes g and all goals that it needs, and returns the result. It returns nil after a failure.
func (x *translator) reach(g goal) *smt.Term {
	stack := []goal{g}
	for len(stack) > 0 {
		if x.failed {
			return nil
		}
		g := stack[len(stack)-1]
		if x.done[g] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		x.wanted = x.wanted[:0]
		t := x.make(g)
		if len(x.wanted) > 0 {
			stack = append(stack, x.wanted...)
			continue
		}
		if x.left -= max(g.w, 1); x.left < 0 {
			x.failed = true
		}
		x.done[g] = t
		stack = stack[:len(stack)-1]
	}
	return x.done[g]
}

// get returns the result of g. If g is not finished, get adds it to wanted and returns some term of the right sort
// instead.
func (x *translator) get(g goal) *smt.Term {
	if t := x.done[g]; t != nil {
		return t
	}
	x.wanted = append(x.wanted, g)
	if g.w > 0 {
		return x.b.BV(num.Int{}, g.w)
	}
	return g.t
}

// low returns the integer t modulo 2^w. If t's interval needs fewer than w bits, the other bits are copies of t's sign,
// or zeros if t is never negative.
func (x *translator) low(t *smt.Term, w int) *smt.Term {
	s := x.spans[t]
	if s.IsPoint() {
		return x.b.BV(s.Lo, w)
	}
	n := s.Bits()
	if s.Natural() {
		n = natural(s)
	}
	switch {
	case w <= n:
		return x.get(goal{t, w})
	case s.Natural():
		return x.b.ZeroExtend(x.get(goal{t, n}), w-n)
	}
	return x.b.SignExtend(x.get(goal{t, n}), w-n)
}

// part returns p without its factor, modulo 2^w.
func (x *translator) part(p part, w int) *smt.Term {
	switch {
	case p.n > 0:
		n := min(p.n, w)
		return x.b.ZeroExtend(x.b.Extract(x.low(p.t, p.lo+n), p.lo+n-1, p.lo), w-n)
	case !p.mod.IsZero():
		_, r := x.divide(p.t, p.mod)
		return x.cut(r, w)
	}
	return x.low(p.t, w)
}

// cut returns the number t, in two's complement, modulo 2^w.
func (x *translator) cut(t *smt.Term, w int) *smt.Term {
	if n := t.Width(); w > n {
		return x.b.SignExtend(t, w-n)
	}
	return x.b.Extract(t, w-1, 0)
}

// divide returns t divided by k > 0, rounded down, and the remainder, both in two's complement. If t is negative, the
// quotient is -1 - q, where q is the quotient of the natural number -1 - t.
func (x *translator) divide(t *smt.Term, k num.Int) (q, r *smt.Term) {
	b := x.b
	w := max(x.spans[t].Bits(), interval.Point(k).Bits())
	n, d := x.low(t, w), b.BV(k, w)
	x.left -= 2 * w * w
	negative := b.Bit(n, w-1)
	q = b.BVUdiv(b.Ite(negative, b.BVNot(n), n), d)
	q = b.Ite(negative, b.BVNot(q), q)
	return q, b.BVSub(n, b.BVMul(d, q))
}

// make returns the result of g. It is meaningless if x.wanted is not empty afterwards.
func (x *translator) make(g goal) *smt.Term {
	b, t, w := x.b, g.t, g.w
	if w == 0 {
		return x.formula(t)
	}
	if k := x.known[t]; k.Float != nil {
		return b.Extract(x.float(k), w-1, 0)
	} else if k.T != nil {
		switch p, q := x.low(k.X, w), x.low(k.Y, w); k.Op {
		case smt.OpBVAnd:
			return b.BVAnd(p, q)
		case smt.OpBVOr:
			return b.BVOr(p, q)
		default:
			return b.BVXor(p, q)
		}
	}
	switch t.Op() {
	case smt.OpApp:
		return b.Extract(x.leaf(t), w-1, 0)
	case smt.OpSelect:
		a := t.Arg(0)
		return b.Extract(b.Select(x.leaf(a), x.low(t.Arg(1), x.index[a])), w-1, 0)
	case smt.OpSum:
		return x.addition(x.sums[t], w)
	case smt.OpMul:
		fs := make([]*smt.Term, t.NumArgs())
		for i, a := range t.Args() {
			fs[i] = x.low(a, w)
		}
		x.left -= len(fs) * w * w
		return b.BVMul(fs...)
	case smt.OpIte:
		return b.Ite(x.get(goal{t.Arg(0), 0}), x.low(t.Arg(1), w), x.low(t.Arg(2), w))
	case smt.OpDiv:
		k := t.Value().Num()
		if n, ok := log2(k); ok {
			return b.Extract(x.low(t.Arg(0), n+w), n+w-1, n)
		}
		q, _ := x.divide(t.Arg(0), k)
		return x.cut(q, w)
	}
	x.failed = true
	return b.BV(num.Int{}, w)
}

// leaf returns the bit-vector for the unknown t, or the array of bit-vectors for an array of integers.
func (x *translator) leaf(t *smt.Term) *smt.Term {
	l := x.leaves[t]
	if l == nil {
		s := x.unknown(t)
		n := s.Bits()
		if s.Natural() {
			n = natural(s)
		}
		sort := x.b.BitVecSort(n)
		if t.Sort() != x.b.IntSort() {
			sort = x.b.ArraySort(x.b.BitVecSort(x.index[t]), sort)
		}
		l = x.b.Fresh("word", sort)
		x.leaves[t] = l
	}
	return l
}

// formula returns t, a term that is not an integer, with its integer arguments as bit-vectors.
func (x *translator) formula(t *smt.Term) *smt.Term {
	integers := false
	for _, a := range t.Args() {
		integers = integers || a.Sort() == x.b.IntSort()
		if k := a.Sort().Kind; k != smt.Int && k != smt.Bool && k != smt.BitVec {
			x.failed = true // reals, and arrays that are compared
			return t
		}
	}
	switch {
	case t.NumArgs() == 0:
		return t
	case !integers:
		args := make([]*smt.Term, t.NumArgs())
		for i, a := range t.Args() {
			args[i] = x.get(goal{a, 0})
		}
		if len(x.wanted) > 0 {
			return t
		}
		return x.b.Rebuild(t, args)
	case t.Op() == smt.OpEq:
		return x.compare(x.sumOf(t.Arg(0)), x.sumOf(t.Arg(1)), true)
	case t.Op() == smt.OpLe:
		p, q := x.sumOf(t.Arg(0)).sides()
		return x.compare(p, q, false)
	}
	x.failed = true
	return t
}

// compare returns the formula that p and q are equal, or that p is at most q.
func (x *translator) compare(p, q *sum, equal bool) *smt.Term {
	b := x.b
	s := x.spanOfSum(p).Join(x.spanOfSum(q))
	if s.Bits() > maxBits {
		x.failed = true
		return b.False()
	}
	w := s.Bits()
	if s.Natural() {
		w = natural(s)
	}
	l, r := x.addition(p, w), x.addition(q, w)
	switch {
	case equal:
		return b.Eq(l, r)
	case s.Natural():
		return b.BVUle(l, r)
	}
	return b.BVSle(l, r)
}
