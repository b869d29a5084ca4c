// Products of variables and cells as dimensions. This file gives names to such dimensions. A domain of package
// monomials keeps them up to date when their factors change; in any other domain nothing is known about them.

package cells

import (
	"cmp"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/numeric/monomials"
)

// Factor is a factor of a product: a variable, or a cell whose index is a numeral or a ghost.
type Factor struct {
	Var *cfa.Var
	Arr *cfa.Array // if Var is nil: the array of the cell
	Idx Index      // if Var is nil: the index of the cell
}

// Name returns the factor in C's syntax.
func (f Factor) Name() string { return Slot{Var: f.Var, Arr: f.Arr, Idx: f.Idx}.Name() }

// cmp orders variables before cells.
func (f Factor) cmp(g Factor) int {
	switch {
	case f.Var != nil && g.Var != nil:
		return cmp.Compare(f.Var.ID, g.Var.ID)
	case f.Var != nil:
		return -1
	case g.Var != nil:
		return 1
	}
	return cmp.Or(cmp.Compare(f.Arr.ID, g.Arr.ID), f.Idx.cmp(g.Idx))
}

// Product is a product of variables and cells that has a dimension, so that polynomials of these are linear. This
// package only names the dimension; package monomials updates it when a factor changes.
type Product struct {
	Factors []Factor // two or more, with repetitions
}

// KeepProduct keeps a product and its factors, and reports whether it is new. It refuses cells at terms as factors,
// since these move. Layouts for single procedures leave products out.
func (p *Precision) KeepProduct(q Product) bool {
	if len(q.Factors) < 2 || slices.ContainsFunc(q.Factors, func(f Factor) bool { return f.Var == nil && f.Idx.Term != nil }) {
		return false
	}
	q.Factors = slices.Clone(q.Factors)
	slices.SortFunc(q.Factors, Factor.cmp)
	if slices.ContainsFunc(p.products, func(o Product) bool {
		return slices.EqualFunc(o.Factors, q.Factors, func(a, b Factor) bool { return a.cmp(b) == 0 })
	}) {
		return false
	}
	for _, f := range q.Factors {
		if f.Var != nil {
			p.Keep(f.Var)
		} else {
			p.KeepCell(f.Arr, f.Idx)
		}
	}
	p.products = append(slices.Clip(p.products), q)
	p.generation++
	return true
}

// Products returns the number of products that are kept.
func (p *Precision) Products() int { return len(p.products) }

// addProduct adds the dimension of a product. It stands for a variable that the program does not have.
func (l *Layout) addProduct(p *cfa.Program, q Product) {
	m := monomials.Product{}
	names := make([]string, len(q.Factors))
	for i, f := range q.Factors {
		d, ok := 0, false
		if f.Var != nil {
			d, ok = l.Var(f.Var)
		} else {
			d, ok = l.Cell(f.Arr, f.Idx)
		}
		if !ok {
			return
		}
		m.Factors = append(m.Factors, d)
		names[i] = f.Name()
	}
	v := &cfa.Var{
		ID: len(p.Vars) + len(l.quotients) + len(l.products), Name: "(" + strings.Join(names, " * ") + ")", Kind: cfa.TempVar,
	}
	m.Dim = l.add(Slot{Var: v, Product: &q})
	l.products = append(l.products, m)
}

// Products returns the dimensions that hold products, for a domain that keeps them up to date (monomials.Domain).
func (l *Layout) Products() []monomials.Product { return l.products }

// DerivedFrom reports whether the derived slot s is computed from a variable for which the function `is` returns
// true, directly or through the index of a cell.
func (s Slot) DerivedFrom(is func(*cfa.Var) bool) bool {
	switch {
	case s.isSum():
		return s.Idx.Term.among(is) || s.Idx.Ghost != nil && is(s.Idx.Ghost)
	case s.Quotient != nil:
		return s.Quotient.Term.among(is)
	case s.Order != nil:
		return is(s.Order)
	case s.Fixed != nil:
		return is(s.Fixed)
	case s.Product != nil:
		return slices.ContainsFunc(s.Product.Factors, func(f Factor) bool {
			return f.Var != nil && is(f.Var) || f.Var == nil && f.Idx.Ghost != nil && is(f.Idx.Ghost)
		})
	}
	return false
}

// multiplier is implemented by elements that know products of their dimensions.
type multiplier interface {
	Times(e, f linear.Expr) (linear.Expr, bool)
}

// multiply returns v*w as a linear expression, if the element has a dimension for it.
func multiply[E numeric.Element[E]](s E, v, w linear.Expr) (linear.Expr, bool) {
	if m, ok := any(s).(multiplier); ok {
		return m.Times(v, w)
	}
	return linear.Expr{}, false
}
