package lower

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Holders of blocks: which cell leads to a block.
//
// At the address of a block of the heap, the array "holder" has the address of the cell to which the program stored the
// block's address last. It has 0 there if the cell no longer leads to the block, or if the block has been freed. No
// operation of the program reads it, and slices omit it. Package settled follows it: two cells with the same contents
// cannot both be the holder, so the free of one block leaves other cells alone. Each store of a pointer comes after two
// operations: the block to which the cell led has no holder any more (released), and the block to which it is going to lead
// has the cell as its holder. When a block is freed, the blocks to which its members lead are released. A cell that is passed to
// a function that may free its block, or gives it back, leads to the block no longer (takeArguments).
//
// Only cells from which pointers come that the program frees are holders. In a list with a pointer to its last element, the
// members "next" and the pointer to the first element are, and the pointer to the last element is not (makeHolders).
//
// The idea of a ghost field with the only cell that leads to a block is from A. Murali, C. Rivera, P. Madhusudan: Predictable
// verification using intrinsic definitions. PLDI 2024.

// findHolders decides whether holders are followed: some block of the heap has a cell that leads to a block that may be
// freed.
func (l *lowerer) findHolders() {
	if !l.opt.Check.Has(Lifetime) || !l.opt.Check.Has(Free) || l.u.Driver != nil || l.opt.Arith != cfa.Machine {
		return
	}
	for _, b := range l.pts.Blocks() {
		if b.Heap {
			b.Class.EachPart(func(n *pointsto.Class) { l.holding = l.holding || l.holds(n) })
		}
	}
}

// holds reports whether a cell of the class n may lead to a block that may be freed.
func (l *lowerer) holds(n *pointsto.Class) bool {
	to := l.pts.LeadsTo(n)
	return to != nil && n.Find().Has(pointsto.HoldsPointers) && l.frees(to)
}

// holderArray returns the array of the holders of blocks.
func (l *lowerer) holderArray() *cfa.Array {
	return l.shadowArray(&l.shadow.holder, "holder", cfa.Range{})
}

// setHolders sets the holders of the blocks before op, a store of a pointer to a cell: the block to which the cell leads
// is released, and the block to which it is going to lead is held by the cell.
func (l *funcLowerer) setHolders(op cfa.Op, pos lang.Pos) {
	if !l.holding {
		return
	}
	if c, ok := op.(*cfa.Call); ok {
		l.takeArguments(c, pos)
	}
	st, ok := op.(*cfa.Store)
	if !ok || l.holders[st.Arr] == nil {
		return
	}
	at := l.flagging(st)
	h := l.holders[st.Arr]
	n := len(h.ops)
	l.setHolder(st.Arr, cfa.MkSelect(st.Arr, st.Idx), st.Idx, true, pos)
	if k, isConst := cfa.IsConst(st.Val); !isConst || !k.IsZero() {
		l.setHolder(st.Arr, st.Val, st.Idx, false, pos)
	}
	// Between the store to the cell's flag and the store to the cell, little is known of the region. So the flag comes last.
	if at != nil {
		for _, op := range h.ops[n:] {
			at.Op, op.at.Op = op.at.Op, at.Op
			at, op.at = op.at, at
		}
	}
}

// flagging returns the edge to the current location if it marks the cell to which op stores as initialized, and otherwise nil.
func (l *funcLowerer) flagging(op *cfa.Store) *cfa.Edge {
	if len(l.cur.In) != 1 {
		return nil
	}
	e := l.cur.In[0]
	if f, ok := e.Op.(*cfa.Store); ok && f.Arr.Shadow && f.Arr.Region && cfa.SameForm(f.Idx, op.Idx) {
		return e
	}
	return nil
}

// setHolder appends an operation on the holder of a block, because of the cell of arr at the address. The cell becomes the
// holder, or, if release is set, the block is released if the cell is its holder. makeHolders makes the operation.
func (l *funcLowerer) setHolder(arr *cfa.Array, block, address cfa.Expr, release bool, pos lang.Pos) {
	at := l.append(&cfa.Store{Arr: l.holderArray(), Idx: block, Val: address}, pos)
	h := l.holders[arr]
	h.ops = append(h.ops, &setHolder{at, block, address, release})
}

// takeArguments releases the blocks to which cells lead that are arguments of the call op, such as t->left in
// release(t->left): if the callee may free its argument, the cell leads to nothing afterwards. If the callee stores it, as in
// push(stack, t->left), another cell is its holder. In t->left = insert(t->left, x) the cell leads to the block again once the
// result has been stored. makeHolders keeps the release for such calls only.
func (l *funcLowerer) takeArguments(op *cfa.Call, pos lang.Pos) {
	for i, a := range op.Args {
		c, ok := a.(*cfa.Select)
		if !ok || l.holders[c.Arr] == nil {
			continue
		}
		t := l.temp(c.Arr.Elem, pos)
		assigned := l.append(&cfa.Assign{LHS: t, RHS: c}, pos)
		l.setHolder(c.Arr, c, c.Idx, true, pos)
		op.Args[i] = t
		h := l.holders[c.Arr]
		h.taken = append(h.taken, takenArgument{op, i, c, assigned, h.ops[len(h.ops)-1]})
	}
}

// releaseFreed releases the blocks to which the members of the block p lead, and then p, which is about to be freed. n is
// the class of p; nil: not known.
func (l *funcLowerer) releaseFreed(n *pointsto.Class, p cfa.Expr, pos lang.Pos) {
	if !l.holding {
		return
	}
	l.releaseHeld(l.holdersIn(n, p), pos)
	l.append(&cfa.Store{Arr: l.holderArray(), Idx: p, Val: cfa.ConstInt(0)}, pos)
}

// holdersIn lists the cells of the object p that may be holders. n is the class of p; nil: not known.
func (l *funcLowerer) holdersIn(n *pointsto.Class, p cfa.Expr) (list []*cfa.Select) {
	if !l.holding || n == nil || n.Find().View == nil {
		return nil
	}
	n.EachSpan(0, n.Find().View.Size, func(m *pointsto.Class, at, _ int64) {
		if m = m.Find(); len(m.Accesses) == 0 || !l.holds(m) {
			return
		}
		if r := l.regionOf(m); l.holders[r.arr] != nil {
			list = append(list, &cfa.Select{Arr: r.arr, Idx: cfa.MkBinary(cfa.Add, p, cfa.ConstInt(at))})
		}
	})
	return list
}

// releaseCopied releases the blocks to which the members of the object dst lead, to which a record is about to be copied, if there are
// several such members. Otherwise, the record may still be held by the second member when its own members are copied:
// *t = *t->right, where t->left is null.
func (l *funcLowerer) releaseCopied(dst place, pos lang.Pos) {
	if list := l.holdersIn(dst.n, dst.addr); len(list) > 1 {
		l.releaseHeld(list, pos)
	}
}

// releaseHeld releases the blocks to which the cells in the list lead.
func (l *funcLowerer) releaseHeld(list []*cfa.Select, pos lang.Pos) {
	for _, c := range list {
		l.setHolder(c.Arr, c, c.Idx, true, pos)
	}
}

// A holdingRegion is a region whose cells may be holders.
type holdingRegion struct {
	arr   *cfa.Array
	ops   []*setHolder    // the operations on holders because of its cells
	taken []takenArgument // arguments of calls that are its cells
}

// A takenArgument is an argument of a call: see takeArguments.
type takenArgument struct {
	call     *cfa.Call
	i        int
	cell     *cfa.Select
	assigned *cfa.Edge // the assignment of the cell to the variable that is passed
	release  *setHolder
}

// undo makes the cell the argument again, which is then not released.
func (t takenArgument) undo() {
	t.call.Args[t.i], t.assigned.Op, t.release.at.Op = t.cell, cfa.Skip{}, cfa.Skip{}
}

// A setHolder is an operation on the holder of a block: see the method of this name.
type setHolder struct {
	at             *cfa.Edge
	block, address cfa.Expr
	release        bool
}

// makeHolders makes the operations on holders. Operations because of regions from which no pointer comes that the program
// frees are left out. If there are n other regions, the cell at the address a of the region number i is written as
// n * a + i, so that it is known to which region a holder belongs.
func (l *lowerer) makeHolders() {
	if !l.holding {
		return
	}
	var freed []cfa.Expr
	stored := map[*cfa.Array][]*cfa.Edge{} // by region: the stores to its cells
	for _, e := range l.p.Edges {
		op, ok := e.Op.(*cfa.Store)
		switch {
		case !ok:
		case op.Arr == l.shadow.holder:
			if c, isConst := op.Val.(*cfa.Const); isConst && c.Val.IsZero() {
				freed = append(freed, op.Idx)
			}
		case l.holders[op.Arr] != nil:
			stored[op.Arr] = append(stored[op.Arr], e)
		}
	}
	flow := l.p.Flow()
	seen := flow.Sources(freed, true)
	direct := flow.Sources(freed, false)
	var kept []*holdingRegion
	for _, n := range l.regionClasses {
		h := l.holders[l.regions[n].arr]
		switch {
		case h == nil:
			continue
		case seen[h.arr]:
			kept = append(kept, h)
			continue
		}
		for _, t := range h.taken {
			t.undo()
		}
		for _, op := range h.ops {
			op.at.Op = cfa.Skip{}
		}
	}
	l.holderArray().Holders = len(kept)
	changed := freed // blocks whose holder changes
	var held []cfa.Expr
	for _, h := range kept {
		for _, op := range h.ops {
			if _, dropped := op.at.Op.(cfa.Skip); !dropped && !op.release {
				held = append(held, op.block)
			}
		}
	}
	changed = append(changed, held...)
	stores := flow.Sources(held, false)
	for i, h := range kept {
		h.arr.Holding = i + 1
		for _, t := range h.taken {
			if v := t.call.Callee.Params[t.i]; !direct[v] && !stores[v] && !t.givenBack(flow, stored[h.arr], stores) {
				t.undo()
			}
		}
		for _, op := range h.ops {
			if _, dropped := op.at.Op.(cfa.Skip); dropped {
				continue
			}
			val := h.arr.AsHolder(op.address, len(kept))
			if old := cfa.MkSelect(l.shadow.holder, op.block); op.release {
				val = cfa.MkIte(cfa.MkBinary(cfa.Eq, old, val), cfa.ConstInt(0), old)
			}
			op.at.Op = &cfa.Store{Arr: l.shadow.holder, Idx: op.block, Val: val}
		}
	}
	l.keepArguments(flow, changed)
}

// givenBack reports whether the result of the call is stored to the cell that was the argument, and the argument may be the result or
// may be stored elsewhere, as in t->left = rotate(t->left). The flow has the sources of what is stored to cells in held.
func (t takenArgument) givenBack(flow cfa.Flow, stored []*cfa.Edge, held map[any]bool) bool {
	return slices.ContainsFunc(stored, func(e *cfa.Edge) bool {
		op := e.Op.(*cfa.Store)
		if e.From.Proc != t.assigned.From.Proc || !cfa.SameForm(op.Idx, t.cell.Idx) {
			return false
		}
		from := flow.Sources([]cfa.Expr{op.Val}, false)
		v := t.call.Callee.Params[t.i]
		return (from[v] || held[v]) && slices.ContainsFunc(t.call.Results, func(v *cfa.Var) bool { return from[v] })
	})
}

// keepArguments gives each parameter whose block may get another holder, or may be the result, a copy to which the function
// assigns, if it assigns to the parameter. So the parameter keeps its value, and facts at the exit can speak of it. The list
// has the blocks whose holders change.
func (l *lowerer) keepArguments(flow cfa.Flow, changed []cfa.Expr) {
	assigned := map[*cfa.Var]bool{}
	for _, e := range l.p.Edges {
		cfa.Writes(e.Op, func(v *cfa.Var) { assigned[v] = true }, func(*cfa.Array) {})
	}
	for _, q := range l.p.Procs {
		for _, v := range q.Results {
			changed = append(changed, v)
		}
	}
	from := flow.Sources(changed, false)
	for _, q := range l.p.Procs {
		for i, v := range q.Params {
			if !v.Pointer || !assigned[v] || !from[v] {
				continue
			}
			own := l.p.NewVar(q, v.Name, cfa.ParamVar, v.Range)
			own.Pos, own.Pointer, own.Type = v.Pos, true, v.Type
			q.Params, q.Params[i], v.Kind = q.Params[:len(q.Params)-1], own, cfa.LocalVar
			entry := q.Entry
			q.Entry = l.p.NewLoc(q, entry.Pos)
			l.p.NewEdge(q.Entry, entry, &cfa.Assign{LHS: v, RHS: own}, v.Pos)
		}
	}
}
