// This file has the type Union: finite unions of polyhedra.

package poly

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Union is a finite union of polyhedra, its disjuncts, which may overlap. It represents the points of all of them. It
// is an immutable value; the zero value is the empty union with no dimensions.
//
// Operations work on the disjuncts one by one, so operations that are exact on polyhedra are exact on unions.
// Disjuncts that are bottom are dropped. Queries are exact over the rationals. Over the integers, and if a limit was
// reached, a positive answer such as "contained" is certain, and a negative answer may mean "not known".
//
// Each disjunct keeps its bounding box. Most comparisons of unrelated disjuncts are decided by their boxes. Adding to
// a union of n disjuncts costs n comparisons of boxes, and an inclusion for each box that does not exclude it.
type Union struct {
	dims    int
	numbers linear.Numbers
	parts   []*part // the disjuncts, none of which is bottom
}

// UnionOf returns the union of polyhedra, which must all have dims dimensions over the same numbers. It drops
// polyhedra that lie in the union of earlier ones, and polyhedra that lie in a single later one.
func UnionOf(dims int, of linear.Numbers, ps ...*Polyhedron) Union {
	return Union{dims: dims, numbers: of}.Add(ps...)
}

// unionLike returns the union of ps, which have the dimensions of p and are not bottom.
func unionLike(p *Polyhedron, ps []*Polyhedron) Union {
	u := Union{dims: p.Dims(), numbers: p.Numbers(), parts: make([]*part, len(ps))}
	for i, q := range ps {
		u.parts[i] = q.part()
	}
	return u
}

// with returns the union of parts in the dimensions of u.
func (u Union) with(parts []*part) Union {
	return Union{dims: u.dims, numbers: u.numbers, parts: parts}
}

// Dims returns the number of dimensions.
func (u Union) Dims() int { return u.dims }

// Numbers returns the numbers that the dimensions range over.
func (u Union) Numbers() linear.Numbers { return u.numbers }

// Len returns the number of disjuncts.
func (u Union) Len() int { return len(u.parts) }

// IsBottom reports whether u has no point. Over the integers, true is certain; false may mean "not known".
func (u Union) IsBottom() bool { return len(u.parts) == 0 }

// Disjuncts returns the polyhedra of u, none of them bottom, in the order in which they were added.
func (u Union) Disjuncts() []*Polyhedron {
	ps := make([]*Polyhedron, len(u.parts))
	for i, d := range u.parts {
		ps[i] = d.p
	}
	return ps
}

// String returns the disjuncts as text, "{x0 <= 1, x1 = 2} or {x0 >= 5}", and "false" for an empty union.
func (u Union) String() string {
	if len(u.parts) == 0 {
		return "false"
	}
	texts := make([]string, len(u.parts))
	for i, d := range u.parts {
		cs := make([]string, len(d.constraints()))
		for j, c := range d.constraints() {
			cs[j] = c.String()
		}
		texts[i] = "{" + strings.Join(cs, ", ") + "}"
	}
	return strings.Join(texts, " or ")
}

// Approximate returns nil, or an error that says why a disjunct may have more points than it should; see
// [Polyhedron.Approximate].
func (u Union) Approximate() error {
	for _, d := range u.parts {
		if err := d.p.Approximate(); err != nil {
			return err
		}
	}
	return nil
}

// check panics unless u has dims dimensions over the numbers of. op is the name of the operation in the message.
func (u Union) check(dims int, of linear.Numbers, op string) {
	if u.dims != dims {
		panic(fmt.Sprintf("poly: Union.%s of %d and %d dimensions", op, u.dims, dims))
	}
	if u.numbers != of {
		panic(fmt.Sprintf("poly: Union.%s of %v and %v in %d dimensions", op, u.numbers, of, dims))
	}
}

// checkPolyhedron panics unless p can be an operand of the operation op on u.
func (u Union) checkPolyhedron(p *Polyhedron, op string) {
	if p == nil {
		panic("poly: Union." + op + " of a nil *Polyhedron")
	}
	u.check(p.Dims(), p.Numbers(), op)
}

// Has reports whether a point lies in u. It panics unless the point has a coordinate for each dimension.
func (u Union) Has(point []num.Rat) bool {
	if len(point) != u.dims {
		panic(fmt.Sprintf("poly: Union.Has of %d dimensions and a point of %d", u.dims, len(point)))
	}
	return slices.ContainsFunc(u.parts, func(d *part) bool { return d.has(point) })
}

// Contains reports whether all points of p lie in u, possibly in several disjuncts; see [Polyhedron.CoveredBy].
func (u Union) Contains(p *Polyhedron) bool {
	u.checkPolyhedron(p, "Contains")
	return p.IsBottom() || u.contains(p.part())
}

// contains is Contains for a part.
func (u Union) contains(d *part) bool { return covered(d, near(u.parts, d)) }

// ContainsUnion reports whether all points of v lie in u.
func (u Union) ContainsUnion(v Union) bool {
	u.check(v.dims, v.numbers, "ContainsUnion")
	for _, d := range v.parts {
		if !slices.Contains(u.parts, d) && !u.contains(d) {
			return false
		}
	}
	return true
}

// Equal reports whether u and v have the same points.
func (u Union) Equal(v Union) bool {
	u.check(v.dims, v.numbers, "Equal")
	return u.ContainsUnion(v) && v.ContainsUnion(u)
}
