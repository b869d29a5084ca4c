// Calls in layouts for single procedures. An element at a location of the callee relates the values there to those at
// its entry, so its exit is a summary that is applied to every caller (Armando, Castellini, Mantovani, ICFEM 2004).

package cells

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/numeric"
)

// boundArgs is a state of a caller whose arguments have been evaluated. Each argument that the callee's layout keeps
// has a dimension after the dimensions of the caller's layout.
type boundArgs[E any] struct {
	s    E
	dims map[*cfa.Var]int // by parameter: the dimension of the argument
}

// arguments returns the cases of the arguments of a call, for callers in s. The caller's layout is `from`, the
// callee's is `to`.
func (t *Transfer[E]) arguments(from, to *Layout, s E, call *cfa.Edge) []boundArgs[E] {
	op := call.Op.(*cfa.Call)
	x := t.evaluator(from, call)
	out := []boundArgs[E]{{s, map[*cfa.Var]int{}}}
	for i, p := range op.Callee.Params {
		if _, kept := to.Var(p); !kept || i >= len(op.Args) {
			continue
		}
		var next []boundArgs[E]
		for _, b := range out {
			for _, c := range x.term(b.s, op.Args[i]) {
				u, v := fresh(c.s)
				d := c.s.Dims()
				if c.known {
					u = u.Assume(v.EQ(c.v))
				} else {
					u = within(u, d, p.Range)
				}
				dims := map[*cfa.Var]int{p: d}
				for q, e := range b.dims {
					dims[q] = e
				}
				next = append(next, boundArgs[E]{u, dims})
			}
		}
		out = next
	}
	return out
}

// source returns the dimension of the caller's element that gives the callee's slot s its value at the call, or -1.
func (b *boundArgs[E]) source(from *Layout, s Slot) int {
	if s.Var != nil {
		if d, ok := b.dims[s.Var]; ok {
			return d
		}
		if s.Var.Proc != nil {
			return -1
		}
		if d, ok := from.Var(s.Var); ok {
			return d
		}
		return -1
	}
	if s.Arr.Proc != nil {
		return -1
	}
	return from.cell(s.Arr, s.Idx)
}

// cell returns the dimension of a cell, or -1.
func (l *Layout) cell(a *cfa.Array, i Index) int {
	for _, c := range l.cells[a] {
		if c.idx.cmp(i) == 0 {
			return c.dim
		}
	}
	return -1
}

// choose returns the element with the dimensions dims of s, in this order. -1 stands for a new dimension, of which
// nothing is known. No other dimension may occur twice.
func choose[E numeric.Element[E]](s E, dims []int) E {
	n := s.Dims()
	taken := make([]bool, n)
	fresh := 0
	for _, d := range dims {
		if d < 0 {
			fresh++
		} else {
			taken[d] = true
		}
	}
	var drop []int
	behind := make([]int, n) // the position of each dimension after the others are removed
	k := 0
	for d, t := range taken {
		if t {
			behind[d] = k
			k++
		} else {
			drop = append(drop, d)
		}
	}
	if len(drop) > 0 {
		s = s.RemoveDims(drop...)
	}
	if fresh > 0 {
		s = s.AddDims(fresh)
	}
	to := make([]int, len(dims))
	moved := false
	for i, d := range dims {
		from := k
		if d >= 0 {
			from = behind[d]
		} else {
			k++
		}
		to[from] = i
		moved = moved || from != i
	}
	if !moved {
		return s
	}
	return s.Permute(to)
}

// Enter returns the callee's element at its entry, for callers in s: it has the variables and cells of the callee's
// layout, which are equal to their values at the entry. Cases of the arguments are joined. ok is false if the call
// cannot be made.
func (t *Transfer[E]) Enter(from, to *Layout, s E, call *cfa.Edge) (entry E, ok bool) {
	for _, b := range t.arguments(from, to, s, call) {
		present := to.Dims() - len(to.entries)
		dims := make([]int, present)
		for d := range dims {
			dims[d] = b.source(from, to.Slots[d])
		}
		u := choose(b.s, dims)
		for d, src := range dims {
			if src < 0 { // the variable or cell has no value yet
				u = within(u, d, to.Slots[d].Range())
			}
		}
		if n := len(to.entries); n > 0 {
			u = u.AddDims(n)
			cs := make([]linear.Constraint, 0, n)
			for d := range present {
				if e, ok := to.entries[d]; ok {
					cs = append(cs, linear.X(e).EQ(linear.X(d)))
				}
			}
			u = u.Assume(cs...)
		}
		if u.IsBottom() {
			continue
		}
		if ok {
			u = entry.Join(u)
		}
		entry, ok = u, true
	}
	return entry, ok
}

// Return returns the elements after the call, for callers in s and a callee that ends in exit. They are the
// conjunction of s and exit, with the callee's values at its entry equal to the caller's values at the call.
func (t *Transfer[E]) Return(from, to *Layout, s E, call *cfa.Edge, exit E) []E {
	op := call.Op.(*cfa.Call)
	cs := exit.Constraints()
	var out []E
	for _, b := range t.arguments(from, to, s, call) {
		base := b.s.Dims()
		all := make([]linear.Constraint, 0, len(cs)+to.Dims())
		for _, c := range cs {
			all = append(all, c.Map(func(d int) int { return base + d }))
		}
		dims := make([]int, from.Dims())
		for d := range dims {
			dims[d] = d
		}
		for d, slot := range to.Slots[:to.Dims()-len(to.entries)] {
			src := b.source(from, slot)
			if src < 0 {
				continue
			}
			e, changes := to.entries[d]
			if !changes {
				e = d
			}
			all = append(all, linear.X(base+e).EQ(linear.X(src)))
			if changes && src < from.Dims() {
				dims[src] = base + d
			}
		}
		for i, v := range op.Results {
			if v == nil {
				continue
			}
			if d, ok := from.Var(v); ok {
				dims[d] = -1
				if r, ok := to.Var(op.Callee.Results[i]); ok {
					dims[d] = base + r
				}
			}
		}
		u := b.s.AddDims(to.Dims()).Assume(all...)
		if u.IsBottom() {
			continue
		}
		u = choose(u, dims)
		for _, v := range op.Results {
			if v != nil {
				if d, ok := from.Var(v); ok {
					u = within(u, d, v.Range)
				}
			}
		}
		if !u.IsBottom() {
			out = append(out, u)
		}
	}
	return out
}
