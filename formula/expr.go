package formula

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// memoFrom is how many expressions of an operation are translated before shared ones are remembered.
const memoFrom = 256

// translator translates the expressions and conditions of one operation after the other.
type translator struct {
	b       *smt.Builder
	prog    *cfa.Program
	ints    *smt.Sort
	arrays  *smt.Sort
	to      versions
	guards  []*smt.Term // of the operand that is being translated: it is evaluated only if these hold
	terms   map[cfa.Expr]*smt.Term
	visited int // expressions translated in this operation
	looks   int // contents of cells that the read at hand may still find out
}

// versions are what variables and arrays are at some moment, and take what a step says.
type versions interface {
	read(v *cfa.Var) *smt.Term   // the current version
	memory(a *cfa.Array) *memory // the current version
	set(a *cfa.Array, m *memory) // makes it the current version
	array(a *cfa.Array) *smt.Term
	unknown() *smt.Term // a number that nothing is known of
	born(l *layer)      // notes when the content of a new layer came to be
	say(t *smt.Term)    // a condition of the step
	define(t *smt.Term) // what holds whether or not the step is taken
	tell(c *content)
	open(e cfa.Expr)                         // its value is not said
	wrap(e *cfa.Wrap, x *smt.Term) *smt.Term // x as a word
}

func newTranslator(b *smt.Builder, p *cfa.Program, to versions) translator {
	return translator{b: b, prog: p, ints: b.IntSort(), arrays: b.ArraySort(b.IntSort(), b.IntSort()), to: to}
}

// begin forgets what was remembered of the last operation.
func (x *translator) begin() { x.terms, x.visited = nil, 0 }

func (x *translator) num(n num.Int) *smt.Term { return x.b.Num(num.RatOfInt(n), x.ints) }

// when says that t holds if what is being translated is evaluated at all.
func (x *translator) when(t *smt.Term) {
	for i := len(x.guards) - 1; i >= 0; i-- {
		t = x.b.Implies(x.guards[i], t)
	}
	x.to.say(t)
}

// under translates something that is evaluated only if the guard holds.
func (x *translator) under(guard *smt.Term, f func() *smt.Term) *smt.Term {
	x.guards = append(x.guards, guard)
	// What is remembered under a guard has said its conditions under that guard only.
	kept := x.terms
	x.terms = nil
	t := f()
	x.terms = kept
	x.guards = x.guards[:len(x.guards)-1]
	return t
}

// cond translates an expression as a condition: it is not 0.
func (x *translator) cond(e cfa.Expr) *smt.Term {
	b := x.b
	switch e := e.(type) {
	case *cfa.Const:
		return b.Bool(!e.Val.IsZero())
	case *cfa.Unary:
		if e.Op == cfa.Not {
			return b.Not(x.cond(e.X))
		}
	case *cfa.Ite:
		c := x.cond(e.C)
		t := x.under(c, func() *smt.Term { return x.cond(e.T) })
		f := x.under(b.Not(c), func() *smt.Term { return x.cond(e.E) })
		return b.Ite(c, t, f)
	case *cfa.Binary:
		switch e.Op {
		case cfa.Eq:
			return b.Eq(x.term(e.X), x.term(e.Y))
		case cfa.Ne:
			return b.Not(b.Eq(x.term(e.X), x.term(e.Y)))
		case cfa.Lt:
			return b.Lt(x.term(e.X), x.term(e.Y))
		case cfa.Le:
			return b.Le(x.term(e.X), x.term(e.Y))
		case cfa.Gt:
			return b.Gt(x.term(e.X), x.term(e.Y))
		case cfa.Ge:
			return b.Ge(x.term(e.X), x.term(e.Y))
		case cfa.And:
			return b.And(x.cond(e.X), x.cond(e.Y))
		case cfa.Or:
			return b.Or(x.cond(e.X), x.cond(e.Y))
		}
	}
	return b.Not(b.Eq(x.term(e), b.IntNum(0)))
}

// term translates an expression as a number.
func (x *translator) term(e cfa.Expr) *smt.Term {
	if x.visited++; x.visited < memoFrom {
		return x.plain(e)
	}
	t, ok := x.terms[e]
	if !ok {
		t = x.plain(e)
		if x.terms == nil {
			x.terms = map[cfa.Expr]*smt.Term{}
		}
		x.terms[e] = t
	}
	return t
}

func (x *translator) plain(e cfa.Expr) *smt.Term {
	b := x.b
	switch e := e.(type) {
	case *cfa.Var:
		return x.to.read(e)
	case *cfa.Const:
		return x.num(e.Val)
	case *cfa.Select:
		return x.load(e.Arr, e.Idx)
	case *cfa.Wrap:
		return x.to.wrap(e, x.term(e.X))
	case *cfa.Ite:
		c := x.cond(e.C)
		t := x.under(c, func() *smt.Term { return x.term(e.T) })
		f := x.under(b.Not(c), func() *smt.Term { return x.term(e.E) })
		return b.Ite(c, t, f)
	case *cfa.Unary:
		switch e.Op {
		case cfa.Neg:
			return b.Neg(x.term(e.X))
		case cfa.BitNot:
			return b.Sub(b.IntNum(-1), x.term(e.X))
		}
		return x.flag(x.cond(e))
	case *cfa.Binary:
		switch e.Op {
		case cfa.Add:
			return b.Add(x.term(e.X), x.term(e.Y))
		case cfa.Sub:
			return b.Sub(x.term(e.X), x.term(e.Y))
		case cfa.Mul:
			return b.Mul(x.term(e.X), x.term(e.Y))
		case cfa.Div, cfa.Rem:
			return x.divide(e)
		case cfa.Shl, cfa.Shr:
			return x.shift(e)
		case cfa.BitAnd, cfa.BitOr, cfa.BitXor:
			return x.bits(e)
		}
		return x.flag(x.cond(e))
	}
	panic(fmt.Sprintf("formula: no meaning for the expression %T", e))
}

// flag is the number of a truth value.
func (x *translator) flag(c *smt.Term) *smt.Term { return x.b.Ite(c, x.b.IntNum(1), x.b.IntNum(0)) }

// open is a value that is not said: an over-approximation.
func (x *translator) open(e cfa.Expr) *smt.Term {
	x.to.open(e)
	return x.to.unknown()
}

// divide rounds towards zero, as C does, where the solver's division rounds down.
func (x *translator) divide(e *cfa.Binary) *smt.Term {
	b, zero := x.b, x.b.IntNum(0)
	n, d := x.term(e.X), x.term(e.Y)
	x.when(b.Not(b.Eq(d, zero)))
	if d.Op() == smt.OpNum {
		k := d.Value()
		if k.IsZero() {
			return zero // nobody comes here
		}
		q := b.Ite(b.Ge(n, zero), b.Div(n, k.Abs()), b.Neg(b.Div(b.Neg(n), k.Abs())))
		if k.Sign() < 0 {
			q = b.Neg(q)
		}
		if e.Op == cfa.Div {
			return q
		}
		return b.Sub(n, b.Scale(k, q))
	}
	// n = q*d + r, r smaller than d and with the sign of n: this has one solution.
	q, r := x.to.unknown(), x.to.unknown()
	x.when(b.Eq(n, b.Add(b.Mul(q, d), r)))
	x.when(b.Lt(b.Abs(r), b.Abs(d)))
	x.when(b.Ite(b.Ge(n, zero), b.Ge(r, zero), b.Le(r, zero)))
	if e.Op == cfa.Div {
		return q
	}
	return r
}
