// This file has tables of products, and products of linear expressions.

package monomials

import (
	"encoding/binary"
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Product says that a dimension holds the product of others.
type Product struct {
	Dim     int
	Factors []int // at least two dimensions, ascending, with repetitions; none of them holds a product
}

// Table is an immutable set of products.
type Table struct {
	products []Product
	at       map[int]int    // by dimension: the index of its product in products
	dims     map[string]int // by the key of the factors: the dimension of the product
	factors  []int          // all dimensions that are factors, ascending
	degree   int
}

// NewTable returns the table of products. It ignores a product of another product, of fewer than two factors, for a
// dimension that already has a product, or with the same factors as an earlier product. Its dimension is then an
// ordinary one.
func NewTable(products ...Product) *Table {
	t := &Table{at: map[int]int{}, dims: map[string]int{}}
	isProduct := map[int]bool{}
	for _, p := range products {
		isProduct[p.Dim] = true
	}
	for _, p := range products {
		p.Factors = slices.Clone(p.Factors)
		slices.Sort(p.Factors)
		k := key(p.Factors)
		_, twice := t.at[p.Dim]
		_, known := t.dims[k]
		if twice || known || len(p.Factors) < 2 || slices.ContainsFunc(p.Factors, func(f int) bool { return isProduct[f] }) {
			continue
		}
		t.at[p.Dim] = len(t.products)
		t.dims[k] = p.Dim
		t.products = append(t.products, p)
		t.degree = max(t.degree, len(p.Factors))
		for _, f := range p.Factors {
			if at, found := slices.BinarySearch(t.factors, f); !found {
				t.factors = slices.Insert(t.factors, at, f)
			}
		}
	}
	return t
}

// Len returns the number of products.
func (t *Table) Len() int { return len(t.products) }

// key returns a string that identifies a multiset of dimensions.
func key(factors []int) string {
	b := make([]byte, 0, 2*len(factors))
	for _, f := range factors {
		b = binary.AppendUvarint(b, uint64(f))
	}
	return string(b)
}

// isFactor reports whether d is a factor of some product.
func (t *Table) isFactor(d int) bool {
	_, found := slices.BinarySearch(t.factors, d)
	return found
}

// with returns the products that contain factor f, those with more f first.
func (t *Table) with(f int) []Product {
	var out []Product
	for n := t.degree; n > 0; n-- {
		for _, p := range t.products {
			if count(p.Factors, f) == n {
				out = append(out, p)
			}
		}
	}
	return out
}

func count(fs []int, f int) int {
	n := 0
	for _, g := range fs {
		if g == f {
			n++
		}
	}
	return n
}

// polynomial is a sum of products of dimensions that are not products themselves.
type polynomial struct {
	parts []part
	index map[string]int
}

type part struct {
	factors []int // the factors, ascending
	coef    num.Rat
}

func (p *polynomial) add(factors []int, coef num.Rat) {
	if p.index == nil {
		p.index = map[string]int{}
	}
	k := key(factors)
	if i, ok := p.index[k]; ok {
		p.parts[i].coef = p.parts[i].coef.Add(coef)
		return
	}
	p.index[k] = len(p.parts)
	p.parts = append(p.parts, part{factors, coef})
}

// expand returns e, over dimensions and products, as a polynomial over dimensions.
func (t *Table) expand(e linear.Expr) *polynomial {
	p := &polynomial{}
	if !e.Constant().IsZero() {
		p.add(nil, e.Constant())
	}
	for term := range e.Terms() {
		if i, ok := t.at[term.Var]; ok {
			p.add(t.products[i].Factors, term.Coef)
		} else {
			p.add([]int{term.Var}, term.Coef)
		}
	}
	return p
}

// Bounds on the size of polynomials. A larger result is treated as unknown.
const (
	mostParts  = 64
	mostDegree = 6
)

// times returns the product of two polynomials, or nil if it is too large.
func times(p, q *polynomial) *polynomial {
	r := &polynomial{}
	for _, a := range p.parts {
		for _, b := range q.parts {
			if len(a.factors)+len(b.factors) > mostDegree {
				return nil
			}
			fs := append(slices.Clone(a.factors), b.factors...)
			slices.Sort(fs)
			r.add(fs, a.coef.Mul(b.coef))
			if len(r.parts) > mostParts {
				return nil
			}
		}
	}
	return r
}

// linear returns p as a linear expression. ok is false if the table lacks one of its products.
func (t *Table) linear(p *polynomial) (e linear.Expr, ok bool) {
	if p == nil {
		return e, false
	}
	for _, a := range p.parts {
		switch {
		case a.coef.IsZero():
		case len(a.factors) == 0:
			e = e.AddConst(a.coef)
		case len(a.factors) == 1:
			e = e.Add(linear.X(a.factors[0]).Scale(a.coef))
		default:
			d, ok := t.dims[key(a.factors)]
			if !ok {
				return e, false
			}
			e = e.Add(linear.X(d).Scale(a.coef))
		}
	}
	return e, true
}

// Times returns the product of two expressions over dimensions and products. ok is false if this needs a product that
// the table lacks.
func (t *Table) Times(e, f linear.Expr) (product linear.Expr, ok bool) {
	return t.linear(times(t.expand(e), t.expand(f)))
}

// substitute returns p with the expressions by(f) substituted for factors f.
func (t *Table) substitute(p Product, by func(f int) (linear.Expr, bool)) (e linear.Expr, ok bool) {
	r := &polynomial{}
	r.add(nil, num.RatOf(1))
	for _, f := range p.Factors {
		q := &polynomial{}
		if e, ok := by(f); ok {
			q = t.expand(e)
		} else {
			q.add([]int{f}, num.RatOf(1))
		}
		if r = times(r, q); r == nil {
			return e, false
		}
	}
	return t.linear(r)
}

// moved returns the table after dimension d was moved to to(d), or removed if that is -1. Products that lost a factor,
// or whose dimension was removed, are dropped from the table.
func (t *Table) moved(to func(d int) int) *Table {
	var out []Product
	for _, p := range t.products {
		q := Product{Dim: to(p.Dim)}
		ok := q.Dim >= 0
		for _, f := range p.Factors {
			q.Factors = append(q.Factors, to(f))
			ok = ok && to(f) >= 0
		}
		if ok {
			out = append(out, q)
		}
	}
	return NewTable(out...)
}
