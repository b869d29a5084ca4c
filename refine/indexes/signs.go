// The terms by whose signs states are distinguished.

package indexes

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/partition"
	"github.com/whet-mc/whet/num"
)

// Signs returns the terms by whose signs states are distinguished: the differences of the indexes of kept cells at
// ghosts and of other accesses to the array, the comparisons of the program with ghosts, and the learnt comparisons.
func (pl *Plan) Signs(l Level, lay *cells.Layout) []partition.Sign {
	s := &signs{Plan: pl, level: l, lay: lay}
	s.accessed()
	pl.quotientSigns(lay, s.three)
	for _, g := range pl.added(l) {
		if pl.starts(lay, l, g, s.two); l.images() {
			pl.imageStarts(lay, g, s.two)
		}
	}
	for _, e := range pl.prog.Edges {
		comparisons(e, func(b *cfa.Binary) { s.compared(b, false) })
	}
	if pl.kind == Control {
		s.controlled()
	}
	for _, b := range pl.learnt {
		s.compared(b, true)
	}
	return s.out
}

// signs collects the signs without duplicates.
type signs struct {
	*Plan
	level Level
	lay   *cells.Layout
	out   []partition.Sign
}

// three adds a term for which states are distinguished by whether it is negative, zero or positive.
func (s *signs) three(t linear.Expr) {
	if t.IsConst() {
		return
	}
	if t.Term(0).Coef.Sign() < 0 { // -t distinguishes the same states
		t = t.Neg()
	}
	s.add(t, false)
}

// two adds a term for which states are only distinguished by whether it is negative.
func (s *signs) two(t linear.Expr) {
	if !t.IsConst() {
		s.add(t, true)
	}
}

func (s *signs) add(t linear.Expr, two bool) {
	t = t.LE(linear.Expr{}).Primitive().Expr
	for i, o := range s.out {
		if o.Term.Equal(t) || o.Term.Equal(t.Neg()) {
			s.out[i].Two = o.Two && two && o.Term.Equal(t)
			return
		}
	}
	s.out = append(s.out, partition.Sign{Term: t, Two: two})
}

// accessed adds the comparisons of the indexes of cells at ghosts with other indexes of the array.
func (s *signs) accessed() {
	for _, c := range s.lay.Slots {
		if c.Var != nil || !s.atGhost(s.level, c.Idx) {
			continue
		}
		at, ok := c.Idx.Linear(s.lay)
		if !ok {
			continue
		}
		for _, a := range s.accesses {
			if a.arr != c.Arr || c.Idx.Ghost != nil && slices.Contains(s.own[:], c.Idx.Ghost) && s.fixed(a.idx) {
				continue
			}
			if t, ok := a.idx.Linear(s.lay); ok && s.comparable(s.level, c.Idx, a.idx) {
				s.three(at.Sub(t))
			}
		}
		for _, o := range s.lay.Slots {
			if o.Var == nil && o.Arr == c.Arr && o.Idx.Ghost != nil && (!s.level.images() || c.Idx.Ghost != nil) {
				if t, ok := o.Idx.Linear(s.lay); ok {
					s.three(at.Sub(t))
				}
			}
		}
	}
}

// compared adds a comparison of the program if the comparison mentions a ghost or if the parameter "any" is set. It
// also adds the comparisons that result from putting a ghost in place of an index.
func (s *signs) compared(b *cfa.Binary, any bool) {
	v, ok := cells.Linear(s.lay, s.consts.fold(b.X))
	if !ok {
		return
	}
	w, ok := cells.Linear(s.lay, s.consts.fold(b.Y))
	if !ok {
		return
	}
	related := func(t linear.Expr) {
		switch b.Op {
		case cfa.Eq, cfa.Ne:
			s.three(t)
		case cfa.Lt, cfa.Ge:
			s.two(t)
		case cfa.Le, cfa.Gt:
			s.two(t.AddInt(-1))
		}
	}
	t := v.Sub(w)
	for _, g := range s.added(s.level) {
		if s.inPlace(s.lay, s.level, g, t, related); s.level.images() {
			s.counted(s.lay, g, t, related)
		}
		if s.contents {
			if u, ok := s.imagine(s.lay, g, t); ok {
				related(u)
			}
		}
	}
	if any || s.ofGhost(t) {
		related(t)
	}
}

// ofGhost reports whether a term mentions a ghost. Comparisons of the contents of cells do not count unless they were
// learnt.
func (s *signs) ofGhost(t linear.Expr) bool {
	found := false
	for part := range t.Terms() {
		c := s.lay.Slots[part.Var]
		if c.Var == nil {
			if !s.contents {
				return false
			}
			found = found || s.atGhost(s.level, c.Idx)
			continue
		}
		found = found || s.ghostAt(s.level, c.Var)
	}
	return found
}

// starts calls f for the differences of a ghost and the start values of indexes: with 0, if the program reads a[i]
// and sets i to 0.
func (pl *Plan) starts(lay *cells.Layout, l Level, g *cfa.Var, f func(linear.Expr)) {
	d, ok := lay.Var(g)
	if !ok {
		return
	}
	for _, a := range pl.accesses {
		at, ok := a.idx.Linear(lay)
		if !ok || pl.elsewhere(l, a) {
			continue
		}
		for _, part := range a.idx.Parts {
			v, _ := lay.Var(part.Var)
			pl.firsts(lay, part.Var, func(first linear.Expr) {
				f(linear.X(d).Sub(at.Substitute(v, first)))
			})
		}
	}
}

// inPlace calls f for the terms that result from t by putting a ghost in place of an index: k < n from i < n, if the
// program reads a[i].
func (pl *Plan) inPlace(lay *cells.Layout, l Level, g *cfa.Var, t linear.Expr, f func(linear.Expr)) {
	d, ok := lay.Var(g)
	if !ok {
		return
	}
	indexes := map[int]*cfa.Var{}
	for _, a := range pl.accesses {
		if at, ok := a.idx.Linear(lay); ok {
			for part := range at.Terms() {
				indexes[part.Var] = lay.Slots[part.Var].Var
			}
		}
	}
	for _, a := range pl.accesses {
		at, ok := a.idx.Linear(lay)
		if !ok || pl.elsewhere(l, a) {
			continue
		}
		for part := range at.Terms() {
			if t.Coef(part.Var).IsZero() {
				continue
			}
			rest := at.Sub(linear.X(part.Var).Scale(part.Coef))
			u := t.Substitute(part.Var, linear.X(d).Sub(rest).Scale(num.RatOf(1).Quo(part.Coef)))
			var others []int // other index variables in u; how they compare is known anyway
			for p := range u.Terms() {
				if p.Var != d && indexes[p.Var] != nil && rest.Coef(p.Var).IsZero() {
					others = append(others, p.Var)
				}
			}
			if len(others) > 0 {
				continue
			}
			f(u)
			// The starts of rows: at the end of the loop over i, i*n + j is compared with k where j is 0.
			for p := range rest.Terms() {
				if v := indexes[p.Var]; v != nil && !u.Coef(p.Var).IsZero() {
					pl.firsts(lay, v, func(first linear.Expr) {
						if first.IsConst() {
							f(u.Substitute(p.Var, first))
						}
					})
				}
			}
		}
	}
}
