package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// The ways in which facts follow from facts about holders (holder.go).

// byHolder finds the ways in which fact k follows from facts about holders.
func (f *facts) byHolder(k int32) {
	w, b := f.x.w, f.list[k]
	if !w.byHolders || w.ofAll(b) {
		return
	}
	list := alternatives(b)
	last := list[len(list)-1]
	f.unstored(k)
	if p := w.ownedBlock(b); p != nil {
		f.byFootprint(k, p)
		return
	}
	if h, ok := claimsOf(b); ok {
		c := h.list[0]
		switch {
		case len(h.list) > 1:
			for _, c := range h.list {
				f.followsFrom(k, h.or(c.is))
			}
		case c.cell != nil:
			f.byHolding(k, h)
		case c.free:
			f.ofNewBlock(k, c.block)
			f.unlessBefore(k, c.block)
		case w.mayHold(c.block) && hasForm(h.others, isNull(c.block)):
			// The block of a cell that holds it has a holder.
			f.followsFrom(k, h.or(w.holdsIts(c.block)), h.or(atLeastOne(w.cellOf(c.block))))
		}
		return
	}
	f.unlessEmptyList(k)
	s, isCell := last.X.(*cfa.Select)
	switch {
	case isCell && s.Arr == w.lives && last.Op == cfa.Ne && againstZero(last):
		// The block of a cell that holds it lives.
		if !w.mayHold(s.Idx) || !hasForm(list, isNull(s.Idx)) {
			return
		}
		own := f.add(anyOf(append(slices.Clone(list[:len(list)-1]), w.holdsIts(s.Idx))), f.depth[k])
		if least := atLeastOne(w.cellOf(s.Idx)); own >= 0 {
			f.addInstance(k, &instance{all: w.held(), at: s.Idx, needs: []int32{own}, least: least, low: f.add(least, f.depth[k])})
		}
	case last.Op == cfa.Ne:
		if len(list) == 1 && isPointer(last.X) && isPointer(last.Y) {
			for _, v := range []cfa.Expr{last.X, last.Y} {
				f.followsFrom(k, w.unlessNull(v, b), atLeastOne(v))
			}
		}
		if plainlyApart(list) && isPointer(last.X) && isPointer(last.Y) {
			for _, u := range slices.Concat(f.elementsBefore(last.X), f.elementsBefore(last.Y)) {
				if u != last.X && u != last.Y {
					f.unlessTested(u, false, k)
				}
			}
		}
		f.apartFromEnd(k, list)
		f.apartByHolder(k, list, last.X, last.Y)
		f.apartByHolder(k, list, last.Y, last.X)
		f.apartByMember(k, list, last.X, last.Y)
		f.apartByMember(k, list, last.Y, last.X)
	}
}

// apartFromEnd finds facts from which fact k follows, which has the alternatives in list and says in the last one that the end of the heap
// is not y: y is null, or a block that lives. No block lives at the end of the heap.
func (f *facts) apartFromEnd(k int32, list []*cfa.Binary) {
	w, last := f.x.w, list[len(list)-1]
	end, y := last.X, last.Y
	if y == cfa.Expr(w.heapEnd) {
		end, y = y, end
	}
	if w.heapEnd == nil || end != cfa.Expr(w.heapEnd) || !isPointer(y) {
		return
	}
	h := claims{others: list[:len(list)-1]}
	f.followsFrom(k, h.or(isNull(y), w.isLive(y)), isNull(&cfa.Select{Arr: w.lives, Idx: end}), atLeastOne(end))
}

// apartByMember finds facts from which fact k follows, which has the alternatives R[y + c] == 0 and x != y: R[x + c] is 0.
func (f *facts) apartByMember(k int32, list []*cfa.Binary, x, y cfa.Expr) {
	c, ok := list[0].X.(*cfa.Select)
	if len(list) != 2 || !ok || !isNullTest(list[0]) || !isHolder(c) {
		return
	}
	if p, offset, ok := inBlock(c.Idx); ok && cfa.SameForm(p, y) && isPointer(x) {
		member := isNull(&cfa.Select{Arr: c.Arr, Idx: cfa.MkBinary(cfa.Add, x, cfa.ConstOf(offset))})
		f.followsFrom(k, f.x.w.unlessNull(x, member), atLeastOne(y))
	}
}

// unlessEmptyList adds v == 0 || k if fact k says that a global pointer is not null or that its block lives, for each other
// global pointer v that is tested and to which the same variable is assigned: where a pointer to the first element is null,
// nothing is known of a pointer to the last one.
func (f *facts) unlessEmptyList(k int32) {
	b := f.list[k]
	s, isCell := b.X.(*cfa.Select)
	u, isVar := b.X.(*cfa.Var)
	if isCell && s.Arr == f.x.w.lives {
		u, isVar = s.Idx.(*cfa.Var)
	}
	if !isVar || u.Proc != nil || !u.Pointer || notNull(b) == nil && !isCell {
		return
	}
	for _, t := range f.tested {
		v, ok := t.(*cfa.Var)
		if !ok || v == u || v.Proc != nil || !f.x.w.meeting[[2]*cfa.Var{u, v}] {
			continue
		}
		f.unlessTested(v, false, k)
	}
}

// plainlyApart reports whether the list says that x and y differ, unless one of the two is null, and distinguishes no other cases.
func plainlyApart(list []*cfa.Binary) bool {
	last := list[len(list)-1]
	return len(list) == 1 || len(list) == 2 && isNullTest(list[0]) && mentions(last, list[0].X)
}

// unlessBefore adds u != 0 || k, where fact k says that the block p is free-standing, for each variable u that is tested and to
// which p is assigned: in a loop with u = p; p = p->next, p is the first element as long as u is null.
func (f *facts) unlessBefore(k int32, p cfa.Expr) {
	if slices.ContainsFunc(alternatives(f.list[k]), func(a *cfa.Binary) bool { return a.Op == cfa.Ne }) {
		return // one case is enough
	}
	for _, u := range f.elementsBefore(p) {
		f.unlessTested(u, true, k)
	}
}

// elementsBefore lists the variables u that are tested and to which the variable p is assigned: u may be the element before p.
func (f *facts) elementsBefore(p cfa.Expr) (list []*cfa.Var) {
	if v, ok := p.(*cfa.Var); ok {
		for _, u := range f.copiesOf(v) {
			if u.Pointer && hasForm(f.tested, u) {
				list = append(list, u)
			}
		}
	}
	return list
}

// orElse returns the condition a || b.
func orElse(a, b *cfa.Binary) *cfa.Binary { return anyOf(append([]*cfa.Binary{a}, alternatives(b)...)) }

// findMeeting finds the pairs of global pointers to which the program assigns the same variable. It sets w.meeting.
func (w *program) findMeeting() {
	to := map[cfa.Expr][]*cfa.Var{} // by variable: the global pointers to which it is assigned
	w.meeting = map[[2]*cfa.Var]bool{}
	for _, e := range w.p.Edges {
		a, ok := e.Op.(*cfa.Assign)
		if !ok || a.LHS.Proc != nil || !a.LHS.Pointer {
			continue
		}
		if _, isVar := a.RHS.(*cfa.Var); !isVar || slices.Contains(to[a.RHS], a.LHS) {
			continue
		}
		for _, v := range to[a.RHS] {
			w.meeting[[2]*cfa.Var{a.LHS, v}], w.meeting[[2]*cfa.Var{v, a.LHS}] = true, true
		}
		to[a.RHS] = append(to[a.RHS], a.LHS)
	}
}

// followsFrom adds the facts in the list, from which together fact k follows.
func (f *facts) followsFrom(k int32, list ...*cfa.Binary) {
	var from []int32
	for _, b := range list {
		if b == nil {
			continue
		}
		c := normal(b)
		if b, ok := c.(*cfa.Binary); ok {
			c = cfa.MkBinary(b.Op, b.X, b.Y)
		}
		if yes, isConst := cfa.IsConst(c); isConst && yes.IsZero() {
			return
		} else if isConst {
			continue
		}
		b = c.(*cfa.Binary)
		j := f.add(b, f.depth[k])
		if j < 0 {
			return
		}
		from = append(from, j)
	}
	f.jointly(k, from...)
}

// byHolding makes fact k an instance of a fact holding. Fact k makes one claim: that a cell holds its block.
func (f *facts) byHolding(k int32, h claims) {
	w, c := f.x.w, h.list[0]
	if !isHolder(c.block) {
		return
	}
	cell := c.block.(*cfa.Select)
	p, offset, ok := inBlock(cell.Idx)
	if !ok || !cfa.SameForm(c.cell, w.cellOf(cell)) {
		return
	}
	without := claims{}
	without.others = slices.DeleteFunc(slices.Clone(h.others), func(a *cfa.Binary) bool { return cfa.SameForm(a, isNull(cell)) })
	if len(without.others) == len(h.others) {
		return
	}
	needs := []int32{f.add(without.or(w.isHeld(p)), f.depth[k])}
	if flags := cell.Arr.Flags; flags != nil {
		needs = append(needs, f.add(without.or(&cfa.Binary{Op: cfa.Ge, X: &cfa.Select{Arr: flags, Idx: cell.Idx}, Y: cfa.ConstInt(1)}), 0))
	}
	if slices.Contains(needs, -1) {
		return
	}
	f.addInBlock(k, w.holding(cell.Arr, offset), cell, p, without, needs)
	if len(without.others) == 0 {
		for _, v := range f.tested {
			if mentions(f.list[k], v) && !cfa.SameForm(v, cell) {
				f.add(w.unlessNull(v, f.list[k]), f.depth[k])
			}
		}
	}
}

// addInBlock makes fact k, which has the other alternatives in h, an instance of the linked fact all for the given cell of the
// block p. It needs the facts in the list.
func (f *facts) addInBlock(k int32, all *cfa.Binary, cell *cfa.Select, p cfa.Expr, h claims, needs []int32) {
	in := &instance{all: all, at: cell.Idx, needs: needs, low: -1}
	if !hasForm(h.others, isNull(p)) {
		in.least = atLeastOne(p)
		in.low = f.add(in.least, f.depth[k])
	}
	f.addInstance(k, in)
}

// ofNewBlock makes fact k an instance of the fact held. Fact k says that p has no holder, which is so if p is the end of the
// heap: no block lives there.
func (f *facts) ofNewBlock(k int32, p cfa.Expr) {
	w := f.x.w
	if w.heapEnd == nil || p != cfa.Expr(w.heapEnd) {
		return
	}
	j := f.add(isNull(&cfa.Select{Arr: w.lives, Idx: p}), f.depth[k])
	if j >= 0 {
		f.addInstance(k, &instance{all: w.held(), at: p, needs: []int32{j}, least: atLeastOne(p), low: -1})
	}
}

// apartByHolder finds facts from which fact k follows, which has the alternatives in list and says in the last one that x is
// not y: x is a cell that holds its block, and y has no holder, or another one, from which it was read.
func (f *facts) apartByHolder(k int32, list []*cfa.Binary, x, y cfa.Expr) {
	w := f.x.w
	if !w.mayHold(x) || !isPointer(y) {
		return
	}
	h := claims{others: list[:len(list)-1]}
	own := h.or(isNull(x), w.holdsIts(x))
	f.followsFrom(k, own, h.or(w.standsFree(y)), h.or(atLeastOne(y)), atLeastOne(w.cellOf(x)))
	for _, u := range f.elementsBefore(y) {
		switch is, not := isNull(u), isNot0(u); {
		case hasForm(list, not):
			f.followsFrom(k, own, anyOf([]*cfa.Binary{not, w.standsFree(y)}), h.or(atLeastOne(y)), atLeastOne(w.cellOf(x)))
		case plainlyApart(list) && !hasForm(list, is):
			f.followsFrom(k, w.unlessNull(u, f.list[k]), orElse(not, f.list[k]))
		}
	}
	for _, c := range f.sources(y) {
		if !cfa.SameForm(x, c) {
			f.followsFrom(k, own, h.or(isNull(y), w.heldBy(y, c)), h.or(atLeastOne(y)), w.orApart(h, w.cellOf(x), w.cellOf(c)))
		}
	}
}
