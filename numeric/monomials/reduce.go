package monomials

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// reduce makes the products follow equalities between factors: where x_1 = x_2 + 1 is known, x_1*x_1 is x_2*x_2 + 2*x_2 + 1, if the table has
// these. Each of the element's points satisfies that already, so that it only says in linear constraints what they are.
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

// definitions are factors as linear expressions over other factors, by the equalities of the element: the equalities are solved,
// for other dimensions first, and for the factors behind others in the order of dimensions.
func (x *Element[E]) definitions() map[int]linear.Expr {
	rows := equalities(x.e)
	if len(rows) == 0 {
		return nil
	}
	// What is solved for other dimensions leaves nothing of them in the rest.
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

// lean forgets inequalities of products. Between the points of a curve a polyhedron has ever more of them, x*x >= 3*x - 2 and x*x >= 5*x - 6,
// which cost much and say little; what they say of other dimensions is kept, and so are equalities.
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

// Constraints returns constraints that have the points of the element as solutions, among those points at which the products are right:
// equalities between factors, and the others without the factors that these define. What is left of nothing then is left out.
func (x *Element[E]) Constraints() []linear.Constraint {
	cs := x.e.Constraints()
	if x.t.Len() == 0 || x.e.IsBottom() {
		return cs
	}
	defs := x.definitions()
	if len(defs) == 0 {
		return cs
	}
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
	var rows []linear.Expr // equalities, solved for their last dimensions
	for _, c := range cs {
		var e linear.Expr
		e = e.AddConst(c.Expr.Constant())
		for t := range c.Expr.Terms() {
			v := linear.X(t.Var)
			if i, ok := x.t.at[t.Var]; ok {
				if u, ok := x.t.substitute(x.t.products[i], by); ok {
					v = u
				}
			} else if d, ok := defs[t.Var]; ok {
				v = d
			}
			e = e.Add(v.Scale(t.Coef))
		}
		if c.Rel != linear.EQ {
			if c := (linear.Constraint{Expr: e, Rel: c.Rel}); !c.IsTrue() {
				out = append(out, c)
			}
			continue
		}
		for _, r := range rows {
			last := r.Term(r.Len() - 1)
			if k := e.Coef(last.Var); !k.IsZero() {
				e = e.Sub(r.Scale(k.Quo(last.Coef)))
			}
		}
		if e.Len() > 0 {
			rows = append(rows, e)
			out = append(out, linear.Constraint{Expr: e, Rel: linear.EQ})
		}
	}
	return out
}
