package octagon

import (
	"slices"
	"sync/atomic"
)

// Decomposition into blocks (Singh, Püschel, Vechev, "Making numerical program analysis fast", PLDI 2015; here without
// loss of precision).
//
// An octagon is a product of blocks over disjoint sets of variables. The bound between variables of different blocks
// follows from their unary bounds: the bound on V_j - V_i is (bound on -2V_i + bound on 2V_j)/2, the value that
// strengthening gives. Hence a product of strongly closed blocks is strongly closed, and a closed block can be split
// into parts if no bound between two parts is below that value. A matrix that is not closed is split only if every
// bound between two parts is exactly that value. In both cases the product has, entry by entry, the bounds of the
// undecomposed matrix.

// block is a matrix of bounds over some variables. It is immutable.
type block struct {
	vars   []int // the variables of the block, ascending
	m      matrix
	closed bool // m is strongly closed; over the integers, it is tightly closed

	// lits, unless it is nil, says that m is a matrix over more variables than vars: vars[k] has the literal lits[k]
	// in m, and the other variables of m were forgotten. The matrix over vars alone is copied out of m when an
	// operation needs it. Most operations make a copy anyway and read m directly. Only matrices in words are shared
	// like this.
	lits []int

	// tree holds links of m without a cycle, between vars and perhaps other variables. If a spanning tree is known, it
	// has one link less than there are variables. If m is not closed, some links in tree need not be links of m.
	tree *forest

	// canon caches the result of closing the block. For a block with lits, which is always closed, it caches the
	// copied matrix over vars alone.
	canon atomic.Pointer[product]
}

// product is the result of closing a block: closed blocks, or empty if there is no point. For a block with lits it
// holds the copied matrix.
type product struct {
	blocks []*block
	own    *matrix
	empty  bool
}

// newBlock makes a block of o from matrix m. It converts m to words if its bounds fit.
func (o *Octagon) newBlock(vars []int, m matrix, closed bool) *block {
	return &block{vars: vars, m: m.narrowed(len(vars), o.integer()), closed: closed}
}

// overSame reports whether b and c have the same variables. It may return false without having compared them.
func (b *block) overSame(c *block) bool {
	return len(b.vars) == len(c.vars) && &b.vars[0] == &c.vars[0]
}

// local converts a literal of an octagon to the literal in the matrix over b.vars alone.
func (b *block) local(i int) int {
	k, _ := slices.BinarySearch(b.vars, i>>1)
	return 2*k + i&1
}

// literal converts a literal of an octagon to the literal in b.m.
func (b *block) literal(i int) int {
	k, _ := slices.BinarySearch(b.vars, i>>1)
	return b.lit(k) + i&1
}

// lit returns the literal in b.m of the k-th variable of b.
func (b *block) lit(k int) int {
	if b.lits != nil {
		return b.lits[k]
	}
	return 2 * k
}

// packed returns the matrix over b.vars alone, or nil if that would need a copy.
func (b *block) packed() *matrix {
	if b.lits == nil {
		return &b.m
	}
	if p := b.canon.Load(); p != nil {
		return p.own
	}
	return nil
}

// mat returns the matrix over b.vars alone.
func (b *block) mat() *matrix {
	m := b.packed()
	if m == nil {
		c := b.m.pick(b.lits)
		m = &c
		b.canon.Store(&product{own: m})
	}
	return m
}

// fresh returns a copy of b.mat() that the caller may change.
func (b *block) fresh() matrix {
	if m := b.packed(); m != nil {
		return m.clone()
	}
	return b.m.pick(b.lits)
}

// links returns the known links of the matrix over b.vars alone.
func (b *block) links() *forest {
	if b.lits != nil {
		return nil // b.tree is about the larger matrix b.m
	}
	return b.tree
}

// links returns the known links of the block of o that has exactly the variables vars.
func (o *Octagon) links(vars []int) *forest {
	if b := o.covers(vars); b != nil {
		return b.links()
	}
	return nil
}

// worthPart is the number of variables from which on part shares a matrix instead of copying it.
const worthPart = 3

// part returns a block over vars, some of the variables of the closed block b, that shares b's matrix; lits are the
// literals of vars there. The block keeps vars and lits. part returns nil if the caller should copy the matrix
// instead: if it is small, if half of it is gone, or if it may fall into several blocks.
func (o *Octagon) part(b *block, vars, lits []int) *block {
	base, tree := b.packed(), b.tree
	if base != &b.m {
		tree = nil
	}
	if base == nil {
		base, tree = &b.m, b.tree
		for k, l := range lits {
			lits[k] = b.lits[l/2]
		}
	}
	if n := len(vars); !o.whole && n >= worthPart && !base.wide() && 2*size(n) >= base.len() {
		known := n
		if !spanned(tree, lits) {
			known, tree = base.connected(lits, tree)
		}
		if known == n {
			return &block{vars: vars, m: *base, lits: lits, tree: tree, closed: true}
		}
	}
	if base == &b.m && b.lits != nil {
		for k := range lits { // replace the literals of b.m by those of the copy, with which the caller goes on
			lits[k] = 2 * slices.Index(b.lits, lits[k])
		}
	}
	return nil
}

// close returns the closure of b, a block of o, and caches it.
func (b *block) close(o *Octagon) *product {
	if p := b.canon.Load(); p != nil {
		return p
	}
	p := &product{}
	if m, ok := b.mat().close(len(b.vars), o.integer()); ok {
		p.blocks = o.split(nil, b.vars, m, true, b.links())
	} else {
		p.empty = true
	}
	b.canon.Store(p)
	return p
}

// free reports whether m, over n variables, has no finite bound.
func (m matrix) free(n int) bool {
	for i := range 2 * n {
		for j := range i | 1 + 1 {
			if i != j && !m.at(row(i)+j).inf {
				return false
			}
		}
	}
	return true
}

// split splits the matrix m over vars into blocks and appends them to blocks. known holds links of a similar matrix,
// if any.
func (o *Octagon) split(blocks []*block, vars []int, m matrix, closed bool, known *forest) []*block {
	n := len(vars)
	if n == 0 {
		return blocks
	}
	if m.wide() {
		m = m.narrowed(n, o.integer())
	}
	if o.whole {
		return append(blocks, &block{vars: vars, m: m, closed: closed})
	}
	if !m.wide() && n > 1 {
		// A matrix that is not closed may stay whole: copying most of it would not pay. If most of the known links
		// still hold, do not search for others.
		if !closed && known != nil && 4*m.held(known) >= 3*n {
			return append(blocks, &block{vars: vars, m: m, tree: known, closed: closed})
		}
		if k, tree := m.connected(identity(n), known); k == n || !closed && 4*k >= 3*n {
			return append(blocks, &block{vars: vars, m: m, tree: tree, closed: closed})
		}
	}
	var parts [][]int
	if m.wide() {
		parts = components(n, m.wideLinks(n))
	} else {
		parts = components(n, m.wordLinks(n))
	}
	if len(parts) == 1 && len(parts[0]) == n {
		return append(blocks, &block{vars: vars, m: m, closed: closed})
	}
	for _, part := range parts {
		own := make([]int, len(part))
		for k, p := range part {
			own[k], part[k] = vars[p], 2*p
		}
		blocks = append(blocks, o.newBlock(own, m.pick(part), closed))
	}
	return blocks
}

// groups is a partition of a set of variables. Operations use it to merge blocks.
type groups struct {
	parent []int32 // a union-find forest, by variable; -1: the variable is in no group
}

func newGroups(dims int) *groups {
	g := &groups{make([]int32, dims)}
	for v := range g.parent {
		g.parent[v] = -1
	}
	return g
}

// find returns the representative of v, after adding v if it is in no group.
func (g *groups) find(v int) int {
	if g.parent[v] < 0 {
		g.parent[v] = int32(v)
	}
	for int(g.parent[v]) != v {
		g.parent[v] = g.parent[g.parent[v]]
		v = int(g.parent[v])
	}
	return v
}

func (g *groups) union(v, w int) {
	v, w = g.find(v), g.find(w)
	g.parent[max(v, w)] = int32(min(v, w))
}

// all merges the groups of vars into one.
func (g *groups) all(vars []int) {
	for _, v := range vars {
		g.union(vars[0], v)
	}
}

// sets returns the groups. Each is in ascending order and represented by its first variable; the groups are ordered by
// these.
func (g *groups) sets() [][]int {
	var sets [][]int
	at := make([]int32, len(g.parent))
	for v, p := range g.parent {
		if p < 0 {
			continue
		}
		r := g.find(v)
		if r == v {
			at[v] = int32(len(sets))
			sets = append(sets, nil)
		}
		sets[at[r]] = append(sets[at[r]], v)
	}
	return sets
}

// has reports whether v is in a group.
func (g *groups) has(v int) bool { return g.parent[v] >= 0 }
