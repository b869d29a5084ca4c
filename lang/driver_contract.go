package lang

import "github.com/whet-mc/whet/num"

// What the contract of the entry function says to the driver: what arguments lead to, and what
// holds when the function has returned.

// driverContract is what ACSL says of an entry function, in terms of its parameters.
type driverContract struct {
	valid   []*Valid
	ensures []*Assertion
	olds    []oldTerm
	result  *Object // what \result stands for
}

// oldTerm is \old(X): the value that X has before the call.
type oldTerm struct {
	obj *Object
	x   Expr
}

// Valid is \valid(p + (0 .. hi)) of a parameter p in a precondition: what the argument leads to
// has Count elements. It is part of no tree that is lowered: the driver makes such an object.
type Valid struct {
	expr
	Param *Object
	Count Expr
}

// valid reads what stands behind \valid: a parameter, or parameter + (0 .. hi).
func (p *acslParser) valid(at Pos) Expr {
	o, lo, hi := p.span()
	if o == nil || o.Storage != Param || !isZero(lo) {
		p.fail(at, `write \valid(p + (0 .. n - 1)), where p is a parameter`, "this set of places is not supported here")
	}
	count := p.c.plusOne(hi)
	if k, ok := hi.(*IntLit); ok {
		count = &IntLit{expr: expr{at, p.c.integer}, Val: k.Val.Add(num.Of(1))}
	}
	WalkExpr(count, nil, func(e Expr) {
		switch x := e.(type) {
		case *VarRef:
			if x.Obj.Storage != Param || !x.T.IsInteger() {
				p.fail(at, "bound it by parameters that are integers", "a bound by %s is not supported", x.Obj.Name)
			}
		case *IntLit, *Binary, *Cast:
		default:
			p.fail(at, "bound it by sums of parameters", "this bound of a set of places is not supported")
		}
	})
	return &Valid{expr{at, p.c.intT}, o, count}
}

func isZero(e Expr) bool {
	k, ok := e.(*IntLit)
	return ok && k.Val.IsZero()
}

// span reads (p) or (p + (lo .. hi)).
func (p *acslParser) span() (o *Object, lo, hi Expr) {
	p.expect("(")
	o, lo, hi = p.places()
	p.expect(")")
	return o, lo, hi
}

// places reads p or p + (lo .. hi): a variable that is a pointer, and what is behind it.
func (p *acslParser) places() (o *Object, lo, hi Expr) {
	at := p.pos()
	y := p.c.lookup(p.word())
	if y == nil || y.kind != symObject || y.obj.Type.Kind != Pointer {
		p.fail(at, "write p + (lo .. hi), where p is a variable that is a pointer", "this set of places is not supported")
	}
	p.complete(y.obj.Type.Elem, at)
	zero := func() Expr { return &IntLit{expr: expr{at, p.c.integer}} }
	if !p.accept("+") {
		return y.obj, zero(), zero()
	}
	p.expect("(")
	lo = p.integer(p.level(levelConditional))
	p.expect("..")
	hi = p.integer(p.level(levelConditional))
	p.expect(")")
	return y.obj, lo, hi
}

// separated reads what stands behind \separated: any two of the sets of places have none in common.
func (p *acslParser) separated(at Pos) Expr {
	type span struct{ from, to, empty Expr }
	var list []span
	p.expect("(")
	for {
		o, lo, hi := p.places()
		move := func(by Expr) Expr {
			x := p.moved(PtrAdd, &VarRef{expr{at, o.Type}, o}, by, at)
			return &Cast{expr{at, p.c.strp}, x, false}
		}
		end := p.c.plusOne(hi)
		empty := &Binary{expr: expr{at, p.c.intT}, Op: Ge, L: lo, R: end}
		list = append(list, span{move(lo), move(end), empty})
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	var all Expr = &IntLit{expr: expr{at, p.c.intT}, Val: num.Of(1)}
	before := func(a, b Expr) Expr { return &Binary{expr: expr{at, p.c.intT}, Op: Le, L: a, R: b} }
	for i, a := range list {
		for _, b := range list[:i] {
			apart := p.or(before(a.to, b.from), before(b.to, a.from))
			all = p.and(all, p.or(p.or(a.empty, b.empty), apart))
		}
	}
	return all
}

// before reads \result, or what stands behind \old.
func (p *acslParser) before(name string, at Pos) Expr {
	f := p.driven
	if name == `\result` {
		t := p.c.plain(f.Type.Elem)
		if !t.IsScalar() || t.Kind == Float {
			p.fail(at, "", "a result of type %s is not supported in annotations", t)
		}
		if f.entry.result == nil {
			f.entry.result = &Object{Name: name, Type: t, Storage: Local, Func: f, Pos: at}
		}
		return &VarRef{expr{at, t}, f.entry.result}
	}
	p.expect("(")
	x := p.value(p.level(levelQuantifier))
	p.expect(")")
	WalkExpr(x, nil, func(e Expr) {
		if v, ok := e.(*VarRef); ok && v.Obj.Storage == Local {
			p.fail(at, "", `\old of a term with %s is not supported`, v.Obj.Name)
		}
		if _, ok := e.(*Quant); ok {
			p.fail(at, "", `a quantifier in \old is not supported`)
		}
	})
	o := &Object{Name: name, Type: p.c.plain(x.Type()), Storage: Local, Func: f, Pos: at}
	f.entry.olds = append(f.entry.olds, oldTerm{o, x})
	return &VarRef{expr{at, o.Type}, o}
}

// takeValid gives the driver what a precondition says that arguments lead to. What is left of it is
// the rest. Where that does not stand by itself, the clause is not read.
func (p *acslParser) takeValid(x Expr, kind AssertionKind) Expr {
	var rest Expr
	for _, e := range conjuncts(x, nil) {
		if v, ok := e.(*Valid); ok && kind == Assumed {
			p.driven.entry.valid = append(p.driven.entry.valid, v)
			e = &IntLit{expr: expr{v.At, p.c.intT}, Val: num.Of(1)}
		}
		WalkExpr(e, nil, func(e Expr) {
			if v, ok := e.(*Valid); ok {
				p.fail(v.At, "let it be a clause of its own", `\valid in a part of a predicate is not supported`)
			}
		})
		if rest == nil {
			rest = e
		} else {
			rest = p.and(rest, e)
		}
	}
	return rest
}

// block is what an argument leads to of which only a run knows the size.
type block struct {
	param *Object
	count Expr
}

// sized looks up what the contract says that an argument leads to. It reports whether only a run
// knows how much that is, so that blocks has to make it.
func (d *driver) sized(p *Object) bool {
	if d.f.entry == nil {
		return false
	}
	var dynamic []Expr
	for _, v := range d.f.entry.valid {
		if v.Param != p {
			continue
		}
		if k, ok := v.Count.(*IntLit); ok {
			if n, ok := k.Val.Int64(); ok && n <= maxConstant {
				d.counts[d.params[p]] = max(d.counts[d.params[p]], n)
				continue
			}
		}
		dynamic = append(dynamic, v.Count)
	}
	if len(dynamic) == 0 {
		return false
	}
	if e := d.target(p.Type); e == nil || bound(e) {
		d.u.Refused = "an array of a length that is not constant, whose elements have pointers"
		return false
	}
	count := dynamic[0]
	more := dynamic[1:]
	if n := d.counts[d.params[p]]; n > 0 {
		more = append(more, d.number(n, d.c.integer))
		delete(d.counts, d.params[p])
	}
	for _, x := range more {
		is := &Binary{expr: expr{d.at, d.c.intT}, Op: Lt, L: count, R: x}
		count = &Cond{expr{d.at, d.c.integer}, is, x, count}
	}
	d.dynamic = append(d.dynamic, block{p, count})
	return true
}

// maxConstant bounds the arrays that are objects at a known address.
const maxConstant = 1 << 16

// mine is an expression about parameters, about what is passed for them.
func (d *driver) mine(e Expr) Expr {
	c := &cloner{fn: d.u.Func, objs: map[*Object]*Object{}, labels: map[*Label]*Label{}}
	for p, o := range d.params {
		c.objs[p] = o
	}
	return c.expr(e)
}

// blocks makes what arguments lead to of which only a run knows the size: blocks of the heap that
// are just so large, or, if one that was made before for the same type is large enough, that one.
func (d *driver) blocks() {
	for _, b := range d.dynamic {
		arg := d.params[b.param]
		elem := d.target(b.param.Type)
		n := d.local("length of *"+b.param.Name, d.c.llong)
		size := d.local("size of *"+b.param.Name, d.c.llong)
		d.assign(d.ref(size), d.number(0, size.Type))
		cmp := func(op BinaryOp, l Expr, k int64) Expr {
			return &Binary{expr: expr{d.at, d.c.intT}, Op: op, L: l, R: d.number(k, l.Type())}
		}
		limit := int64(1) << 26
		if d.c.model.PtrSize() == 8 {
			limit = 1 << 36
		}
		// Before it is one of C's numbers: a length of 2^64 - 1 is not that of nothing.
		d.assume(cmp(Le, d.c.integral(d.mine(b.count)), limit/max(elem.Size, 1)))
		d.assign(d.ref(n), &Cast{expr{d.at, n.Type}, d.mine(b.count), false})
		d.list = append(d.list, &If{stmt{d.at}, cmp(Gt, d.ref(n), 0), d.block(func() {
			product := &Binary{expr: expr{d.at, size.Type}, Op: Mul, L: d.ref(n), R: d.number(elem.Size, size.Type), Wraps: true}
			d.assign(d.ref(size), product)
		}), nil})
		name := "*" + b.param.Name
		at := d.local(name, d.c.pointer(elem))
		f := d.c.symFunc(d.c.lib.scope.names["__whet_alloc"])
		call := &Call{expr{d.at, d.c.voidp}, &FuncRef{expr{d.at, d.c.pointer(f.Type)}, f}, []Expr{&Cast{expr{d.at, d.c.size}, d.ref(size), true}}}
		d.assign(d.ref(at), &Cast{expr{d.at, at.Type}, call, true})
		whole := &Input{stmt: stmt{d.at}, X: &Deref{expr{d.at, elem}, d.ref(at)}, Name: name, Count: d.ref(n)}
		d.list = append(d.list, &If{stmt{d.at}, cmp(Gt, d.ref(n), 0), &Block{stmt: stmt{d.at}, List: []Stmt{whole}, End: d.at}, nil})
		d.u.Objects = append(d.u.Objects, &DriverObject{Name: name, At: at, Type: elem, Size: size})
		d.blockTo(arg, n, at)
		d.made = append(d.made, madeBlock{elem, n, at, name})
	}
}

type madeBlock struct {
	elem  *Type
	n, at *Object
	name  string
}

// blockTo lets the argument lead to its block, or to an earlier one; nowhere, if that need not be.
func (d *driver) blockTo(arg, n, at *Object) {
	to, names := []Expr{d.ref(at)}, []string{"&*" + arg.Name}
	var enough []Expr // what must hold for each of them
	one := d.number(1, d.c.intT)
	enough = append(enough, one)
	for _, m := range d.made {
		if Compatible(m.elem, d.target(arg.Type)) {
			to, names = append(to, d.ref(m.at)), append(names, "&"+m.name)
			enough = append(enough, &Binary{expr: expr{d.at, d.c.intT}, Op: Le, L: d.ref(n), R: d.ref(m.n)})
		}
	}
	to, names = append(to, &IntLit{expr: expr{d.at, d.c.intT}}), append(names, "NULL")
	enough = append(enough, &Binary{expr: expr{d.at, d.c.intT}, Op: Le, L: d.ref(n), R: d.number(0, n.Type)})
	k := d.choice("argument "+arg.Name, names)
	for j := range to {
		is := &Binary{expr: expr{d.at, d.c.intT}, Op: Eq, L: d.ref(k), R: d.number(int64(j), d.c.intT)}
		d.list = append(d.list, &If{stmt{d.at}, is, d.block(func() {
			d.assume(enough[j])
			d.assign(d.ref(arg), &Cast{expr{d.at, arg.Type}, to[j], true})
		}), nil})
	}
}

// block is what write adds, as a block.
func (d *driver) block(write func()) *Block {
	outer := d.list
	d.list = nil
	write()
	b := &Block{stmt: stmt{d.at}, List: d.list, End: d.at}
	d.list = outer
	return b
}

// assume leaves out the runs in which x does not hold.
func (d *driver) assume(x Expr) {
	d.list = append(d.list, &Assertion{stmt: stmt{d.at}, Kind: Assumed, X: x})
}

// remember keeps what postconditions say of the state before the call.
func (d *driver) remember() {
	if d.f.entry == nil {
		return
	}
	for _, o := range d.f.entry.olds {
		v := d.local(o.obj.Name, o.obj.Type)
		d.params[o.obj] = v
		d.assign(d.ref(v), &Cast{expr{d.at, v.Type}, d.mine(o.x), true})
	}
}

// callAndClaim calls the function, and claims what its contract says of the state behind.
func (d *driver) callAndClaim(call *Call) {
	e := d.f.entry
	if e == nil || e.result == nil {
		d.list = append(d.list, &ExprStmt{stmt{d.at}, call})
	} else {
		r := d.local("result", e.result.Type)
		d.params[e.result] = r
		d.assign(d.ref(r), call)
	}
	if e == nil {
		return
	}
	for _, a := range e.ensures {
		b := *a
		b.X = d.mine(a.X)
		d.list = append(d.list, &b)
	}
}
