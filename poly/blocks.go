// The Cartesian decomposition. A polyhedron is the product of its projections onto the sets of a partition of the
// dimensions iff it has a constraint system in which the dimensions of each constraint are in one set. The finest such
// partition exists and is unique. Operations leave blocks alone if they can, and merge only the blocks that they must
// merge:
//
//   - Singh, Püschel, Vechev, "Fast polyhedra abstract domain" (POPL 2017),
//   - the same, "A practical construction for decomposing numerical abstract domains" (POPL 2018).
//
// In these papers a partition may become coarser than the finest. Here it is refined again: an operation that may make
// a block decomposable marks it, and the first query that needs the blocks splits the marked ones (settle) into the
// connected components of their minimal constraints. So no work is spent on unused results. Join compares its operands
// block by block, so its cost profits from the finest partition.

package poly

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/poly/internal/factor"
)

// block is a factor of a product. It constrains the dimensions vars, in ascending order; dimension i of f is vars[i].
type block struct {
	vars []int
	f    *factor.Factor
	todo work
}

// work is a set of tasks that still have to be done for a block.
type work uint8

const (
	maybeEmpty work = 1 << iota // find out whether the block has a point
	maybeSplit                  // find out whether the block is itself a product, or unconstrained
	maybeLoose                  // find out whether constraints can be tightened to integers
)

// form is a product of blocks. A settled form has no work left: its blocks are nonempty, constrained, not decomposable
// further, and sorted by their first dimension. A settled form is immutable.
type form struct {
	settled bool
	bottom  bool
	blocks  []block
	// owner holds, for each dimension, the index of its block, or -1. It is set if the form is settled and not
	// bottom.
	owner []int32
	limit *factor.Limit // in a settled form: the limit of the polyhedron
	// lost is set in a settled form if some block is an over-approximation, possibly one that became unconstrained and
	// was dropped.
	lost error
}

// emptyForm is the settled form of every empty polyhedron.
var emptyForm = &form{settled: true, bottom: true}

// noOwner returns an owner slice for dims dimensions that are in no block.
func noOwner(dims int) []int32 {
	owner := make([]int32, dims)
	for i := range owner {
		owner[i] = -1
	}
	return owner
}

// settle returns p's form with no work left, and stores it in p.
func (p *Polyhedron) settle() *form {
	f := p.form.Load()
	if f.settled {
		return f
	}
	g := p.settled(f.blocks)
	p.form.CompareAndSwap(f, g) // concurrent callers compute the same form
	return g
}

// settled returns the form of blocks after all their work is done.
func (p *Polyhedron) settled(blocks []block) *form {
	clean := make([]block, 0, len(blocks))
	var lost error
	for _, b := range blocks {
		if b.todo&maybeLoose != 0 {
			b.f = b.f.Tighten()
		}
		if b.todo&maybeEmpty != 0 && (b.f.IsEmpty() || fallsBack(b.f, p.limit) && programOf(b.f).isEmpty()) {
			return emptyForm
		}
		if len(b.vars) == 0 {
			continue
		}
		if b.todo&maybeSplit == 0 || p.whole {
			b.todo = 0
			clean = append(clean, b)
		} else {
			clean = b.split(clean)
		}
		if p.limit != nil && lost == nil {
			lost = b.f.Err()
		}
	}
	if !slices.IsSortedFunc(clean, byFirst) {
		slices.SortFunc(clean, byFirst)
	}
	f := &form{settled: true, blocks: clean, owner: noOwner(p.dims), limit: p.limit, lost: lost}
	for i, b := range clean {
		for _, v := range b.vars {
			f.owner[v] = int32(i)
		}
	}
	return f
}

// byFirst compares blocks by their first dimension.
func byFirst(a, b block) int { return cmp.Compare(a.vars[0], b.vars[0]) }

// split appends to to the blocks whose product is b, which must not be empty.
func (b block) split(to []block) []block {
	b.todo = 0
	if len(b.vars) == 1 {
		if !b.f.IsUniverse() {
			to = append(to, b)
		}
		return to
	}
	parts := b.f.Split()
	if len(parts) == 1 {
		return append(to, b)
	}
	for _, part := range parts {
		f := b.f.Restrict(part)
		if len(part) == 1 && f.IsUniverse() {
			continue
		}
		vars := make([]int, len(part))
		for i, v := range part {
			vars[i] = b.vars[v]
		}
		to = append(to, block{vars: vars, f: f})
	}
	return to
}

// constraints returns the minimal constraints of b over the dimensions of the polyhedron.
func (b block) constraints() []linear.Constraint {
	cs := b.f.Constraints()
	if isIdentity(b.vars) {
		return cs
	}
	out := make([]linear.Constraint, len(cs))
	for i, c := range cs {
		out[i] = linear.Constraint{Expr: c.Expr.Map(func(v int) int { return b.vars[v] }), Rel: c.Rel}
	}
	return out
}

// local returns e over the positions of its dimensions in vars.
func local(e linear.Expr, vars []int) linear.Expr {
	if n := e.Dims(); n <= len(vars) && (n == 0 || vars[n-1] == n-1) {
		return e // vars begins with 0, 1, …, n-1
	}
	return e.Map(func(v int) int { return position(vars, v) })
}

// localConstraint returns c over the positions of its dimensions in vars.
func localConstraint(c linear.Constraint, vars []int) linear.Constraint {
	return linear.Constraint{Expr: local(c.Expr, vars), Rel: c.Rel}
}

// position returns the index of v in vars, which must contain v.
func position(vars []int, v int) int {
	i, ok := slices.BinarySearch(vars, v)
	if !ok {
		panic("poly: dimension not in its block")
	}
	return i
}

// isIdentity reports whether vars, which must be in ascending order, is 0, 1, …. This holds iff the last element
// equals its index.
func isIdentity(vars []int) bool { return len(vars) == 0 || vars[len(vars)-1] == len(vars)-1 }

// upTo returns 0, …, n-1.
func upTo(n int) []int {
	vs := make([]int, n)
	for i := range vs {
		vs[i] = i
	}
	return vs
}

// product returns the factor over vars, in ascending order, that is the product of blocks. The dimensions of the
// blocks are among vars; the other dimensions are unconstrained.
func (p *Polyhedron) product(blocks []block, vars []int) *factor.Factor {
	if len(blocks) == 1 && len(blocks[0].vars) == len(vars) {
		return blocks[0].f
	}
	var f *factor.Factor
	order := make([]int, 0, len(vars)) // the dimension that each dimension of f represents
	for _, b := range blocks {
		if f == nil {
			f = b.f
		} else {
			f = f.Concat(b.f)
		}
		order = append(order, b.vars...)
	}
	if f == nil {
		return p.universe(len(vars))
	}
	if len(order) < len(vars) {
		f = f.AddDims(len(vars) - len(order))
		have := len(order)
		for _, v := range vars {
			if !slices.Contains(order[:have], v) {
				order = append(order, v)
			}
		}
	}
	return arrange(f, order, vars)
}

// arrange returns f, whose dimensions represent order, with its dimensions in the order of vars.
func arrange(f *factor.Factor, order, vars []int) *factor.Factor {
	if slices.Equal(order, vars) {
		return f
	}
	to := make([]int, len(order))
	for i, v := range order {
		to[i] = position(vars, v)
	}
	return f.Permute(to)
}

// universe returns the factor of all points with dims dimensions, with p's limit.
func (p *Polyhedron) universe(dims int) *factor.Factor {
	f := factor.Universe(dims)
	if p.limit != nil {
		f = f.WithLimit(p.limit)
	}
	return f
}

// group is a set of blocks and additional dimensions that an operation merges into one block.
type group struct {
	vars   []int // ascending: the dimensions of the blocks and the additional ones
	blocks []block
}

// gather returns the group of the dimensions vs and all blocks that contain one of them. It also returns the other
// blocks.
func (f *form) gather(vs []int) (group, []block) {
	var g group
	rest := make([]block, 0, len(f.blocks))
	taken := make([]bool, len(f.blocks))
	for _, v := range vs {
		i := f.owner[v]
		if i < 0 {
			g.vars = append(g.vars, v)
		} else if !taken[i] {
			taken[i] = true
			g.vars = append(g.vars, f.blocks[i].vars...)
		}
	}
	for i, b := range f.blocks {
		if taken[i] {
			g.blocks = append(g.blocks, b)
		} else {
			rest = append(rest, b)
		}
	}
	slices.Sort(g.vars)
	g.vars = slices.Compact(g.vars)
	return g, rest
}

// class is a set of dimensions with the blocks of two forms on it. On these dimensions each form is the product of
// its blocks.
type class struct {
	vars []int // the dimensions, ascending
	p, q []block
}

// match returns the finest partition that is coarser than the partitions of s and t, without the dimensions that both
// leave unconstrained. If one of them has no block for a dimension, the dimension is unconstrained there.
func match(s, t *form) []class {
	cs := make([]class, 0, max(len(s.blocks), len(t.blocks)))
	var left []int // the blocks of s that are not a class by themselves
	done := 0      // the number of blocks of t that are a class by themselves
	for i, b := range s.blocks {
		if j := t.owner[b.vars[0]]; j >= 0 && slices.Equal(t.blocks[j].vars, b.vars) {
			cs = append(cs, class{b.vars, s.blocks[i : i+1], t.blocks[j : j+1]})
			done++
		} else {
			left = append(left, i)
		}
	}
	if done == len(t.blocks) {
		for _, i := range left {
			cs = append(cs, class{vars: s.blocks[i].vars, p: s.blocks[i : i+1]})
		}
		return cs
	}
	return append(cs, s.matchRest(t, left)...)
}

// matchRest returns the classes of the given blocks left of s, and of those blocks of t for which s has no block with
// the same dimensions. The classes are the connected components of the graph in which blocks that share a dimension
// are neighbours.
func (s *form) matchRest(t *form, left []int) []class {
	n := len(s.blocks)
	sets := newUnion(n + len(t.blocks))
	for _, i := range left {
		for _, v := range s.blocks[i].vars {
			if j := t.owner[v]; j >= 0 {
				sets.join(i, n+int(j))
			}
		}
	}
	at := make([]int, n+len(t.blocks)) // for the root of a component: 1 + the index of its class
	var cs []class
	classOf := func(i int) *class {
		r := sets.root(i)
		if at[r] == 0 {
			cs = append(cs, class{})
			at[r] = len(cs)
		}
		return &cs[at[r]-1]
	}
	for _, i := range left {
		c := classOf(i)
		c.p = append(c.p, s.blocks[i])
		c.vars = append(c.vars, s.blocks[i].vars...)
	}
	for j, b := range t.blocks {
		if i := s.owner[b.vars[0]]; i >= 0 && slices.Equal(s.blocks[i].vars, b.vars) {
			continue
		}
		c := classOf(n + j)
		c.q = append(c.q, b)
		c.vars = append(c.vars, b.vars...)
	}
	for i := range cs {
		slices.Sort(cs[i].vars)
		cs[i].vars = slices.Compact(cs[i].vars)
	}
	return cs
}

// union is a union-find structure over 0, 1, …
type union []int32

// newUnion returns the structure in which each of 0, …, n-1 is a set by itself.
func newUnion(n int) union {
	u := make(union, n)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

// root returns the representative of the set of i.
func (u union) root(i int) int {
	for int(u[i]) != i {
		u[i] = u[u[i]]
		i = int(u[i])
	}
	return i
}

// join merges the sets of i and j. The root of the result is the smaller of the two roots.
func (u union) join(i, j int) {
	i, j = u.root(i), u.root(j)
	if i > j {
		i, j = j, i
	}
	u[j] = int32(i)
}
