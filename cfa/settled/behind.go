package settled

import (
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Variables that stay behind others. Loops that keep some of the elements of an array have such variables:
//
//	for (i = j = 0; s[i] != 0; i++)
//		if (s[i] != c)
//			s[j++] = s[i];
//	s[j] = 0;
//
// What bounds i also bounds j, because of j <= i. If pointers w and r take the place of j and i, both lead to the same string: the
// one at w ends where the one at r ends, or later.

// behind says that the variable w may be at most r in a loop that adds to both.
type behind struct{ w, r *cfa.Var }

// mostMoving limits the variables of a procedure among which findBehind looks for pairs.
const mostMoving = 12

// moving is a variable to which a procedure adds positive numbers.
type moving struct {
	v      *cfa.Var
	steps  []*cfa.Edge // the assignments that do so
	starts []*cfa.Edge // the others
}

// findBehind lists the pairs of variables of which the first one may stay behind the second one (staysBehind).
func (f *facts) findBehind() []behind {
	if f.behind != nil {
		return f.behind
	}
	f.behind = []behind{}
	list := f.findMoving()
	if len(list) > mostMoving {
		return f.behind
	}
	for _, w := range list {
		for _, r := range list {
			if w.v != r.v && w.v.Pointer == r.v.Pointer && w.v.Range == r.v.Range && f.x.staysBehind(w, r) {
				f.behind = append(f.behind, behind{w.v, r.v})
			}
		}
	}
	return f.behind
}

// staysBehind reports whether some loop adds to both variables and sets neither otherwise, and adds to w only once before it adds to r.
func (x *analysis) staysBehind(w, r moving) bool {
	starts := slices.Concat(w.starts, r.starts)
	together := slices.ContainsFunc(w.steps, func(e *cfa.Edge) bool {
		from := x.reachable(e.To, starts)
		return slices.ContainsFunc(r.steps, func(s *cfa.Edge) bool {
			return from.Test(uint(s.From.Index)) && x.reachable(s.To, starts).Test(uint(e.From.Index))
		})
	})
	stops := slices.Concat(starts, r.steps)
	return together && !slices.ContainsFunc(w.steps, func(e *cfa.Edge) bool {
		return x.reachable(e.To, stops).Test(uint(e.From.Index))
	})
}

// findMoving lists the variables to which the procedure adds positive numbers, and no others, except for temporaries.
func (f *facts) findMoving() (list []moving) {
	forward := func(a *cfa.Assign) (yes, other bool) {
		if !f.again(a) {
			return false, false
		}
		v, by := constantSum(a.RHS)
		yes = v != nil && f.same.find(v) == f.same.find(a.LHS) && by.Sign() > 0
		return yes, !yes
	}
	index := map[*cfa.Var]int{} // in list
	for _, l := range f.x.q.Locs {
		for _, e := range l.Out {
			a, ok := e.Op.(*cfa.Assign)
			if !ok || a.LHS.Kind == cfa.TempVar || a.LHS.Shadow {
				continue
			}
			i, known := index[a.LHS]
			if !known {
				i = len(list)
				index[a.LHS] = i
				list = append(list, moving{v: a.LHS})
			}
			step, odd := forward(a)
			if t, ok := a.RHS.(*cfa.Var); ok && t.Kind == cfa.TempVar {
				for _, s := range f.setsVar[t] {
					if op, ok := s.Op.(*cfa.Assign); ok {
						yes, other := forward(op)
						step, odd = step || yes, odd || other
					}
				}
			}
			switch m := &list[i]; {
			case odd:
				m.v = nil
			case step:
				m.steps = append(m.steps, e)
			default:
				m.starts = append(m.starts, e)
			}
		}
	}
	return slices.DeleteFunc(list, func(m moving) bool { return m.v == nil || len(m.steps) == 0 })
}

// reachable returns the locations of the procedure that can be reached from l without the given edges.
func (x *analysis) reachable(l *cfa.Loc, without []*cfa.Edge) *bitset.BitSet {
	seen := &bitset.BitSet{}
	seen.Set(uint(l.Index))
	for work := []*cfa.Loc{l}; len(work) > 0; {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			if !seen.Test(uint(e.To.Index)) && !slices.Contains(without, e) {
				seen.Set(uint(e.To.Index))
				work = append(work, e.To)
			}
		}
	}
	return seen
}

// byBehind finds facts from which fact k follows, if k bounds a variable w from above that may stay behind another one, r: k with r
// in the place of w, and w <= r.
func (f *facts) byBehind(k int32) {
	if f.depth[k] > againSteps+mostLimited {
		return
	}
	list := alternatives(f.list[k])
	last := len(list) - 1
	a := list[last]
	s, ok := difference(a)
	if !ok {
		return
	}
	for _, p := range f.findBehind() {
		order := &cfa.Binary{Op: cfa.Le, X: p.w, Y: p.r}
		if isTail(a.X) && isConst(a.Y) && a.Op == cfa.Gt {
			if a.X.(*cfa.Select).Idx == cfa.Expr(p.w) {
				f.byTailBehind(k, p, order)
			}
			continue
		}
		if s.factor(p.w).Sign() <= 0 || !s.factor(p.r).IsZero() {
			continue
		}
		g := s.after(order, false)
		if g == nil {
			continue
		}
		with := slices.Clone(list)
		with[last] = g
		f.jointly(k, f.add(order, min(f.depth[k], 1)), f.add(anyOf(with), f.depth[k]+1))
	}
}

// byTailBehind finds facts from which fact k follows, which says that the tail at w is longer than a constant: it follows from the
// same fact about the tail at r, if w is at most r and the tail at w ends where the one at r ends, or later. If w is less than r, it
// is enough that the tail at r is longer than the constant less 1. order is w <= r.
func (f *facts) byTailBehind(k int32, p behind, order *cfa.Binary) {
	list := alternatives(f.list[k])
	last := len(list) - 1
	a := list[last]
	arr := a.X.(*cfa.Select).Arr
	at := func(v *cfa.Var) cfa.Expr { return cfa.MkBinary(cfa.Add, v, &cfa.Select{Arr: arr, Idx: v}) }
	ends := ordered(&cfa.Binary{Op: cfa.Le, X: at(p.r), Y: at(p.w)}, num.Of(1))
	than := func(c cfa.Expr) *cfa.Binary {
		with := slices.Clone(list)
		with[last] = &cfa.Binary{Op: cfa.Gt, X: &cfa.Select{Arr: arr, Idx: p.r}, Y: c}
		return anyOf(with)
	}
	f.jointly(k, f.add(order, 0), f.add(ends, 0), f.add(than(a.Y), f.depth[k]))
	if c, _ := cfa.IsConst(a.Y); c.Sign() > 0 {
		less := &cfa.Binary{Op: cfa.Le, X: cfa.MkBinary(cfa.Add, p.w, cfa.ConstInt(1)), Y: p.r}
		f.jointly(k, f.add(less, 0), f.add(ends, 0), f.add(than(cfa.ConstOf(c.Sub(num.Of(1)))), f.depth[k]))
	}
}
