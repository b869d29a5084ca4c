// Layouts: the dimensions of elements. A layout is made for one precision and never changes. There is one for each
// procedure, with values at its entry (Layouts), or one for all procedures together, with derived dimensions (Whole).

package cells

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric/monomials"
)

// Slot is the meaning of one dimension: the value of a variable or of a cell, now or at the entry of the procedure,
// or a value derived from these.
type Slot struct {
	Var   *cfa.Var
	Arr   *cfa.Array // the array of a cell, if Var is nil
	Idx   Index
	Entry bool // the dimension holds the value at the entry of the procedure, not the present value

	// Quotient, if not nil, is the quotient that the dimension holds. Then Var is not one of the program's variables;
	// the same goes for Product, Order and Fixed.
	Quotient *Quotient
	// Product, if not nil, is the product that the dimension holds.
	Product *Product
	// Order, if not nil, is the variable whose order the dimension holds.
	Order *cfa.Var
	// Fixed, if not nil, is the variable whose fixed-point number the dimension holds.
	Fixed *cfa.Var
}

// Name returns the slot in C's syntax, "i" or "a[1]", and values at the entry in ACSL's: "\old(i)".
func (s Slot) Name() string {
	name := ""
	if s.Var != nil {
		name = s.Var.Name
	} else if s.isSum() {
		name = s.sumName()
	} else if !s.Idx.symbolic() {
		name = s.Arr.CellName(s.Idx.Num)
	} else {
		name = s.Arr.Name + "[" + s.Idx.String() + "]"
	}
	if s.Entry {
		return `\old(` + name + ")"
	}
	return name
}

// Layout gives the dimensions of the elements at the locations of one procedure. It is made for one
// precision and never changes.
type Layout struct {
	Proc  *cfa.Proc
	Slots []Slot

	vars      map[*cfa.Var]int      // the dimensions of variables
	cells     map[*cfa.Array][]cell // the cells that have dimensions, in the order of Precision.Cells
	movers    map[*cfa.Var][]placed // the cells whose index contains a variable
	quotients []quotient
	products  []monomials.Product
	orders    map[*cfa.Var]int            // the dimensions of orders
	fixed     map[*cfa.Var]int            // the dimensions of fixed-point numbers
	start     bool                        // the layout is for the procedure Start, or for all procedures, so it has no caller
	entries   map[int]int                 // by dimension of a variable or cell: the dimension of its value at the entry
	sums      map[*cfa.Array][]*cfa.Array // by summed array: the arrays of sums that have cells
}

// cell is a cell that has a dimension.
type cell struct {
	idx Index
	dim int
	at  linear.Expr // the index, as an expression over the dimensions
}

// Layouts makes the layouts of a program.
type Layouts struct {
	prog       *cfa.Program
	prec       *Precision
	generation int           // the generation of the precision for which made was computed
	made       []*Layout     // by Proc.ID: the layout of the procedure
	writes     []*cfa.VarSet // by Proc.ID: the result of written
}

// NewLayouts returns the maker of layouts for a program at a precision, which may grow.
func NewLayouts(p *cfa.Program, prec *Precision) *Layouts {
	return &Layouts{prog: p, prec: prec, made: make([]*Layout, len(p.Procs)), writes: make([]*cfa.VarSet, len(p.Procs))}
}

// Of returns the layout of a procedure at the current precision.
func (ls *Layouts) Of(q *cfa.Proc) *Layout {
	if ls.generation != ls.prec.generation {
		clear(ls.made)
		ls.generation = ls.prec.generation
	}
	l := ls.made[q.ID]
	if l == nil {
		l = ls.make(q)
		ls.made[q.ID] = l
	}
	return l
}

// Whole returns a layout for all procedures together: every kept variable and cell of any procedure has one
// dimension. It is for domains that follow calls into the callee with the caller's full state (Transfer.Call,
// Transfer.Back).
func Whole(p *cfa.Program, prec *Precision) *Layout {
	l := &Layout{Proc: p.Start, vars: map[*cfa.Var]int{}, cells: map[*cfa.Array][]cell{}, start: true}
	for _, v := range p.Vars {
		if prec.Keeps(v) {
			l.vars[v] = l.add(Slot{Var: v})
		}
	}
	for _, a := range p.Arrays {
		if a.Sum != nil && len(prec.Cells(a)) > 0 {
			l.addSum(a)
		}
		for _, i := range prec.Cells(a) {
			c := l.addCell(a, i)
			if i.Term == nil {
				continue
			}
			for _, p := range i.Term.Parts {
				if l.movers == nil {
					l.movers = map[*cfa.Var][]placed{}
				}
				l.movers[p.Var] = append(l.movers[p.Var], placed{c, a})
			}
		}
	}
	for _, q := range prec.quotients {
		l.addQuotient(p, q)
	}
	for _, q := range prec.products {
		l.addProduct(p, q)
	}
	for _, v := range prec.orders {
		l.addOrder(p, v)
	}
	if prec.fixed {
		for _, v := range prec.orders {
			l.addFixed(p, v)
		}
	}
	return l
}

// addCell adds the dimension of a cell. The variables of its index must have dimensions.
func (l *Layout) addCell(a *cfa.Array, i Index) cell {
	c := cell{idx: i, dim: l.add(Slot{Arr: a, Idx: i})}
	switch {
	case i.Ghost != nil:
		c.at = linear.X(l.vars[i.Ghost])
	case i.Term != nil:
		c.at, _ = i.Term.Linear(l)
	default:
		c.at = linear.Const(num.RatOfInt(i.Num))
	}
	l.cells[a] = append(l.cells[a], c)
	return c
}

// make makes the layout of a procedure: what it can see, and the values at its entry of what it may change.
func (ls *Layouts) make(q *cfa.Proc) *Layout {
	l := &Layout{Proc: q, vars: map[*cfa.Var]int{}, cells: map[*cfa.Array][]cell{}, entries: map[int]int{}}
	visible := func(v *cfa.Var) bool {
		return v.Proc == q || v.Proc == nil && (q == ls.prog.Start || v.Ghost || q.Uses.Has(v) || q.Mods.Has(v))
	}
	for _, v := range ls.prog.Vars {
		if ls.prec.Keeps(v) && visible(v) {
			l.vars[v] = l.add(Slot{Var: v})
		}
	}
	for _, a := range ls.prog.Arrays {
		if a.Sum != nil {
			continue
		}
		if a.Proc == q || a.Proc == nil && (q == ls.prog.Start || q.UsesArrays.Has(a) || q.ModsArrays.Has(a)) {
			for _, i := range ls.prec.Cells(a) {
				if i.Term == nil {
					l.addCell(a, i)
				}
			}
		}
	}
	if l.start = q == ls.prog.Start; l.start {
		return l
	}
	// Values from the caller that the procedure may change.
	writes := ls.written(q)
	for d, s := range l.Slots[:len(l.Slots):len(l.Slots)] {
		switch {
		case s.Var != nil && s.Var.Proc == nil && q.Mods.Has(s.Var),
			s.Var != nil && s.Var.Kind == cfa.ParamVar && writes.Has(s.Var),
			s.Var == nil && s.Arr.Proc == nil && q.ModsArrays.Has(s.Arr):
			old := l.Slots[d]
			old.Entry = true
			l.entries[d] = l.add(old)
		}
	}
	return l
}

// add adds a dimension and returns its number.
func (l *Layout) add(s Slot) int {
	l.Slots = append(l.Slots, s)
	return len(l.Slots) - 1
}

// written returns the variables that the procedure's own edges assign.
func (ls *Layouts) written(q *cfa.Proc) *cfa.VarSet {
	if ls.writes[q.ID] == nil {
		s := &cfa.VarSet{}
		for _, loc := range q.Locs {
			for _, e := range loc.Out {
				cfa.Writes(e.Op, func(v *cfa.Var) { s.Add(v) }, func(*cfa.Array) {})
			}
		}
		ls.writes[q.ID] = s
	}
	return ls.writes[q.ID]
}

// Dims returns the number of dimensions.
func (l *Layout) Dims() int { return len(l.Slots) }

// Var returns the dimension of a variable's current value.
func (l *Layout) Var(v *cfa.Var) (dim int, ok bool) {
	dim, ok = l.vars[v]
	return dim, ok
}

// Index returns the index of the cell that a dimension holds. It panics if the dimension does not hold a cell.
func (l *Layout) Index(dim int) linear.Expr {
	for _, c := range l.cells[l.Slots[dim].Arr] {
		if c.dim == dim {
			return c.at
		}
	}
	panic("cells: the index of no cell")
}

// Cell returns the dimension of a cell's current value.
func (l *Layout) Cell(a *cfa.Array, i Index) (dim int, ok bool) {
	dim = l.cell(a, i)
	return dim, dim >= 0
}

// Handed reports whether a dimension holds a value from the caller that the procedure never changes. It is the value
// at the entry as well, so a summary may need it even if the procedure itself no longer does.
func (l *Layout) Handed(dim int) bool {
	s := l.Slots[dim]
	if l.start || s.Entry {
		return s.Entry
	}
	if _, changes := l.entries[dim]; changes {
		return false
	}
	if s.Var != nil {
		return s.Var.Proc == nil || s.Var.Kind == cfa.ParamVar
	}
	return s.Arr.Proc == nil
}

// Range returns the range of the values that a slot can hold.
func (s Slot) Range() cfa.Range {
	if s.Var != nil {
		return s.Var.Range
	}
	return s.Arr.Elem
}

// OfType reports whether the constraint c follows from the type of the variable or cell in its only dimension.
func OfType(c linear.Constraint, slots []Slot) bool {
	if c.Expr.Len() != 1 || c.Rel != linear.LE {
		return false
	}
	t := c.Expr.Term(0)
	lo, hasLo, hi, hasHi := slots[t.Var].Range().Bounds()
	at := c.Expr.Constant().Quo(t.Coef).Neg()
	if t.Coef.Sign() > 0 {
		return hasHi && num.RatOfInt(hi).Cmp(at) <= 0
	}
	return hasLo && num.RatOfInt(lo).Cmp(at) >= 0
}

// Linear returns the index over the dimensions of a layout, and false if one of its variables has no dimension.
func (i Index) Linear(l *Layout) (linear.Expr, bool) {
	switch {
	case i.Ghost != nil:
		d, ok := l.Var(i.Ghost)
		return linear.X(d), ok
	case i.Term != nil:
		return i.Term.Linear(l)
	}
	return linear.Const(num.RatOfInt(i.Num)), true
}

// Names returns the names of the dimensions, in their order.
func (l *Layout) Names() []string {
	names := make([]string, len(l.Slots))
	for i, s := range l.Slots {
		names[i] = s.Name()
	}
	return names
}
