// Transfer functions: images of the program's operations. An image is a union of elements, one for each case of the
// expressions. Elements may have additional dimensions during an operation; they are removed at its end.

package cells

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// Transfer computes the images of elements of a numeric domain under the program's operations.
type Transfer[E numeric.Element[E]] struct {
	Domain  numeric.Domain[E]
	Numbers linear.Numbers
	// Relaxed reports that the program computes with integers although Numbers are rationals: conditions are
	// tightened, but joins and projections are not, which is faster.
	Relaxed bool

	// Approximated, if not nil, is called for expressions whose value is left open although everything in them is
	// kept: they are not linear, have too many cases, or wrap around too many times.
	Approximated func(e *cfa.Edge, what cfa.Expr)

	// Cases requests more cases than usual: the values of a factor or divisor that has few, signs, and more wraps;
	// and linear bounds of products that have too many cases.
	Cases bool

	// Fits, if not nil, makes images leave out runs in which a word wraps around. It applies to an operation in an
	// element where the word wraps around in some states and not in others, or a different number of times. Fits is
	// called with elements whose union contains the states from which the runs left out start. Forward and backward
	// operations agree on these runs. PreWraps does not use it.
	Fits func(before E)

	// Context is charged for the cases of an operation, of which there can be many. Once it has ended, cases are no
	// longer distinguished, so the result is larger. It may be nil.
	Context context.Context
}

// evaluator returns an evaluator for one operation.
func (t *Transfer[E]) evaluator(l *Layout, e *cfa.Edge) *evaluator[E] {
	x := &evaluator[E]{lay: l, integers: t.Relaxed, cases: t.Cases, ctx: t.Context}
	if t.Fits != nil {
		x.fits = func(s E) {
			if n := s.Dims(); n > l.Dims() {
				s = s.RemoveDims(extra(l.Dims(), n)...)
			}
			t.Fits(s)
		}
	}
	if t.Approximated != nil {
		x.approximated = func(what cfa.Expr) { t.Approximated(e, what) }
	}
	return x
}

// Start returns the element at the beginning of the program: only the ranges of the dimensions are known.
func (t *Transfer[E]) Start(l *Layout) E {
	s := t.Domain.Top(l.Dims(), t.Numbers)
	for d, slot := range l.Slots {
		s = within(s, d, slot.Range())
	}
	return s
}

// Post returns nonempty elements whose union contains the image of s under the edge's operation, which must not be a
// call. The union is exact, over the numbers of the domain, if everything that the operation mentions is kept and its
// expressions are linear.
func (t *Transfer[E]) Post(l *Layout, s E, e *cfa.Edge) []E {
	x := t.evaluator(l, e)
	var out []E
	emit := func(u E) {
		if n := u.Dims(); n > l.Dims() {
			u = u.RemoveDims(extra(l.Dims(), n)...)
		}
		if !u.IsBottom() {
			out = append(out, u)
		}
	}
	switch op := e.Op.(type) {
	case cfa.Skip:
		emit(s)
	case *cfa.Assume:
		for _, u := range x.cond(s, op.Cond, true) {
			emit(x.equate(u))
		}
	case *cfa.Assign:
		d, ok := l.Var(op.LHS)
		if !ok {
			for _, u := range x.defined(s, op.RHS) {
				emit(u)
			}
			break
		}
		for _, c := range x.term(s, op.RHS) {
			t.assign(x, c, op.LHS, d, emit)
		}
	case *cfa.Havoc:
		d, ok := l.Var(op.LHS)
		if !ok {
			emit(s)
			break
		}
		if t.computed(x, s, op, d, emit) {
			break
		}
		emit(unsettle(l, within(within(s.Havoc(d), d, op.LHS.Range), d, op.From.Range), op.LHS))
	case *cfa.Store:
		if len(l.cells[op.Arr]) == 0 {
			for _, u := range x.defined(s, &cfa.Select{Arr: op.Arr, Idx: op.Idx}, op.Val) {
				emit(u)
			}
			break
		}
		t.store(x, s, op, emit)
	case *cfa.Fill:
		t.fill(x, s, op, emit)
	case *cfa.Copy:
		t.copy(x, s, op, emit)
	default:
		panic(fmt.Sprintf("cells: Post over %T", op))
	}
	return out
}

// extra returns the dimensions from, from+1, ..., to-1.
func extra(from, to int) []int {
	dims := make([]int, 0, to-from)
	for d := from; d < to; d++ {
		dims = append(dims, d)
	}
	return dims
}

// inRange returns the bounds of a dimension whose values have the range r.
func inRange(d int, r cfa.Range) []linear.Constraint {
	var cs []linear.Constraint
	lo, hasLo, hi, hasHi := r.Bounds()
	if hasLo {
		cs = append(cs, linear.X(d).GE(linear.Const(num.RatOfInt(lo))))
	}
	if hasHi {
		cs = append(cs, linear.X(d).LE(linear.Const(num.RatOfInt(hi))))
	}
	return cs
}

// Ranges returns the bounds of all dimensions by the ranges of their values.
func (l *Layout) Ranges() []linear.Constraint {
	var cs []linear.Constraint
	for d, s := range l.Slots {
		cs = append(cs, inRange(d, s.Range())...)
	}
	return cs
}

// within assumes that a dimension lies in a range.
func within[E numeric.Element[E]](s E, d int, r cfa.Range) E {
	cs := inRange(d, r)
	if len(cs) == 0 {
		return s
	}
	return s.Assume(cs...)
}

// set assigns a case to a cell's dimension.
func set[E numeric.Element[E]](s E, d int, c one[E], r cfa.Range) E {
	if c.known {
		return s.Assign(d, c.v)
	}
	return within(s.Havoc(d), d, r)
}

// store computes the image of a store.
func (t *Transfer[E]) store(x *evaluator[E], s E, op *cfa.Store, emit func(E)) {
	for _, i := range x.term(s, op.Idx) {
		for _, c := range x.term(i.s, op.Val) {
			if !i.known {
				c.s = unsum(x.lay, c.s, op.Arr)
				emit(weakUpdate(x, c, op.Arr))
				continue
			}
			t.storeAt(x, op, i.v, c, emit)
		}
	}
}

// storeAt assigns the case c to the cell at the index i.
func (t *Transfer[E]) storeAt(x *evaluator[E], op *cfa.Store, i linear.Expr, c one[E], emit func(E)) {
	for _, s := range x.resum(x.inside(c.s, op.Arr, i), op.Arr, i, c) {
		told := x.written(s, op.Arr, i, func(s E, dims []int) {
			switch {
			case len(dims) == 0:
				emit(s)
			case len(dims) == 1 || !c.known:
				for _, d := range dims {
					s = set(s, d, c, op.Arr.Elem)
				}
				emit(s)
			default: // the value may be one of these cells
				u, v := fresh(s)
				u = u.Assume(v.EQ(c.v))
				for _, d := range dims {
					u = u.Assign(d, v)
				}
				emit(u)
			}
		})
		if !told {
			emit(weakUpdate(x, one[E]{s, c.v, c.known}, op.Arr))
		}
	}
}

// weakUpdate stores a value at an unknown index: each cell keeps its value or gets the new one.
func weakUpdate[E numeric.Element[E]](x *evaluator[E], c one[E], a *cfa.Array) E {
	s := c.s
	for _, k := range x.lay.cells[a] {
		s = s.Join(set(s, k.dim, c, a.Elem))
	}
	return s
}

// place splits the elements ss by whether the index of a cell lies between lo and hi-1.
func (x *evaluator[E]) place(ss []E, k cell, lo, hi linear.Expr) (in, out []E) {
	i := k.at
	for _, s := range ss {
		in = x.assume(in, s, lo.LE(i), i.LT(hi))
		out = x.assume(out, s, i.LT(lo))
		out = x.assume(out, s, lo.LE(i), i.GE(hi))
	}
	return in, out
}

// few joins the elements if there are too many to process each of them.
func few[E numeric.Element[E]](ss []E) []E {
	if len(ss) <= maxPlaces {
		return ss
	}
	return []E{join(ss)}
}

// join returns the join of one or more elements.
func join[E numeric.Element[E]](ss []E) E {
	all := ss[0]
	for _, s := range ss[1:] {
		all = all.Join(s)
	}
	return all
}

// fill computes the image of a fill.
func (t *Transfer[E]) fill(x *evaluator[E], s E, op *cfa.Fill, emit func(E)) {
	s = unsum(x.lay, s, op.Arr)
	cells := x.lay.cells[op.Arr]
	if len(cells) == 0 && (op.Lo == nil || op.Arr.Len < 0 && !op.Arr.Region) {
		emit(s)
		return
	}
	values := []one[E]{{s: s}}
	if op.Val != nil {
		values = x.term(s, op.Val)
	}
	for _, c := range values {
		if op.Lo == nil {
			u := c.s
			for _, k := range cells {
				u = set(u, k.dim, c, op.Arr.Elem)
			}
			emit(u)
			continue
		}
		for _, lo := range x.term(c.s, op.Lo) {
			for _, hi := range x.term(lo.s, op.Hi) {
				ss := []E{hi.s}
				if lo.known && hi.known {
					ss = x.touch(hi.s, op.Arr, lo.v, hi.v)
				}
				for _, k := range cells {
					if x.over && len(ss) > 1 { // the context has ended: distinguish no more cases
						ss = []E{join(ss)}
						if x.inexact != nil {
							x.inexact()
						}
					}
					if !lo.known || !hi.known || x.over {
						for i, s := range ss {
							ss[i] = s.Join(set(s, k.dim, c, op.Arr.Elem))
						}
						continue
					}
					in, out := x.place(ss, k, lo.v, hi.v)
					for _, s := range in {
						out = append(out, set(s, k.dim, c, op.Arr.Elem))
					}
					ss = few(out)
				}
				for _, s := range ss {
					emit(s)
				}
			}
		}
	}
}

// copy computes the image of a copy. It reads all cells before it sets any: each new value waits in an additional
// dimension.
func (t *Transfer[E]) copy(x *evaluator[E], s E, op *cfa.Copy, emit func(E)) {
	s = unsum(x.lay, s, op.Dst)
	cells := x.lay.cells[op.Dst]
	for _, dst := range x.term(s, op.DstLo) {
		for _, src := range x.term(dst.s, op.SrcLo) {
			for _, n := range x.term(src.s, op.N) {
				anything := func(s E) {
					for _, k := range cells {
						s = within(s.Havoc(k.dim), k.dim, op.Dst.Elem)
					}
					emit(s)
				}
				if !dst.known || !src.known || !n.known {
					anything(n.s)
					continue
				}
				for _, s := range x.touch(n.s, op.Dst, dst.v, dst.v.Add(n.v)) {
					for _, s := range x.touch(s, op.Src, src.v, src.v.Add(n.v)) {
						ms, ok := x.moves(s, cells, op, dst.v, src.v, n.v)
						if !ok {
							anything(s)
						}
						for _, m := range ms {
							u := m.s
							for i, k := range cells {
								if m.from[i] >= 0 {
									u = u.Assign(k.dim, linear.X(m.from[i]))
								}
							}
							emit(u)
						}
					}
				}
			}
		}
	}
}

// moved is a case of a copy. from holds, for each cell of the destination, the dimension in which its new value
// waits, or -1.
type moved[E any] struct {
	s    E
	from []int
}

// moves returns the cases of a copy before the destination's cells are set, and false if there are too many.
func (x *evaluator[E]) moves(s E, cells []cell, op *cfa.Copy, dst, src, n linear.Expr) ([]moved[E], bool) {
	ms := []moved[E]{{s, nil}}
	for _, k := range cells {
		var next []moved[E]
		wait := func(m moved[E], s E, c one[E]) {
			u, v := fresh(s)
			if c.known {
				u = u.Assume(v.EQ(c.v))
			} else {
				u = within(u, s.Dims(), op.Dst.Elem)
			}
			next = append(next, moved[E]{u, append(m.from[:len(m.from):len(m.from)], s.Dims())})
		}
		for _, m := range ms {
			in, out := x.place([]E{m.s}, k, dst, dst.Add(n))
			for _, s := range out {
				next = append(next, moved[E]{s, append(m.from[:len(m.from):len(m.from)], -1)})
			}
			for _, s := range in {
				x.which(s, op.Src, k.at.Sub(dst).Add(src), func(s E, dim int) {
					if dim < 0 {
						wait(m, s, one[E]{s: s})
					} else {
						wait(m, s, one[E]{s, linear.X(dim), true})
					}
				})
			}
		}
		if ms = next; len(ms) > maxPlaces || x.over {
			return nil, false
		}
	}
	return ms, true
}
