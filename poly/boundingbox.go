// This file computes bounding boxes.

package poly

import "github.com/whet-mc/whet/linear"

// BoundingBox returns the least box that contains p: the product of the bounds of each dimension.
func (p *Polyhedron) BoundingBox() *Polyhedron {
	p.notNil("BoundingBox")
	return p.box(false)
}

// IntegerBox is BoundingBox with bounds rounded outwards to integers. The result is closed.
func (p *Polyhedron) IntegerBox() *Polyhedron {
	p.notNil("IntegerBox")
	return p.box(true)
}

// box is BoundingBox, or IntegerBox if round is set.
func (p *Polyhedron) box(round bool) *Polyhedron {
	f := p.settle()
	if f.bottom {
		return p
	}
	var blocks []block
	var all []linear.Constraint // all constraints, for a polyhedron that is not decomposed
	same := true
	for k := range f.blocks {
		b := &f.blocks[k]
		for i, v := range b.vars {
			cs, loses := f.side(b, i, round)
			if len(b.vars) == 1 && !loses {
				blocks = append(blocks, *b)
				continue
			}
			same = false
			switch {
			case p.whole:
				for _, c := range cs {
					all = append(all, linear.Constraint{Expr: c.Expr.Map(func(int) int { return v }), Rel: c.Rel})
				}
			case len(cs) > 0:
				blocks = append(blocks, block{vars: []int{v}, f: p.universe(1).AddConstraints(cs...), todo: p.maybeLoose()})
			}
		}
	}
	if same {
		return p
	}
	if p.whole {
		blocks = []block{{vars: upTo(p.dims), f: p.universe(p.dims).AddConstraints(all...), todo: p.maybeLoose()}}
	}
	return p.with(blocks)
}

// side returns the bounds of the i-th dimension of block b as constraints on dimension 0. With round it rounds them
// outwards, and it reports whether rounding changed one.
func (f *form) side(b *block, i int, round bool) (cs []linear.Constraint, changed bool) {
	values := f.values(unit(b.vars[i], 0))
	values.Lo.At = values.Lo.At.Neg()
	cs = make([]linear.Constraint, 0, 2)
	for down, e := range [2]linear.End{values.Hi, values.Lo} {
		if e.Kind == linear.Unbounded {
			continue
		}
		rel := linear.LE
		if e.Kind == linear.Open {
			rel = linear.LT
		}
		if round && (rel == linear.LT || !e.At.IsInt()) {
			e.At, rel, changed = e.At.Ceil(), linear.LE, true
		}
		cs = append(cs, linear.Constraint{Expr: unit(0, down).AddConst(e.At.Neg()), Rel: rel})
	}
	return cs, changed
}

// units are the expressions x_v and -x_v for the first dimensions.
var units = func() (us [16][2]linear.Expr) {
	for v := range us {
		us[v] = [2]linear.Expr{linear.X(v), linear.X(v).Neg()}
	}
	return us
}()

// unit returns x_v, or -x_v if down is 1.
func unit(v, down int) linear.Expr {
	if v < len(units) {
		return units[v][down]
	}
	return linear.X(v).ScaleInt(int64(1 - 2*down))
}
