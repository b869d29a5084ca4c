package cert

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// now is the value of a variable where the path began; left that at the exit of the procedure that
// the path returns from; old that at the entry of the activation.
func (x *checker) now(v *cfa.Var) *smt.Term     { return x.constant(&x.nows, v) }
func (x *checker) left(v *cfa.Var) *smt.Term    { return x.constant(&x.lefts, v) }
func (x *checker) oldVar(v *cfa.Var) *smt.Term  { return x.constant(&x.olds, v) }
func (x *checker) entered(v *cfa.Var) *smt.Term { return x.constant(&x.fresh, v) }

func (x *checker) nowArray(a *cfa.Array) *memory     { return x.contents(&x.nows, a) }
func (x *checker) leftArray(a *cfa.Array) *memory    { return x.contents(&x.lefts, a) }
func (x *checker) oldArray(a *cfa.Array) *memory     { return x.contents(&x.olds, a) }
func (x *checker) enteredArray(a *cfa.Array) *memory { return x.contents(&x.fresh, a) }

// constants are the constants of one kind for the variables and arrays of the program, made when
// needed.
type constants struct {
	name  func(Symbol) *smt.Term
	vars  []*smt.Term
	array []*memory
}

func (x *checker) constant(c *constants, v *cfa.Var) *smt.Term {
	t := c.vars[v.ID]
	if t == nil {
		t = c.name(Symbol{Var: v})
		x.ranges[t] = rangeSpan(v.Range)
		c.vars[v.ID] = t
	}
	return t
}

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

// rangeOf is the range of the values of a constant, or of the cells of a constant array.
func (x *checker) rangeOf(t *smt.Term) (span, bool) {
	r, ok := x.ranges[t]
	return r, ok
}

// input is a new number in a range.
func (x *checker) input(r cfa.Range) *smt.Term {
	t := x.unknown("input")
	x.ranges[t] = rangeSpan(r)
	return t
}

// anything is an array of which nothing is known.
func (x *checker) anything(a *cfa.Array) *memory {
	m := &memory{kind: unknown, sym: x.b.Fresh("contents", x.arrays)}
	x.ranges[m.sym] = rangeSpan(a.Elem)
	return m
}

// take carries out the operation of an edge that is no call. Afterwards s.false tells that the edge
// cannot be taken.
func (x *checker) take(s *state, e *cfa.Edge) {
	r := x.reader(s)
	switch op := e.Op.(type) {
	case cfa.Skip:
	case *cfa.Assume:
		// The condition is translated before it is known to hold, and so is that it is defined.
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

// within are the formulas that say that t lies in a range.
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
