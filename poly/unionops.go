// This file has the operations on unions of polyhedra.

package poly

import (
	"slices"

	"github.com/whet-mc/whet/linear"
)

// Add returns u with polyhedra added. A polyhedron that u already contains changes nothing. Disjuncts of u that lie
// in a single new polyhedron are dropped. The disjuncts of the result depend on the order of the polyhedra. Cost:
// [Union.Contains] for each polyhedron.
func (u Union) Add(ps ...*Polyhedron) Union {
	parts := u.parts[:len(u.parts):len(u.parts)] // without spare capacity, so appending copies the list
	for _, p := range ps {
		u.checkPolyhedron(p, "Add")
		if !p.IsBottom() {
			parts = added(parts, p.part())
		}
	}
	return u.with(parts)
}

// added returns parts with d added, which must not be bottom, and without the parts that lie in d. It returns parts
// unchanged if d lies in their union. It does not change elements of parts; it may write to the array beyond its
// length.
func added(parts []*part, d *part) []*part {
	some := near(parts, d)
	if covered(d, some) {
		return parts
	}
	gone := slices.DeleteFunc(some, func(e *part) bool { return !e.in(d) })
	if len(gone) == 0 {
		return append(parts, d)
	}
	left := make([]*part, 0, len(parts))
	for _, e := range parts {
		if len(gone) > 0 && gone[0] == e { // gone and parts have the same order
			gone = gone[1:]
			continue
		}
		left = append(left, e)
	}
	return append(left, d)
}

// Join returns the union of u and v. Disjuncts of v that u already contains are not added.
func (u Union) Join(v Union) Union {
	u.check(v.dims, v.numbers, "Join")
	parts := u.parts[:len(u.parts):len(u.parts)]
	for _, d := range v.parts {
		parts = added(parts, d)
	}
	return u.with(parts)
}

// Meet returns the intersection: the meets of all pairs of disjuncts, without meets that lie in another one.
func (u Union) Meet(v Union) Union {
	u.check(v.dims, v.numbers, "Meet")
	var parts []*part
	for _, d := range u.parts {
		for _, e := range v.parts {
			switch {
			case !d.box().meets(e.box()):
			case d.in(e):
				parts = append(parts, d)
			default:
				if p := d.p.Meet(e.p); !p.IsBottom() {
					parts = append(parts, p.part())
				}
			}
		}
	}
	return u.with(maximal(parts))
}

// Minus returns the points of u that are not in v. Disjuncts of u that meet v are split into pieces, so the result may
// have many; see [Difference].
func (u Union) Minus(v Union) Union {
	u.check(v.dims, v.numbers, "Minus")
	parts := u.parts
	for _, e := range v.parts {
		var left []*part
		for _, d := range parts {
			if !d.box().meets(e.box()) {
				left = append(left, d)
				continue
			}
			for piece := range d.p.outside(e.p) {
				left = append(left, piece.part())
			}
		}
		parts = left
	}
	return u.with(parts)
}

// maximal drops the parts that lie in a single other part, and all but the first of equal parts. It may change its
// argument.
func maximal(parts []*part) []*part {
	gone := make([]bool, len(parts))
	for i, d := range parts {
		for j, e := range parts {
			if i != j && !gone[j] && d.in(e) && (j < i || !e.in(d)) {
				gone[i] = true
				break
			}
		}
	}
	left := parts[:0]
	for i, d := range parts {
		if !gone[i] {
			left = append(left, d)
		}
	}
	clear(parts[len(left):])
	return left
}

// Reduce drops each disjunct that lies in the union of the remaining ones. It tries the disjuncts from the last to
// the first. The points stay the same. Cost: [Union.Contains] for each disjunct.
func (u Union) Reduce() Union {
	parts := maximal(slices.Clone(u.parts))
	for i := len(parts) - 1; i >= 0 && len(parts) > 1; i-- {
		others := slices.Delete(slices.Clone(parts), i, i+1)
		if u.with(others).contains(parts[i]) {
			parts = others
		}
	}
	return u.with(parts)
}

// MergePairs replaces two disjuncts by their join if the join has no additional points, until there is no such pair.
// It merges the first pair it finds. The points stay the same. Pairs whose boxes are apart are not tried; over the
// integers a gap without integers does not count. Each other pair costs a [Polyhedron.ExactJoin].
func (u Union) MergePairs() Union {
	gap := int64(0)
	if u.numbers == linear.Integers {
		gap = 1
	}
	parts := slices.Clone(u.parts)
	for merged := true; merged; {
		merged = false
		for i := 0; i < len(parts); i++ {
			for j := i + 1; j < len(parts); j++ {
				d, e := parts[i], parts[j]
				if !d.box().near(e.box(), gap) {
					continue
				}
				join, exact := d.p.convexUnion(e.p)
				if !exact {
					continue
				}
				parts[i] = join.part()
				parts = slices.Delete(parts, j, j+1)
				j, merged = i, true // try again from i on: the new disjunct may merge with disjuncts before j
			}
		}
	}
	return u.with(maximal(parts))
}

// Map returns the union of f's results on the disjuncts. f may change the number of dimensions, by the same amount for
// all arguments, and must depend only on its argument. It is also called with bottom. Disjuncts of the result that lie
// in a single other one are dropped, which compares all pairs.
func (u Union) Map(f func(*Polyhedron) *Polyhedron) Union {
	none := f(Bottom(u.dims, u.numbers))
	v := Union{dims: none.Dims(), numbers: none.Numbers()}
	parts := make([]*part, 0, len(u.parts))
	for _, d := range u.parts {
		p := f(d.p)
		v.checkPolyhedron(p, "Map")
		if !p.IsBottom() {
			parts = append(parts, p.part())
		}
	}
	v.parts = maximal(parts)
	return v
}

// Assume returns the points of u that satisfy all constraints; see [Polyhedron.Assume].
func (u Union) Assume(cs ...linear.Constraint) Union {
	return u.Map(func(p *Polyhedron) *Polyhedron { return p.Assume(cs...) })
}

// Assign returns the points of u after x_v := by; see [Polyhedron.Assign].
func (u Union) Assign(v int, by linear.Expr) Union {
	return u.Map(func(p *Polyhedron) *Polyhedron { return p.Assign(v, by) })
}

// Preassign returns the points from which x_v := by leads into u; see [Polyhedron.Preassign].
func (u Union) Preassign(v int, by linear.Expr) Union {
	return u.Map(func(p *Polyhedron) *Polyhedron { return p.Preassign(v, by) })
}

// Havoc removes all constraints on the dimensions vs; see [Polyhedron.Havoc].
func (u Union) Havoc(vs ...int) Union {
	return u.Map(func(p *Polyhedron) *Polyhedron { return p.Havoc(vs...) })
}

// Hull returns the join of all disjuncts, and bottom for an empty union.
func (u Union) Hull() *Polyhedron {
	hull := Bottom(u.dims, u.numbers)
	for _, d := range u.parts {
		hull = hull.Join(d.p)
	}
	return hull
}

// Entails reports whether all points of u satisfy a constraint.
func (u Union) Entails(c linear.Constraint) bool {
	return !slices.ContainsFunc(u.parts, func(d *part) bool { return !d.p.Entails(c) })
}
