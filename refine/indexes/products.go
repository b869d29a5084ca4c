package indexes

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/cells"
)

// If the program multiplies unknowns, as in i*i or (n-i)*a[i], these products are kept, and also the same products
// with variables that the program compares with the factors. For example, that each a[i] is i*i follows if a[k] is
// k*k, and that a sum is n*n at the end of a loop follows if it is i*i before.

// Kinds lists the kinds that make a difference for the program, except Control.
func (pl *Plan) Kinds() []Kind {
	kinds := []Kind{Linear}
	if len(pl.multiplied) > 0 {
		kinds = []Kind{Powers, Mixed, Linear}
	}
	if pl.Sums() {
		kinds = append(kinds, Sums)
	}
	return kinds
}

const (
	mostProducts = 24 // products in a precision
	mostFactors  = 4
	mostSummands = 16
)

// products finds the products of unknowns in the program.
func (pl *Plan) products() {
	for _, e := range pl.prog.Edges {
		cfa.OpExprs(e.Op, func(x cfa.Expr) {
			cfa.Walk(x, func(x cfa.Expr) {
				b, ok := x.(*cfa.Binary)
				if !ok || b.Op != cfa.Mul {
					return
				}
				for _, fs := range summands(b, termDepth) {
					if len(fs) > 1 {
						pl.multiplied = append(pl.multiplied, fs)
					}
				}
			})
		})
	}
}

const termDepth = 40

// summands expands an expression, and returns the factors of each summand without constants. It returns nil if the
// expression is not a polynomial of variables and cells, or if it is too large.
func summands(e cfa.Expr, depth int) [][]cells.Factor {
	if depth--; depth < 0 {
		return nil
	}
	switch e := e.(type) {
	case *cfa.Const:
		return [][]cells.Factor{nil}
	case *cfa.Var:
		return [][]cells.Factor{{{Var: e}}}
	case *cfa.Select:
		if t, ok := cells.TermOf(e.Idx); ok {
			return [][]cells.Factor{{{Arr: e.Arr, Idx: t.Index()}}}
		}
	case *cfa.Wrap:
		return summands(e.X, depth)
	case *cfa.Unary:
		if e.Op == cfa.Neg {
			return summands(e.X, depth)
		}
	case *cfa.Binary:
		x, y := summands(e.X, depth), summands(e.Y, depth)
		if x == nil || y == nil {
			return nil
		}
		switch e.Op {
		case cfa.Add, cfa.Sub:
			if out := append(x, y...); len(out) <= mostSummands {
				return out
			}
		case cfa.Mul:
			var out [][]cells.Factor
			for _, a := range x {
				for _, b := range y {
					if len(a)+len(b) > mostFactors || len(out) == mostSummands {
						return nil
					}
					out = append(out, append(slices.Clone(a), b...))
				}
			}
			return out
		}
	}
	return nil
}

// keepProducts adds the products of a level and the current kind to a precision.
func (pl *Plan) keepProducts(prec *cells.Precision, l Level) {
	if pl.kind != Powers && pl.kind != Mixed {
		return
	}
	keep := func(fs []cells.Factor) {
		if len(fs) > 1 && prec.Products() < mostProducts {
			prec.KeepProduct(cells.Product{Factors: fs})
		}
	}
	for _, fs := range pl.multiplied {
		one := fs[0].Var != nil && !slices.ContainsFunc(fs, func(f cells.Factor) bool { return f.Var != fs[0].Var })
		if pl.kind == Powers && one {
			for _, v := range pl.related(fs[0].Var, l) {
				for n := 2; n <= len(fs); n++ {
					keep(slices.Repeat([]cells.Factor{{Var: v}}, n))
				}
			}
			continue
		}
		var choose func(i int, chosen []cells.Factor)
		choose = func(i int, chosen []cells.Factor) {
			if keep(chosen); i == len(fs) {
				return
			}
			for _, f := range pl.instead(fs[i], l) {
				choose(i+1, append(slices.Clip(chosen), f))
			}
		}
		choose(0, nil)
	}
}

// instead returns the factors that may replace f in a product.
func (pl *Plan) instead(f cells.Factor, l Level) []cells.Factor {
	var out []cells.Factor
	switch {
	case f.Var != nil:
		for _, v := range pl.related(f.Var, l) {
			out = append(out, cells.Factor{Var: v})
		}
	case f.Idx.Term != nil:
		for _, g := range pl.added(l) {
			out = append(out, cells.Factor{Arr: f.Arr, Idx: cells.Index{Ghost: g}})
		}
		for _, g := range pl.ghosts {
			if g.Ghost && pl.ghostAt(l, g) {
				out = append(out, cells.Factor{Arr: f.Arr, Idx: cells.Index{Ghost: g}})
			}
		}
	default:
		out = append(out, f)
	}
	return out
}

// related returns v, the variables that the program compares with v directly or indirectly, and the ghosts if one of
// these occurs in an index.
func (pl *Plan) related(v *cfa.Var, l Level) []*cfa.Var {
	group := []*cfa.Var{v}
	add := func(parts []cells.Part) bool {
		if !slices.ContainsFunc(parts, func(p cells.Part) bool { return slices.Contains(group, p.Var) }) {
			return false
		}
		more := false
		for _, p := range parts {
			if !slices.Contains(group, p.Var) {
				group, more = append(group, p.Var), true
			}
		}
		return more
	}
	for again := true; again; {
		again = false
		for _, e := range pl.prog.Edges {
			comparisons(e, func(b *cfa.Binary) {
				x, ok := cells.TermOf(b.X)
				if !ok {
					return
				}
				if y, ok := cells.TermOf(b.Y); ok {
					again = add(append(slices.Clip(x.Parts), y.Parts...)) || again
				}
			})
		}
	}
	for _, a := range pl.accesses {
		if slices.ContainsFunc(a.idx.Parts, func(p cells.Part) bool { return slices.Contains(group, p.Var) }) {
			for _, g := range pl.added(l) {
				if !slices.Contains(group, g) {
					group = append(group, g)
				}
			}
		}
	}
	slices.SortFunc(group, func(a, b *cfa.Var) int { return cmp.Compare(a.ID, b.ID) })
	return group
}
