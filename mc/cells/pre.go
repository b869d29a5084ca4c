// Preimages. An operation has the cases that it has in an element s, so that an index or a factor that s bounds to
// one number has a single case. The assumptions of the cases go into the preimage, but s itself does not. So the
// result is as weak as the operation allows, which is what interpolation needs, and it has a meaning only for points
// of s:
//
//	Pre(s, e, after) ∩ s  ⊇  { x in s : e leads from x into after }
//
// The two sides are equal if exact is returned.

package cells

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/numeric"
)

// back is the computation of one preimage.
type back[E numeric.Element[E]] struct {
	*evaluator[*traced[E]]
	out   []E
	exact bool // the preimage is exact so far
	mute  bool // out gets only the cases in which a word wraps around
}

// back returns a new computation for the layout l.
func (t *Transfer[E]) back(l *Layout) *back[E] {
	b := &back[E]{evaluator: &evaluator[*traced[E]]{lay: l, integers: t.Relaxed, cases: t.Cases, ctx: t.Context}, exact: true}
	b.approximated = func(cfa.Expr) { b.exact = false }
	b.inexact = func() { b.exact = false }
	if t.Fits != nil {
		b.fits = func(*traced[E]) {}
	}
	return b
}

// emit adds a finished case to the preimage: the states that satisfy the assumptions of u, and then `after`.
func (b *back[E]) emit(u *traced[E], after E) {
	if !b.mute {
		b.put(u, after)
	}
}

// put does what emit does, whether or not mute is set.
func (b *back[E]) put(u *traced[E], after E) {
	after = b.extended(u, after)
	for _, c := range u.added {
		b.exact = b.exact && after.ExactAssume(c)
	}
	after = after.Assume(u.added...)
	if n := after.Dims(); n > b.lay.Dims() {
		after = after.RemoveDims(extra(b.lay.Dims(), n)...)
	}
	if !after.IsBottom() {
		b.out = append(b.out, after)
	}
}

// extended returns the element `after` with the additional dimensions of u.
func (b *back[E]) extended(u *traced[E], after E) E {
	if n := u.Dims() - after.Dims(); n > 0 {
		return after.AddDims(n)
	}
	return after
}

// unset returns the preimage of an assignment of a case to the dimension d. inRange restricts it to the range of d.
func (b *back[E]) unset(c one[*traced[E]], after E, d int, inRange func(E) E) E {
	after = b.extended(c.s, after)
	if !c.known {
		b.exact = false
		return inRange(after).Havoc(d)
	}
	b.exact = b.exact && after.ExactAssign(d, c.v)
	return after.Preassign(d, c.v)
}

// Pre returns the preimage of the element `after` under the operation of e, which is not a call, as a union of
// nonempty elements.
func (t *Transfer[E]) Pre(l *Layout, s E, e *cfa.Edge, after E) (pre []E, exact bool) {
	return t.back(l).pre(l, s, e, after)
}

// PreWraps returns the preimage over the runs that Fits leaves out: those states of the element `after`, before the
// operation, in which a word wraps around when the operation, perhaps a call, is evaluated.
func (t *Transfer[E]) PreWraps(l *Layout, s E, e *cfa.Edge, after E) (pre []E, exact bool) {
	b := t.back(l)
	b.mute = true
	b.fits = func(u *traced[E]) { b.put(u, after) }
	if _, call := e.Op.(*cfa.Call); call {
		return b.preCall(l, s, e, after)
	}
	return b.pre(l, s, e, after)
}

// pre does what Pre does, without the set-up.
func (b *back[E]) pre(l *Layout, s E, e *cfa.Edge, after E) (pre []E, exact bool) {
	u := &traced[E]{s: s}
	switch op := e.Op.(type) {
	case cfa.Skip:
		return []E{after}, true
	case *cfa.Assume:
		for _, u := range b.cond(u, op.Cond, true) {
			b.emit(u, after)
		}
	case *cfa.Assign:
		d, ok := l.Var(op.LHS)
		if !ok {
			return []E{after}, true
		}
		_, floating := l.Order(op.LHS)
		for _, c := range b.term(u, op.RHS) {
			cs := []one[*traced[E]]{c}
			if floating {
				cs = b.bySign(c, op.LHS.Range.Bits)
			}
			for _, c := range cs {
				b.emit(c.s, b.unsetVar(c, after, op.LHS, d))
			}
		}
	case *cfa.Havoc:
		d, ok := l.Var(op.LHS)
		if !ok {
			return []E{after}, true
		}
		after = within(within(after, d, op.LHS.Range), d, op.From.Range)
		if after.IsBottom() {
			return nil, true
		}
		if b.uncompute(u, op, d, after) {
			return b.out, b.exact
		}
		if o, ok := l.Order(op.LHS); ok {
			return []E{within(after, o, op.LHS.Range).Havoc(l.number(op.LHS, d)...)}, op.Def == nil
		}
		return []E{after.Havoc(d)}, op.Def == nil
	case *cfa.Store:
		if len(l.cells[op.Arr]) == 0 {
			return []E{after}, true
		}
		b.store(u, op, after)
	case *cfa.Fill:
		if len(l.cells[op.Arr]) == 0 {
			return []E{after}, true
		}
		b.fill(u, op, after)
	case *cfa.Copy:
		if len(l.cells[op.Dst]) == 0 {
			return []E{after}, true
		}
		b.copy(u, op, after)
	default:
		panic(fmt.Sprintf("cells: Pre over %T", op))
	}
	return b.out, b.exact
}

// inCell returns a function that restricts the dimension d to the range of a's cells.
func (b *back[E]) inCell(a *cfa.Array, d int) func(E) E {
	return func(s E) E { return within(s, d, a.Elem) }
}

// anyCells returns the preimage of setting each kept cell of a to an arbitrary value: the states of the element `after`
// whose cells lie in the range of a, with these cells forgotten.
func (b *back[E]) anyCells(u *traced[E], a *cfa.Array, after E) E {
	after = b.extended(u, after)
	for _, k := range b.lay.cells[a] {
		after = within(after, k.dim, a.Elem).Havoc(k.dim)
	}
	return after
}

// store emits the preimage of a store.
func (b *back[E]) store(u *traced[E], op *cfa.Store, after E) {
	for _, i := range b.term(u, op.Idx) {
		for _, c := range b.term(i.s, op.Val) {
			if !i.known {
				// Any kept cell may be the one that is set, or none of them.
				b.exact = false
				b.emit(c.s, after)
				for _, k := range b.lay.cells[op.Arr] {
					b.emit(c.s, b.unset(c, after, k.dim, b.inCell(op.Arr, k.dim)))
				}
				continue
			}
			b.which(b.inside(c.s, op.Arr, i.v), op.Arr, i.v, func(s *traced[E], dim int) {
				if dim < 0 {
					b.emit(s, after)
				} else {
					b.emit(s, b.unset(one[*traced[E]]{s, c.v, c.known}, after, dim, b.inCell(op.Arr, dim)))
				}
			})
		}
	}
}

// fill emits the preimage of a fill: cell by cell, the cases that it lies in the range and that it does not.
func (b *back[E]) fill(u *traced[E], op *cfa.Fill, after E) {
	cells := b.lay.cells[op.Arr]
	values := []one[*traced[E]]{{s: u}}
	if op.Val != nil {
		values = b.term(u, op.Val)
	}
	// filled is a case, with the preimage of setting the cells considered so far.
	type filled struct {
		s     *traced[E]
		after E
	}
	unset := func(f filled, c one[*traced[E]], k cell) filled {
		exact := b.exact
		f.after = b.unset(one[*traced[E]]{f.s, c.v, c.known}, f.after, k.dim, b.inCell(op.Arr, k.dim))
		if op.Val == nil {
			b.exact = exact // the cell gets an arbitrary value, so unset loses nothing
		}
		return f
	}
	for _, c := range values {
		if op.Lo == nil {
			f := filled{c.s, after}
			for _, k := range cells {
				f = unset(f, c, k)
			}
			b.emit(f.s, f.after)
			continue
		}
		for _, lo := range b.term(c.s, op.Lo) {
			for _, hi := range b.term(lo.s, op.Hi) {
				ss := []*traced[E]{hi.s}
				if lo.known && hi.known {
					ss = b.touch(hi.s, op.Arr, lo.v, hi.v)
				}
				var fs []filled
				for _, s := range ss {
					fs = append(fs, filled{s, after})
				}
				for _, k := range cells {
					var next []filled
					for _, f := range fs {
						if !lo.known || !hi.known {
							b.exact = false
							next = append(next, f, unset(f, c, k))
							continue
						}
						in, out := b.place([]*traced[E]{f.s}, k, lo.v, hi.v)
						for _, s := range out {
							next = append(next, filled{s, f.after})
						}
						for _, s := range in {
							next = append(next, unset(filled{s, f.after}, c, k))
						}
					}
					if fs = next; len(fs) > maxPlaces || b.over {
						// Too many cases: the cells have any value before.
						b.exact = false
						fs = []filled{{hi.s, b.anyCells(hi.s, op.Arr, after)}}
						break
					}
				}
				for _, f := range fs {
					b.emit(f.s, f.after)
				}
			}
		}
	}
}

// copy emits the preimage of a copy.
func (b *back[E]) copy(u *traced[E], op *cfa.Copy, after E) {
	cells := b.lay.cells[op.Dst]
	for _, dst := range b.term(u, op.DstLo) {
		for _, src := range b.term(dst.s, op.SrcLo) {
			for _, n := range b.term(src.s, op.N) {
				if !dst.known || !src.known || !n.known {
					b.exact = false
					b.emit(n.s, b.anyCells(n.s, op.Dst, after))
					continue
				}
				for _, s := range b.touch(n.s, op.Dst, dst.v, dst.v.Add(n.v)) {
					for _, s := range b.touch(s, op.Src, src.v, src.v.Add(n.v)) {
						ms, ok := b.moves(s, cells, op, dst.v, src.v, n.v)
						if !ok {
							b.exact = false
							b.emit(s, b.anyCells(s, op.Dst, after))
						}
						for _, m := range ms {
							a := b.extended(m.s, after)
							for i, k := range cells {
								if m.from[i] >= 0 {
									a = a.Preassign(k.dim, linear.X(m.from[i]))
								}
							}
							b.emit(m.s, a)
						}
					}
				}
			}
		}
	}
}

// PreCall returns the preimage under Call. The callee's own variables are unconstrained in it.
func (t *Transfer[E]) PreCall(l *Layout, s E, call *cfa.Edge, after E) (pre []E, exact bool) {
	return t.back(l).preCall(l, s, call, after)
}

// preCall does what PreCall does, without the set-up.
func (b *back[E]) preCall(l *Layout, s E, call *cfa.Edge, after E) (pre []E, exact bool) {
	op := call.Op.(*cfa.Call)
	// all is a case, with the values of the parameters so far.
	type all struct {
		s      *traced[E]
		values []one[*traced[E]]
	}
	cases := []all{{s: &traced[E]{s: s}}}
	for i, p := range op.Callee.Params {
		if _, ok := l.Var(p); !ok || i >= len(op.Args) {
			for j := range cases {
				cases[j].values = append(cases[j].values, one[*traced[E]]{})
			}
			continue
		}
		var next []all
		for _, a := range cases {
			for _, c := range b.term(a.s, op.Args[i]) {
				next = append(next, all{c.s, append(a.values[:len(a.values):len(a.values)], c)})
			}
		}
		cases = next
	}
	own := l.Own(op.Callee)
	for _, a := range cases {
		f := b.extended(a.s, after)
		for i, p := range op.Callee.Params {
			if d, ok := l.Var(p); ok && i < len(op.Args) {
				f = b.unsetVar(one[*traced[E]]{a.s, a.values[i].v, a.values[i].known}, f, p, d)
			}
		}
		b.emit(a.s, forget(f, own))
	}
	return b.out, b.exact
}

// PreBack returns the preimage under Back.
func (t *Transfer[E]) PreBack(l *Layout, s E, call *cfa.Edge, after E) (pre []E, exact bool) {
	op := call.Op.(*cfa.Call)
	after = forget(after, l.Own(op.Callee))
	exact = true
	for i := len(op.Results) - 1; i >= 0; i-- {
		v := op.Results[i]
		if v == nil {
			continue
		}
		d, ok := l.Var(v)
		if !ok {
			continue
		}
		after = within(after, d, v.Range)
		if r, ok := l.Var(op.Callee.Results[i]); ok {
			after = after.Preassign(d, linear.X(r))
			for _, of := range []map[*cfa.Var]int{l.orders, l.fixed} {
				if o, ok := of[v]; ok {
					if p, has := of[op.Callee.Results[i]]; has && v.Range == op.Callee.Results[i].Range {
						after = after.Preassign(o, linear.X(p))
					} else {
						after = after.Havoc(o)
					}
				}
			}
		} else {
			after, exact = after.Havoc(l.number(v, d)...), false
		}
	}
	if after.IsBottom() {
		return nil, exact
	}
	return []E{after}, exact
}

// PreSkip returns the preimage under Skip.
func (t *Transfer[E]) PreSkip(l *Layout, call *cfa.Edge, after E) (pre []E, exact bool) {
	return []E{forget(after, l.lost(call.Op.(*cfa.Call)))}, false
}
