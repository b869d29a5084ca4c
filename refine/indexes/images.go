// Images of accesses: an access with a ghost in place of its loop counter.
//
// An image of a[n-1-i] is the cell a[n-1-k]. An image of mem[p+4*i] is mem[p+4*k], which is element k of the array
// that p points to, wherever that lies. Several images with one ghost relate cells to each other that one round of a
// loop accesses: a copy to its original, swapped cells, neighbours.

package indexes

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
)

// findCounters finds the variables that some assignment changes by a constant.
func (pl *Plan) findCounters() {
	pl.counters, pl.moves = map[*cfa.Var]bool{}, map[*cfa.Var][]num.Int{}
	for _, e := range pl.prog.Edges {
		a, ok := e.Op.(*cfa.Assign)
		if !ok {
			continue
		}
		t, ok := cells.TermOf(pl.consts.fold(a.RHS))
		if ok && len(t.Parts) == 1 && t.Parts[0].Var == a.LHS && t.Parts[0].Coef.Equal(num.Of(1)) && !t.Const.IsZero() {
			pl.counters[a.LHS] = true
			if !slices.ContainsFunc(pl.moves[a.LHS], t.Const.Equal) {
				pl.moves[a.LHS] = append(pl.moves[a.LHS], t.Const)
			}
		}
	}
}

// image returns the image of an access; ok is false if the index does not contain exactly one counter.
func (pl *Plan) image(a access, g *cfa.Var) (im image, ok bool) {
	at := -1
	for i, p := range a.idx.Parts {
		if pl.counters[p.Var] {
			if at >= 0 {
				return im, false
			}
			at = i
		}
	}
	if at < 0 {
		return im, false
	}
	p := a.idx.Parts[at]
	rest := a.idx.Plus(p.Var, p.Coef.Neg())
	return image{rest.Plus(g, p.Coef), p.Coef, rest, p.Var}, true
}

// plain reports whether the image is the cell whose index is the ghost.
func (im image) plain() bool {
	return len(im.rest.Parts) == 0 && im.rest.Const.IsZero() && im.by.Equal(num.Of(1))
}

// images returns the distinct images of an array's accesses. The result is cached: large programs have thousands of
// accesses, and images is called for each.
func (pl *Plan) images(a *cfa.Array, g *cfa.Var) []image {
	key := imagesKey{a, g}
	if out, ok := pl.imaged[key]; ok {
		return out
	}
	out := pl.findImages(a, g)
	if pl.imaged == nil {
		pl.imaged = map[imagesKey][]image{}
	}
	pl.imaged[key] = out
	return out
}

func (pl *Plan) findImages(a *cfa.Array, g *cfa.Var) []image {
	var out []image
	for _, x := range pl.accesses {
		if x.arr != a {
			continue
		}
		im, ok := pl.image(x, g)
		if ok && !slices.ContainsFunc(out, func(o image) bool { return o.cell.Equal(im.cell) }) {
			out = append(out, im)
		}
	}
	return out
}

// imagesAt returns the images at a level. If an array has only one image, level Neighbours adds the cell of the round
// before.
func (pl *Plan) imagesAt(l Level, a *cfa.Array, g *cfa.Var) []image {
	out := pl.images(a, g)
	if l != Neighbours || len(out) != 1 {
		return out
	}
	for _, by := range pl.moves[out[0].count] {
		before, back := out[0], by.Mul(out[0].by)
		if back.Sign() > 0 {
			back = back.Neg()
		}
		before.rest = before.rest.AddConst(back)
		before.cell = before.rest.Plus(g, before.by)
		if !slices.ContainsFunc(out, func(o image) bool { return o.cell.Equal(before.cell) }) {
			out = append(slices.Clip(out), before)
		}
	}
	return out
}

// imagined reports whether some access has an image other than the cell at the ghost.
func (pl *Plan) imagined() bool {
	return slices.ContainsFunc(pl.accesses, func(a access) bool {
		im, ok := pl.image(a, pl.own[0])
		return ok && !im.plain()
	})
}

// keepImages keeps the images of an array, and reports whether the cell at the ghost itself is to be kept, too.
func (pl *Plan) keepImages(prec *cells.Precision, l Level, a *cfa.Array, g *cfa.Var) (plain bool) {
	for _, im := range pl.imagesAt(l, a, g) {
		prec.KeepCell(a, im.cell.Index())
	}
	return !pl.replaced(a)
}

// replaced reports whether images replace an array's cell at the ghost: elements of memory are described relative to
// the pointers to them.
func (pl *Plan) replaced(a *cfa.Array) bool { return a.Region && len(pl.images(a, pl.own[0])) > 0 }

// elsewhere reports whether a level has no cell at the ghost to compare the access with.
func (pl *Plan) elsewhere(l Level, a access) bool { return l.images() && pl.replaced(a.arr) }

// comparable reports whether it is useful to distinguish how the indexes of a ghost's cell and of an access compare.
// It is not useful if the two indexes have base pointers that may differ: how these pointers compare follows from the
// states.
func (pl *Plan) comparable(l Level, i cells.Index, idx *cells.Term) bool {
	if !l.images() || i.Term == nil {
		return true
	}
	for _, p := range i.Term.Minus(idx).Parts {
		if !pl.counters[p.Var] && p.Var != pl.own[0] {
			return false
		}
	}
	return true
}

// counted calls f for comparisons of the ghost that follow from comparisons of a counter: k < n from i < n.
func (pl *Plan) counted(lay *cells.Layout, g *cfa.Var, t linear.Expr, f func(linear.Expr)) {
	d, ok := lay.Var(g)
	if !ok {
		return
	}
	var in []int // dimensions of counters
	for p := range t.Terms() {
		v := lay.Slots[p.Var].Var
		if v == nil {
			return
		}
		if pl.counters[v] && pl.imagedBy(v) {
			in = append(in, p.Var)
		}
	}
	if len(in) == 1 {
		f(t.Substitute(in[0], linear.X(d)))
	}
}

// imagedBy reports whether a variable is the counter of an image.
func (pl *Plan) imagedBy(v *cfa.Var) bool {
	return slices.ContainsFunc(pl.accesses, func(a access) bool {
		im, ok := pl.image(a, pl.own[0])
		return ok && im.count == v
	})
}

// imageStarts calls f for the differences of a ghost and the start values of the counters of images.
func (pl *Plan) imageStarts(lay *cells.Layout, g *cfa.Var, f func(linear.Expr)) {
	d, ok := lay.Var(g)
	if !ok {
		return
	}
	for _, a := range pl.accesses {
		if im, ok := pl.image(a, g); ok {
			pl.firsts(lay, im.count, func(first linear.Expr) { f(linear.X(d).Sub(first)) })
		}
	}
}

// preimages calls f for the values of a ghost for which an image of the array is the cell at idx.
func (pl *Plan) preimages(l Level, a *cfa.Array, idx *cells.Term, g *cfa.Var, f func(*cells.Term)) {
	for _, im := range pl.imagesAt(l, a, g) {
		if t, ok := idx.Minus(im.rest).Over(im.by); ok {
			f(t)
		}
	}
}

// imagine replaces each cell in a term by its image, or by the array's cell at the ghost. ok is false if neither is
// kept for a cell, or if the term contains no cells.
func (pl *Plan) imagine(lay *cells.Layout, g *cfa.Var, t linear.Expr) (u linear.Expr, ok bool) {
	u = t
	found := false
	for p := range t.Terms() {
		s := lay.Slots[p.Var]
		if s.Var != nil || s.Derived() {
			continue
		}
		if s.Idx.Term == nil {
			return u, false
		}
		to, ok := lay.Cell(s.Arr, cells.Index{Ghost: g})
		if im, has := pl.image(access{arr: s.Arr, idx: s.Idx.Term}, g); has {
			if d, kept := lay.Cell(s.Arr, im.cell.Index()); kept {
				to, ok = d, true
			}
		}
		if !ok {
			return u, false
		}
		u = u.Substitute(p.Var, linear.X(to))
		found = true
	}
	return u, found
}
