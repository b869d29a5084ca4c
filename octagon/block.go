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
	own  atomic.Pointer[matrix] // the copy

	// canon is what closing a block gives, once that was asked for.
	canon atomic.Pointer[product]
}

// product is a closed set of blocks, or nothing.
type product struct {
	blocks []*block
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
	return b.own.Load()
}

// mat returns the matrix over just the variables of b.
func (b *block) mat() *matrix {
	m := b.packed()
	if m == nil {
		c := b.m.pick(b.lits)
		m = &c
		b.own.Store(m)
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

// worthPart is the number of variables from which on parts of blocks are not copied
// at once.
const worthPart = 3

// part returns the block of some variables of a closed one, with their literals in its matrix, both
// of which it keeps, without a copy; or nil where it should be copied because it is small, or half
// of it is gone, or it may fall into parts.
func (o *Octagon) part(b *block, vars, lits []int) *block {
	base := b.packed()
	if base == nil {
		base = &b.m
		for k, l := range lits {
			lits[k] = b.lits[l/2]
		}
	}
	if n := len(vars); !o.whole && n >= worthPart && !base.wide() && 2*size(n) >= base.len() && base.reached(lits) == n {
		return &block{vars: vars, m: *base, lits: lits, closed: true}
	}
	if base == &b.m && b.lits != nil {
		for k := range lits { // back to those of the copy
			lits[k] = 2 * slices.Index(b.lits, lits[k])
		}
	}
	return nil
}

// close closes a block of o.
func (b *block) close(o *Octagon) *product {
	if b.closed {
		return &product{blocks: []*block{b}}
	}
	if p := b.canon.Load(); p != nil {
		return p
	}
	p := &product{}
	if m, ok := b.mat().close(len(b.vars), o.integer()); ok {
		p.blocks = o.split(nil, b.vars, m, true)
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

// split appends to blocks those into which a matrix over vars falls.
func (o *Octagon) split(blocks []*block, vars []int, m matrix, closed bool) []*block {
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
		// not pay.
		if k := m.reached(identity(n)); k == n || !closed && 4*k >= 3*n {
			return append(blocks, &block{vars: vars, m: m, closed: closed})
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

// links tells for two variables p > q of a matrix whether a bound between
// them differs from what their unary bounds say, and for p = q whether there is a
// bound at all.
type links func(p, q int) bool

func (m matrix) wordLinks(n int) links {
	if m.s != nil {
		return wordLinks(m.s, n)
	}
	return wordLinks(m.w, n)
}

func wordLinks[T word](w []T, n int) links {
	h := make([]T, 2*n)
	halves(h, w)
	return func(p, q int) bool {
		if p == q {
			return h[2*p] != T(farthest()) || h[2*p+1] != T(farthest())
		}
		i, j := 2*p, 2*q
		return linkedWords(w, i, j, h[i], h[i+1], h[j], h[j+1])
	}
}

// linkedWords tells of the variables with the literals i > j whether a bound between
// them is not the one that the halves of the unary ones give: h0 and h1 for i and
// i+1, g0 and g1 for j and j+1.
func linkedWords[T word](w []T, i, j int, h0, h1, g0, g1 T) bool {
	inf := T(infinity())
	r := row(i) + j
	s := r + i + 2 // row i+1
	return w[r] != min(h0+g1, inf) || w[r+1] != min(h0+g0, inf) ||
		w[s] != min(h1+g1, inf) || w[s+1] != min(h1+g0, inf)
}

// reached returns how many of the variables with these literals, ascending, are
// linked with the last one, directly or not; most often a few rows show that all are.
func (m *matrix) reached(lits []int) int {
	if m.s != nil {
		return reached(m.s, lits)
	}
	return reached(m.w, lits)
}

func reached[T word](w []T, lits []int) int {
	var own [128]T
	var list [64]int32
	n := len(lits)
	h, rest := own[:], list[:]
	if n > len(list) {
		h, rest = make([]T, 2*n), make([]int32, n)
	}
	rest = rest[:n]
	for q, l := range lits {
		rest[q] = int32(q)
		h[2*q], h[2*q+1] = half(w[unary(l)]), half(w[unary(l+1)])
	}
	// rest[:left] are not reached yet, rest[left:done] reached, but not looked at.
	left, done := n-1, n
	for left > 0 && left < done {
		done--
		p := int(rest[done])
		for k := left - 1; k >= 0; k-- {
			a := int(rest[k])
			b := p
			if a < b {
				a, b = b, a
			}
			if linkedWords(w, lits[a], lits[b], h[2*a], h[2*a+1], h[2*b], h[2*b+1]) {
				left--
				rest[k], rest[left] = rest[left], rest[k]
			}
		}
	}
	return n - left
}

var evens = func() (l [128]int) {
	for k := range l {
		l[k] = 2 * k
	}
	return l
}()

// identity returns the literals of n variables in their own matrix; not to be changed.
func identity(n int) []int {
	if n <= len(evens) {
		return evens[:n]
	}
	l := make([]int, n)
	for k := range l {
		l[k] = 2 * k
	}
	return l
}

func (m matrix) wideLinks(n int) links {
	h := make([]ext, 2*n)
	for i := range h {
		h[i] = m.x[unary(i)].half()
	}
	return func(p, q int) bool {
		if p == q {
			return !h[2*p].inf || !h[2*p+1].inf
		}
		for i := 2 * p; i <= 2*p+1; i++ {
			for j := 2 * q; j <= 2*q+1; j++ {
				if !m.x[row(i)+j].equal(h[i].add(h[j^1])) {
					return true
				}
			}
		}
		return false
	}
}

// components returns the connected components, each ascending, but for single
// variables without bounds. The time is linear where one variable is linked to most.
func components(n int, linked links) [][]int {
	rest := make([]int, n)
	for p := range rest {
		rest[p] = p
	}
	var parts [][]int
	for len(rest) > 0 {
		part := make([]int, 1, len(rest))
		part[0] = rest[0]
		rest = rest[1:]
		for k := 0; k < len(part) && len(rest) > 0; k++ {
			p := part[k]
			kept := rest[:0]
			for _, q := range rest {
				if linked(max(p, q), min(p, q)) {
					part = append(part, q)
				} else {
					kept = append(kept, q)
				}
			}
			rest = kept
		}
		if len(part) > 1 || linked(part[0], part[0]) {
			slices.Sort(part)
			parts = append(parts, part)
		}
	}
	return parts
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
