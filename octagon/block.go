package octagon

import (
	"slices"
	"sync/atomic"
)

// Decomposition (Singh, Püschel, Vechev, "Making numerical program analysis fast",
// PLDI 2015; here exact).
//
// An octagon is a product of blocks over disjoint sets of variables. What it says
// of two variables in different blocks is what their unary bounds say: the bound on
// V_j - V_i is (bound on -2V_i + bound on 2V_j)/2, the value that strengthening
// gives. So a product of strongly closed blocks is strongly closed, and a closed
// block can be split where no bound between two parts is below that value. Matrices
// that are not closed are split only where every bound between two parts is
// exactly that value. In both cases the product has, entry by entry, the bounds of
// the undecomposed matrix.

// block is a matrix over some variables. It is never changed.
type block struct {
	vars   []int // ascending
	m      matrix
	closed bool // strongly (integers: tightly)

	// lits, unless it is nil, says that m is the matrix of more variables, of which that
	// of vars[k] has the literal lits[k]: variables were forgotten. The rest is copied
	// when it is needed for itself; most operations, which copy anyway, read it where it
	// is. Only matrices in words are read so.
	lits []int

	// tree has links of m between these variables, and perhaps others, without a cycle: if that is
	// known, one less than there are variables. If m is not closed they need not all be links of it.
	tree *forest

	// canon is what closing a block gives, once that was asked for; of one with lits, which is closed,
	// the copy of its matrix.
	canon atomic.Pointer[product]
}

// product is a closed set of blocks, or nothing; or the matrix of a block that had none of its own.
type product struct {
	blocks []*block
	own    *matrix
	empty  bool
}

// newBlock makes a block of o from a matrix, in words if that fits them.
func (o *Octagon) newBlock(vars []int, m matrix, closed bool) *block {
	return &block{vars: vars, m: m.narrowed(len(vars), o.integer()), closed: closed}
}

// overSame reports whether two blocks share their variables; false can mean that
// it did not look.
func (b *block) overSame(c *block) bool {
	return len(b.vars) == len(c.vars) && &b.vars[0] == &c.vars[0]
}

// local turns a literal of an element into one of the matrix over just b's variables.
func (b *block) local(i int) int {
	k, _ := slices.BinarySearch(b.vars, i>>1)
	return 2*k + i&1
}

// literal turns a literal of an element into one of b.m.
func (b *block) literal(i int) int {
	k, _ := slices.BinarySearch(b.vars, i>>1)
	return b.lit(k) + i&1
}

// lit is the literal in m of the k-th variable.
func (b *block) lit(k int) int {
	if b.lits != nil {
		return b.lits[k]
	}
	return 2 * k
}

// packed returns the matrix over just the variables of b, or nil where it would have
// to be copied first.
func (b *block) packed() *matrix {
	if b.lits == nil {
		return &b.m
	}
	if p := b.canon.Load(); p != nil {
		return p.own
	}
	return nil
}

// mat returns the matrix over just the variables of b.
func (b *block) mat() *matrix {
	m := b.packed()
	if m == nil {
		c := b.m.pick(b.lits)
		m = &c
		b.canon.Store(&product{own: m})
	}
	return m
}

// fresh returns a copy of mat.
func (b *block) fresh() matrix {
	if m := b.packed(); m != nil {
		return m.clone()
	}
	return b.m.pick(b.lits)
}

// links returns the links known of the matrix over just the variables of b.
func (b *block) links() *forest {
	if b.lits != nil {
		return nil // of another matrix
	}
	return b.tree
}

// links returns those of the block over just these variables.
func (o *Octagon) links(vars []int) *forest {
	if b := o.covers(vars); b != nil {
		return b.links()
	}
	return nil
}

// worthPart is the number of variables from which on parts of blocks are not copied
// at once.
const worthPart = 3

// part returns the block of some variables of a closed one, with their literals in its matrix, both
// of which it keeps, without a copy; or nil where it should be copied because it is small, or half
// of it is gone, or it may fall into parts.
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
		for k := range lits { // back to those of the copy
			lits[k] = 2 * slices.Index(b.lits, lits[k])
		}
	}
	return nil
}

// close closes a block of o that is not closed.
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

// free reports whether there is no bound at all.
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

// split appends to blocks those into which a matrix over vars falls, where links are known of a matrix
// like it.
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
		// A matrix that is not closed may stay as it is: copying most of it would
		// not pay. Where most of the links known are left nothing is searched for.
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

// groups is a partition of variables, into which operations merge blocks.
type groups struct {
	parent []int32 // -1: not a member
}

func newGroups(dims int) *groups {
	g := &groups{make([]int32, dims)}
	for v := range g.parent {
		g.parent[v] = -1
	}
	return g
}

// find returns the representative of v, which becomes a member.
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

// all puts variables in one group.
func (g *groups) all(vars []int) {
	for _, v := range vars {
		g.union(vars[0], v)
	}
}

// sets returns the groups, each ascending, ordered by their first variables, which
// represent them.
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
