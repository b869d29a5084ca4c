// This file has the lattice operations of octagons: inclusion, meet and join.

package octagon

import (
	"cmp"
	"slices"
)

// same reports whether two blocks have the same variables and bounds.
func (b *block) same(c *block) bool {
	return b == c || c != nil && slices.Equal(b.vars, c.vars) && b.mat().equal(*c.mat())
}

// Leq reports whether all points of o are in p. It is exact. Cost: O(n^2) over the blocks of p that o does not share,
// once o is closed.
func (o *Octagon) Leq(p *Octagon) bool {
	o.match("Leq", p)
	a := o.closed()
	if a.empty || p == o {
		return true
	}
	if c := p.canon.Load(); c != nil {
		p = c // the bounds of the closed form are smaller, so a bound of o that exceeds one is found sooner
	}
	if p.empty {
		return false
	}
	// All bounds of a closed octagon are the least ones. p need not be closed; its bounds between two blocks follow
	// from unary bounds.
	for _, y := range p.blocks {
		if x := a.blockOf(y.vars[0]); x == y {
			continue
		}
		if !leqOver(a, p, y.vars) {
			return false
		}
	}
	return true
}

// Equal reports whether o and p have the same points. It is exact.
func (o *Octagon) Equal(p *Octagon) bool {
	o.match("Equal", p)
	a, b := o.closed(), p.closed()
	if a.empty || b.empty {
		return a.empty == b.empty
	}
	if a.whole != b.whole {
		return a.Leq(b) && b.Leq(a)
	}
	return slices.EqualFunc(a.blocks, b.blocks, (*block).same) // closed forms are canonical
}

// Meet returns the intersection of o and p. It is exact. The result is closed when an operation first needs that.
func (o *Octagon) Meet(p *Octagon) *Octagon {
	o.match("Meet", p)
	switch {
	case o.empty || p == o:
		return o
	case p.empty:
		return p
	case len(o.blocks) == 0:
		return p.settled()
	case len(p.blocks) == 0:
		return o.settled()
	}
	g := newGroups(o.dims)
	for _, b := range o.blocks {
		g.all(b.vars)
	}
	for _, b := range p.blocks {
		g.all(b.vars)
	}
	var blocks []*block
	for _, set := range g.sets() {
		x, y := o.covers(set), p.covers(set)
		if x != nil && (x == y || p.free(set)) {
			blocks = append(blocks, x)
			continue
		}
		if y != nil && o.free(set) {
			blocks = append(blocks, y)
			continue
		}
		switch {
		case x != nil && leqOver(o, p, set):
			blocks = append(blocks, x)
		case y != nil && leqOver(p, o, set):
			blocks = append(blocks, y)
		default:
			m := combineOver(o, p, set, &lesser)
			blocks = append(blocks, o.newBlock(set, m, false))
		}
	}
	return o.like(blocks)
}

// covers returns the block of o with exactly the variables vars, or nil.
func (o *Octagon) covers(vars []int) *block {
	if b := o.blockOf(vars[0]); b != nil && len(b.vars) == len(vars) && (&b.vars[0] == &vars[0] || slices.Equal(b.vars, vars)) {
		return b
	}
	return nil
}

// free reports whether o has no bound on any of the variables vars.
func (o *Octagon) free(vars []int) bool {
	return !slices.ContainsFunc(vars, func(v int) bool { return o.blockOf(v) != nil })
}

// settled returns an octagon with the same points that does not depend on the bounds as they are (see Octagon.raw).
func (o *Octagon) settled() *Octagon {
	if o.raw {
		return o.closed()
	}
	return o
}

// Join returns the least octagon that contains o and p. The result is closed. Cost: O(n^2) over the blocks that
// differ, once both are closed.
func (o *Octagon) Join(p *Octagon) *Octagon {
	o.match("Join", p)
	a, b := o.closed(), p.closed()
	switch {
	case a.empty:
		return b
	case b.empty || a == b:
		return a
	}
	// Blocks that are the same in both operands stay. A bound between such a block and another one is half the sum of
	// two unary bounds, one of which is the same in both operands. So the greater of the two bounds is what the unary
	// bounds of the join give.
	blocks := make([]*block, 0, len(a.blocks)+1)
	var sets [][]int
	if slices.Equal(a.home, b.home) { // the operands have the same blocks, as is often the case
		for k, x := range a.blocks {
			if y := b.blocks[k]; x == y || len(a.blocks) > 1 && x.same(y) {
				blocks = append(blocks, x)
			} else {
				sets = append(sets, x.vars)
			}
		}
	} else {
		g := newGroups(o.dims)
		kept := make([]bool, len(b.blocks))
		for _, x := range a.blocks {
			if x.same(b.blockOf(x.vars[0])) {
				blocks = append(blocks, x)
				kept[b.home[x.vars[0]]] = true
			} else {
				g.both(x.vars, b)
			}
		}
		for k, y := range b.blocks {
			if !kept[k] {
				g.both(y.vars, a)
			}
		}
		sets = g.sets()
	}
	if len(sets) > 1 {
		sets = opposed(a, b, sets)
	}
	for _, set := range sets {
		x, y := a.covers(set), b.covers(set)
		switch {
		case x != nil && leqOver(b, a, set):
			blocks = append(blocks, x)
		case y != nil && leqOver(a, b, set):
			blocks = append(blocks, y)
		default:
			m := combineOver(a, b, set, &greater)
			known := a.links(set)
			if known == nil {
				known = b.links(set)
			}
			blocks = o.split(blocks, set, m, true, known)
		}
	}
	return o.like(blocks)
}

// both merges all variables of vars on which p has a bound into one group.
func (g *groups) both(vars []int, p *Octagon) {
	first := -1
	for _, v := range vars {
		if p.blockOf(v) != nil {
			if first < 0 {
				first = v
			}
			g.union(first, v)
		}
	}
}

// opposed merges sets of variables for a join of a and b. In both operands, a bound between two sets is half the sum
// of two unary bounds p and q. The greater of the two sums is less than the sum of the greater summands, and so must
// be stored, exactly if p is greater in one operand and q in the other.
func opposed(a, b *Octagon, sets [][]int) [][]int {
	var own [512]int64
	ha, hb, _, words := unariesOf(a, b, own[:])
	compare := func(i int) int { // compares the unary bounds; 0 also if one is infinite
		if words {
			if ha[i] == far || hb[i] == far {
				return 0
			}
			return cmp.Compare(ha[i], hb[i])
		}
		x, y := a.ext(i, i^1), b.ext(i, i^1)
		if x.inf || y.inf {
			return 0
		}
		return x.r.Cmp(y.r)
	}
	// For each set, whether it has a bound that is greater in a, and one that is greater in b.
	up, down := make([]bool, len(sets)), make([]bool, len(sets))
	ups, downs := 0, 0
	for k, set := range sets {
		for _, v := range set {
			for i := 2 * v; i <= 2*v+1; i++ {
				c := compare(i)
				up[k], down[k] = up[k] || c > 0, down[k] || c < 0
			}
		}
		if up[k] {
			ups++
		}
		if down[k] {
			downs++
		}
	}
	if ups == 0 || downs == 0 {
		return sets
	}
	var one []int
	var out [][]int
	count := 0
	for k, set := range sets {
		if up[k] || down[k] {
			one = append(one, set...)
			count++
		} else {
			out = append(out, set)
		}
	}
	if count < 2 {
		return sets
	}
	slices.Sort(one)
	return append(out, one)
}
