// Inclusion, meet and join on products. Let p = Π p_c and q = Π q_c over the finest partition into classes c that is
// coarser than both decompositions. Then
//
//   - p ⊆ q iff p_c ⊆ q_c for each c, if both are nonempty;
//   - the join of p and q is Π_{c: p_c = q_c} p_c times the hull of the product of the others,
//     because a common factor can be taken out of the hull of two products. So only the classes
//     that differ have a cost;
//   - a dimension that is unconstrained in one operand is unconstrained in the join: a half-space
//     that contains a line in that direction has coefficient 0 there. The other operand is projected
//     first, which may decompose it further.

package poly

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/poly/internal/factor"
)

// IsBottom reports whether p has no point. Over the integers true is certain, and false means that the tightened
// constraints have a rational solution.
func (p *Polyhedron) IsBottom() bool {
	p.notNil("IsBottom")
	return p.settle().bottom
}

// IsTop reports whether all points are in p.
func (p *Polyhedron) IsTop() bool {
	p.notNil("IsTop")
	f := p.settle()
	return !f.bottom && (len(f.blocks) == 0 || p.whole && f.blocks[0].f.IsUniverse())
}

// Leq reports whether p ⊆ q. Over the integers true is certain. False may mean that only rational points of p are
// outside q (see integers.go).
func (p *Polyhedron) Leq(q *Polyhedron) bool {
	p.check(q, "Leq")
	if p == q {
		return true
	}
	s := p.settle()
	if s.bottom {
		return true
	}
	t := q.settle()
	return !t.bottom && (s.leq(t) || p.of == linear.Integers && p.integerLeq(q))
}

// leq is Leq on forms that are settled and not bottom.
func (f *form) leq(g *form) bool {
	for i := range g.blocks {
		if !f.within1(&g.blocks[i]) {
			return false
		}
	}
	return true
}

// within1 reports whether the projection of f on the dimensions of b is in b.
func (f *form) within1(b *block) bool {
	o := f.owner[b.vars[0]]
	for _, v := range b.vars {
		if f.owner[v] < 0 {
			return f.withinWhole(b)
		}
	}
	if a := &f.blocks[o]; slices.Equal(a.vars, b.vars) {
		return a.f == b.f || b.f.Contains(a.f)
	}
	return f.withinWhole(b)
}

// withinWhole is within1 by the constraints of b, one at a time.
func (f *form) withinWhole(b *block) bool {
	for _, c := range b.constraints() {
		if !f.entails(c) {
			return false
		}
	}
	return true
}

// Equal reports whether p and q have the same rational points. Over the integers this is stronger than Leq in both
// directions: elements that are not Equal can have the same integer points.
func (p *Polyhedron) Equal(q *Polyhedron) bool {
	p.check(q, "Equal")
	if p == q {
		return true
	}
	s, t := p.settle(), q.settle()
	if s.bottom || t.bottom {
		return s.bottom == t.bottom
	}
	return s.leq(t) && t.leq(s)
}

// Meet returns the intersection, exactly. Over the integers its constraints are tightened.
func (p *Polyhedron) Meet(q *Polyhedron) *Polyhedron {
	p.check(q, "Meet")
	p, q = p.alike(q)
	s, t := p.settle(), q.settle()
	if s.bottom || p == q || !t.bottom && s.leq(t) {
		return p.heir(q)
	}
	if t.bottom || t.leq(s) {
		return q.heir(p)
	}
	r := p.heir(q)
	var cs []linear.Constraint
	for i := range t.blocks {
		if !s.within1(&t.blocks[i]) {
			cs = append(cs, t.blocks[i].constraints()...)
		}
	}
	return r.assume(cs)
}

// alike returns p and q, both undecomposed if one is.
func (p *Polyhedron) alike(q *Polyhedron) (*Polyhedron, *Polyhedron) {
	if p.whole == q.whole {
		return p, q
	}
	return p.Undecomposed(), q.Undecomposed()
}

// Join returns the convex hull of the union: the least polyhedron that contains both, which is
// closed where both are. Over the integers its constraints are tightened.
func (p *Polyhedron) Join(q *Polyhedron) *Polyhedron {
	p.check(q, "Join")
	p, q = p.alike(q)
	return p.join(q, p.maybeLoose())
}

// Hull is Join.
func (p *Polyhedron) Hull(q *Polyhedron) *Polyhedron {
	p.check(q, "Hull")
	return p.Join(q)
}

// join is Join. It adds todo to the work of the new block.
func (p *Polyhedron) join(q *Polyhedron, todo work) *Polyhedron {
	s, t := p.settle(), q.settle()
	if p == q || t.bottom {
		return p.heir(q)
	}
	if s.bottom {
		return q.heir(p)
	}
	s, t = bothBound(p, q, s, t)
	var same []block
	projected := s != p.form.Load()
	var differ []class
	up, down := true, true // whether p ⊆ q, and whether q ⊆ p, on the classes so far
	for _, c := range match(s, t) {
		cup := s.leqOn(c.q)
		cdown := t.leqOn(c.p)
		if cup && cdown {
			same = append(same, c.p...)
			continue
		}
		up, down = up && cup, down && cdown
		differ = append(differ, c)
	}
	switch {
	case down:
		return p.heir(q).replaced(s, todo)
	case up:
		return q.heir(p).replaced(t, todo)
	}
	var m class
	for _, c := range differ {
		m.vars = append(m.vars, c.vars...)
		m.p = append(m.p, c.p...)
		m.q = append(m.q, c.q...)
	}
	slices.Sort(m.vars)
	if projected {
		mark(same, todo)
	}
	hull := p.product(m.p, m.vars).Hull(q.product(m.q, m.vars))
	return p.heir(q).with(append(same, block{vars: m.vars, f: hull, todo: maybeSplit | todo})).losing(s, t)
}

// replaced returns p if its form is f, otherwise the polyhedron of form f, which is a projection of p's form, with
// work added.
func (p *Polyhedron) replaced(f *form, todo work) *Polyhedron {
	if p.form.Load() == f {
		return p
	}
	blocks := slices.Clone(f.blocks)
	mark(blocks, todo)
	return p.with(blocks).losing(f)
}

// mark adds todo to the work of blocks.
func mark(blocks []block, todo work) {
	for i := range blocks {
		blocks[i].todo |= todo
	}
}

// leqOn reports whether the projection of f onto the dimensions of blocks is in their product.
func (f *form) leqOn(blocks []block) bool {
	for i := range blocks {
		if !f.within1(&blocks[i]) {
			return false
		}
	}
	return true
}

// bothBound returns s and t, the forms of p and q, after forgetting in each the dimensions that are unconstrained in
// the other.
func bothBound(p, q *Polyhedron, s, t *form) (*form, *form) {
	for { // a projection can make another dimension unconstrained
		s = p.boundIn(s, t)
		u := q.boundIn(t, s)
		if u == t {
			return s, t
		}
		t = u
	}
}

// boundIn returns s after forgetting the dimensions that are unconstrained in t.
func (p *Polyhedron) boundIn(s, t *form) *form {
	var changed []block
	for i, b := range s.blocks {
		keep := make([]int, 0, len(b.vars))
		for j, v := range b.vars {
			if t.owner[v] >= 0 {
				keep = append(keep, j)
			}
		}
		if len(keep) == len(b.vars) {
			if changed != nil {
				changed = append(changed, b)
			}
			continue
		}
		if changed == nil {
			changed = append(make([]block, 0, len(s.blocks)), s.blocks[:i]...)
		}
		if len(keep) > 0 {
			changed = append(changed, b.project(keep))
		}
	}
	if changed == nil {
		return s
	}
	return p.settled(changed)
}

// project returns the projection of b, which must not be empty, onto the dimensions at the positions keep.
func (b block) project(keep []int) block {
	vars := make([]int, len(keep))
	for i, k := range keep {
		vars[i] = b.vars[k]
	}
	return block{vars: vars, f: b.f.Project(keep), todo: maybeSplit}
}

// Closure returns the topological closure: every strict constraint made weak.
func (p *Polyhedron) Closure() *Polyhedron {
	p.notNil("Closure")
	if p.IsClosed() {
		return p
	}
	return p.each(func(f *factor.Factor) *factor.Factor { return f.TopClosure() }, maybeSplit)
}

// Tighten replaces each minimal constraint by the strongest parallel one that the same integer points satisfy. It
// repeats this a limited number of times while something changes. All integer points stay, but the result need not be
// the integer hull. Elements over the integers are always tightened.
func (p *Polyhedron) Tighten() *Polyhedron {
	p.notNil("Tighten")
	return p.each(func(f *factor.Factor) *factor.Factor { return f.Tighten() }, maybeEmpty|maybeSplit)
}

// each returns the product of the results of f on p's blocks.
func (p *Polyhedron) each(f func(*factor.Factor) *factor.Factor, todo work) *Polyhedron {
	s := p.settle()
	blocks := make([]block, len(s.blocks))
	changed := false
	for i, b := range s.blocks {
		blocks[i] = block{vars: b.vars, f: f(b.f)}
		if blocks[i].f != b.f {
			changed = true
			blocks[i].todo = todo
		}
	}
	if !changed {
		return p
	}
	return p.with(blocks)
}
