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

// literal turns a literal of an element into one of its block.
func (b *block) literal(i int) int {
	k, _ := slices.BinarySearch(b.vars, i>>1)
	return 2*k + i&1
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
	if m, ok := b.m.close(len(b.vars), o.integer()); ok {
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
	m = m.narrowed(n, o.integer())
	if o.whole {
		return append(blocks, &block{vars: vars, m: m, closed: closed})
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
	h := make([]int64, 2*n)
	halves(h, m.w)
	differs := func(v, w int64) bool {
		if isInf(w) {
			return v < inf
		}
		return v != w
	}
	return func(p, q int) bool {
		i, j := 2*p, 2*q
		if p == q {
			return h[i] != far || h[i+1] != far
		}
		x, y := m.w[row(i)+j:][:2], m.w[row(i+1)+j:][:2]
		return differs(x[0], h[i]+h[j+1]) || differs(x[1], h[i]+h[j]) ||
			differs(y[0], h[i+1]+h[j+1]) || differs(y[1], h[i+1]+h[j])
	}
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

// load returns the bounds of o over some variables, ascending. The result must
// not be changed where shared says that it belongs to a block.
func (o *Octagon) load(vars []int) (m matrix, shared bool) {
	if b := o.covers(vars); b != nil {
		return b.m, true
	}
	if m, ok := o.loadWords(vars); ok {
		return m, false
	}
	x := make([]ext, 0, size(len(vars)))
	for p, v := range vars {
		for i := 2 * v; i <= 2*v+1; i++ {
			for _, u := range vars[:p+1] {
				x = append(x, o.ext(i, 2*u), o.ext(i, 2*u+1))
			}
		}
	}
	return matrix{x: x}, false
}

// fresh is load, but the result may always be changed.
func (o *Octagon) fresh(vars []int) matrix {
	m, shared := o.load(vars)
	if shared {
		return m.clone()
	}
	return m
}

func (o *Octagon) loadWords(vars []int) (matrix, bool) {
	n := len(vars)
	m := matrix{scale: startScale(o.integer())}
	for _, v := range vars {
		b := o.blockOf(v)
		if b == nil {
			continue
		}
		var ok bool
		if b.m.wide() {
			return m, false
		}
		if m.scale, ok = lcm(m.scale, b.m.scale); !ok || m.scale > maxScale {
			return m, false
		}
	}
	type source struct {
		home  int32 // of the variable
		lit   int   // of the variable in its block
		w     []int64
		times int64
	}
	from, h := make([]source, n), make([]int64, 2*n)
	for p, v := range vars {
		b := o.blockOf(v)
		if b == nil {
			from[p].home = -1
			h[2*p], h[2*p+1] = far, far
			continue
		}
		k := m.scale / b.m.scale
		if !fits(b.m.mag, k) {
			return m, false
		}
		m.mag = max(m.mag, b.m.mag*k)
		from[p] = source{o.home[v], b.literal(2 * v), b.m.w, k}
		for e := range 2 {
			h[2*p+e] = half(times(b.m.w[unary(from[p].lit+e)], k))
		}
	}
	m.w = make([]int64, size(n))
	at := 0
	for p, f := range from {
		for e := range 2 {
			hi := h[2*p+e]
			for q, g := range from[:p+1] {
				x, y := &m.w[at], &m.w[at+1]
				at += 2
				switch {
				case f.home >= 0 && f.home == g.home:
					k := row(f.lit+e) + g.lit
					*x, *y = times(f.w[k], f.times), times(f.w[k+1], f.times)
				case p == q:
					*x, *y = inf, inf
					if e == 0 {
						*x = 0
					} else {
						*y = 0
					}
				default:
					*x, *y = clip(hi+h[2*q+1]), clip(hi+h[2*q])
				}
			}
		}
	}
	return m, true
}

// times is v*k for a bound.
func times(v, k int64) int64 {
	if v < inf {
		return v * k
	}
	return inf
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
