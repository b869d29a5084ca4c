// Cells at terms, and assignments that move them. If a variable of an index is assigned, the dimension stands for
// another cell, and takes the value of the cell at the new index, if that is known. Other layouts than those for all
// procedures leave such cells out.

package cells

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// Term is a linear expression over variables, as the index of a cell. When one of the variables is assigned, the term
// selects another cell, and the dimension then holds the value of that cell. These are the materialized cells in the
// analysis of Gopan, Reps and Sagiv, "A Framework for Numeric Analysis of Array Operations" (POPL 2005), without
// their summaries.
//
// Cells at terms are for forward operations in a layout for all procedures together (Whole).
type Term struct {
	key   string // a text that only equal terms share; it orders terms
	Parts []Part // the summands, ascending by Var.ID; no coefficient is 0
	Const num.Int
}

// Part is a variable with its coefficient.
type Part struct {
	Var  *cfa.Var
	Coef num.Int
}

// TermOf returns a term for the expression e. The two are equal if no word wraps around. ok is false if e is not
// linear.
func TermOf(e cfa.Expr) (t *Term, ok bool) {
	coefs := map[*cfa.Var]num.Int{}
	var constant num.Int
	if !linearParts(e, num.Of(1), coefs, &constant, termDepth) {
		return nil, false
	}
	var parts []Part
	for v, c := range coefs {
		parts = append(parts, Part{v, c})
	}
	return newTerm(parts, constant), true // newTerm sorts the parts
}

// termDepth bounds the depth of expressions that become terms.
const termDepth = 40

// linearParts adds the parts of k*e to coefs and constant. It returns false if e is not linear or too deep.
func linearParts(e cfa.Expr, k num.Int, coefs map[*cfa.Var]num.Int, constant *num.Int, depth int) bool {
	if depth == 0 {
		return false
	}
	depth--
	switch e := e.(type) {
	case *cfa.Const:
		*constant = constant.Add(e.Val.Mul(k))
		return true
	case *cfa.Var:
		coefs[e] = coefs[e].Add(k)
		return true
	case *cfa.Wrap:
		return linearParts(e.X, k, coefs, constant, depth)
	case *cfa.Unary:
		return e.Op == cfa.Neg && linearParts(e.X, k.Neg(), coefs, constant, depth)
	case *cfa.Binary:
		switch e.Op {
		case cfa.Add, cfa.Sub:
			l := k
			if e.Op == cfa.Sub {
				l = k.Neg()
			}
			return linearParts(e.X, k, coefs, constant, depth) && linearParts(e.Y, l, coefs, constant, depth)
		case cfa.Mul:
			if c, ok := e.Y.(*cfa.Const); ok {
				return linearParts(e.X, k.Mul(c.Val), coefs, constant, depth)
			}
			if c, ok := e.X.(*cfa.Const); ok {
				return linearParts(e.Y, k.Mul(c.Val), coefs, constant, depth)
			}
		}
	}
	return false
}

// Index returns the term as an index: as a numeral or a ghost, if the term is one of these.
func (t *Term) Index() Index {
	switch {
	case len(t.Parts) == 0:
		return Index{Num: t.Const}
	case len(t.Parts) == 1 && t.Parts[0].Var.Ghost && t.Parts[0].Coef.Equal(num.Of(1)) && t.Const.IsZero():
		return Index{Ghost: t.Parts[0].Var}
	}
	return Index{Term: t}
}

// In returns the term over the variables of the program p with the same IDs. Ghosts that p does not have stay.
func (t *Term) In(p *cfa.Program) *Term {
	u := *t
	u.Parts = slices.Clone(t.Parts)
	for i, part := range u.Parts {
		if part.Var.ID < len(p.Vars) {
			u.Parts[i].Var = p.Vars[part.Var.ID]
		}
	}
	return &u
}

// Mentions reports whether the term contains a variable.
func (t *Term) Mentions(v *cfa.Var) bool {
	return slices.ContainsFunc(t.Parts, func(p Part) bool { return p.Var == v })
}

// Linear returns the term over the dimensions of a layout. ok is false if a variable has no dimension.
func (t *Term) Linear(l *Layout) (e linear.Expr, ok bool) {
	e = linear.Const(num.RatOfInt(t.Const))
	for _, p := range t.Parts {
		d, ok := l.Var(p.Var)
		if !ok {
			return e, false
		}
		e = e.Add(linear.X(d).Scale(num.RatOfInt(p.Coef)))
	}
	return e, true
}

// String returns the term in C's syntax: "4*k + a + 1".
func (t *Term) String() string {
	var b strings.Builder
	add := func(c num.Int, name string) {
		size := c
		if size.Sign() < 0 {
			size = size.Neg()
		}
		one := size.Equal(num.Of(1)) && name != ""
		switch {
		case b.Len() == 0 && c.Sign() < 0:
			b.WriteString("-")
		case b.Len() > 0 && c.Sign() < 0:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		if !one {
			b.WriteString(size.String())
			if name != "" {
				b.WriteString("*")
			}
		}
		b.WriteString(name)
	}
	for _, p := range t.Parts {
		add(p.Coef, p.Var.Name)
	}
	if !t.Const.IsZero() || b.Len() == 0 {
		add(t.Const, "")
	}
	return b.String()
}

// expr returns the term as an expression.
func (t *Term) expr() cfa.Expr {
	var e cfa.Expr = cfa.ConstOf(t.Const)
	for _, p := range t.Parts {
		e = cfa.MkBinary(cfa.Add, e, cfa.MkBinary(cfa.Mul, p.Var, cfa.ConstOf(p.Coef)))
	}
	return e
}

// among reports whether the function vars returns true for a variable of the term. t may be nil.
func (t *Term) among(vars func(*cfa.Var) bool) bool {
	return t != nil && slices.ContainsFunc(t.Parts, func(p Part) bool { return vars(p.Var) })
}

// moving returns the cells whose index contains a variable, with their arrays.
func (l *Layout) moving(v *cfa.Var) []placed { return l.movers[v] }

// placed is a cell with its array.
type placed struct {
	cell
	arr *cfa.Array
}

// Settle forgets cells and derived values that depend on the variable v, of which nothing is known any more.
func Settle[E numeric.Element[E]](l *Layout, s E, v *cfa.Var) E { return unsettle(l, s, v) }

// Linear returns the expression e as a linear expression over the dimensions of the layout l. The two are equal if no
// word wraps around. It translates variables, kept cells, linear operators, and kept quotients, as if division always
// rounded down. ok is false for other expressions.
func Linear(l *Layout, e cfa.Expr) (sum linear.Expr, ok bool) { return linearIn(l, e, termDepth) }

// linearIn does what Linear does, for expressions of bounded depth.
func linearIn(l *Layout, e cfa.Expr, depth int) (sum linear.Expr, ok bool) {
	if depth == 0 {
		return sum, false
	}
	depth--
	switch e := e.(type) {
	case *cfa.Const:
		return linear.Const(num.RatOfInt(e.Val)), true
	case *cfa.Var:
		d, ok := l.Var(e)
		return linear.X(d), ok
	case *cfa.Select:
		t, ok := TermOf(e.Idx)
		if !ok {
			return sum, false
		}
		d, ok := l.Cell(e.Arr, t.Index())
		if !ok {
			return sum, false
		}
		return linear.X(d), true
	case *cfa.Wrap:
		return linearIn(l, e.X, depth)
	case *cfa.Unary:
		if e.Op == cfa.Neg {
			x, ok := linearIn(l, e.X, depth)
			return x.Neg(), ok
		}
	case *cfa.Binary:
		x, ok := linearIn(l, e.X, depth)
		if !ok {
			return sum, false
		}
		y, ok := linearIn(l, e.Y, depth)
		if !ok {
			return sum, false
		}
		switch {
		case e.Op == cfa.Add:
			return x.Add(y), true
		case e.Op == cfa.Sub:
			return x.Sub(y), true
		case e.Op == cfa.Mul && y.IsConst():
			return x.Scale(y.Constant()), true
		case e.Op == cfa.Mul && x.IsConst():
			return y.Scale(x.Constant()), true
		case (e.Op == cfa.Div || e.Op == cfa.Rem) && y.IsConst():
			q, shift, ok := l.quotientOf(x, y.Constant())
			value := linear.X(q.dim).AddConst(shift)
			if e.Op == cfa.Rem {
				value = x.Sub(value.Scale(q.by))
			}
			return value, ok
		}
	}
	return sum, false
}

// assign assigns a case to a variable, and moves the cells whose index contains the variable: they get the values of
// the cells at their new indexes. If this needs too many cases their values are unknown.
func (t *Transfer[E]) assign(x *evaluator[E], c one[E], v *cfa.Var, d int, emit func(E)) {
	if o, ok := x.lay.Order(v); ok && c.known {
		t.assignFloat(x, c, v, d, o, emit)
		return
	}
	movers := x.lay.moving(v)
	if !c.known {
		emit(unsettle(x.lay, within(c.s.Havoc(d), d, v.Range), v))
		return
	}
	type waiting struct {
		s    E
		dims []int // dimensions with the new values of the movers so far
	}
	cases := []waiting{{s: c.s}}
	for _, m := range movers {
		at := m.at.Substitute(d, c.v)
		var next []waiting
		for _, w := range cases {
			if m.arr.Sum != nil {
				u, value := fresh(w.s)
				if sum, ok := x.sumAt(w.s, m.arr, at); ok {
					u = u.Assume(value.EQ(sum))
				}
				next = append(next, waiting{u, append(slices.Clip(w.dims), w.s.Dims())})
				continue
			}
			if len(next) > maxPlaces || x.over || x.loose(w.s, at) {
				u, _ := fresh(w.s)
				next = append(next, waiting{within(u, w.s.Dims(), m.arr.Elem), append(slices.Clip(w.dims), w.s.Dims())})
				continue
			}
			x.which(w.s, m.arr, at, func(s E, dim int) {
				u, value := fresh(s)
				if dim >= 0 {
					u = u.Assume(value.EQ(linear.X(dim)))
				} else {
					u = within(u, s.Dims(), m.arr.Elem)
				}
				next = append(next, waiting{u, append(slices.Clip(w.dims), s.Dims())})
			})
		}
		cases = next
	}
	quotients := x.lay.quotientsWith(v)
	for _, w := range cases {
		first := w.s.Dims()
		u := x.requotient(w.s, d, c.v, quotients).Assign(d, c.v)
		for i, q := range quotients {
			u = u.Assign(q.dim, linear.X(first+i))
		}
		for i, m := range movers {
			u = u.Assign(m.dim, linear.X(w.dims[i]))
		}
		emit(u)
	}
}

// unsettle forgets the cells, quotients, order and fixed-point number that depend on a variable, which has got a new
// value.
func unsettle[E numeric.Element[E]](l *Layout, s E, v *cfa.Var) E {
	for _, m := range l.moving(v) {
		s = within(s.Havoc(m.dim), m.dim, m.arr.Elem)
	}
	for _, q := range l.quotientsWith(v) {
		s = define(s.Havoc(q.dim), q.dim, q.at, q.by)
	}
	if o, ok := l.Order(v); ok {
		s = within(s.Havoc(o), o, v.Range)
	}
	if d, ok := l.Fixed(v); ok {
		s = s.Havoc(d)
	}
	return s
}
