// This file has the operations that must update products.

package monomials

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// Element is an element of the underlying domain, with a table of products.
type Element[E numeric.Element[E]] struct {
	t *Table
	e E
}

// Domain returns the domain `below` with the table t of products. Its elements have all dimensions of the table.
func Domain[E numeric.Element[E]](below numeric.Domain[E], t *Table) numeric.Domain[*Element[E]] {
	return numeric.Domain[*Element[E]]{
		Name: below.Name, Plural: below.Plural, Cheap: below.Cheap,
		Top: func(dims int, of linear.Numbers) *Element[E] {
			return &Element[E]{t, below.Top(dims, of)}
		},
		Bottom: func(dims int, of linear.Numbers) *Element[E] {
			return &Element[E]{t, below.Bottom(dims, of)}
		},
	}
}

func (x *Element[E]) as(e E) *Element[E] { return &Element[E]{x.t, e} }

// Times returns the product of two expressions as an expression over dimensions and products. ok is false if this
// needs a product that the table lacks.
func (x *Element[E]) Times(e, f linear.Expr) (product linear.Expr, ok bool) { return x.t.Times(e, f) }

// Assign performs x_v := by and updates the products with the factor v. It panics if v is a product: no point would
// have products that differ from the products of their factors.
//
// With by = a*v + r, where r does not depend on v, the new value of a product v^n*w is a polynomial of products with
// v^m, m < n, and of v^n*w itself. So the products can be assigned one after the other, products with more v first,
// and v last.
func (x *Element[E]) Assign(v int, by linear.Expr) *Element[E] {
	if _, ok := x.t.at[v]; ok {
		panic("monomials: Assign to a product")
	}
	if !x.t.isFactor(v) || x.e.IsBottom() {
		return x.as(x.e.Assign(v, by))
	}
	products := x.t.with(v)
	by = x.written(by)
	e := x.e
	nonlinear := false // whether `by` contains a product with the factor v
	for term := range by.Terms() {
		if i, ok := x.t.at[term.Var]; ok && count(x.t.products[i].Factors, v) > 0 {
			nonlinear = true
		}
	}
	if nonlinear { // the old values of the products are needed until v has its new value
		return x.as(e.Assign(v, by).Havoc(x.t.dimsWith(v)...)).reduce()
	}
	for _, p := range products {
		value, ok := x.t.substitute(p, func(f int) (linear.Expr, bool) { return by, f == v })
		if !ok {
			e = e.Havoc(p.Dim)
		} else {
			e = e.Assign(p.Dim, value)
		}
	}
	return x.as(e.Assign(v, by)).reduce()
}

// written returns the expression `by` with as few dimensions as possible that no product of the table can contain.
// It replaces the dimensions that equalities define. Such dimensions are an analyser's auxiliary variables.
func (x *Element[E]) written(by linear.Expr) linear.Expr {
	strange := func(d int) bool {
		_, product := x.t.at[d]
		return !product && !x.t.isFactor(d)
	}
	var eqs []linear.Expr
	read := false
	for i := 0; i < by.Len(); i++ {
		d := by.Term(i).Var
		if !strange(d) {
			continue
		}
		if !read {
			eqs, read = equalities(x.e), true
		}
		for _, q := range eqs {
			c := q.Coef(d)
			if c.IsZero() {
				continue
			}
			rest := q.Sub(linear.X(d).Scale(c)).Scale(num.RatOf(-1).Quo(c))
			others := false
			for term := range rest.Terms() {
				others = others || strange(term.Var)
			}
			if !others {
				by = by.Substitute(d, rest)
				i = -1
				break
			}
		}
	}
	return by
}

// equalities returns the equalities of e, as expressions that are 0.
func equalities[E numeric.Element[E]](e E) []linear.Expr {
	var out []linear.Expr
	for _, c := range e.Constraints() {
		if c.Rel == linear.EQ {
			out = append(out, c.Expr)
		}
	}
	return out
}

// Preassign returns the points from which x_v := by leads into x. The constraints on products of v refer to its new
// value and are forgotten.
func (x *Element[E]) Preassign(v int, by linear.Expr) *Element[E] {
	return x.as(x.e.Havoc(x.t.dimsWith(v)...).Preassign(v, by))
}

// dimsWith returns the dimensions of the products that contain one of the factors fs.
func (t *Table) dimsWith(fs ...int) []int {
	var out []int
	for _, p := range t.products {
		if slices.ContainsFunc(p.Factors, func(f int) bool { return slices.Contains(fs, f) }) {
			out = append(out, p.Dim)
		}
	}
	return out
}

// Havoc removes all constraints on the dimensions vs and on the products with them.
func (x *Element[E]) Havoc(vs ...int) *Element[E] {
	if more := x.t.dimsWith(vs...); len(more) > 0 {
		vs = append(slices.Clone(vs), more...)
		slices.Sort(vs)
		vs = slices.Compact(vs)
	}
	return x.as(x.e.Havoc(vs...))
}

// Assume returns the points that satisfy all constraints. It adds the equalities of products that follow from
// equalities of factors.
func (x *Element[E]) Assume(cs ...linear.Constraint) *Element[E] {
	y := x.as(x.e.Assume(cs...))
	for _, c := range cs {
		for term := range c.Expr.Terms() {
			if x.t.isFactor(term.Var) {
				return y.reduce()
			}
		}
	}
	return y
}

// Meet returns an element that contains the intersection.
func (x *Element[E]) Meet(f *Element[E]) *Element[E] { return x.as(x.e.Meet(f.e)).reduce() }

// AddDims appends n unconstrained dimensions.
func (x *Element[E]) AddDims(n int) *Element[E] { return x.as(x.e.AddDims(n)) }

// RemoveDims projects dimensions away. Products that lose a factor become ordinary dimensions.
func (x *Element[E]) RemoveDims(vs ...int) *Element[E] {
	e := x.e.RemoveDims(vs...)
	last := -1
	for _, p := range x.t.products {
		last = max(last, p.Dim, slices.Max(p.Factors))
	}
	if !slices.ContainsFunc(vs, func(v int) bool { return v <= last }) {
		return x.as(e)
	}
	return &Element[E]{x.t.moved(func(d int) int {
		if slices.Contains(vs, d) {
			return -1
		}
		to := d
		for i, v := range vs {
			if v < d && !slices.Contains(vs[:i], v) {
				to--
			}
		}
		return to
	}), e}
}

// Permute moves dimension v to to[v].
func (x *Element[E]) Permute(to []int) *Element[E] {
	return &Element[E]{x.t.moved(func(d int) int { return to[d] }), x.e.Permute(to)}
}

// Rename moves the value of dimension `from` to dimension `to`.
func (x *Element[E]) Rename(from, to int) *Element[E] {
	if from == to {
		return x
	}
	return x.Assign(to, linear.X(from)).Havoc(from)
}

// Expand appends n copies of dimension v. The copies are not factors of products.
func (x *Element[E]) Expand(v, n int) *Element[E] { return x.as(x.e.Expand(v, n)) }

// Fold joins x with the elements in which a dimension of vs takes the place of `into`, and removes vs.
func (x *Element[E]) Fold(into int, vs ...int) *Element[E] {
	y := x
	for _, v := range vs {
		y = y.Join(x.Assign(into, linear.X(v)))
	}
	return y.RemoveDims(vs...)
}
