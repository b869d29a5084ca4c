package annotate

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// States says states in formulas.
type States struct {
	annotations *Annotations
	vars        cfa.VarSet   // those that anything in the program reads; of others nothing need be said
	arrs        cfa.ArraySet // which the slice may have changed: an argument that does not matter is 0 there
}

// NewStates returns a writer of states of a program, or of its slice.
func NewStates(a *Annotations, p *cfa.Program) *States {
	x := &States{annotations: a}
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

// explicit are states that know values: of variables, of cells, and of ranges of cells.
type explicit interface {
	Size() int
	Vars(func(*cfa.Var, num.Int))
	Cells(func(a *cfa.Array, i int64, k num.Int))
	Fills(func(a *cfa.Array, lo, hi int64, k num.Int))
	Cell(*cfa.Array, num.Int) (num.Int, bool)
}

// Formulated are states that say themselves what they mean. The symbols of the formulas come from Annotations.Term.
type Formulated interface {
	Formulas(*Annotations) []*smt.Term
}

// linearState are states that are constraints over slots.
type linearState interface {
	Slots() []cells.Slot
	Constraints() []linear.Constraint
}

// Of returns a conjunction that says what a state says, and whether it is of a kind that can be said.
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

// mostFilled is how many cells of a filled range are told one by one.
const mostFilled = 256

// Values says what is known of variables and cells.
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

// Linear translates constraints over slots.
func (x *States) Linear(slots []cells.Slot, cs []linear.Constraint, integers bool) []*smt.Term {
	out := make([]*smt.Term, 0, len(cs))
	for _, c := range cs {
		if integers {
			c = c.Tighten() // what is said of the integers is the same, in fewer forms
		}
		if f := x.constraint(slots, c.Primitive()); !f.IsTrue() {
			out = append(out, f)
		}
	}
	return out
}

func (x *States) constraint(slots []cells.Slot, c linear.Constraint) *smt.Term {
	b := x.annotations.Builder
	var coefs []num.Rat
	var terms []*smt.Term
	for t := range c.Expr.Terms() {
		coefs = append(coefs, t.Coef)
		terms = append(terms, x.slot(slots[t.Var]))
	}
	sum := b.Linear(b.IntSort(), c.Expr.Constant(), coefs, terms)
	zero := b.IntNum(0)
	switch c.Rel {
	case linear.EQ:
		return b.Eq(sum, zero)
	case linear.LT:
		return b.Lt(sum, zero)
	}
	return b.Le(sum, zero)
}

func (x *States) slot(s cells.Slot) *smt.Term {
	b := x.annotations.Builder
	if s.Quotient != nil {
		return b.Div(x.Index(s.Quotient.Term), num.RatOf(s.Quotient.By))
	}
	if s.Product != nil {
		fs := make([]*smt.Term, len(s.Product.Factors))
		for i, f := range s.Product.Factors {
			fs[i] = x.slot(cells.Slot{Var: f.Var, Arr: f.Arr, Idx: f.Idx})
		}
		return b.Mul(fs...)
	}
	if s.Var != nil {
		return x.annotations.Term(Symbol{Var: s.Var, Entry: s.Entry})
	}
	i := b.Num(num.RatOfInt(s.Idx.Num), b.IntSort())
	if s.Idx.Ghost != nil {
		i = x.annotations.Term(Symbol{Var: s.Idx.Ghost})
	}
	if s.Idx.Term != nil {
		i = x.Index(s.Idx.Term)
	}
	return b.Select(x.annotations.Term(Symbol{Array: s.Arr, Entry: s.Entry}), i)
}

// Index is a linear term over present values.
func (x *States) Index(t *cells.Term) *smt.Term {
	b := x.annotations.Builder
	var coefs []num.Rat
	var terms []*smt.Term
	for _, p := range t.Parts {
		coefs = append(coefs, num.RatOfInt(p.Coef))
		terms = append(terms, x.annotations.Term(Symbol{Var: p.Var}))
	}
	return b.Linear(b.IntSort(), num.RatOfInt(t.Const), coefs, terms)
}
