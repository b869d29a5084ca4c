package contract

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// This file uses the contract of the entry function in the driver: it determines what arguments point to.
// Preconditions and postconditions are in contract_prove.go.

// validArgument represents \valid(p + (0 .. count - 1)) for a parameter p in a precondition: p points to an object
// with count elements. The driver makes such an object.
type validArgument struct {
	param *lang.Object
	elem  *lang.Type
	count lang.Expr
}

// validArguments removes from the preconditions what they say about the memory that arguments point to, as in
// \valid(p), and puts "true" in its place.
func (d *driver) validArguments() {
	for _, con := range d.f.Contracts {
		for _, k := range con.Behaviors[0].Requires {
			x := d.takeValid(con, k.X)
			if d.passed == nil {
				k.X = x
			}
			d.rest = append(d.rest, x)
		}
	}
}

// takeValid does what validArguments does, for the predicate x or, if x is a conjunction, for its parts. It returns the
// new predicate.
func (d *driver) takeValid(con *lang.Contract, x lang.Expr) lang.Expr {
	switch y := x.(type) {
	case *lang.Logical:
		if !y.Or {
			return &lang.Logical{ExprBase: y.ExprBase, Or: false, L: d.takeValid(con, y.L), R: d.takeValid(con, y.R)}
		}
	case *lang.Valid:
		if y.Kind == lang.Stored {
			break
		}
		if v := d.argument(con, y); v != nil {
			d.valid = append(d.valid, *v)
			return &lang.IntLit{ExprBase: lang.Typed(y.ExprBase.At, d.Maker.IntT), Val: num.Of(1)}
		}
	}
	return x
}

// argument returns what v says about an argument. It returns nil if v is about something else, or uses terms that the
// driver cannot follow; then v remains an assumption about the objects that the driver makes.
func (d *driver) argument(con *lang.Contract, v *lang.Valid) *validArgument {
	x := v.At
	for {
		k, ok := x.(*lang.Cast)
		if !ok || k.X.Type().Kind != lang.Pointer {
			break
		}
		x = k.X
	}
	ref, ok := x.(*lang.VarRef)
	if !ok || ref.T.Kind != lang.Pointer {
		return nil
	}
	elem := v.At.Type().Elem.Plain()
	own := d.target(ref.T)
	if own != nil && !lang.Compatible(own, elem) || Varying(elem) || elem.Size <= 0 || elem.Kind == lang.Function {
		return nil
	}
	for i, p := range con.Params {
		if p != ref.Obj || i >= len(d.f.Params) {
			continue
		}
		count := v.Count
		if count == nil {
			count = d.Number(1, d.Maker.Integer)
		}
		fine := true
		lang.WalkExpr(count, nil, func(e lang.Expr) {
			switch x := e.(type) {
			case *lang.VarRef:
				fine = fine && x.Obj.Storage == lang.Param && x.T.IsInteger()
			case *lang.IntLit, *lang.Binary, *lang.Cast:
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

func isConstant(e lang.Expr) bool {
	_, ok := e.(*lang.IntLit)
	return ok
}

// block is the target of an argument if the target's size is known only at run time.
type block struct {
	param *lang.Object
	elem  *lang.Type
	count lang.Expr
}

// sized determines what the contract says about the target of the argument for p. It reports whether the size of the
// target is known only at run time; blocks makes such targets.
func (d *driver) sized(p *lang.Object) bool {
	var dynamic []lang.Expr
	var elem *lang.Type
	for _, v := range d.valid {
		if v.param != p {
			continue
		}
		own := d.target(p.Type)
		same := own != nil && lang.Compatible(own, v.elem)
		if k, ok := v.count.(*lang.IntLit); ok && same {
			if n, ok := k.Val.Int64(); ok && n <= maxConstant {
				d.counts[d.params[p]] = max(d.counts[d.params[p]], n)
				continue
			}
		}
		count := v.count
		if elem == nil {
			elem = v.elem
		} else if !lang.Compatible(elem, v.elem) { // count the smaller ones
			d.u.Refused = "an argument of which the contract says \\valid with several types"
			return false
		}
		dynamic = append(dynamic, count)
	}
	if len(dynamic) == 0 {
		return false
	}
	if bound(elem) || d.counts[d.params[p]] > 0 && !lang.Compatible(d.target(p.Type), elem) {
		d.u.Refused = "an array of a length that is not constant, whose elements have pointers"
		return false
	}
	count := dynamic[0]
	more := dynamic[1:]
	if n := d.counts[d.params[p]]; n > 0 {
		more = append(more, d.Number(n, d.Maker.Integer))
		delete(d.counts, d.params[p])
	}
	for _, x := range more {
		is := d.Binary(lang.Lt, count, x)
		count = &lang.Cond{ExprBase: lang.Typed(d.At, d.Maker.Integer), C: is, Then: lang.CloneExpr(x), Else: lang.CloneExpr(count)}
	}
	d.dynamic = append(d.dynamic, block{p, elem, count})
	return true
}

// maxConstant bounds the length of arrays that are objects at a known address.
const maxConstant = 1 << 16

// mine translates a term e about parameters to one about the variables that are passed for them.
func (d *driver) mine(e lang.Expr) lang.Expr {
	x, _ := (&Terms{Maker: d.Maker, Func: d.Func, objs: d.params}).Of(e, true)
	return x
}

// blocks makes the targets whose size is known only at run time. Each is a block of the heap of exactly that size, or
// an earlier block for the same type if that is large enough.
func (d *driver) blocks() {
	for _, b := range d.dynamic {
		arg := d.params[b.param]
		elem := b.elem
		n := d.Local("length of *"+b.param.Name, d.Maker.Llong)
		size := d.Local("size of *"+b.param.Name, d.Maker.Llong)
		d.Assign(d.Ref(size), d.Number(0, size.Type))
		cmp := func(op lang.BinaryOp, l lang.Expr, k int64) lang.Expr {
			return &lang.Binary{ExprBase: lang.Typed(d.At, d.Maker.IntT), Op: op, L: l, R: d.Number(k, l.Type())}
		}
		limit := int64(1) << 26
		if d.Maker.Model.PtrSize() == 8 {
			limit = 1 << 36
		}
		// The bound is checked before the conversion to a C type, in which a length of 2^64 - 1 would become
		// negative.
		d.Assume(cmp(lang.Le, d.Maker.Integral(d.mine(b.count)), limit/max(elem.Size, 1)))
		d.Assign(d.Ref(n), &lang.Cast{ExprBase: lang.Typed(d.At, n.Type), X: d.mine(b.count), Implicit: false})
		d.List = append(d.List, &lang.If{StmtBase: lang.At(d.At), Cond: cmp(lang.Gt, d.Ref(n), 0), Then: d.Block(func() {
			product := &lang.Binary{ExprBase: lang.Typed(d.At, size.Type), Op: lang.Mul, L: d.Ref(n), R: d.Number(elem.Size, size.Type), Wraps: true}
			d.Assign(d.Ref(size), product)
		}), Else: nil})
		name := "*" + b.param.Name
		at := d.Local(name, d.Maker.Pointer(elem))
		f := d.Maker.Models.ModelFunc("__whet_alloc")
		call := &lang.Call{ExprBase: lang.Typed(d.At, d.Maker.Voidp), Fun: &lang.FuncRef{ExprBase: lang.Typed(d.At, d.Maker.Pointer(f.Type)), Func: f}, Args: []lang.Expr{&lang.Cast{ExprBase: lang.Typed(d.At, d.Maker.Size), X: d.Ref(size), Implicit: true}}, For: nil}
		d.Assign(d.Ref(at), &lang.Cast{ExprBase: lang.Typed(d.At, at.Type), X: call, Implicit: true})
		whole := &lang.Input{StmtBase: lang.At(d.At), X: &lang.Deref{ExprBase: lang.Typed(d.At, elem), X: d.Ref(at)}, Name: name, Count: d.Ref(n)}
		d.List = append(d.List, &lang.If{StmtBase: lang.At(d.At), Cond: cmp(lang.Gt, d.Ref(n), 0), Then: &lang.Block{StmtBase: lang.At(d.At), List: []lang.Stmt{whole}, End: d.At}, Else: nil})
		d.u.Objects = append(d.u.Objects, &lang.DriverObject{Name: name, At: at, Type: elem, Size: size})
		d.blockTo(arg, elem, n, at)
		d.made = append(d.made, madeBlock{elem, n, at, name})
	}
}

// madeBlock is a block of n elements at address at.
type madeBlock struct {
	elem  *lang.Type
	n, at *lang.Object
	name  string
}

// blockTo lets the argument point to its block, to an earlier one that is large enough, or to null if the block has
// no elements.
func (d *driver) blockTo(arg *lang.Object, elem *lang.Type, n, at *lang.Object) {
	to, names := []lang.Expr{d.Ref(at)}, []string{"&*" + arg.Name}
	var enough []lang.Expr // what must hold for each of them
	one := d.Number(1, d.Maker.IntT)
	enough = append(enough, one)
	for _, m := range d.made {
		if lang.Compatible(m.elem, elem) {
			to, names = append(to, d.Ref(m.at)), append(names, "&"+m.name)
			enough = append(enough, &lang.Binary{ExprBase: lang.Typed(d.At, d.Maker.IntT), Op: lang.Le, L: d.Ref(n), R: d.Ref(m.n)})
		}
	}
	to, names = append(to, &lang.IntLit{ExprBase: lang.Typed(d.At, d.Maker.IntT)}), append(names, "NULL")
	enough = append(enough, &lang.Binary{ExprBase: lang.Typed(d.At, d.Maker.IntT), Op: lang.Le, L: d.Ref(n), R: d.Number(0, n.Type)})
	k := d.choice("argument "+arg.Name, names)
	for j := range to {
		is := &lang.Binary{ExprBase: lang.Typed(d.At, d.Maker.IntT), Op: lang.Eq, L: d.Ref(k), R: d.Number(int64(j), d.Maker.IntT)}
		d.List = append(d.List, &lang.If{StmtBase: lang.At(d.At), Cond: is, Then: d.Block(func() {
			d.Assume(enough[j])
			d.Assign(d.Ref(arg), &lang.Cast{ExprBase: lang.Typed(d.At, arg.Type), X: to[j], Implicit: true})
		}), Else: nil})
	}
}
