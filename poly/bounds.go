// Queries of a linear expression. The supremum over a product is the sum of the suprema over the blocks, and a point
// attains it iff points attain the suprema over all blocks. So no query merges blocks.

package poly

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// sup returns the supremum of e over f, whether a point attains it, and whether it is finite. f must be settled and
// not bottom.
func (f *form) sup(e linear.Expr) (value num.Rat, attained, bounded bool) {
	n := e.Len()
	if n == 0 {
		return e.Constant(), true, true
	}
	first := f.owner[e.Term(0).Var]
	one := first >= 0
	for i := 0; i < n; i++ {
		o := f.owner[e.Term(i).Var]
		if o < 0 {
			return num.Rat{}, false, false
		}
		one = one && o == first
	}
	if one {
		b := &f.blocks[first]
		return f.blockSup(b, local(e, b.vars))
	}
	value, attained = e.Constant(), true
	terms := make([]linear.Term, 0, n)
	for i := 0; i < n; i++ {
		o := f.owner[e.Term(i).Var]
		if f.seen(e, i, o) {
			continue
		}
		b := &f.blocks[o]
		terms = terms[:0]
		for j := i; j < n; j++ {
			if t := e.Term(j); f.owner[t.Var] == o {
				terms = append(terms, linear.Term{Var: position(b.vars, t.Var), Coef: t.Coef})
			}
		}
		s, at, ok := f.blockSup(b, linear.Sum(num.Rat{}, terms...))
		if !ok {
			return num.Rat{}, false, false
		}
		value, attained = value.Add(s), attained && at
	}
	return value, attained, true
}

// seen reports whether a term of e before the i-th belongs to block o.
func (f *form) seen(e linear.Expr, i int, o int32) bool {
	for j := 0; j < i; j++ {
		if f.owner[e.Term(j).Var] == o {
			return true
		}
	}
	return false
}

// inf returns the infimum of e, like sup.
func (f *form) inf(e linear.Expr) (value num.Rat, attained, bounded bool) {
	value, attained, bounded = f.sup(e.Neg())
	return value.Neg(), attained, bounded
}

// entails reports whether all points of f satisfy c. f must be settled and not bottom.
func (f *form) entails(c linear.Constraint) bool {
	if s, attained, ok := f.sup(c.Expr); !ok || !below(s, attained, c.Rel) {
		return false
	}
	if c.Rel != linear.EQ {
		return true
	}
	s, _, ok := f.inf(c.Expr)
	return ok && s.IsZero()
}

// below reports whether all values are <= 0, or < 0 if rel is LT. s is the supremum of the values, and attained says
// whether it is a value.
func below(s num.Rat, attained bool, rel linear.Relation) bool {
	if rel == linear.LT {
		return s.Sign() < 0 || s.IsZero() && !attained
	}
	return s.Sign() <= 0
}

// values returns the least interval that contains the values of e on f, which must be settled and not bottom.
func (f *form) values(e linear.Expr) linear.Interval {
	if n := e.Len(); n > 0 {
		first := f.owner[e.Term(0).Var]
		one := first >= 0
		for i := 1; i < n && one; i++ {
			one = f.owner[e.Term(i).Var] == first
		}
		if one { // compute both ends at once
			b := &f.blocks[first]
			i := b.f.Range(local(e, b.vars))
			if f.limit == nil || !fallsBack(b.f, f.limit) {
				return i
			}
		}
	}
	var i linear.Interval
	if s, attained, ok := f.inf(e); ok {
		i.Lo = end(s, attained)
	}
	if s, attained, ok := f.sup(e); ok {
		i.Hi = end(s, attained)
	}
	return i
}

// Bounds returns the least interval that contains the values of e, and false for bottom. Over the integers, ends are
// rounded inwards if all values are integers.
func (p *Polyhedron) Bounds(e linear.Expr) (linear.Interval, bool) {
	p.spans("Bounds", e)
	f := p.settle()
	if f.bottom {
		return linear.Interval{}, false
	}
	i := f.values(e)
	if p.of == linear.Integers && integral(e) {
		if i = i.Integral(); i.IsEmpty() {
			return linear.Interval{}, false
		}
	}
	return i, true
}

// end returns the end of an interval with the number at. It is closed if attained is set.
func end(at num.Rat, attained bool) linear.End {
	if attained {
		return linear.End{At: at, Kind: linear.Closed}
	}
	return linear.End{At: at, Kind: linear.Open}
}

// Maximize returns the supremum of e over the rational points of p, whether a point attains it, and whether it is
// finite. bounded is also false for the empty polyhedron.
func (p *Polyhedron) Maximize(e linear.Expr) (value num.Rat, attained, bounded bool) {
	p.spans("Maximize", e)
	f := p.settle()
	if f.bottom {
		return num.Rat{}, false, false
	}
	return f.sup(e)
}

// Minimize is Maximize for the infimum.
func (p *Polyhedron) Minimize(e linear.Expr) (value num.Rat, attained, bounded bool) {
	p.spans("Minimize", e)
	f := p.settle()
	if f.bottom {
		return num.Rat{}, false, false
	}
	return f.inf(e)
}

// Entails reports whether all points satisfy c. Over the integers, false may mean that only rational points violate c.
func (p *Polyhedron) Entails(c linear.Constraint) bool {
	p.spans("Entails", c.Expr)
	f := p.settle()
	if f.bottom {
		return true
	}
	if p.of == linear.Integers {
		c = c.Tighten() // this keeps the integer points, and a constraint that was strict is easier to entail
		return !c.IsFalse() && f.entailsIntegers(c)
	}
	return f.entails(c)
}

// Relation is how a polyhedron lies relative to the solutions of a constraint. It is a set of bits; several may hold.
type Relation uint8

// The relations of a polyhedron to a constraint.
const (
	Included   Relation = 1 << iota // all points satisfy the constraint
	Disjoint                        // no point satisfies the constraint
	Saturates                       // all points satisfy the constraint with equality
	Intersects                      // some points satisfy the constraint and some do not
)

// String lists the relations that hold: "included, saturates".
func (r Relation) String() string {
	s := ""
	for i, name := range []string{"included", "disjoint", "saturates", "intersects"} {
		if r>>i&1 != 0 {
			if s != "" {
				s += ", "
			}
			s += name
		}
	}
	return s
}

// Relation returns how the rational points of p lie relative to the solutions of c. The empty polyhedron is included,
// disjoint and saturates at once. If all points of p saturate a strict constraint, no point satisfies it.
func (p *Polyhedron) Relation(c linear.Constraint) Relation {
	p.spans("Relation", c.Expr)
	f := p.settle()
	if f.bottom {
		return Included | Disjoint | Saturates
	}
	var r Relation
	i := f.values(c.Expr)
	if zero, _ := i.Compare(linear.EQ); zero {
		r |= Saturates
	}
	switch all, none := i.Compare(c.Rel); {
	case all:
		r |= Included
	case none:
		r |= Disjoint
	default:
		r |= Intersects
	}
	return r
}

// Subsumes reports whether adding g to the generators would leave p unchanged: whether g is a point of p, a point of
// its topological closure, or a direction in which p is unbounded. The empty polyhedron subsumes exactly the
// directions and closure points, because without a point they generate nothing.
func (p *Polyhedron) Subsumes(g linear.Generator) bool {
	if p.notNil("Subsumes"); len(g.At) != p.dims {
		panic(dimsOf("Subsumes", "generator", len(g.At), p.dims))
	}
	f := p.settle()
	if f.bottom {
		return g.Kind != linear.Point
	}
	for _, b := range f.blocks {
		at := make([]num.Rat, len(b.vars))
		for i, v := range b.vars {
			at[i] = g.At[v]
		}
		for _, c := range b.f.Constraints() {
			if !admits(c, g.Kind, at) {
				return false
			}
		}
	}
	return true
}

// admits reports whether the solutions of c subsume the generator of the given kind with coordinates at.
func admits(c linear.Constraint, kind linear.GeneratorKind, at []num.Rat) bool {
	if kind == linear.Point {
		return c.Holds(at)
	}
	if kind != linear.ClosurePoint {
		c.Expr = c.Expr.AddConst(c.Expr.Constant().Neg())
	}
	if kind == linear.Line {
		c.Rel = linear.EQ
	}
	if c.Rel == linear.LT {
		c.Rel = linear.LE
	}
	return c.Holds(at)
}

// IsBounded reports whether p lies in a box, that is, has no ray and no line.
func (p *Polyhedron) IsBounded() bool {
	p.notNil("IsBounded")
	f := p.settle()
	if f.bottom {
		return true
	}
	n := 0
	for _, b := range f.blocks {
		if !b.f.IsBounded() {
			return false
		}
		n += len(b.vars)
	}
	return n == p.dims
}

// IsClosed reports whether p is topologically closed: whether no minimal constraint is strict.
func (p *Polyhedron) IsClosed() bool {
	p.notNil("IsClosed")
	for _, b := range p.settle().blocks {
		if !b.f.IsClosed() {
			return false
		}
	}
	return true
}
