// This file adds constraints to polyhedra.

package poly

import (
	"slices"

	"github.com/whet-mc/whet/linear"
)

// Assume returns the points of p that satisfy all constraints, exactly. Over the integers, constraints are tightened
// before and afterwards. It panics if a constraint has a dimension that p does not have.
//
// Constraints that p entails or excludes are recognised by their bounds, without merging blocks. For the other
// constraints, Assume merges the blocks that they relate.
func (p *Polyhedron) Assume(cs ...linear.Constraint) *Polyhedron {
	p.notNil("Assume")
	for _, c := range cs {
		p.spans("Assume", c.Expr)
	}
	return p.assume(cs)
}

// ExactAssume reports whether Assume of c is exact. It always returns true.
func (p *Polyhedron) ExactAssume(c linear.Constraint) bool {
	p.spans("ExactAssume", c.Expr)
	return true
}

// assume is Assume without the check of its arguments.
func (p *Polyhedron) assume(cs []linear.Constraint) *Polyhedron {
	if p.of == linear.Integers {
		tight := make([]linear.Constraint, len(cs))
		for i, c := range cs {
			tight[i] = c.Tighten()
		}
		cs = tight
	}
	return p.add(cs, maybeSplit|p.maybeLoose())
}

// add returns the rational points of p that satisfy all constraints cs. It adds todo to the work of the blocks that
// change.
func (p *Polyhedron) add(cs []linear.Constraint, todo work) *Polyhedron {
	s := p.settle()
	if s.bottom {
		return p
	}
	var buf [4]linear.Constraint
	open := buf[:0] // the constraints that are neither entailed nor excluded
	for _, c := range cs {
		if c.IsFalse() {
			return p.bottom()
		}
		switch all, none := s.values(c.Expr).Compare(c.Rel); {
		case all:
		case none:
			return p.bottom()
		default:
			open = append(open, c)
		}
	}
	switch len(open) {
	case 0:
		return p
	case 1: // some point satisfies the constraint, so the result is not empty
		g, rest := s.gather(varsOf(open[0].Expr, nil))
		return p.with(append(rest, p.cut(g, open, todo)))
	}
	blocks := make([]block, 0, len(s.blocks)+len(open))
	groups, rest := s.touched(p.dims, open)
	blocks = append(blocks, rest...)
	for _, g := range groups {
		todo := todo
		if len(g.cs) > 1 {
			todo |= maybeEmpty
		}
		blocks = append(blocks, p.cut(g.group, g.cs, todo))
	}
	return p.with(blocks)
}

// varsOf appends the dimensions of e to the slice to.
func varsOf(e linear.Expr, to []int) []int {
	to = slices.Grow(to, e.Len())
	for i := 0; i < e.Len(); i++ {
		to = append(to, e.Term(i).Var)
	}
	return to
}

// cut merges the blocks of group g into one and adds the constraints cs to it.
func (p *Polyhedron) cut(g group, cs []linear.Constraint, todo work) block {
	locals := make([]linear.Constraint, len(cs))
	for i, c := range cs {
		locals[i] = localConstraint(c, g.vars)
	}
	return block{vars: g.vars, f: p.product(g.blocks, g.vars).AddConstraints(locals...), todo: todo}
}

// cutGroup is a group and the constraints over it.
type cutGroup struct {
	group
	cs []linear.Constraint
}

// touched groups constraints that share a block or a dimension, with the blocks they involve. It also returns the
// blocks that no constraint involves.
func (f *form) touched(dims int, cs []linear.Constraint) (groups []cutGroup, rest []block) {
	n := len(f.blocks)
	node := func(v int) int { // numbers the blocks first, then the dimensions that are in no block
		if i := f.owner[v]; i >= 0 {
			return int(i)
		}
		return n + v
	}
	sets := newUnion(n + dims)
	for _, c := range cs {
		first := node(c.Expr.Term(0).Var)
		for i := 1; i < c.Expr.Len(); i++ {
			sets.join(first, node(c.Expr.Term(i).Var))
		}
	}
	at := make([]int32, n+dims) // by root of a component: 1 + the index of its group
	for _, c := range cs {
		r := sets.root(node(c.Expr.Term(0).Var))
		if at[r] == 0 {
			groups = append(groups, cutGroup{})
			at[r] = int32(len(groups))
		}
		g := &groups[at[r]-1]
		g.cs = append(g.cs, c)
		for i := 0; i < c.Expr.Len(); i++ {
			if v := c.Expr.Term(i).Var; f.owner[v] < 0 {
				g.vars = append(g.vars, v)
			}
		}
	}
	for i, b := range f.blocks {
		if k := at[sets.root(i)]; k > 0 {
			g := &groups[k-1]
			g.blocks = append(g.blocks, b)
			g.vars = append(g.vars, b.vars...)
		} else {
			rest = append(rest, b)
		}
	}
	for i := range groups {
		slices.Sort(groups[i].vars)
		groups[i].vars = slices.Compact(groups[i].vars)
	}
	return groups, rest
}
