package settled

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// The steps of facts about holders over stores (holder.go).

// overHolders returns the step over e, a store, of fact k, which is about holders. ok is false if the steps of other facts
// are right for it, too.
func (f *facts) overHolders(e *cfa.Edge, k int32) (st step, ok bool) {
	w, b, op := f.x.w, f.list[k], e.Op.(*cfa.Store)
	if cfa.SameForm(b, w.held()) {
		return f.heldOver(e, k), true
	}
	if l, ok := w.isLinked(b); ok {
		return f.linkedOver(e, k, l), true
	}
	h, ok := claimsOf(b)
	s, sets := settingBy(op)
	switch {
	case w.ofAll(b) || !ok:
		return step{fact: k}, sets
	case !sets:
		return f.cellsOver(e, k, h), true
	}
	st = f.claimsOver(e, k, h, s, nil)
	if s.kind == releases {
		st = either(st, f.keptIf(e.From, k, isNull(s.block))) // the cell leads to no block
	}
	if s.kind == holds {
		for _, c := range f.sources(s.block) {
			st = either(st, f.claimsOver(e, k, h, s, c))
		}
	}
	return either(st, f.releasedHere(e.From, k, h, s)), true
}

// mostReleased is the largest number of alternatives of a fact about one block that releasedHere adds another one to.
const mostReleased = 2

// releasedHere returns the step of fact k, which makes the claims h, over an edge from l that does s to holders, if k holds after it
// because its block is free-standing: it is the block that is released, and the cell holds it.
func (f *facts) releasedHere(l *cfa.Loc, k int32, h claims, s setting) step {
	p, lost := h.list[0], step{fact: k}
	if s.kind != releases || !p.free || !h.ofOneBlock() || !cfa.SameForm(p.block, s.block) && !f.mayComeFrom(p.block, s.block) {
		return lost
	}
	same := &cfa.Binary{Op: cfa.Eq, X: p.block, Y: s.block}
	holds := &cfa.Binary{Op: cfa.Eq, X: p.is.X, Y: s.cell}
	var claims, list []*cfa.Binary
	for _, c := range h.list {
		claims = append(claims, c.is)
	}
	for _, a := range h.others {
		if a.Op == cfa.Eq && cfa.SameForm(a.X, p.block) && !againstZero(a) {
			list = append(list, a) // it may also have been read from another cell
		}
	}
	if hasForm(list, same) || hasForm(claims, holds) || len(list)+len(claims) > mostReleased {
		return lost
	}
	is := h.or(append(slices.Clone(claims), sorted(append(slices.Clone(list), same))...)...)
	if cfa.SameForm(p.block, s.block) {
		is = nil
	}
	return f.ifAll(l, k, is, h.or(slices.Concat(claims, list, []*cfa.Binary{holds})...))
}

// isReleased reports whether the list says that a block is free-standing unless something else is true: a cell leads to it or
// holds it, which is about to be released (releasedHere), or it is not the first element (unlessBefore).
func (w *program) isReleased(list []*cfa.Binary) bool {
	return w.byHolders && len(list) == 2 && list[1].Op == cfa.Eq && slices.ContainsFunc(list, func(a *cfa.Binary) bool {
		s, ok := a.X.(*cfa.Select)
		return ok && s.Arr.Holders > 0 && cfa.SameForm(a, w.standsFree(s.Idx))
	})
}

// sorted returns the comparisons in an order that depends on their forms only.
func sorted(list []*cfa.Binary) []*cfa.Binary {
	slices.SortFunc(list, func(a, b *cfa.Binary) int {
		h, _ := form(a)
		k, _ := form(b)
		return cmp.Compare(h, k)
	})
	return list
}

// mayComeFrom reports whether the block p may have been read from a cell like c: p is a variable of this procedure to which c is
// assigned, or one of another procedure to which a cell of the same region is assigned, also by way of other variables.
func (f *facts) mayComeFrom(p, c cfa.Expr) bool {
	v, ok := p.(*cfa.Var)
	if !ok {
		return false
	}
	if v.Proc == f.x.q {
		return hasForm(f.sources(v), c)
	}
	arr := func(e cfa.Expr) any {
		if s, ok := e.(*cfa.Select); ok {
			return s.Arr
		}
		return e
	}
	w, seen := f.x.w, map[*cfa.Var]bool{v: true}
	for todo := []*cfa.Var{v}; len(todo) > 0; todo = todo[1:] {
		for _, e := range w.flow[todo[0]] {
			if w.mayHold(e) && arr(e) == arr(c) {
				return true
			}
			if u, ok := e.(*cfa.Var); ok && u.Proc == v.Proc && !seen[u] {
				seen[u] = true
				todo = append(todo, u)
			}
		}
	}
	return false
}

// sources lists the cells from which the block p may have been read: p itself, or what is assigned to p, also by way of other
// variables. In a loop with u = p; p = p->next it may have been read from u->next.
func (f *facts) sources(p cfa.Expr) (list []cfa.Expr) {
	if f.x.w.mayHold(p) {
		return []cfa.Expr{p}
	}
	v, ok := p.(*cfa.Var)
	if !ok {
		return nil
	}
	seen := map[*cfa.Var]bool{v: true}
	for todo := []*cfa.Var{v}; len(todo) > 0; todo = todo[1:] {
		for _, e := range f.setsVar[todo[0]] {
			a, ok := e.Op.(*cfa.Assign)
			if !ok {
				continue
			}
			if u, ok := a.RHS.(*cfa.Var); ok && !seen[u] {
				seen[u] = true
				todo = append(todo, u)
			}
			if !f.x.w.mayHold(a.RHS) {
				continue
			}
			for _, c := range f.afterwards(a.RHS, a.LHS) {
				if !hasForm(list, c) {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// afterwards lists forms of the cell c, which is assigned to v, that are right after the assignment: c itself, or if c reads v, c in
// terms of the copies of v.
func (f *facts) afterwards(c cfa.Expr, v *cfa.Var) (list []cfa.Expr) {
	if !reads(c, v) {
		return []cfa.Expr{c}
	}
	for _, u := range f.copiesOf(v) {
		list = append(list, substitute(c, func(x *cfa.Var) cfa.Expr {
			if x == v {
				return u
			}
			return nil
		}))
	}
	return list
}

// copiesOf lists the variables to which v is assigned.
func (f *facts) copiesOf(v *cfa.Var) (list []*cfa.Var) {
	for _, e := range f.readsVar[v] {
		if a, ok := e.Op.(*cfa.Assign); ok && a.RHS == cfa.Expr(v) && !temporary(a.LHS) && !slices.Contains(list, a.LHS) {
			list = append(list, a.LHS)
		}
	}
	return list
}

// readsCellHolder reports whether b has an alternative that the block of a cell that may hold it is free-standing. No such fact
// is of use: the cell holds the block, or nothing is known of it.
func (w *program) readsCellHolder(b *cfa.Binary) bool {
	return w.byHolders && slices.ContainsFunc(alternatives(b), func(a *cfa.Binary) bool {
		s, ok := a.X.(*cfa.Select)
		return ok && s.Arr.Holders > 0 && a.Op == cfa.Eq && againstZero(a) && isHolder(s.Idx)
	})
}

// justReleased reports whether b says that the block of a cell is free-standing, and the operation before the location l releases
// it. This is the only place where such a fact is of use (readsCellHolder).
func (w *program) justReleased(l *cfa.Loc, b *cfa.Binary) bool {
	if len(l.In) != 1 {
		return false
	}
	op, ok := l.In[0].Op.(*cfa.Store)
	if !ok {
		return false
	}
	s, ok := settingBy(op)
	return ok && s.kind == releases && slices.ContainsFunc(alternatives(b), func(a *cfa.Binary) bool { return cfa.SameForm(a, w.standsFree(s.block)) })
}

// withoutFreeCells returns b without the alternatives of readsCellHolder. It returns nil if no other alternative says more
// than that something is null.
func (w *program) withoutFreeCells(b *cfa.Binary) *cfa.Binary {
	list := slices.DeleteFunc(slices.Clone(alternatives(b)), w.readsCellHolder)
	if !slices.ContainsFunc(list, func(a *cfa.Binary) bool { return a.Op != cfa.Eq || !againstZero(a) || readsHolders(a) }) {
		return nil
	}
	return anyOf(list)
}

// ifAll returns the step in which fact k holds if all conditions hold at l. A condition of nil is true.
func (f *facts) ifAll(l *cfa.Loc, k int32, conds ...*cfa.Binary) step {
	var list []cfa.Expr
	for _, c := range conds {
		if c == nil {
			continue
		}
		is := normal(c)
		if b, ok := is.(*cfa.Binary); ok && f.x.w.readsCellHolder(b) && !f.x.w.justReleased(l, b) {
			if b = f.x.w.withoutFreeCells(b); b == nil {
				return step{fact: k}
			}
			is = b
		}
		list = append(list, is)
	}
	st, ok := f.allOf(l, k, min(f.depth[k], mostIndexed), list)
	if !ok {
		return step{fact: k}
	}
	return st
}

// claimsOver returns the step over e of fact k, which makes the claims h. The edge e does s to holders. Each claim that
// was true before has to stay true. If a claim is that a cell holds a block, the holder of another block is set: this block
// is free-standing, or it is held by the cell from, if from is not nil.
func (f *facts) claimsOver(e *cfa.Edge, k int32, h claims, s setting, from cfa.Expr) step {
	w, l := f.x.w, e.From
	keep, conds := slices.Clone(h.others), []*cfa.Binary(nil)
	var wide []*cfa.Binary // instead of conds: with the alternatives of h that say that a variable is null
	for _, c := range h.list {
		same := cfa.SameForm(c.block, s.block)
		unless := func(b *cfa.Binary) { conds = append(conds, f.unlessNone(l, h, c, s.block, b)...) }
		switch {
		case c.cell != nil && s.kind == releases:
			if cfa.SameForm(c.cell, s.cell) {
				continue
			}
			// If both cells lead to one block, the cell of s is not its holder.
			conds = append(conds, w.orApart(h, c.cell, s.cell))
		case c.cell != nil && s.kind == holds && same && cfa.SameForm(c.cell, s.cell):
			return step{fact: k, kind: stepBounds}
		case c.cell != nil && from == nil:
			if len(h.list) == 1 {
				wide = []*cfa.Binary{h.orNullVar(w.ifFree(s.block)), h.or(atLeastOne(c.cell))}
			}
			unless(w.standsFree(s.block))
			conds = append(conds, h.or(atLeastOne(c.cell)))
		case c.cell != nil:
			if cfa.SameForm(c.cell, w.cellOf(from)) {
				continue // the block gets another holder
			}
			unless(w.heldBy(s.block, from))
			conds = append(conds, w.orApart(h, c.cell, w.cellOf(from)))
		case c.free && s.kind == holds && same:
			continue
		case c.free && s.kind == holds:
			unless(w.apart(c.block, s.block))
		case c.free:
		case s.kind == holds:
			conds = append(conds, h.or(atLeastOne(s.cell)))
		default:
			unless(w.apart(c.block, s.block))
		}
		keep = append(keep, c.is)
	}
	switch {
	case len(keep) == 0:
		return step{fact: k}
	case len(keep) < len(h.others)+len(h.list):
		if len(h.list) > 1 {
			return f.ifAll(l, k, append(conds, anyOf(keep))...)
		}
		return f.before(l, k, f.depth[k], anyOf(keep))
	}
	st := f.keptIf(l, k, conds...)
	if len(wide) > 0 && wide[0] != nil {
		st = either(st, f.keptIf(l, k, wide...))
	}
	return st
}

// apart returns the comparison x != y. Of two variables, the older one is on the left. It returns nil if x and y always
// differ, as they name cells of different regions.
func (w *program) apart(x, y cfa.Expr) *cfa.Binary {
	b := &cfa.Binary{Op: cfa.Ne, X: x, Y: y}
	if s, ok := minus(x, y); ok {
		n := num.Of(int64(w.holder.Holders))
		multiple := func(k num.Int) bool { return k.Quo(n).Mul(n).Equal(k) }
		if !multiple(s.rest) && !slices.ContainsFunc(s.terms, func(t scaled) bool { return !multiple(t.by) }) {
			return nil
		}
		if is, ok := s.compare(cfa.Ne).(*cfa.Binary); ok {
			b = is
		}
	}
	v, isVar := b.X.(*cfa.Var)
	u, areVars := b.Y.(*cfa.Var)
	if isVar && areVars && u.ID < v.ID {
		return &cfa.Binary{Op: cfa.Ne, X: u, Y: v}
	}
	return b
}

// orApart returns the fact that x != y, or the other alternatives of h (claims.or). It returns nil if x and y always differ.
func (w *program) orApart(h claims, x, y cfa.Expr) *cfa.Binary {
	if d := w.apart(x, y); d != nil {
		return h.or(d)
	}
	return nil
}

// unlessNone lists the conditions at l that b holds, or that the block p is null, if the block of the claim c is not: then they
// are different blocks. That c is about no null block is an alternative of h, or known by bounds. A b of nil is true.
func (f *facts) unlessNone(l *cfa.Loc, h claims, c claim, p cfa.Expr, b *cfa.Binary) []*cfa.Binary {
	least := atLeastOne(c.block)
	switch {
	case b == nil:
		return nil
	case isConst(p):
	case f.x.always(l, least):
		return []*cfa.Binary{h.or(isNull(p), b), least}
	case hasForm(h.others, isNull(c.block)):
		return []*cfa.Binary{h.or(isNull(p), b)}
	}
	return []*cfa.Binary{h.or(b)}
}

// cellsOver returns the step over e, a store to a cell, of fact k, which makes the claims h: the fact, with the new value in
// the place of the cell, has to hold before, and the other cells that it reads are not the one that is written.
func (f *facts) cellsOver(e *cfa.Edge, k int32, h claims) step {
	op := e.Op.(*cfa.Store)
	st := f.cellsOverAt(e.From, k, h, op, op.Idx)
	for _, n := range f.names(op.Idx) {
		if !slices.ContainsFunc(readsOf(f.list[k], op.Arr), func(c *cfa.Select) bool { return cfa.SameForm(c.Idx, n.address) }) {
			continue
		}
		st = either(st, f.ifNamed(f.cellsOverAt(e.From, k, h, op, n.address), n))
	}
	return st
}

// cellsOverAt returns the step of cellsOver for a store op that comes after the location l, to the cell at the given address.
func (f *facts) cellsOverAt(l *cfa.Loc, k int32, h claims, op *cfa.Store, address cfa.Expr) step {
	after, ok := written(f.list[k], op.Arr, address, op.Val).(*cfa.Binary)
	if !ok {
		return step{fact: k}
	}
	conds := []*cfa.Binary{after}
	for _, c := range readsOf(after, op.Arr) {
		if !mentions(op.Val, c) {
			conds = append(conds, f.x.w.orApart(h, c.Idx, address))
		}
	}
	st := f.ifAll(l, k, conds...)
	if w := f.x.w; op.Arr.Holding > 0 && len(h.list) == 1 && isHolder(h.list[0].block) && cfa.SameForm(h.list[0].cell, w.cellOf(h.list[0].block)) {
		// A cell that holds its block does so after the store, too, if this is the cell that is written, and it holds the
		// new block.
		is := w.heldBy(op.Val, &cfa.Select{Arr: op.Arr, Idx: address})
		kept := f.keptIf(l, k, w.ifBlock(op.Val, is))
		if c := h.list[0].block.(*cfa.Select); kept.kind != stepLost && !cfa.SameForm(c.Idx, address) {
			// Before the store, the cell need not hold its block if it is the one that is written.
			kept.before = slices.DeleteFunc(kept.before, func(j int32) bool { return j == k })
			kept.before = append(kept.before, f.add(orElse(&cfa.Binary{Op: cfa.Eq, X: address, Y: c.Idx}, f.list[k]), f.depth[k]))
			if slices.Contains(kept.before, -1) {
				kept.kind = stepLost
			}
		}
		st = either(st, kept)
	}
	return st
}

// keptIf returns the step in which fact k holds because it held before, and the conditions hold at l.
func (f *facts) keptIf(l *cfa.Loc, k int32, conds ...*cfa.Binary) step {
	st := f.ifAll(l, k, conds...)
	if st.kind != stepLost {
		st.before = append(st.before, k)
	}
	return st
}

// heldOver returns the step over e, a store, of fact k, which is held().
func (f *facts) heldOver(e *cfa.Edge, k int32) step {
	w, op, l := f.x.w, e.Op.(*cfa.Store), e.From
	if s, sets := settingBy(op); sets {
		if s.kind == holds {
			return f.keptIf(l, k, w.ifBlock(s.block, w.isLive(s.block)))
		}
		return f.keptIf(l, k)
	}
	if c, isConst := cfa.IsConst(op.Val); op.Arr != w.lives || !isConst {
		return step{fact: k}
	} else if !c.IsZero() {
		return f.keptIf(l, k)
	}
	return f.keptIf(l, k, w.ifFree(op.Idx))
}
