// Unknown values at the moments that a step is about, and the meaning of operations.

package cert

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// now returns the value of v at the beginning of the path; left returns it at the exit of the procedure from whose
// call the path begins; oldVar returns it at the entry of the activation; entered returns the initial value of a local
// of a callee.
func (x *checker) now(v *cfa.Var) *smt.Term     { return x.constant(&x.nows, v) }
func (x *checker) left(v *cfa.Var) *smt.Term    { return x.constant(&x.lefts, v) }
func (x *checker) oldVar(v *cfa.Var) *smt.Term  { return x.constant(&x.olds, v) }
func (x *checker) entered(v *cfa.Var) *smt.Term { return x.constant(&x.fresh, v) }

// nowArray, leftArray, oldArray and enteredArray are the same for arrays.
func (x *checker) nowArray(a *cfa.Array) *memory     { return x.contents(&x.nows, a) }
func (x *checker) leftArray(a *cfa.Array) *memory    { return x.contents(&x.lefts, a) }
func (x *checker) oldArray(a *cfa.Array) *memory     { return x.contents(&x.olds, a) }
func (x *checker) enteredArray(a *cfa.Array) *memory { return x.contents(&x.fresh, a) }

// constants are constants for the variables and arrays of the program at one moment. They are made when first needed.
type constants struct {
	name  func(Symbol) *smt.Term // makes the constant for a symbol
	vars  []*smt.Term            // by Var.ID: the constant for the variable
	array []*memory              // by Array.ID: the unknown contents of the array
}

// constant returns the constant of the kind c for the variable v.
func (x *checker) constant(c *constants, v *cfa.Var) *smt.Term {
	t := c.vars[v.ID]
	if t == nil {
		t = c.name(Symbol{Var: v})
		x.ranges[t] = rangeSpan(v.Range)
		c.vars[v.ID] = t
	}
	return t
}

// contents returns the unknown contents of the kind c for the array a.
func (x *checker) contents(c *constants, a *cfa.Array) *memory {
	m := c.array[a.ID]
	if m == nil {
		m = &memory{kind: unknown, sym: c.name(Symbol{Array: a})}
		x.ranges[m.sym] = rangeSpan(a.Elem)
		c.array[a.ID] = m
		if a.Sum != nil {
			x.link(m, x.contents(c, a.Sum.Of), a)
		}
	}
	return m
}

func (x *checker) newConstants(name func(Symbol) *smt.Term) constants {
	return constants{name, make([]*smt.Term, len(x.p.Vars)), make([]*memory, len(x.p.Arrays))}
}

// rangeOf returns the range of a constant, or of the cells of a constant array, if it is known.
func (x *checker) rangeOf(t *smt.Term) (span, bool) {
	r, ok := x.ranges[t]
	return r, ok
}

// input returns a new unknown number in the range r.
func (x *checker) input(r cfa.Range) *smt.Term {
	t := x.unknown("input")
	x.ranges[t] = rangeSpan(r)
	return t
}

// anything returns new unknown contents for the array a.
func (x *checker) anything(a *cfa.Array) *memory {
	m := &memory{kind: unknown, sym: x.b.Fresh("contents", x.arrays)}
	x.ranges[m.sym] = rangeSpan(a.Elem)
	return m
}

// take executes the operation of the edge e, which is not a call. It sets s.false if the edge cannot be taken.
func (x *checker) take(s *state, e *cfa.Edge) {
	r := x.reader(s)
	switch op := e.Op.(type) {
	case cfa.Skip:
	case *cfa.Assume:
		// Translating the condition records that it is defined. Both happen before the condition is assumed.
		x.assume(s, r.cond(op.Cond))
	case *cfa.Assign:
		s.set(op.LHS, r.term(op.RHS))
	case *cfa.Havoc:
		if op.Def != nil {
			x.compute(r, op)
			break
		}
		t := x.input(op.LHS.Range)
		s.set(op.LHS, t)
		from := rangeSpan(op.From.Range)
		for _, f := range x.within(t, from) {
			x.assume(s, f)
		}
	case *cfa.Store:
		r.store(op)
	case *cfa.Fill:
		r.fill(op)
	case *cfa.Copy:
		r.copy(op)
	default:
		panic(fmt.Sprintf("cert: no meaning for the operation %T", e.Op))
	}
}

// within returns formulas which state that t lies in r.
func (x *checker) within(t *smt.Term, r span) []*smt.Term {
	var out []*smt.Term
	if r.hasLo {
		out = append(out, x.b.Le(x.num(r.lo), t))
	}
	if r.hasHi {
		out = append(out, x.b.Le(t, x.num(r.hi)))
	}
	return out
}
