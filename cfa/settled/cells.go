package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Facts about all cells of a region that are initialized, such as that each pointer in a member next is null or leads
// to a block of at least 16 bytes. Such a fact is a disjunction about the cell at an arbitrary address, the value of a
// variable that no operation sets (program.any): stored(R)[any] < 1 || R[any] == 0 || block sizes[R[any]] >= 16. It
// is propagated like other facts. Where the program reads a cell, the fact gives what is needed of that cell (an
// instance); the proof uses it there with the cell's address in the place of the variable.
//
// A store sets the flag of a cell before the cell itself. In between, the fact holds of all cells but that one: it has
// one more alternative, any == address (a weaker fact).

// instance says how a fact about one cell follows at a location: from the fact about all cells, if the cell is
// initialized.
type instance struct {
	all   *cfa.Binary // the fact about all cells
	own   int32       // its number in the context
	needs []int32     // facts about the cell: that it is initialized, that its index is not too large
	least *cfa.Binary // and that its index is not negative, by bounds; or nil
	at    cfa.Expr    // the address of the cell, or its index
}

// mostAlternatives bounds the alternatives of a fact.
const mostAlternatives = 6

// ownSteps bounds over how many operations a fact about one cell is followed that may be an instance.
const ownSteps = 2

// alternatives lists the parts of a disjunction; a comparison is its only part.
func alternatives(b *cfa.Binary) []*cfa.Binary {
	var list []*cfa.Binary
	for b.Op == cfa.Or {
		x, ok1 := b.X.(*cfa.Binary)
		y, ok2 := b.Y.(*cfa.Binary)
		if !ok1 || !ok2 || x.Op == cfa.Or {
			return []*cfa.Binary{b}
		}
		list, b = append(list, x), y
	}
	return append(list, b)
}

// anyOf returns the disjunction of comparisons.
func anyOf(list []*cfa.Binary) *cfa.Binary {
	b := list[len(list)-1]
	for _, x := range slices.Backward(list[:len(list)-1]) {
		b = &cfa.Binary{Op: cfa.Or, X: x, Y: b}
	}
	return b
}

// ofAll reports whether a fact is about all cells.
func (w *program) ofAll(b *cfa.Binary) bool { return reads(b, w.any) }

// generalise finds the fact about all cells from which fact k follows, if k is about one cell of a region, and adds it
// in all contexts of the procedure, since the proof does not know in which one the cell was set.
func (f *facts) generalise(k int32) {
	b := f.list[k]
	if f.x.w.ofAll(b) {
		return
	}
	var cell *cfa.Select
	cfa.Walk(b, func(e cfa.Expr) {
		if s, ok := e.(*cfa.Select); ok && hasFacts(s.Arr) && !readsCells(s.Idx) && (cell == nil || s.Arr.Pointer && !cell.Arr.Pointer) {
			cell = s
		}
	})
	if cell == nil {
		return
	}
	closed := true
	var put func(x cfa.Expr) cfa.Expr
	put = func(x cfa.Expr) cfa.Expr {
		switch x := x.(type) {
		case *cfa.Const:
			return x
		case *cfa.Var:
			closed = closed && x == f.x.w.heapFrom
			return x
		case *cfa.Select:
			if (x.Arr == cell.Arr || x.Arr == cell.Arr.Flags) && cfa.SameForm(x.Idx, cell.Idx) {
				return &cfa.Select{Arr: x.Arr, Idx: f.x.w.any}
			}
		}
		return cfa.MapOperands(x, put)
	}
	var list []*cfa.Binary
	flags := cell.Arr.Flags
	if flags != nil && cfa.SameForm(alternatives(b)[0], &cfa.Binary{Op: cfa.Lt, X: &cfa.Select{Arr: flags, Idx: cell.Idx}, Y: cfa.ConstInt(1)}) {
		flags = nil // the fact itself is about the cell if it is initialized
	}
	if flags != nil {
		list = append(list, &cfa.Binary{Op: cfa.Lt, X: &cfa.Select{Arr: flags, Idx: f.x.w.any}, Y: cfa.ConstInt(1)})
	}
	for _, a := range alternatives(b) {
		list = append(list, put(a).(*cfa.Binary))
	}
	all := anyOf(list)
	if !closed || len(list) > mostAlternatives {
		return
	}
	in := &instance{all: all, at: cell.Idx}
	if flags != nil {
		j := f.add(&cfa.Binary{Op: cfa.Ge, X: &cfa.Select{Arr: flags, Idx: cell.Idx}, Y: cfa.ConstInt(1)}, f.depth[k])
		if j < 0 {
			return
		}
		in.needs = []int32{j}
	}
	if f.addInstance(k, in) {
		f.depth[k] = max(f.depth[k], maxDerived-ownSteps)
	}
}

// addInstance adds a way in which fact k may follow from a fact about all cells, and that fact in all contexts.
func (f *facts) addInstance(k int32, in *instance) bool {
	if in.own = f.x.addInAll(in.all); in.own < 0 {
		return false
	}
	f.instances[k] = append(f.instances[k], in)
	return true
}

// addInAll adds a fact in all contexts of the procedure, and returns its number in this one, or -1.
func (x *analysis) addInAll(b *cfa.Binary) (own int32) {
	for _, y := range x.w.of[x.q.ID] {
		if n := y.facts.add(b, 0); y == x {
			own = n
		}
	}
	return own
}

// hasFacts reports whether facts about all cells of an array are worth following: of regions in which the cells that
// are initialized are known, and of global arrays.
func hasFacts(a *cfa.Array) bool {
	if a.Region {
		return a.Flags != nil
	}
	return a.Proc == nil && !a.Shadow && a.Sum == nil
}

func readsCells(e cfa.Expr) (yes bool) {
	cfa.ExprReads(e, nil, func(*cfa.Array) { yes = true })
	return yes
}

// but returns the number of the fact that k, which is about all cells, holds of all but the one at an address.
func (f *facts) but(k int32, address cfa.Expr) int32 {
	b := f.list[k]
	if len(alternatives(b)) >= mostAlternatives {
		return -1
	}
	return f.add(&cfa.Binary{Op: cfa.Or, X: &cfa.Binary{Op: cfa.Eq, X: f.x.w.any, Y: address}, Y: b}, f.depth[k])
}

// allBut reports whether a fact is about all cells but one (but).
func (w *program) allBut(b *cfa.Binary) bool {
	is, ok := b.X.(*cfa.Binary)
	return ok && b.Op == cfa.Or && is.Op == cfa.Eq && is.X == cfa.Expr(w.any)
}

// stepBut is the step of a fact about all cells but one over an edge. It is only of use between the store to the cell's
// flag and that to the cell.
func (f *facts) stepBut(e *cfa.Edge, k int32) step {
	b, lost := f.list[k], step{fact: k}
	op, ok := e.Op.(*cfa.Store)
	if !ok || !f.x.w.exceptAt(b, op.Idx) {
		return lost
	}
	list := alternatives(b)
	if s, ok := list[1].X.(*cfa.Select); !ok || s.Arr != op.Arr {
		return lost
	}
	st := step{fact: k, kind: stepFact, before: []int32{f.number(b.Y.(*cfa.Binary))}}
	for _, a := range list[2:] {
		if len(readsOf(a, op.Arr)) > 0 && !f.asGood(&st, e.From, a, op.Arr, op.Val) {
			return lost
		}
	}
	return st
}

// findHeap finds the variable for the end of the heap: the model promises that no block lies there; and the one that is
// set to it once, in the start.
func (w *program) findHeap() {
	for _, e := range w.p.Edges {
		if a, ok := e.Op.(*cfa.Assume); ok && a.Always && !a.Chosen {
			if v := noBlockAt(a.Cond); v != nil {
				w.heapEnd = v
				break
			}
		}
	}
	if w.heapEnd == nil {
		return
	}
	sets := map[*cfa.Var]int{}
	for _, e := range w.p.Edges {
		cfa.Writes(e.Op, func(v *cfa.Var) { sets[v]++ }, nil)
	}
	for _, e := range w.p.Edges {
		if a, ok := e.Op.(*cfa.Assign); ok && e.From.Proc == w.p.Start && a.LHS.Proc == nil && sets[a.LHS] == 1 && a.RHS == cfa.Expr(w.heapEnd) {
			w.heapFrom = a.LHS
		}
	}
}

// noBlockAt returns v if a condition is block sizes[v] == 0, or nil.
func noBlockAt(c cfa.Expr) *cfa.Var {
	b, ok := c.(*cfa.Binary)
	if !ok || b.Op != cfa.Eq || !againstZero(b) {
		return nil
	}
	if s, ok := b.X.(*cfa.Select); ok && s.Arr.Sizes {
		v, _ := s.Idx.(*cfa.Var)
		return v
	}
	return nil
}

// about is what a fact about all cells says of the cell at an address.
func (w *program) about(b cfa.Expr, address cfa.Expr) cfa.Expr {
	return substitute(b, func(v *cfa.Var) cfa.Expr {
		if v == w.any {
			return address
		}
		return nil
	})
}

// exceptAt reports whether an alternative of a fact about all cells is that the cell is the one at this address.
func (w *program) exceptAt(b *cfa.Binary, address cfa.Expr) bool {
	return slices.ContainsFunc(alternatives(b), func(a *cfa.Binary) bool {
		return a.Op == cfa.Eq && a.X == cfa.Expr(w.any) && cfa.SameForm(a.Y, address)
	})
}

// findStronger finds the facts that are a part of the alternatives of others, and those that say more of the same sum.
func (f *facts) findStronger() {
	f.stronger = make([][]int32, len(f.list))
	for k, b := range f.list {
		list := alternatives(b)
		if len(list) == 1 {
			continue
		}
		if j := f.number(anyOf(list[1:])); j >= 0 {
			f.stronger[k] = append(f.stronger[k], j)
		}
		for _, a := range list[:len(list)-1] {
			if j := f.number(a); j >= 0 {
				f.stronger[k] = append(f.stronger[k], j)
			}
		}
	}
	f.findLarger()
}

// findLarger finds for a fact that a sum is at most 0 the fact that the same sum and a number are at most 0, for the
// least number: n > 3 for n > 2.
func (f *facts) findLarger() {
	type limit struct {
		fact int32
		sum  sum
	}
	var groups [][]limit
	byTerms := map[uint64][]int{} // places in groups
	for k, b := range f.list {
		s, ok := difference(b)
		if !ok || len(s.terms) == 0 {
			continue
		}
		h := s.hash()
		i := slices.IndexFunc(byTerms[h], func(i int) bool {
			d := s.plus(groups[i][0].sum, num.Of(-1))
			_, same := d.constant()
			return same
		})
		if i < 0 {
			byTerms[h] = append(byTerms[h], len(groups))
			groups = append(groups, []limit{{int32(k), s}})
			continue
		}
		g := &groups[byTerms[h][i]]
		*g = append(*g, limit{int32(k), s})
	}
	for _, g := range groups {
		slices.SortStableFunc(g, func(x, y limit) int { return x.sum.rest.Cmp(y.sum.rest) })
		for i := range g[1:] {
			f.stronger[g[i].fact] = append(f.stronger[g[i].fact], g[i+1].fact)
		}
	}
}

// have reports whether fact k holds at a location that facts have reached: it is propagated to it, follows from a
// stronger one, or is an instance of one that holds in all contexts of the procedure.
func (x *analysis) have(l *cfa.Loc, k int32) bool {
	f := x.facts
	if has(f.at[l.Index], int(k)) {
		return true
	}
	if slices.ContainsFunc(f.stronger[k], func(j int32) bool { return x.have(l, j) }) {
		return true
	}
	return x.instance(l, k) != nil || x.bounded(l, k) != nil
}

// instance returns the way in which fact k follows at a location from one about all cells, or nil.
func (x *analysis) instance(l *cfa.Loc, k int32) *instance {
	f := x.facts
	if len(l.Out) == 0 {
		return nil
	}
	for _, in := range f.instances[k] {
		if has(f.at[l.Index], int(in.own)) && x.haveAll(l, in.needs) && (in.least == nil || x.always(l, in.least)) && x.inAllContexts(l, in.all) {
			return in
		}
	}
	return nil
}

// inAllContexts reports whether a fact holds at a location in all contexts that facts have reached.
func (x *analysis) inAllContexts(l *cfa.Loc, b *cfa.Binary) bool {
	for _, y := range x.w.of[x.q.ID] {
		if at := y.facts.at[l.Index]; at != nil {
			if n := y.facts.number(b); n < 0 || !has(at, int(n)) {
				return false
			}
		}
	}
	return true
}
