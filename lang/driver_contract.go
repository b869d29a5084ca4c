package lang

import "github.com/whet-mc/whet/num"

// What the contract of the entry function says to the driver: what arguments lead to, what holds
// when the function is called, and what is claimed when it has returned.

// validArgument is \valid(p + (0 .. count - 1)) of a parameter p in what is required: what the
// argument leads to has so many elements. The driver makes such an object.
type validArgument struct {
	param *Object
	elem  *Type
	count Expr
}

// validArguments takes out of requires what it says of the memory that arguments lead to, as in \valid(p), and
// puts "true" in its place.
func (d *driver) validArguments() {
	for _, con := range d.f.contracts {
		for _, k := range con.Behaviors[0].Requires {
			x := d.takeValid(con, k.X)
			if d.passed == nil {
				k.X = x
			}
			d.rest = append(d.rest, x)
		}
	}
}

// takeValid goes through the parts of a conjunction.
func (d *driver) takeValid(con *Contract, x Expr) Expr {
	switch y := x.(type) {
	case *Logical:
		if !y.Or {
			return &Logical{y.expr, false, d.takeValid(con, y.L), d.takeValid(con, y.R)}
		}
	case *Valid:
		if y.Kind == Stored {
			break
		}
		if v := d.argument(con, y); v != nil {
			d.valid = append(d.valid, *v)
			return &IntLit{expr: expr{y.expr.At, d.c.intT}, Val: num.Of(1)}
		}
	}
	return x
}

// argument is what is said of an argument; nil where it is said of something else, or in terms that
// the driver cannot follow. Then it stays an assumption about what the driver makes.
func (d *driver) argument(con *Contract, v *Valid) *validArgument {
	x := v.At
	for {
		k, ok := x.(*Cast)
		if !ok || k.X.Type().Kind != Pointer {
			break
		}
		x = k.X
	}
	ref, ok := x.(*VarRef)
	if !ok || ref.T.Kind != Pointer {
		return nil
	}
	elem := v.At.Type().Elem.Plain()
	own := d.target(ref.T)
	if own != nil && !Compatible(own, elem) || varying(elem) || elem.Size <= 0 || elem.Kind == Function {
		return nil
	}
	for i, p := range con.params {
		if p != ref.Obj || i >= len(d.f.Params) {
			continue
		}
		count := v.Count
		if count == nil {
			count = d.number(1, d.c.integer)
		}
		fine := true
		WalkExpr(count, nil, func(e Expr) {
			switch x := e.(type) {
			case *VarRef:
				fine = fine && x.Obj.Storage == Param && x.T.IsInteger()
			case *IntLit, *Binary, *Cast:
			default:
				fine = false
			}
		})
		if !fine || bound(elem) && !isConstant(count) {
			return nil
		}
		return &validArgument{d.f.Params[i], elem, count}
	}
	return nil
}

func isConstant(e Expr) bool {
	_, ok := e.(*IntLit)
	return ok
}

// block is what an argument leads to of which only a run knows the size.
type block struct {
	param *Object
	elem  *Type
	count Expr
}

// sized looks up what the contract says that an argument leads to. It reports whether only a run
// knows how much that is, so that blocks has to make it.
func (d *driver) sized(p *Object) bool {
	var dynamic []Expr
	var elem *Type
	for _, v := range d.valid {
		if v.param != p {
			continue
		}
		own := d.target(p.Type)
		same := own != nil && Compatible(own, v.elem)
		if k, ok := v.count.(*IntLit); ok && same {
			if n, ok := k.Val.Int64(); ok && n <= maxConstant {
				d.counts[d.params[p]] = max(d.counts[d.params[p]], n)
				continue
			}
		}
		count := v.count
		if elem == nil {
			elem = v.elem
		} else if !Compatible(elem, v.elem) { // count the smaller ones
			d.u.Refused = "an argument of which the contract says \\valid with several types"
			return false
		}
		dynamic = append(dynamic, count)
	}
	if len(dynamic) == 0 {
		return false
	}
	if bound(elem) || d.counts[d.params[p]] > 0 && !Compatible(d.target(p.Type), elem) {
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
		is := d.binary(Lt, count, x)
		count = &Cond{expr{d.at, d.c.integer}, is, d.c.copied(x), d.c.copied(count)}
	}
	d.dynamic = append(d.dynamic, block{p, elem, count})
	return true
}

// maxConstant bounds the arrays that are objects at a known address.
const maxConstant = 1 << 16

// mine is an expression about parameters, about what is passed for them.
func (d *driver) mine(e Expr) Expr {
	x, _ := (&terms{c: d.c, fn: d.fn, objs: d.params}).of(e, true)
	return x
}

// blocks makes what arguments lead to of which only a run knows the size: blocks of the heap that
// are just so large, or, if one that was made before for the same type is large enough, that one.
func (d *driver) blocks() {
	for _, b := range d.dynamic {
		arg := d.params[b.param]
		elem := b.elem
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
		f := d.c.symFunc(d.c.lib.symbol("__whet_alloc"))
		call := &Call{expr{d.at, d.c.voidp}, &FuncRef{expr{d.at, d.c.pointer(f.Type)}, f}, []Expr{&Cast{expr{d.at, d.c.size}, d.ref(size), true}}, nil}
		d.assign(d.ref(at), &Cast{expr{d.at, at.Type}, call, true})
		whole := &Input{stmt: stmt{d.at}, X: &Deref{expr{d.at, elem}, d.ref(at)}, Name: name, Count: d.ref(n)}
		d.list = append(d.list, &If{stmt{d.at}, cmp(Gt, d.ref(n), 0), &Block{stmt: stmt{d.at}, List: []Stmt{whole}, End: d.at}, nil})
		d.u.Objects = append(d.u.Objects, &DriverObject{Name: name, At: at, Type: elem, Size: size})
		d.blockTo(arg, elem, n, at)
		d.made = append(d.made, madeBlock{elem, n, at, name})
	}
}

type madeBlock struct {
	elem  *Type
	n, at *Object
	name  string
}

// blockTo lets the argument lead to its block, or to an earlier one; nowhere, if that need not be.
func (d *driver) blockTo(arg *Object, elem *Type, n, at *Object) {
	to, names := []Expr{d.ref(at)}, []string{"&*" + arg.Name}
	var enough []Expr // what must hold for each of them
	one := d.number(1, d.c.intT)
	enough = append(enough, one)
	for _, m := range d.made {
		if Compatible(m.elem, elem) {
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
