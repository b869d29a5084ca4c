package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Initializers of objects, and the procedure that runs before the entry function.

// declareObj begins the life of an automatic object. It runs the object's initializer. The value of an object without
// an initializer is an input.
func (l *funcLowerer) declareObj(o *lang.Object, pos lang.Pos) {
	p := l.objPlace(o)
	if p.inMemory() && o.Type.Size < 0 {
		// The memory of a variable-length array comes from the heap and is never given back.
		l.emit(&cfa.Assign{LHS: l.addrOf(o).(*cfa.Var), RHS: l.alloc(l.pin(l.sizeOf(o.Type), pos), l.pts.Object(o), false, pos)}, pos)
	}
	switch {
	case o.Init != nil && l.readsItself(o):
		l.withoutValue(p, o, pos)
		l.allItems(o, p, pos)
	case o.Init != nil:
		if o.Init.Zero && o.Type.IsAggregate() {
			l.zeroPlace(p, pos)
		}
		l.items(o.Init, pos)
	default:
		l.withoutValue(p, o, pos)
	}
}

// withoutValue begins the life of an automatic object that has no value yet.
func (l *funcLowerer) withoutValue(p place, o *lang.Object, pos lang.Pos) {
	// A variable has any value before its first assignment in an activation of the function, so no Havoc is needed
	// outside of loops.
	if !p.inMemory() && l.loops == 0 {
		l.markPlace(p, 0, pos)
	} else {
		l.havocPlace(p, l.noValue(o), pos)
	}
}

// noValue returns the input for an object that is not initialized.
func (l *lowerer) noValue(o *lang.Object) *cfa.Input {
	return &cfa.Input{Kind: cfa.Uninit, Name: o.Name, Pos: o.Pos, CType: o.Type.Name}
}

// readsItself reports whether the initializer of an automatic object may read the object, which has no value until
// the initializer is done. This is possible if the initializer uses the object's name for more than its address. It is
// also possible if the initializer follows a pointer to the object that an earlier execution stored: a jump may lead
// back to the declaration. (If control left the block in between, the earlier object has ended.)
func (l *lowerer) readsItself(o *lang.Object) bool {
	if o.Storage != lang.Local || o.Func == nil {
		return false
	}
	if r, ok := l.readsOwn[o]; ok {
		return r
	}
	named, used, follows := false, false, false
	var walk func(e lang.Expr, address bool)
	visit := func(e lang.Expr) { walk(e, false) }
	walk = func(e lang.Expr, address bool) {
		switch x := e.(type) {
		case nil:
			return
		case *lang.VarRef:
			named = named || x.Obj == o
			used = used || x.Obj == o && !address
			return
		case *lang.AddrOf:
			walk(x.X, true)
			return
		case *lang.Decay:
			walk(x.X, true)
			return
		case *lang.Member:
			walk(x.X, address)
			return
		case *lang.Index:
			visit(x.X)
			visit(x.I)
			follows = follows || !address
			return
		case *lang.Deref:
			visit(x.X)
			follows = follows || !address
			return
		case *lang.Call:
			follows = true
		case *lang.StmtExpr:
			follows = true
			lang.Walk(x.Body, nil, func(e lang.Expr) {
				v, ok := e.(*lang.VarRef)
				named = named || ok && v.Obj == o
			})
		case *lang.CompoundLit:
			if x.Obj.Init != nil {
				for _, it := range x.Obj.Init.Items {
					walk(it.Val, false)
				}
			}
		}
		for _, c := range lang.Children(e) {
			visit(c)
		}
	}
	for _, it := range o.Init.Items {
		walk(it.Val, false)
	}
	r := used || follows && (named || l.memory(o) && len(o.Func.Labels) > 0)
	if l.readsOwn == nil {
		l.readsOwn = map[*lang.Object]bool{}
	}
	l.readsOwn[o] = r
	return r
}

// allItems runs an initializer that may read its own object. C leaves the order of evaluation of its values open (C11
// 6.7.9p23). Here all values are evaluated before the object gets any of them.
func (l *funcLowerer) allItems(o *lang.Object, p place, pos lang.Pos) {
	in := o.Init
	if len(in.Items) == 1 && !(in.Zero && o.Type.IsAggregate()) && in.Items[0].Str == nil && in.Items[0].Dst.Type().Kind != lang.Record {
		l.items(in, pos) // only one order is possible
		return
	}
	values := make([]initValue, len(in.Items))
	for i, it := range in.Items {
		if it.Str != nil {
			continue
		}
		if it.Dst.Type().Kind == lang.Record {
			values[i].record = l.place(it.Val)
			continue
		}
		v, from, copied := l.rvalCopied(it.Dst.Type(), it.Val, false)
		for k := range from {
			from[k] = l.pinPart(from[k], pos)
		}
		values[i] = initValue{v: l.pin(v, pos), from: from, copied: copied}
	}
	if in.Zero && o.Type.IsAggregate() {
		l.zeroPlace(p, pos)
	}
	for i, it := range in.Items {
		switch {
		case it.Str != nil:
			l.items(&lang.Init{Zero: in.Zero, Items: in.Items[i : i+1]}, pos)
		case it.Dst.Type().Kind == lang.Record:
			dst := l.place(it.Dst)
			if v, ok := lang.Root(it.Val).(*lang.VarRef); ok && v.Obj == o {
				l.havocPlace(dst, l.noValue(o), pos)
				continue
			}
			l.copyRecord(dst, values[i].record, pos)
		default:
			l.assignCopied(l.place(it.Dst), values[i].v, false, values[i].from, values[i].copied, pos)
		}
	}
}

// An initValue is the value of an item of an initializer.
type initValue struct {
	v      cfa.Expr
	from   []part
	copied bool
	record place
}

// pinPart returns a part with the present value of its flags.
func (l *funcLowerer) pinPart(c part, pos lang.Pos) part {
	t := l.temp(cfa.Range{Bits: 8}, pos)
	l.emit(&cfa.Assign{LHS: t, RHS: c.value()}, pos)
	return part{v: t, full: c.full, mask: c.mask}
}

// items runs the items of an initializer.
func (l *funcLowerer) items(in *lang.Init, pos lang.Pos) {
	l.inOrder(in)
	for _, it := range in.Items {
		switch {
		case it.Str != nil:
			dst := l.place(it.Dst)
			t := dst.t.Elem
			if dst.inMemory() && !l.read(dst.n) {
				continue
			}
			for i, c := range it.Str {
				if c == 0 && in.Zero {
					continue
				}
				k := cfa.ConstInt(int64(i))
				v := cfa.ConstInt(int64(c))
				if t.Size > 1 {
					// Wide strings are stored item by item; a byte string fits only elements of one byte.
					l.cannot(pos, "a wide string")
					break
				}
				l.storePlace(l.elementAt(dst, k, t), l.fit(v, t), pos)
			}
		case it.Dst.Type().Kind == lang.Record:
			dst := l.place(it.Dst)
			l.copyRecord(dst, l.place(it.Val), pos)
		default:
			dst := l.place(it.Dst)
			if dst.inMemory() && !l.read(dst.n) && !l.matters(it.Val) {
				continue
			}
			v, from, copied := l.rvalCopied(it.Dst.Type(), it.Val, false)
			l.assignCopied(dst, v, false, from, copied, pos)
		}
	}
}

// read reports whether the program ever reads from the class. Initial values that it never reads are left out.
func (l *lowerer) read(n *pointsto.Class) bool {
	r := false
	n.Find().EachScalar(func(m *pointsto.Class) { r = r || m.Has(pointsto.Read) })
	return r
}

// start lowers what happens before the entry function: static objects get their initial values. Then it calls the
// entry function.
func (p *lowerer) start() {
	q := p.p.NewProc("start")
	p.p.Start = q
	l := p.in(q, nil)
	entry := l.u.Entry
	pos := entry.Pos
	q.Entry.Pos, q.Exit.Pos = pos, entry.End
	l.takeStaticNotes()
	l.ghosts()
	l.placeWeak()
	l.chooseLiterals()
	l.emit(&cfa.Assign{LHS: l.heapTop, RHS: cfa.ConstInt(l.heapLo)}, pos)
	l.emit(&cfa.Assign{LHS: l.stackTop, RHS: cfa.ConstInt(l.stackLo())}, pos)

	if l.sizes != nil {
		l.emit(&cfa.Fill{Arr: l.sizes, Val: cfa.ConstInt(0)}, pos)
	}
	l.startShadow(pos)
	l.startWindows(pos)
	l.startLeaks(pos)
	l.startReadBack(pos)
	for _, v := range l.scopes.order {
		l.emit(&cfa.Assign{LHS: v, RHS: cfa.ConstInt(0)}, pos)
	}
	if l.records.Has(Uninit) {
		l.storedFrom, l.storedTo = l.cur, l.newLoc(pos)
		l.cur = l.storedTo
	}
	order := l.initOrder()
	l.clearOwn(nil, nil, pos)
	l.making = true // nothing is known of tails yet, except for those of literals, to which nothing else stores here
	// All static memory is zero at first: one fill for each region that contains some of it.
	zeroed := map[*pointsto.Class]bool{}
	for _, o := range l.pts.Statics {
		if o.Extern || !l.memory(o) {
			continue
		}
		l.pts.Object(o).EachScalar(func(n *pointsto.Class) {
			if zeroed[n] || !n.Has(pointsto.Read) {
				return
			}
			zeroed[n] = true
			l.fillMem(n, cfa.ConstInt(l.staticLo), cfa.ConstInt(l.staticHi), cfa.ConstInt(0), nil, pos)
		})
	}
	for _, o := range l.pts.Statics {
		switch {
		case o.Extern:
			p := l.objPlace(o)
			if p.inMemory() && !l.read(p.n) {
				continue
			}
			if s := l.pts.Stream(o); s != nil {
				l.storePlace(p, l.addrs[s], o.Pos)
				continue
			}
			l.havocUsed(p, &cfa.Input{Kind: cfa.External, Name: o.Name, Pos: o.Pos, CType: o.Type.Name}, o.Pos)
			l.noteOnce(o.Pos, "external variable "+o.Name, "any value of its type")
		case !l.memory(o):
			if s := l.stores[o]; s != nil {
				l.zeroUsed(s, o.Pos)
				l.storedUsed(s, o.Pos)
			}
		}
	}
	l.chooseWeak()
	// The literals come first: so what is promised of them is known where their addresses are stored.
	for _, literals := range []bool{true, false} {
		for _, o := range order {
			if (o.Storage == lang.Literal) != literals || o.Init == nil || o.Extern || !l.memory(o) && l.stores[o] == nil {
				continue
			}
			l.staticItems(o)
		}
		if literals {
			l.terminatedLiterals(pos)
		}
	}
	l.making = false
	l.construct(pos)
	if l.u.Driver != nil {
		l.drive()
	} else {
		l.callEntry(pos)
	}
	if f := l.u.AtReturn(); f != nil {
		l.emit(&cfa.Call{Callee: l.procs[f]}, entry.End)
	}
	l.leftAtEnd("the return from "+entry.Name, entry, true, entry.End)
	l.jump(q.Exit, pos)
}

// mostArguments is the largest number of arguments of main. Linux gives a new program at most 6 MiB for its arguments
// and its environment, and each argument takes a pointer and at least one byte: fewer than 2^20 arguments fit with
// pointers of 8 bytes, and fewer than 2^21 with pointers of 4 bytes. Other systems allow fewer.
const mostArguments = 1 << 21

// callEntry calls the entry function with any arguments.
func (l *funcLowerer) callEntry(pos lang.Pos) {
	entry, q := l.u.Entry, l.proc
	op := &cfa.Call{Callee: l.procs[entry]}
	for i, v := range op.Callee.Params {
		t := l.temp(v.Range, pos)
		if f := l.u.Arguments; f != nil && i == 1 {
			l.emit(&cfa.Call{Callee: l.procs[f], Args: op.Args[:1:1], Results: []*cfa.Var{t}}, pos)
			op.Args = append(op.Args, t)
			l.passWindow(entry.Params[i], arg{v: t}, pos) // the argument is a pointer to a whole object
			continue
		}
		if f := l.u.Environment; f != nil && i == 2 {
			l.emit(&cfa.Call{Callee: l.procs[f], Results: []*cfa.Var{t}}, pos)
			op.Args = append(op.Args, t)
			l.passWindow(entry.Params[i], arg{v: t}, pos)
			continue
		}
		if l.isFlagVar[v] {
			op.Args = append(op.Args, cfa.ConstInt(1))
			continue
		}
		in := &cfa.Input{Kind: cfa.External, Name: "argument " + v.Name, Range: v.Range, Pos: v.Pos, Pointer: v.Pointer}
		if in.Range == (cfa.Range{}) && entry.Name == "main" && i == 1 {
			in.Range.Nat = true
		}
		l.emit(&cfa.Havoc{LHS: t, From: in}, pos)
		if entry.Name == "main" && i == 0 && entry.Params[0].Type.IsInteger() {
			l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Ge, t, cfa.ConstInt(1))}, pos)
			l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Le, t, cfa.ConstInt(mostArguments))}, pos)
		}
		op.Args = append(op.Args, t)
	}
	for _, r := range op.Callee.Results {
		op.Results = append(op.Results, l.p.NewVar(q, "result of "+entry.Name, cfa.ResultVar, r.Range))
	}
	if len(l.tails.classes) > 0 {
		l.emit(&cfa.Assign{LHS: l.heapFrom(), RHS: l.heapTop}, pos)
	}
	l.emit(op, pos)
}

// staticItems runs the initializer of a static object. It leaves out parts of stores that the program never uses.
func (l *funcLowerer) staticItems(o *lang.Object) {
	if l.memory(o) {
		l.items(o.Init, o.Pos)
		return
	}
	used := &lang.Init{Zero: true}
	for _, it := range o.Init.Items {
		if it.Str == nil && it.Dst.Type().IsScalar() {
			if p := l.place(it.Dst); p.st != nil && p.st.v == nil && p.st.arr == nil {
				continue
			}
		}
		used.Items = append(used.Items, it)
	}
	l.items(used, o.Pos)
}

// zeroUsed sets the existing leaves of a store to 0.
func (l *funcLowerer) zeroUsed(s *store, pos lang.Pos) {
	switch {
	case s == nil:
	case s.v != nil:
		l.emit(&cfa.Assign{LHS: s.v, RHS: cfa.ConstInt(0)}, pos)
	case s.arr != nil:
		l.emit(&cfa.Fill{Arr: s.arr, Val: cfa.ConstInt(0)}, pos)
	default:
		for _, f := range s.fields {
			l.zeroUsed(f, pos)
		}
		l.zeroUsed(s.elem, pos)
	}
}

// havocUsed makes every part of an external object an input.
func (l *funcLowerer) havocUsed(p place, in *cfa.Input, pos lang.Pos) {
	if p.inMemory() {
		l.havocPlace(p, in, pos)
		return
	}
	var walk func(s *store)
	walk = func(s *store) {
		if s == nil {
			return
		}
		switch {
		case s.v != nil:
			i := *in
			i.Range, i.Pointer = l.inputRange(s.t), s.t.Kind == lang.Pointer
			if s.field != nil {
				i.Range = s.v.Range
			}
			l.emit(&cfa.Havoc{LHS: s.v, From: &i}, pos)
		case s.arr != nil:
			i := *in
			i.Range, i.Pointer = s.arr.Elem, s.t.Kind == lang.Pointer
			l.emit(&cfa.Fill{Arr: s.arr, From: &i}, pos)
		default:
			for _, f := range s.fields {
				walk(f)
			}
			walk(s.elem)
		}
	}
	walk(p.st)
}
