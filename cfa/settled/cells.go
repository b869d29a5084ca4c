package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Facts about all cells of a region that are initialized. An example is the fact that each pointer in a member next is
// null or leads to a block of at least 16 bytes. Such a fact is a disjunction about the cell at the address any, where
// any is a variable that no operation sets (program.any), so that its value is arbitrary:
//
//	stored(R)[any] < 1 || R[any] == 0 || block sizes[R[any]] >= 16
//
// The fact is propagated like other facts. Where the program reads a cell, a fact about this cell is needed. It is an
// instance of the fact about all cells: the proof puts the cell's address in the place of any.
//
// A store sets the flag of a cell before the cell itself. Between these two operations, the fact holds for all cells
// but that one. So a weaker fact is used there, which has one more alternative, any == address.

// An instance says how a fact about one cell follows from a fact about all cells: at a location where the fact about
// all cells holds, the facts in needs hold, and least holds by bounds.
type instance struct {
	all   *cfa.Binary // the fact about all cells
	own   int32       // the number of the fact all in this context
	needs []int32     // facts about the one cell: it is initialized, or its index is not too large
	least *cfa.Binary // says that the index is not negative; nil: not needed
	low   int32       // the number of the fact least, if the bounds of its variables do not show it; -1: none
	at    cfa.Expr    // the address of the one cell, or its index: the value for any
}

// mostAlternatives limits the number of alternatives of a fact.
const mostAlternatives = 6

// ownSteps limits the number of operations over which a fact about one cell is still followed once it may be an
// instance of a fact about all cells. This does not apply to the fact that an array of pointers does not end at a cell, which
// comes from a test.
const ownSteps = 2

// alternatives lists the parts of the disjunction b. If b is a comparison, b is its only part. The disjunction has the
// form a || (b || (c || ...)); a disjunction of another form is its only part, too.
func alternatives(b *cfa.Binary) []*cfa.Binary {
	n := 1
	for c := b; c.Op == cfa.Or; n++ {
		x, ok1 := c.X.(*cfa.Binary)
		y, ok2 := c.Y.(*cfa.Binary)
		if !ok1 || !ok2 || x.Op == cfa.Or {
			return []*cfa.Binary{b}
		}
		c = y
	}
	list := make([]*cfa.Binary, n)
	for i := range n - 1 {
		list[i], b = b.X.(*cfa.Binary), b.Y.(*cfa.Binary)
	}
	list[n-1] = b
	return list
}

// anyOf returns the disjunction of the comparisons in the list, in the form that alternatives takes apart.
func anyOf(list []*cfa.Binary) *cfa.Binary {
	b := list[len(list)-1]
	for _, x := range slices.Backward(list[:len(list)-1]) {
		b = &cfa.Binary{Op: cfa.Or, X: x, Y: b}
	}
	return b
}

// ofAll reports whether b is a fact about all cells, or about all elements up to an index (ranges.go).
func (w *program) ofAll(b *cfa.Binary) bool { return reads(b, w.any) }

// generalise finds a fact about all cells from which fact k follows, if k is about one cell of a region or of a
// global array. It adds this fact in all contexts of the procedure, since the proof does not know in which context
// the cell was set.
func (f *facts) generalise(k int32) {
	b := f.list[k]
	if f.x.w.ofAll(b) {
		return
	}
	var cell, end *cfa.Select // end is the last cell of a chain: the facts about all cells are about it
	cfa.Walk(b, func(e cfa.Expr) {
		s, ok := e.(*cfa.Select)
		switch {
		case !ok || !hasFacts(s.Arr):
		case readsCells(s.Idx):
			end = s
		case cell == nil || s.Arr.Pointer && !cell.Arr.Pointer:
			cell = s
		}
	})
	if end != nil && f.x.w.isLocal(b) {
		cell = end
	}
	own := alternatives(b)
	if cell == nil || !mentions(own[len(own)-1], cell) {
		return
	}
	if f.x.w.ofCharacter(b) {
		return
	}
	closed, older := true, (f.x.w.byHolders || f.x.w.byOwners) && f.x.w.isOlder(own[len(own)-1])
	var put func(x cfa.Expr) cfa.Expr
	put = func(x cfa.Expr) cfa.Expr {
		switch x := x.(type) {
		case *cfa.Const:
			return x
		case *cfa.Var:
			closed = closed && (x == f.x.w.heapFrom || x == f.x.w.heapEnd && older)
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
		flags = nil // fact k already has the alternative that the cell is not initialized
	}
	lo, hi, static := f.x.w.startsAt(cell.Arr).whole()
	static = static && flags != nil && !f.x.w.p.Start.ModsArrays.Has(flags) // the flags say nothing
	switch {
	case static:
		list = append(list, &cfa.Binary{Op: cfa.Lt, X: f.x.w.any, Y: lo}, &cfa.Binary{Op: cfa.Ge, X: f.x.w.any, Y: hi})
	case flags != nil:
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
	switch {
	case static:
		in.needs = []int32{
			f.add(&cfa.Binary{Op: cfa.Ge, X: cell.Idx, Y: lo}, f.depth[k]),
			f.add(&cfa.Binary{Op: cfa.Lt, X: cell.Idx, Y: hi}, f.depth[k]),
		}
		if !slices.Contains(in.needs, -1) {
			f.addInstance(k, in)
		}
		return
	case flags != nil:
		j := f.add(&cfa.Binary{Op: cfa.Ge, X: &cfa.Select{Arr: flags, Idx: cell.Idx}, Y: cfa.ConstInt(1)}, f.depth[k])
		if j < 0 {
			return
		}
		in.needs = []int32{j}
	}
	if f.addInstance(k, in) && !(notNull(b) != nil && f.x.w.tailed[cell.Arr]) {
		f.depth[k] = max(f.depth[k], maxDerived-ownSteps)
	}
	f.fromPointerOn(k, cell, list, in.needs)
	if flags != nil {
		f.generaliseLinked(k, cell, list, in.needs)
	}
}

// ofCharacter reports whether b is about the value of a character in memory with strings. It holds of no string's
// characters, as these have all values, and what their terminators say is known from the lengths of tails.
func (w *program) ofCharacter(b *cfa.Binary) bool {
	list := alternatives(b)
	last := list[len(list)-1]
	for _, e := range []cfa.Expr{unwrap(last.X), unwrap(last.Y)} {
		if c, ok := e.(*cfa.Select); ok && !c.Arr.Pointer && !c.Arr.Shadow && w.tailed[c.Arr] {
			return true
		}
	}
	return false
}

// fromPointerOn finds a fact about the cells from a pointer on of which fact k, about the given cell, is an instance. It
// is the fact about all cells with the alternatives in list, which has one more alternative:
//
//	any < argv || stored(R)[any] < 1 || R[any] == 0 || tail[R[any]] > 0
//
// A program may change the cells that a pointer has passed so that the fact about all cells no longer holds: the usual
// option parsers leave pointers behind the ends of strings there. This is done only for facts that cells lead to strings.
func (f *facts) fromPointerOn(k int32, cell *cfa.Select, list []*cfa.Binary, needs []int32) {
	is := list[len(list)-1]
	if c, isConst := cfa.IsConst(is.Y); !isTail(is.X) || is.Op != cfa.Gt || !isConst || !c.IsZero() {
		return
	}
	if !cell.Arr.Pointer || len(f.setsArr[cell.Arr]) == 0 || len(list)+1 >= mostAlternatives {
		return
	}
	at, _, _ := inBlock(cell.Idx)
	if p, ok := at.(*cfa.Var); ok && p.Pointer && f.walks(p) {
		passed := &cfa.Binary{Op: cfa.Lt, X: f.x.w.any, Y: p}
		f.addInstance(k, &instance{all: anyOf(append([]*cfa.Binary{passed}, list...)), at: cell.Idx, needs: needs})
	}
}

// withoutPassed returns b without its first alternative if this has the form any < e. It returns nil if b has another
// form.
func (w *program) withoutPassed(b *cfa.Binary) *cfa.Binary {
	list := alternatives(b)
	if len(list) == 1 || list[0].X != cfa.Expr(w.any) || list[0].Op != cfa.Lt || isConst(list[0].Y) {
		return nil
	}
	return anyOf(list[1:])
}

// walks reports whether the procedure moves the pointer p forward by a constant, as in p++.
func (f *facts) walks(p *cfa.Var) bool {
	class := f.same.find(p)
	return slices.ContainsFunc(f.forward, func(v *cfa.Var) bool { return f.same.find(v) == class })
}

// addInstance adds an instance: a way in which fact k may follow from a fact about all cells. It adds that fact in all
// contexts of the procedure, and reports whether this was possible in the context of f.
func (f *facts) addInstance(k int32, in *instance) bool {
	if in.own = f.x.addInAll(in.all); in.own < 0 {
		return false
	}
	if !slices.ContainsFunc(f.instances[k], func(o *instance) bool { return cfa.SameForm(o.all, in.all) && cfa.SameForm(o.at, in.at) }) {
		f.instances[k] = append(f.instances[k], in)
	}
	return true
}

// addInAll adds the fact b in all contexts of x's procedure. It returns the number of b in x, or -1 (see add).
func (x *analysis) addInAll(b *cfa.Binary) int32 {
	return x.inAll(func(f *facts) int32 { return f.add(b, 0) })
}

// inAll calls add for the facts of each context of x's procedure. It returns the result for x.
func (x *analysis) inAll(add func(*facts) int32) (own int32) {
	for _, y := range x.w.of[x.q.ID] {
		if n := add(y.facts); y == x {
			own = n
		}
	}
	return own
}

// hasFacts reports whether facts about all cells of a are worth following: a is a region for which the model records
// the initialized cells, or a global array of the C program.
func hasFacts(a *cfa.Array) bool {
	if a.Region {
		return a.Flags != nil
	}
	return a.Proc == nil && !a.Shadow && a.Sum == nil
}

// readsCells reports whether e reads a cell of any array.
func readsCells(e cfa.Expr) (yes bool) {
	cfa.ExprReads(e, nil, func(*cfa.Array) { yes = true })
	return yes
}

// but adds a weaker form of fact k, which is about all cells: it makes no claim about the cell at the given address.
// The new fact is any == address || k, which follows from k where that holds. but returns its number, or -1 (see add).
func (f *facts) but(k int32, address cfa.Expr) int32 {
	b := f.list[k]
	if len(alternatives(b)) >= mostAlternatives {
		return -1
	}
	n := f.add(&cfa.Binary{Op: cfa.Or, X: &cfa.Binary{Op: cfa.Eq, X: f.x.w.any, Y: address}, Y: b}, f.depth[k])
	if n >= 0 {
		f.putBesides(n, factOf{f, k})
	}
	return n
}

// allBut reports whether b is about all cells but one: it has the form of a fact that the method but makes.
func (w *program) allBut(b *cfa.Binary) bool {
	is, ok := b.X.(*cfa.Binary)
	return ok && b.Op == cfa.Or && is.Op == cfa.Eq && is.X == cfa.Expr(w.any)
}

// stepBut returns the step over e of fact k, which is about all cells but one. The fact is of use only between the
// store to the flag of that cell and the store to the cell. So it holds after a store to this flag if the fact
// about all cells held before the store, and it is lost over all other operations.
func (f *facts) stepBut(e *cfa.Edge, k int32) step {
	b, lost := f.list[k], step{fact: k}
	op, ok := e.Op.(*cfa.Store)
	if !ok || !f.x.w.exceptAt(b, op.Idx) {
		return lost
	}
	all := b.Y.(*cfa.Binary)
	list := alternatives(all)
	if f.x.w.withoutPassed(all) != nil {
		list = list[1:]
	}
	if s, ok := list[0].X.(*cfa.Select); !ok || s.Arr != op.Arr {
		return lost
	}
	st := step{fact: k, kind: stepFact, before: []int32{f.number(all)}}
	for _, a := range list[1:] {
		if len(readsOf(a, op.Arr)) > 0 && !f.asGood(&st, e.From, a, op.Arr, op.Val) {
			return lost
		}
	}
	return st
}

// findHeap sets heapEnd, heapLow and heapFrom. heapEnd is the variable of which the model promises that no block begins at its
// address, and heapLow its first value. heapFrom is a global variable that only one operation sets: an assignment of heapEnd in the
// start.
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
	w.oldEnd = &cfa.Var{ID: len(w.p.Vars) + 1, Name: "old " + w.heapEnd.Name, Kind: cfa.GlobalVar, Ghost: true, Range: w.heapEnd.Range}
	sets := map[*cfa.Var]int{}
	for _, e := range w.p.Edges {
		cfa.Writes(e.Op, func(v *cfa.Var) { sets[v]++ }, nil)
	}
	for _, e := range w.p.Edges {
		a, ok := e.Op.(*cfa.Assign)
		if !ok || e.From.Proc != w.p.Start {
			continue
		}
		if a.LHS.Proc == nil && sets[a.LHS] == 1 && a.RHS == cfa.Expr(w.heapEnd) {
			w.heapFrom = a.LHS
		}
		if c, isConst := a.RHS.(*cfa.Const); isConst && a.LHS == w.heapEnd {
			w.heapLow = c
		}
	}
}

// noBlockAt returns the variable v if c is block sizes[v] == 0, and otherwise nil.
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

// about returns what b, a fact about all cells, says about the cell at the address.
func (w *program) about(b cfa.Expr, address cfa.Expr) cfa.Expr {
	return substitute(b, func(v *cfa.Var) cfa.Expr {
		if v == w.any {
			return address
		}
		return nil
	})
}

// exceptAt reports whether b, a fact about all cells, has the alternative any == address. Then b makes no claim about
// the cell at this address.
func (w *program) exceptAt(b *cfa.Binary, address cfa.Expr) bool {
	return slices.ContainsFunc(alternatives(b), func(a *cfa.Binary) bool {
		return a.Op == cfa.Eq && a.X == cfa.Expr(w.any) && cfa.SameForm(a.Y, address)
	})
}

// findStronger finds for each fact the facts that imply it: facts that have some of its alternatives, facts that say
// that one side is less if it says that the sides differ, and facts that bound the same sum more tightly. It sets
// f.stronger. It also finds the facts c == 0 || F and c != 0, for a pointer c in memory: F follows from both (jointly).
func (f *facts) findStronger() {
	f.stronger, f.tried = make([][]int32, len(f.list)), make([]int32, len(f.list))
	for k, b := range f.list {
		list := alternatives(b)
		if len(list) == 1 {
			if b.Op == cfa.Ne {
				for _, o := range []*cfa.Binary{{Op: cfa.Lt, X: b.X, Y: b.Y}, {Op: cfa.Gt, X: b.X, Y: b.Y}, {Op: cfa.Lt, X: b.Y, Y: b.X}} {
					if j := f.number(o); j >= 0 {
						f.stronger[k] = append(f.stronger[k], j)
					}
				}
			}
			continue
		}
		if j := f.number(anyOf(list[1:])); j >= 0 {
			f.stronger[k] = append(f.stronger[k], j)
		}
		for i, a := range list[:len(list)-1] {
			if j := f.number(a); j >= 0 {
				f.stronger[k] = append(f.stronger[k], j)
			}
			if f.x.w.byHolders && len(list) > 2 {
				if j := f.number(anyOf(slices.Delete(slices.Clone(list), i+1, i+2))); j >= 0 && j != int32(k) {
					f.stronger[k] = append(f.stronger[k], j)
				}
			}
		}
		if s, ok := list[0].X.(*cfa.Select); ok && list[0].Op == cfa.Eq && againstZero(list[0]) {
			rest, not := f.number(anyOf(list[1:])), f.number(&cfa.Binary{Op: cfa.Ne, X: s, Y: list[0].Y})
			if rest >= 0 && not >= 0 {
				f.jointly(rest, int32(k), not)
			}
		}
	}
	f.findLarger()
}

// findLarger finds for each fact that bounds a sum the fact that bounds the same sum by the next tighter number. For
// n > 2 that is n > 3, if it is a fact, or else n > 4, and so on. The same is done for the alternatives that
// say which cells or elements a fact is about: from a pointer on, or up to an index.
func (f *facts) findLarger() {
	type limit struct {
		fact int32
		sum  sum
		rest *cfa.Binary // the other alternatives of a fact about some cells or elements; nil: the fact has none
	}
	var groups [][]limit
	byTerms := map[uint64][]int{} // indexes in groups
	for k, b := range f.list {
		rest := f.x.w.withoutPassed(b)
		switch list := alternatives(b); {
		case rest != nil:
			b = list[0]
		case f.x.w.upTo(list):
			b, rest = list[1], anyOf(append([]*cfa.Binary{list[0]}, list[2:]...))
		}
		s, ok := difference(b)
		if !ok || len(s.terms) == 0 {
			continue
		}
		h := s.hash()
		if rest != nil {
			of, _ := form(rest)
			h = 31*h + of // many facts about cells from a pointer on differ only in their other alternatives
		}
		i := slices.IndexFunc(byTerms[h], func(i int) bool {
			first := groups[i][0]
			d := s.plus(first.sum, num.Of(-1))
			_, same := d.constant()
			return same && (rest == nil && first.rest == nil || rest != nil && first.rest != nil && cfa.SameForm(rest, first.rest))
		})
		if i < 0 {
			byTerms[h] = append(byTerms[h], len(groups))
			groups = append(groups, []limit{{int32(k), s, rest}})
			continue
		}
		g := &groups[byTerms[h][i]]
		*g = append(*g, limit{int32(k), s, rest})
	}
	for _, g := range groups {
		slices.SortStableFunc(g, func(x, y limit) int { return x.sum.rest.Cmp(y.sum.rest) })
		for i := range g[1:] {
			f.stronger[g[i].fact] = append(f.stronger[g[i].fact], g[i+1].fact)
		}
	}
}

// inAllContexts reports whether the fact b holds at l in each context of x's procedure in which facts have reached l. own is its number
// in x. No more facts may be added after the first call.
func (x *analysis) inAllContexts(l *cfa.Loc, b *cfa.Binary, own int32) bool {
	for _, y := range x.w.of[x.q.ID] {
		at := y.facts.at[l.Index]
		if at == nil {
			continue
		}
		n := own
		if y != x {
			n = y.facts.numberOf(b)
		}
		if n < 0 || !has(at, int(n)) {
			return false
		}
	}
	return true
}

// numberOf is number for an expression that is asked for again and again. No more facts may be added after the first call.
func (f *facts) numberOf(b *cfa.Binary) int32 {
	k, ok := f.numbers[b]
	if !ok {
		k = f.number(b)
		f.numbers[b] = k
	}
	return k
}
