// This file derives linear constraints on products from equalities of factors, and removes costly ones.

package monomials

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// reduce adds the equalities of products that follow from equalities between factors: if x_1 = x_2 + 1, then x_1*x_1 =
// x_2*x_2 + 2*x_2 + 1, if the table has these products. All points of the element satisfy them already, so the set of
// points stays the same.
func (x *Element[E]) reduce() *Element[E] {
	if x.t.Len() == 0 || x.e.IsBottom() {
		return x
	}
	defs := x.definitions()
	if len(defs) == 0 {
		return x
	}
	var cs []linear.Constraint
	for _, p := range x.t.products {
		touched := false
		value, ok := x.t.substitute(p, func(f int) (linear.Expr, bool) {
			d, ok := defs[f]
			touched = touched || ok
			return d, ok
		})
		if c := linear.X(p.Dim).EQ(value); ok && touched && !x.e.Entails(c) {
			cs = append(cs, c)
		}
	}
	if len(cs) == 0 {
		return x
	}
	return x.as(x.e.Assume(cs...))
}

// definitions returns factors as linear expressions over other factors. It solves the equalities of the element: first
// for other dimensions, then for the factors, later ones in the order of dimensions first.
func (x *Element[E]) definitions() map[int]linear.Expr {
	rows := equalities(x.e)
	if len(rows) == 0 {
		return nil
	}
	// An equality that is solved for another dimension eliminates that dimension from the rest.
	solve := func(rest []linear.Expr, i, d int) (linear.Expr, []linear.Expr) {
		q := rest[i]
		c := q.Coef(d)
		def := q.Sub(linear.X(d).Scale(c)).Scale(num.RatOf(-1).Quo(c))
		var out []linear.Expr
		for j, r := range rest {
			if j != i {
				if r = r.Substitute(d, def); r.Len() > 0 {
					out = append(out, r)
				}
			}
		}
		return def, out
	}
	for i := 0; i < len(rows); {
		other := -1
		for t := range rows[i].Terms() {
			if !x.t.isFactor(t.Var) {
				other = t.Var
				break
			}
		}
		if other < 0 {
			i++
			continue
		}
		_, rows = solve(rows, i, other)
		i = 0
	}
	defs := map[int]linear.Expr{}
	for k := len(x.t.factors) - 1; k >= 0 && len(rows) > 0; k-- {
		d := x.t.factors[k]
		for i, r := range rows {
			if r.Coef(d).IsZero() {
				continue
			}
			var def linear.Expr
			def, rows = solve(rows, i, d)
			for f, e := range defs {
				defs[f] = e.Substitute(d, def)
			}
			defs[d] = def
			break
		}
	}
	return defs
}

// lean removes inequalities of products. Between the points of a curve a polyhedron has more and more of them, for
// example x*x >= 3*x - 2 and x*x >= 5*x - 6, which are expensive and say little. Equalities stay, and so do the
// consequences of the inequalities for other dimensions.
func (x *Element[E]) lean() *Element[E] {
	if x.t.Len() == 0 || x.e.IsBottom() {
		return x
	}
	var keep []linear.Constraint
	lose := false
	for _, c := range x.e.Constraints() {
		products := false
		for t := range c.Expr.Terms() {
			_, product := x.t.at[t.Var]
			products = products || product
		}
		if products && c.Rel == linear.EQ {
			keep = append(keep, c)
		}
		lose = lose || products && c.Rel != linear.EQ
	}
	if !lose {
		return x
	}
	dims := make([]int, len(x.t.products))
	for i, p := range x.t.products {
		dims[i] = p.Dim
	}
	return x.as(x.e.Havoc(dims...).Assume(keep...))
}

// Constraints returns constraints whose solutions, among the points at which the products are right, are the points of
// the element. They are the equalities between factors, and the other constraints with the defined factors replaced;
// constraints that become trivial are left out. Equalities are solved for products, those with most factors first, and
// then for dimensions that are not factors. So the other constraints are as much as possible about the factors
// themselves.
func (x *Element[E]) Constraints() []linear.Constraint {
	cs := x.e.Constraints()
	if x.t.Len() == 0 || x.e.IsBottom() {
		return cs
	}
	defs := x.definitions()
	by := func(f int) (linear.Expr, bool) {
		d, ok := defs[f]
		return d, ok
	}
	var out []linear.Constraint
	for _, f := range x.t.factors {
		if d, ok := defs[f]; ok {
			out = append(out, linear.X(f).EQ(d))
		}
	}
	// replaced returns e without defined factors, except in products that the table would lack.
	replaced := func(e linear.Expr) linear.Expr {
		r := linear.Const(e.Constant())
		for t := range e.Terms() {
			v := linear.X(t.Var)
			if i, ok := x.t.at[t.Var]; ok {
				if u, ok := x.t.substitute(x.t.products[i], by); ok {
					v = u
				}
			} else if d, ok := defs[t.Var]; ok {
				v = d
			}
			r = r.Add(v.Scale(t.Coef))
		}
		return r
	}
	var rows []row
	for _, c := range cs {
		if c.Rel != linear.EQ {
			continue
		}
		e := without(replaced(c.Expr), rows)
		if e.Len() == 0 {
			continue
		}
		r := row{e, x.t.pivot(e)}
		for i, o := range rows {
			rows[i].e = without(o.e, []row{r})
		}
		rows = append(rows, r)
	}
	for _, r := range rows {
		out = append(out, linear.Constraint{Expr: r.e, Rel: linear.EQ})
	}
	for _, c := range cs {
		if c.Rel == linear.EQ {
			continue
		}
		if c.Expr = without(replaced(c.Expr), rows); !c.IsTrue() {
			out = append(out, c)
		}
	}
	return out
}

// row is an expression that is 0, with the dimension that it is solved for.
type row struct {
	e     linear.Expr
	pivot int
}

// pivot returns the dimension that the equality e is solved for.
func (t *Table) pivot(e linear.Expr) int {
	best, most := -1, -1
	for term := range e.Terms() {
		n := 1
		if i, ok := t.at[term.Var]; ok {
			n = len(t.products[i].Factors)
		} else if t.isFactor(term.Var) {
			n = 0
		}
		if n >= most {
			best, most = term.Var, n
		}
	}
	return best
}

// without returns e without the dimensions that the equalities rows are solved for; it replaces them by their
// solutions.
func without(e linear.Expr, rows []row) linear.Expr {
	for _, r := range rows {
		if k := e.Coef(r.pivot); !k.IsZero() {
			e = e.Sub(r.e.Scale(k.Quo(r.e.Coef(r.pivot))))
		}
	}
	return e
}
