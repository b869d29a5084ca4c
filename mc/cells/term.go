package cells

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// Term is a linear expression over variables, as an index: the cell that lies there now. When one
// of the variables is assigned another cell does, and its value takes the place of the old one's.
// That is what materialised cells are in the analysis of Gopan, Reps and Sagiv, "A Framework for
// Numeric Analysis of Array Operations" (POPL 2005), without their summaries.
//
// Cells at terms are for operations forward in a layout for all procedures together (Whole); other
// layouts leave them out.
type Term struct {
	key   string // orders terms, and tells them apart
	Parts []Part // by Var.ID, no coefficient 0
	Const num.Int
}

// Part is a variable with its coefficient.
type Part struct {
	Var  *cfa.Var
	Coef num.Int
}

// TermOf is an expression as a term: the same but for words that wrap around. ok is false where it
// is not linear.
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
	return newTerm(parts, constant), true // in order, whatever that of the map is
}

const termDepth = 40

// linearParts adds the parts of k*e.
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

// Index is the index of the term: a numeral or a ghost, if it is one.
func (t *Term) Index() Index {
	switch {
	case len(t.Parts) == 0:
		return Index{Num: t.Const}
	case len(t.Parts) == 1 && t.Parts[0].Var.Ghost && t.Parts[0].Coef.Equal(num.Of(1)) && t.Const.IsZero():
		return Index{Ghost: t.Parts[0].Var}
	}
	return Index{Term: t}
}

// In is the term over the variables of another program with the same IDs; ghosts that it does not
// have stay as they are.
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

// Mentions reports whether the term has a variable.
func (t *Term) Mentions(v *cfa.Var) bool {
	return slices.ContainsFunc(t.Parts, func(p Part) bool { return p.Var == v })
}

// Linear is the term over the dimensions of a layout; ok is false where a variable has none.
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

// String is the term as people write it: "4*k + a + 1".
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

func (t *Term) expr() cfa.Expr {
	var e cfa.Expr = cfa.ConstOf(t.Const)
	for _, p := range t.Parts {
		e = cfa.MkBinary(cfa.Add, e, cfa.MkBinary(cfa.Mul, p.Var, cfa.ConstOf(p.Coef)))
	}
	return e
}

// among reports whether one of the variables of a term is among some.
func (t *Term) among(vars func(*cfa.Var) bool) bool {
	return t != nil && slices.ContainsFunc(t.Parts, func(p Part) bool { return vars(p.Var) })
}

// moving lists the cells whose index changes with a variable, with their arrays.
func (l *Layout) moving(v *cfa.Var) []placed { return l.movers[v] }

// placed is a cell of an array.
type placed struct {
	cell
	arr *cfa.Array
}

// Settle forgets cells whose indexes change with a variable of which nothing is known any more.
func Settle[E numeric.Element[E]](l *Layout, s E, v *cfa.Var) E { return unsettle(l, s, v) }

// Linear is an expression over the dimensions of a layout, but for words that wrap around: a
// variable, a cell that is kept, and linear operators; and quotients that are kept, as if they were
// all rounded down. ok is false for others.
func Linear(l *Layout, e cfa.Expr) (sum linear.Expr, ok bool) { return linearIn(l, e, termDepth) }

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

// assign gives a variable the value of a case, and the cells at indexes that change with it the
// values of those that lie there then. Where these are distinguished in too many cases they are left
// open.
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
		dims []int // the values of the movers before this one
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

// unsettle forgets the cells and quotients that change with a variable, which has got a new value.
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
