// Expressions and conditions. What the translation of an operand states goes to an implementation of
// versions: the encoder of a path, the maker of a point, or plainly.

package formula

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula/translate"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// memoFrom is the number of expressions of an operation that are translated before the translator begins to
// memoize.
const memoFrom = 256

// translator translates the expressions and conditions of one operation after another.
type translator struct {
	b      *smt.Builder
	prog   *cfa.Program
	ints   *smt.Sort
	arrays *smt.Sort
	to     versions
	// conditions under which the operand that is being translated is evaluated
	guards  []*smt.Term
	terms   map[cfa.Expr]*smt.Term
	visited int // the number of expressions translated in this operation
	looks   int // the number of contents of cells that the current read may still visit
}

// versions gives the current versions of variables and arrays, and receives what the translation of a step
// states.
type versions interface {
	read(v *cfa.Var) *smt.Term   // returns the current version of v
	memory(a *cfa.Array) *memory // returns the current version of a
	set(a *cfa.Array, m *memory) // makes m the current version of a
	// makes a new version of a, with unknown content
	array(a *cfa.Array) *smt.Term
	unknown() *smt.Term // returns a number about which nothing is known
	born(l *layer)      // records when the content of a new layer came to be
	say(t *smt.Term)    // states a condition of the step
	define(t *smt.Term) // states a formula that holds whether or not the step is taken
	// states the facts about a cell
	tell(c *content)
	open(e cfa.Expr)                         // records that the value of e is left open
	wrap(e *cfa.Wrap, x *smt.Term) *smt.Term // returns x wrapped to the word of e
}

func newTranslator(b *smt.Builder, p *cfa.Program, to versions) translator {
	return translator{b: b, prog: p, ints: b.IntSort(), arrays: b.ArraySort(b.IntSort(), b.IntSort()), to: to}
}

// begin clears the memory of translated expressions, for the next operation.
func (x *translator) begin() { x.terms, x.visited = nil, 0 }

// when states that t holds if the operand that is being translated is evaluated.
func (x *translator) when(t *smt.Term) {
	for i := len(x.guards) - 1; i >= 0; i-- {
		t = x.b.Implies(x.guards[i], t)
	}
	x.to.say(t)
}

// cond translates the condition that e is not 0.
func (x *translator) cond(e cfa.Expr) *smt.Term { return translate.Cond(x, e) }

// Builder makes translator an algebra of package translate, as do the methods below.
func (x *translator) Builder() *smt.Builder { return x.b }

// Value translates e as a number.
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

// Const returns the numeral n.
func (x *translator) Const(n num.Int) *smt.Term { return x.b.Num(num.RatOfInt(n), x.ints) }

// Compare returns the formula l op r.
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

// Under runs f, which translates an operand that is evaluated only if the guard holds.
func (x *translator) Under(guard *smt.Term, f func()) {
	x.guards = append(x.guards, guard)
	// The conditions of an expression translated under a guard are stated only under that guard. So its
	// memo is not used outside.
	kept := x.terms
	x.terms = nil
	f()
	x.terms = kept
	x.guards = x.guards[:len(x.guards)-1]
}

// Var returns the current version of v.
func (x *translator) Var(v *cfa.Var) *smt.Term { return x.to.read(v) }

// Cell returns the content of a cell.
func (x *translator) Cell(e *cfa.Select) *smt.Term { return x.load(e.Arr, e.Idx) }

// Wrap returns a number wrapped to a word.
func (x *translator) Wrap(e *cfa.Wrap) *smt.Term { return x.to.wrap(e, x.Value(e.X)) }

// Unary returns -n, or the bitwise complement of n.
func (x *translator) Unary(op cfa.UnOp, n *smt.Term) *smt.Term {
	if op == cfa.Neg {
		return x.b.Neg(n)
	}
	return x.b.Sub(x.b.IntNum(-1), n)
}

// Binary returns the result of an operator that gives a number.
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

// Choose returns t if c holds, else f.
func (x *translator) Choose(c, t, f *smt.Term) *smt.Term { return x.b.Ite(c, t, f) }

// Truth returns 1 if c holds, else 0.
func (x *translator) Truth(c *smt.Term) *smt.Term { return x.b.Ite(c, x.b.IntNum(1), x.b.IntNum(0)) }

// open returns an unknown value for e, which is an over-approximation.
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
			return zero // the condition above is false, so no run gets here
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
