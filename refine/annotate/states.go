// Abstract states as formulas.

package annotate

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/cells/slots"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// States writes abstract states as formulas.
type States struct {
	annotations *Annotations
	terms       slots.Terms
	// Variables and arrays that anything in the program reads. The formulas must not mention others, because the
	// slice may have changed them: an argument that does not matter is 0 there (unread).
	vars cfa.VarSet
	arrs cfa.ArraySet
}

// NewStates returns a writer for states of a program or its slice.
func NewStates(a *Annotations, p *cfa.Program) *States {
	x := &States{annotations: a}
	x.terms = slots.Terms{
		Builder: a.Builder,
		Var:     func(v *cfa.Var, entry bool) *smt.Term { return a.Term(Symbol{Var: v, Entry: entry}) },
		Array:   func(arr *cfa.Array, entry bool) *smt.Term { return a.Term(Symbol{Array: arr, Entry: entry}) },
	}
	x.read(p)
	return x
}

func (x *States) read(p *cfa.Program) {
	for _, l := range p.Locs {
		for _, e := range l.Out {
			cfa.Reads(e.Op, x.vars.Add, x.arrs.Add)
			if c, ok := e.Op.(*cfa.Call); ok {
				for i, v := range c.Results {
					if v != nil {
						x.vars.Add(c.Callee.Results[i])
					}
				}
			}
		}
	}
}

// explicit is a state that knows the values of variables, of cells, and of ranges of cells.
type explicit interface {
	Size() int
	Vars(func(*cfa.Var, num.Int))
	Cells(func(a *cfa.Array, i int64, k num.Int))
	Fills(func(a *cfa.Array, lo, hi int64, k num.Int))
	Cell(*cfa.Array, num.Int) (num.Int, bool)
}

// Formulated is a state that writes itself as formulas. The symbols of the formulas come from Annotations.Term.
type Formulated interface {
	Formulas(*Annotations) []*smt.Term
}

// linearState is a state that consists of constraints over slots.
type linearState interface {
	Slots() []cells.Slot
	Constraints() []linear.Constraint
}

// Of returns the conjunction of formulas for a state, and false if states of its kind have none.
func (x *States) Of(s mc.State) ([]*smt.Term, bool) {
	switch s := s.(type) {
	case explicit:
		return x.Values(s), true
	case linearState:
		return x.Linear(s.Slots(), s.Constraints(), x.annotations.Program.Arith != cfa.Real), true
	case Formulated:
		return s.Formulas(x.annotations), true
	}
	return nil, false
}

// mostFilled bounds the cells of a filled range that are listed individually.
const mostFilled = 256

// Values returns formulas for the known values of variables and cells.
func (x *States) Values(s explicit) []*smt.Term {
	b := x.annotations.Builder
	out := make([]*smt.Term, 0, s.Size())
	is := func(t *smt.Term, v num.Int) { out = append(out, b.Eq(t, b.Num(num.RatOfInt(v), b.IntSort()))) }
	s.Vars(func(v *cfa.Var, k num.Int) {
		if x.vars.Has(v) {
			is(x.annotations.Term(Symbol{Var: v}), k)
		}
	})
	cell := func(a *cfa.Array, i int64, k num.Int) {
		if x.arrs.Has(a) {
			is(b.Select(x.annotations.Term(Symbol{Array: a}), b.IntNum(i)), k)
		}
	}
	s.Cells(cell)
	s.Fills(func(a *cfa.Array, lo, hi int64, k num.Int) {
		for i := lo; i <= hi && uint64(i)-uint64(lo) < mostFilled; i++ {
			if v, ok := s.Cell(a, num.Of(i)); ok && v.Equal(k) {
				cell(a, i, k)
			}
		}
	})
	return out
}

// Linear returns the formulas of the constraints cs over the slots that the parameter "of" lists. integers says that
// all values are integers.
func (x *States) Linear(of []cells.Slot, cs []linear.Constraint, integers bool) []*smt.Term {
	out := make([]*smt.Term, 0, len(cs))
	var unread []int
	for d, s := range of {
		if x.unread(s) {
			unread = append(unread, d)
		}
	}
	for _, c := range cs {
		for _, d := range unread {
			c = c.Substitute(d, linear.Expr{})
		}
		if integers {
			c = c.Tighten() // equivalent over the integers, and equal for more constraints
		}
		if f := x.terms.Constraint(of, c.Primitive()); !f.IsTrue() {
			out = append(out, f)
		}
	}
	return out
}

// unread reports whether a slot is a parameter that nothing reads, so that it is 0 in the slice.
func (x *States) unread(s cells.Slot) bool {
	return s.Var != nil && s.Var.Kind == cfa.ParamVar && !x.vars.Has(s.Var)
}

// Index returns a linear term over current values.
func (x *States) Index(t *cells.Term) *smt.Term { return x.terms.Index(t) }
