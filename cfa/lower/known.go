package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// Memory that code outside of the program knows.
//
// A function without a body may keep what it is handed, hand it back by any later call, and change it at any later call. So the
// analysis marks the classes of memory that such code knows: what is handed to it, what extern objects hold, what its
// results lead to, and all that the contents of known memory lead to. What it was only handed as const it knows,
// but does not change.
//
// A pointer from outside (a result, or what is read from memory that such code may have written) may lead to any known object of
// its type, and so may another one: known classes of one type are one class, where a pointer from outside leads to one of them.
// At each call of a function without a body all classes that such code may change get values of kind Effect: no claim of safety
// can rest on what was there before, and no bug on what may have been written. That is not told by the time of the
// handing: what is handed over later counts as known before.
//
// SOUNDNESS.md says what is assumed: that code outside does not name the program's own objects and functions, and goes by
// the types that C lets it use.

// A handing gives code outside of the program what values in the class hold, or, with self, the class.
type handing struct {
	n     *node
	self  bool
	fixed bool // what lies there is not changed
}

// handOver says that a call of a function without a body knows what it is handed. Where it promises to have no effect (fixed), it only
// may hand it back.
func (a *analysis) handOver(x *lang.Call, vals, locs []*node, fixed bool) {
	for i, e := range x.Args {
		if locs[i] != nil {
			a.handings = append(a.handings, handing{n: locs[i], fixed: fixed})
			continue
		}
		if v := vals[i]; v != nil {
			a.handings = append(a.handings, handing{n: v, self: true, fixed: fixed || forReading(x, i)})
		}
		if w := a.carry(e); w != nil {
			a.handings = append(a.handings, handing{n: w, fixed: fixed})
		}
	}
}

// forReading reports whether a call takes its i-th argument as a pointer to const.
func forReading(x *lang.Call, i int) bool {
	t := x.Args[i].Type()
	f := x.Fun.Type()
	if f.Kind == lang.Pointer {
		f = f.Elem
	}
	if i < len(f.Params) {
		t = f.Params[i]
	}
	return t.Kind == lang.Pointer && t.Elem.Const
}

// knows marks the classes that code outside of the program knows, and puts together those that its pointers may lead into. It
// tells whether that changed something.
func (a *analysis) knows() (changed bool) {
	type item struct {
		n     *node
		fixed bool
	}
	var work []item
	wild := a.wild.find()
	know := func(n *node, fixed bool) {
		n = n.find()
		if n == wild || n.known && (fixed || n.open) {
			return
		}
		n.known = true
		n.open = n.open || !fixed
		work = append(work, item{n, fixed})
	}
	holds := func(n *node, fixed, outside bool) {
		n.parts(func(m *node) {
			if p := m.pointee; p != nil {
				p = p.find()
				p.aimed = p.aimed || outside && p != wild
				know(p, fixed || !outside && m.readOnly())
			}
		})
	}
	for _, n := range a.all {
		n.known, n.open = false, false
	}
	for _, h := range a.handings {
		if h.self {
			know(h.n, h.fixed)
		} else {
			holds(h.n.find(), h.fixed, false)
		}
	}
	for _, r := range a.returned {
		holds(r.find(), false, true)
	}
	for len(work) > 0 {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		n := w.n.find()
		for _, k := range n.kids {
			know(k.n, w.fixed)
		}
		if p := n.pointee; p != nil {
			p = p.find()
			p.aimed = p.aimed || !w.fixed && p != wild
			know(p, n.readOnly())
		}
	}
	for _, in := range a.pending {
		if f := in.fun.find(); f.known || f == wild || f == a.varargs.find() {
			changed = a.leave(in) || changed
		}
	}
	return a.meet() || changed
}

// leave says that a call through a pointer may lead out of the program.
func (a *analysis) leave(in *indirect) bool {
	if in.leaves {
		return false
	}
	in.leaves = true
	a.handOver(in.call, in.vals, in.locs, false)
	a.returned = append(a.returned, a.locs[in.call])
	return true
}

// strays lets those calls leave for which no function of the program was found.
func (a *analysis) strays() (changed bool) {
	for _, in := range a.pending {
		if len(in.fun.find().funcs) == 0 {
			changed = a.leave(in) || changed
		}
	}
	return changed
}

// readOnly reports whether the class is one of pointers to const alone.
func (n *node) readOnly() bool {
	return n.view != nil && n.view.Kind == lang.Pointer && !n.changing && !n.mixed
}

// meet puts classes together that pointers from outside may lead into.
func (a *analysis) meet() (changed bool) {
	aimed := map[any][]*node{}
	for _, outside := range []bool{true, false} {
		for _, n := range a.all {
			if n.link != nil || !n.known || n.aimed != outside || !outside && !n.changes() {
				continue
			}
			k := a.kind(n)
			if k == nil || !outside && aimed[k] == nil {
				continue
			}
			alone := true
			for _, m := range aimed[k] {
				if m = m.find(); m == n.find() {
					alone = false
				} else if m.joins(n.find()) {
					a.unify(m, n)
					changed, alone = true, false
				}
			}
			if alone && outside {
				aimed[k] = append(aimed[k], n)
			}
		}
	}
	return changed
}

// joins reports whether classes of one kind may be put together: not, where a member would be taken for a scalar that is seen in several
// ways, since its record would be with it, and not for a string literal.
func (n *node) joins(m *node) bool {
	if n.view.Kind == lang.Record && m.view.Kind == lang.Record || len(n.ups)+len(m.ups) == 0 {
		return true
	}
	return !n.mixed && !m.mixed && !n.literal && !m.literal
}

type scalarKind struct {
	kind lang.Kind
	size int64
	elem any
}

// kind is what pointers to the class are told apart by: the type that it is seen as; nil for none.
func (a *analysis) kind(n *node) any {
	if n.view == nil {
		return nil
	}
	return kindOf(n.view, 0)
}

func kindOf(t *lang.Type, depth int) any {
	for t.Kind == lang.Array {
		t = t.Elem
	}
	switch {
	case t.Kind == lang.Record:
		if len(t.Fields) == 0 {
			return nil
		}
		return t.Fields[0]
	case t.Kind == lang.Pointer && depth < 3:
		return scalarKind{t.Kind, t.Size, kindOf(t.Elem, depth+1)}
	case t.Kind == lang.Void || t.Kind == lang.Function || !t.IsScalar() && t.Kind != lang.Vector:
		return nil
	}
	return scalarKind{kind: t.Kind, size: t.Size}
}

// addresses reports whether values in the class come from outside, and may be addresses of objects of the program.
func (n *node) addresses() bool {
	if n == nil {
		return false
	}
	p := n.find().pointee
	return p != nil && p.find().aimed && p.find().changes()
}

// changes reports whether an object that the program may change is in the class, or has it as a part.
func (n *node) changes() bool {
	found := false
	n.inclusive(func(m *node) { found = found || m.mutable })
	return found
}

// outsiders finds the classes of scalars that code outside of the program may change, and whether it may call the program.
func (l *lowerer) outsiders() {
	plays := l.plays()
	for _, n := range l.a.all {
		if n.link != nil || !n.known {
			continue
		}
		l.calledBack = l.calledBack || !plays && l.defines(n.funcs)
		if len(n.accs) > 0 && (n.aimed || n.open && n.changes()) {
			l.opened = append(l.opened, n)
		}
	}
	for _, o := range l.statics {
		if o.Extern && !o.Type.Const && !l.memory(o) {
			l.externs = append(l.externs, o)
		}
	}
}

// plays reports whether the entry function calls by name what the program also takes the address of: it stands for the environment that
// calls what is registered in records, and no other calls count, as in programs that verify drivers.
func (l *lowerer) plays() bool {
	found := false
	lang.Walk(l.u.Entry.Body, nil, func(e lang.Expr) {
		if x, ok := e.(*lang.Call); ok {
			f := direct(x)
			found = found || f != nil && f.AddrTaken && f.Body != nil && !f.Model
		}
	})
	return found
}

// unknownCode lets code outside of the program change what it may, and call what it may.
func (l *lowerer) unknownCode(pos lang.Pos) {
	if l.calledBack {
		// Effect: a run may go on as one in which such code calls nothing, but SAFE needs more.
		t := l.temp(cfa.Range{Bits: 1}, pos)
		l.emit(&cfa.Assign{LHS: t, RHS: cfa.ConstInt(0)}, pos)
		const what = "a function that code outside of the program may call"
		l.emit(&cfa.Havoc{LHS: t, From: &cfa.Input{Kind: cfa.Effect, Name: what, Range: t.Range, Pos: pos}}, pos)
		l.unless(cfa.MkBinary(cfa.Ne, t, cfa.ConstInt(0)), what, pos)
	}
	if len(l.opened) == 0 && len(l.externs) == 0 {
		return
	}
	if l.others == nil {
		l.others = l.p.NewProc("code outside of the program")
	}
	l.emit(&cfa.Call{Callee: l.others}, pos)
}

// beyond writes the procedure that stands for code outside of the program.
func (l *lowerer) beyond() {
	if l.others == nil {
		return
	}
	q := l.others
	l.fn, l.proc, l.cur = nil, q, q.Entry
	in := &cfa.Input{Kind: cfa.Effect, Name: "code outside of the program"}
	for _, n := range l.opened {
		if r := n.find().region; r != nil && !r.float {
			from := *in
			from.Range, from.Pointer = r.arr.Elem, r.arr.Pointer
			op := &cfa.Fill{Arr: r.arr, From: &from}
			if !n.find().open {
				// Objects of the program stay as they are. Those from outside may lie anywhere, so that it is enough to
				// change what lies behind all memory of the program.
				op.Lo, op.Hi = cfa.ConstInt(l.memoryEnd()), cfa.ConstOf(num.Pow2(uint(l.u.Model.PtrBits())))
			}
			l.emit(op, lang.Pos{})
		}
	}
	for _, o := range l.externs {
		l.havocUsed(l.objPlace(o), in, lang.Pos{})
	}
	l.jump(q.Exit, lang.Pos{})
}
