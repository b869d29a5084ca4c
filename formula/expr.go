package formula

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula/translate"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// memoFrom is how many expressions of an operation are translated before shared ones are
// remembered.
const memoFrom = 256

// translator translates the expressions and conditions of one operation after the other.
type translator struct {
	b      *smt.Builder
	prog   *cfa.Program
	ints   *smt.Sort
	arrays *smt.Sort
	to     versions
	// of the operand that is being translated: it is evaluated only if these hold
	guards  []*smt.Term
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

// when says that t holds if what is being translated is evaluated at all.
func (x *translator) when(t *smt.Term) {
	for i := len(x.guards) - 1; i >= 0; i-- {
		t = x.b.Implies(x.guards[i], t)
	}
	x.to.say(t)
}

// cond translates an expression as a condition: it is not 0.
func (x *translator) cond(e cfa.Expr) *smt.Term { return translate.Cond(x, e) }

// Builder makes translator an algebra of package translate, as do the methods below.
func (x *translator) Builder() *smt.Builder { return x.b }

// Value translates an expression as a number.
func (x *translator) Value(e cfa.Expr) *smt.Term {
	if x.visited++; x.visited < memoFrom {
		return translate.Value(x, e)
	}
	t, ok := x.terms[e]
	if !ok {
		t = translate.Value(x, e)
		if x.terms == nil {
			x.terms = map[cfa.Expr]*smt.Term{}
		}
		x.terms[e] = t
	}
	return t
}

// Const is a numeral.
func (x *translator) Const(n num.Int) *smt.Term { return x.b.Num(num.RatOfInt(n), x.ints) }

// Compare is the formula l op r.
func (x *translator) Compare(op cfa.BinOp, l, r *smt.Term) *smt.Term {
	b := x.b
	switch op {
	case cfa.Eq:
		return b.Eq(l, r)
	case cfa.Ne:
		return b.Not(b.Eq(l, r))
	case cfa.Lt:
		return b.Lt(l, r)
	case cfa.Le:
		return b.Le(l, r)
	case cfa.Gt:
		return b.Gt(l, r)
	}
	return b.Ge(l, r)
}

// Under translates something that is evaluated only if the guard holds.
func (x *translator) Under(guard *smt.Term, f func()) {
	x.guards = append(x.guards, guard)
	// What is remembered under a guard has said its conditions under that guard only.
	kept := x.terms
	x.terms = nil
	f()
	x.terms = kept
	x.guards = x.guards[:len(x.guards)-1]
}

// Var is the current version of a variable.
func (x *translator) Var(v *cfa.Var) *smt.Term { return x.to.read(v) }

// Cell is what a cell holds.
func (x *translator) Cell(e *cfa.Select) *smt.Term { return x.load(e.Arr, e.Idx) }

// Wrap is a number as a word.
func (x *translator) Wrap(e *cfa.Wrap) *smt.Term { return x.to.wrap(e, x.Value(e.X)) }

// Unary is the negative of a number, or its complement.
func (x *translator) Unary(op cfa.UnOp, n *smt.Term) *smt.Term {
	if op == cfa.Neg {
		return x.b.Neg(n)
	}
	return x.b.Sub(x.b.IntNum(-1), n)
}

// Binary is the number that an operator gives.
func (x *translator) Binary(e *cfa.Binary) *smt.Term {
	b := x.b
	switch e.Op {
	case cfa.Add:
		return b.Add(x.Value(e.X), x.Value(e.Y))
	case cfa.Sub:
		return b.Sub(x.Value(e.X), x.Value(e.Y))
	case cfa.Mul:
		return b.Mul(x.Value(e.X), x.Value(e.Y))
	case cfa.Div, cfa.Rem:
		return x.divide(e)
	case cfa.Shl, cfa.Shr:
		return x.shift(e)
	}
	return x.bits(e)
}

// Choose is one of two numbers.
func (x *translator) Choose(c, t, f *smt.Term) *smt.Term { return x.b.Ite(c, t, f) }

// Truth is the number of a truth value.
func (x *translator) Truth(c *smt.Term) *smt.Term { return x.b.Ite(c, x.b.IntNum(1), x.b.IntNum(0)) }

// open is a value that is not said: an over-approximation.
func (x *translator) open(e cfa.Expr) *smt.Term {
	x.to.open(e)
	return x.to.unknown()
}

// divide rounds towards zero, as C does, where the solver's division rounds down.
func (x *translator) divide(e *cfa.Binary) *smt.Term {
	b, zero := x.b, x.b.IntNum(0)
	n, d := x.Value(e.X), x.Value(e.Y)
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
