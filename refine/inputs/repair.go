package inputs

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/value/bounds"
	"github.com/whet-mc/whet/num"
)

// Local search by inverse values, for conditions that backtracking over likely values does not meet, such
// as bits that have to be set or a sum that wraps: all symbols have values; a condition that does not hold
// is chosen, and a value that would make it hold is pushed down to one of its symbols, operator by operator
// (Niemetz, Preiner, Biere: Propagation based local search for bit-precise reasoning, FMSD 2017). What it
// finds is checked by evaluation, so no step has to be exact. Its choices come from a generator with a
// fixed seed.

const repairRounds = 6000

type repairer struct {
	p        *problem
	m        model
	r        *rand.Rand
	env      modelEnv
	violated []int // conditions that do not hold, in no particular order but the same every time
	place    map[int]int
	free     map[cfa.Expr]bool
}

// repair looks for values of the given symbols that meet all conditions among them; nil: none was found.
func (p *problem) repair(ctx context.Context, b *mc.Budget, syms []int, rounds int) model {
	q := &repairer{p: p, m: model{}, r: rand.New(rand.NewPCG(uint64(len(syms)), 0x4e7a)), place: map[int]int{}, free: map[cfa.Expr]bool{}}
	q.env = modelEnv{p, q.m}
	var conds []int
	for _, s := range syms {
		conds = append(conds, p.uses[s]...)
	}
	slices.Sort(conds)
	conds = slices.Compact(conds)
	for _, k := range conds {
		cfa.ExprReads(p.conds[k], func(v *cfa.Var) {
			if _, ok := q.m[v.ID]; !ok {
				q.m[v.ID] = p.dflt(v.ID)
			}
		}, nil)
	}
	for _, k := range conds {
		q.recheck(k)
	}
	for ; len(q.violated) > 0; rounds-- {
		if rounds == 0 || rounds%64 == 0 && b.Spent(ctx) != "" {
			return nil
		}
		c := p.conds[q.violated[q.r.IntN(len(q.violated))]]
		if s, x, ok := q.truth(c, true); ok && q.r.IntN(25) > 0 {
			q.set(s, x)
		} else {
			q.shake(c)
		}
	}
	for _, k := range conds {
		if v, ok := q.m.eval(p, p.conds[k]); !ok || v.IsZero() {
			return nil
		}
	}
	out := model{}
	for _, s := range syms {
		out[s] = q.m[s]
	}
	return out
}

// recheck notes whether a condition holds.
func (q *repairer) recheck(k int) {
	v, ok := q.val(q.p.conds[k])
	at, listed := q.place[k]
	switch holds := ok && !v.IsZero(); {
	case holds && listed:
		last := len(q.violated) - 1
		q.violated[at] = q.violated[last]
		q.place[q.violated[at]] = at
		q.violated = q.violated[:last]
		delete(q.place, k)
	case !holds && !listed:
		q.place[k] = len(q.violated)
		q.violated = append(q.violated, k)
	}
}

// set gives a symbol a value of its range.
func (q *repairer) set(s int, x num.Int) {
	if r := q.p.syms[s].v.Range; r.Bits > 0 {
		x = x.Wrap(r.Bits, r.Signed)
	}
	d := q.p.dom[s]
	if !d.NoLo && x.Less(d.Lo) {
		x = d.Lo
	}
	if !d.NoHi && d.Hi.Less(x) {
		x = d.Hi
	}
	q.m[s] = x
	for _, k := range q.p.uses[s] {
		q.recheck(k)
	}
}

// shake gives a symbol of a condition some likely value.
func (q *repairer) shake(c cfa.Expr) {
	var syms []int
	cfa.ExprReads(c, func(v *cfa.Var) {
		if _, known := q.p.dom[v.ID].Point(); !known {
			syms = append(syms, v.ID)
		}
	}, nil)
	if len(syms) == 0 {
		return
	}
	s := syms[q.r.IntN(len(syms))]
	if xs := q.p.candidates(s, []int{}); len(xs) > 0 {
		q.set(s, xs[q.r.IntN(len(xs))])
	}
}

func (q *repairer) val(e cfa.Expr) (num.Int, bool) { return bounds.Eval(&q.env, e).Point() }

// open reports whether a symbol occurs in e whose value can change.
func (q *repairer) open(e cfa.Expr) bool {
	if v, ok := e.(*cfa.Var); ok {
		_, known := q.p.dom[v.ID].Point()
		return !known
	}
	f, ok := q.free[e]
	if !ok {
		cfa.ExprReads(e, func(v *cfa.Var) {
			_, known := q.p.dom[v.ID].Point()
			f = f || !known
		}, nil)
		q.free[e] = f
	}
	return f
}

// side chooses the operand to change: an open one. ok is false where there is none.
func (q *repairer) side(x, y cfa.Expr) (left, ok bool) {
	a, b := q.open(x), q.open(y)
	if a && b {
		return q.r.IntN(2) == 0, true
	}
	return a, a || b
}

// truth finds a symbol and a value for it that gives the condition e the truth value want.
func (q *repairer) truth(e cfa.Expr, want bool) (int, num.Int, bool) {
	switch x := e.(type) {
	case *cfa.Unary:
		if x.Op == cfa.Not {
			return q.truth(x.X, !want)
		}
	case *cfa.Binary:
		switch {
		case x.Op == cfa.And || x.Op == cfa.Or:
			left, ok := q.side(x.X, x.Y)
			if !ok {
				return 0, num.Int{}, false
			}
			// If both have to change, one comes first; if one has the value already, the other.
			if v, ok := q.val(x.X); ok && q.open(x.Y) && (x.Op == cfa.And) == want && !v.IsZero() == want {
				left = false
			} else if v, ok := q.val(x.Y); ok && q.open(x.X) && (x.Op == cfa.And) == want && !v.IsZero() == want {
				left = true
			}
			if left {
				return q.truth(x.X, want)
			}
			return q.truth(x.Y, want)
		case x.Op.Comparison():
			op := x.Op
			if !want {
				op = op.Negate()
			}
			return q.compare(op, x.X, x.Y)
		}
	}
	return q.compare(map[bool]cfa.BinOp{true: cfa.Ne, false: cfa.Eq}[want], e, cfa.ConstInt(0))
}

// swapped is the comparison with its operands exchanged.
var swapped = map[cfa.BinOp]cfa.BinOp{cfa.Eq: cfa.Eq, cfa.Ne: cfa.Ne, cfa.Lt: cfa.Gt, cfa.Gt: cfa.Lt, cfa.Le: cfa.Ge, cfa.Ge: cfa.Le}

func (q *repairer) compare(op cfa.BinOp, x, y cfa.Expr) (int, num.Int, bool) {
	left, ok := q.side(x, y)
	if !ok {
		return 0, num.Int{}, false
	}
	if !left {
		x, y, op = y, x, swapped[op]
	}
	t, ok := q.val(y)
	if !ok {
		return 0, num.Int{}, false
	}
	slack := num.Of(1)
	if q.r.IntN(4) == 0 {
		slack = num.Of(1 + q.r.Int64N(64))
	}
	switch op {
	case cfa.Ne:
		if b, ok := x.(*cfa.Binary); ok && b.Op == cfa.BitAnd {
			if mask, ok := cfa.IsConst(b.Y); ok {
				t = t.Xor(mask) // other bits, and no others than it has
				break
			}
		}
		if q.r.IntN(2) == 0 {
			slack = slack.Neg()
		}
		t = t.Add(slack)
	case cfa.Lt:
		t = t.Sub(slack)
	case cfa.Gt:
		t = t.Add(slack)
	}
	return q.value(x, t)
}

// value finds a symbol and a value for it with which e is likely to have the value t.
func (q *repairer) value(e cfa.Expr, t num.Int) (int, num.Int, bool) {
	fail := func() (int, num.Int, bool) { return 0, num.Int{}, false }
	switch x := e.(type) {
	case *cfa.Var:
		return x.ID, t, q.open(x)
	case *cfa.Unary:
		switch x.Op {
		case cfa.Neg:
			return q.value(x.X, t.Neg())
		case cfa.BitNot:
			return q.value(x.X, t.Not())
		}
		return q.truth(x, !t.IsZero())
	case *cfa.Wrap:
		// Of the numbers that wrap to t, t itself or the one in the round of the present value.
		if v, ok := q.val(x.X); ok && q.r.IntN(2) == 0 {
			t = v.Sub(v.Wrap(x.Bits, x.Signed)).Add(t)
		}
		return q.value(x.X, t)
	case *cfa.Ite:
		c, ok := q.val(x.C)
		if !ok || q.open(x.C) && q.r.IntN(5) == 0 {
			return q.truth(x.C, ok && c.IsZero())
		}
		if c.IsZero() {
			return q.value(x.E, t)
		}
		return q.value(x.T, t)
	case *cfa.Binary:
		if x.Op.Comparison() || x.Op == cfa.And || x.Op == cfa.Or {
			return q.truth(x, !t.IsZero())
		}
		left, ok := q.side(x.X, x.Y)
		if !ok {
			return fail()
		}
		a, ok1 := q.val(x.X)
		b, ok2 := q.val(x.Y)
		if !ok1 || !ok2 {
			return fail()
		}
		if left {
			if a, ok = q.inverseLeft(x.Op, a, b, t); !ok {
				return fail()
			}
			return q.value(x.X, a)
		}
		if b, ok = q.inverseRight(x.Op, a, b, t); !ok {
			return fail()
		}
		return q.value(x.Y, b)
	}
	return fail()
}

// inverseLeft is an x with x op b = t, or near it; a is its present value.
func (q *repairer) inverseLeft(op cfa.BinOp, a, b, t num.Int) (num.Int, bool) {
	switch op {
	case cfa.Add:
		return t.Sub(b), true
	case cfa.Sub:
		return t.Add(b), true
	case cfa.Mul:
		if b.IsZero() {
			return a, false
		}
		return t.Quo(b), true
	case cfa.Div:
		return t.Mul(b), true
	case cfa.Rem:
		if b.IsZero() {
			return a, false
		}
		if q.r.IntN(2) == 0 {
			return t, true
		}
		return a.Sub(a.Rem(b)).Add(t), true
	case cfa.BitAnd:
		return a.And(b.Not()).Or(t.And(b)), true
	case cfa.BitOr:
		return t.And(b.Not()).Or(a.And(b)), true
	case cfa.BitXor:
		return t.Xor(b), true
	}
	n, ok := b.Int64()
	if !ok || n < 0 || n > 127 {
		return a, false
	}
	if op == cfa.Shl {
		return t.Shr(uint(n)), true
	}
	low := num.Pow2(uint(n)).Sub(num.Of(1))
	return t.Shl(uint(n)).Or(a.And(low)), true
}

// inverseRight is a y with a op y = t, or near it; b is its present value.
func (q *repairer) inverseRight(op cfa.BinOp, a, b, t num.Int) (num.Int, bool) {
	switch op {
	case cfa.Add, cfa.Mul, cfa.BitAnd, cfa.BitOr, cfa.BitXor: // commutative
		return q.inverseLeft(op, b, a, t)
	case cfa.Sub:
		return a.Sub(t), true
	case cfa.Div:
		if t.IsZero() {
			return a.Add(num.Of(1)), true
		}
		return a.Quo(t), true
	}
	return num.Of(q.r.Int64N(32)), true
}
