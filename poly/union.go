package poly

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Union is a finite union of polyhedra, its disjuncts, which may overlap. It
// stands for the points of all of them. It is an immutable value; the zero value
// is the empty union in no dimensions.
//
// Operations work on the disjuncts one by one, so that what is exact on a
// polyhedron is exact on a union; disjuncts that are bottom are dropped. Questions
// are answered exactly over the rationals; over the integers, and where a
// limit was reached, "yes, contained" is certain, and "no" may mean "not known".
//
// Each disjunct keeps the smallest box around it, by which most comparisons of
// unrelated disjuncts end: adding to a union of n disjuncts costs n comparisons
// of boxes and as many inclusions as boxes agree to.
type Union struct {
	dims    int
	numbers linear.Numbers
	parts   []*part // none is bottom
}

// part is a disjunct, with what is computed of it when first asked for. Unions share
// parts.
type part struct {
	p        *Polyhedron
	boxOnce  sync.Once
	boxOf    *box
	consOnce sync.Once
	cons     []linear.Constraint
}

func (d *part) box() *box {
	d.boxOnce.Do(func() { d.boxOf = boxAround(d.p) })
	return d.boxOf
}

func (d *part) constraints() []linear.Constraint {
	d.consOnce.Do(func() { d.cons = d.p.Constraints() })
	return d.cons
}

// has reports whether a point is in d.
func (d *part) has(point []num.Rat) bool {
	for _, c := range d.constraints() {
		if !c.Holds(point) {
			return false
		}
	}
	return true
}

// in reports whether d lies in e alone.
func (d *part) in(e *part) bool {
	return d.p == e.p || d.box().within(e.box()) && d.p.Leq(e.p)
}

// UnionOf returns the union of polyhedra, all of which must have dims dimensions
// over the same numbers. Those that lie in the union of others before them, and those
// that lie in one after them, are dropped.
func UnionOf(dims int, of linear.Numbers, ps ...*Polyhedron) Union {
	return Union{dims: dims, numbers: of}.Add(ps...)
}

// unionLike is the union of polyhedra in the dimensions of p. They must not be bottom.
func unionLike(p *Polyhedron, ps []*Polyhedron) Union {
	u := Union{dims: p.Dims(), numbers: p.Numbers(), parts: make([]*part, len(ps))}
	for i, q := range ps {
		u.parts[i] = &part{p: q}
	}
	return u
}

// with is a union like u with other disjuncts.
func (u Union) with(parts []*part) Union {
	return Union{dims: u.dims, numbers: u.numbers, parts: parts}
}

// Dims returns the number of dimensions.
func (u Union) Dims() int { return u.dims }

// Numbers returns what the dimensions range over.
func (u Union) Numbers() linear.Numbers { return u.numbers }

// Len returns the number of disjuncts.
func (u Union) Len() int { return len(u.parts) }

// IsBottom reports whether u has no point; over the integers true is certain.
func (u Union) IsBottom() bool { return len(u.parts) == 0 }

// Disjuncts returns the polyhedra that u is made of, none of them bottom, in the
// order in which they came.
func (u Union) Disjuncts() []*Polyhedron {
	ps := make([]*Polyhedron, len(u.parts))
	for i, d := range u.parts {
		ps[i] = d.p
	}
	return ps
}

// String shows the disjuncts, "{x0 <= 1, x1 = 2} or {x0 >= 5}", and "false" for none.
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

// Approximate returns nil, or an error that says why a disjunct has more points than
// it should; see [Polyhedron.Approximate].
func (u Union) Approximate() error {
	for _, d := range u.parts {
		if err := d.p.Approximate(); err != nil {
			return err
		}
	}
	return nil
}

func (u Union) check(dims int, of linear.Numbers, op string) {
	if u.dims != dims {
		panic(fmt.Sprintf("poly: Union.%s of %d and %d dimensions", op, u.dims, dims))
	}
	if u.numbers != of {
		panic(fmt.Sprintf("poly: Union.%s of %v and %v in %d dimensions", op, u.numbers, of, dims))
	}
}

func (u Union) checkPolyhedron(p *Polyhedron, op string) {
	if p == nil {
		panic("poly: Union." + op + " of a nil *Polyhedron")
	}
	u.check(p.Dims(), p.Numbers(), op)
}

// Has reports whether a point lies in u. It panics unless the point has a
// coordinate for each dimension.
func (u Union) Has(point []num.Rat) bool {
	if len(point) != u.dims {
		panic(fmt.Sprintf("poly: Union.Has of %d dimensions and a point of %d", u.dims, len(point)))
	}
	return slices.ContainsFunc(u.parts, func(d *part) bool { return d.has(point) })
}

// Contains reports whether all points of p lie in u, be it in several disjuncts. A
// point of p is looked for in the disjuncts; one that has it is subtracted from p,
// and each of the pieces must be contained in the others. Most calls
// end at the first point or the first disjunct; in the worst case the time is
// exponential in the number of disjuncts that meet p.
func (u Union) Contains(p *Polyhedron) bool {
	u.checkPolyhedron(p, "Contains")
	return p.IsBottom() || u.contains(&part{p: p})
}

func (u Union) contains(d *part) bool { return contained(d, near(u.parts, d)) }

// near returns the parts whose boxes meet that of d.
func near(parts []*part, d *part) []*part {
	var some []*part
	box := d.box()
	for _, e := range parts {
		if e.box().meets(box) {
			some = append(some, e)
		}
	}
	return some
}

// contained reports whether d, which is not bottom, lies in the union of parts.
func contained(d *part, parts []*part) bool {
	return slices.ContainsFunc(parts, d.in) || len(parts) > 1 && covered(d, parts)
}

// covered does the same point by point.
func covered(d *part, parts []*part) bool {
	if stop := d.p.stopper(); stop != nil && stop() {
		return false
	}
	parts = near(parts, d)
	i := splitter(d, parts)
	if i < 0 || parts[i].p.Approximate() != nil { // its constraints may leave out some of what it is
		return false
	}
	others := slices.Delete(slices.Clone(parts), i, i+1)
	for piece := range d.p.outside(parts[i].p) {
		if !covered(&part{p: piece}, others) {
			return false
		}
	}
	return true
}

// splitter returns the index of a part that has a point of d in common with it, or
// -1 where a point of d is in no part. Among several it takes one that leaves few
// pieces of d.
func splitter(d *part, parts []*part) int {
	point, ok := d.p.Point()
	best, fewest := -1, 0
	for i, e := range parts {
		if ok && !e.has(point) || !ok && e.p.Meet(d.p).IsBottom() {
			continue
		}
		pieces := 0
		for _, c := range e.constraints() {
			if !d.p.Entails(c) {
				pieces++
			}
		}
		if best < 0 || pieces < fewest {
			best, fewest = i, pieces
		}
		if pieces == 0 {
			break
		}
	}
	return best
}

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
