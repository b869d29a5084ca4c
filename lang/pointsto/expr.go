package pointsto

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// Constraints of expressions: the classes of lvalues, and the targets of values.

// holds reports whether values of the type are wide enough to carry an address.
func (a *Analysis) holds(t *lang.Type) bool {
	return t.Kind == lang.Pointer || t.IsInteger() && t.Size >= a.unit.Model.PtrSize()
}

// access records that e, in n, is read (load) or written.
func (a *Analysis) access(n *Class, e lang.Expr, load bool) {
	n = n.Find()
	if e.Type().IsScalar() {
		n.addAccess(AccessOf(e.Type(), fieldOf(e)))
	}
	switch e.(type) {
	case *lang.Deref, *lang.Index:
		a.promiseAlign(n, e.Type())
	}
	n.setIf(Read, load)
	n.setIf(HoldsPointers, e.Type().Kind == lang.Pointer)
}

// look records that all scalars of an object of type t, in n, are read.
func (a *Analysis) look(n *Class, t *lang.Type) {
	for ; t.Kind == lang.Array; t = t.Elem {
	}
	switch t.Kind {
	case lang.Void:
		t = Char
	case lang.Record:
		if t.Complete {
			a.viewAs(n, t)
			for _, f := range t.Fields {
				if f.BitField {
					c := a.Field(n.Find(), f)
					c.Find().addAccess(AccessOf(f.Type, f))
				} else {
					a.look(a.Field(n.Find(), f), f.Type)
				}
			}
		}
		return
	case lang.Function:
		return
	}
	a.viewAs(n, t)
	n = n.Find()
	n.addAccess(AccessOf(t, nil))
	a.promiseAlign(n, t)
	n.set(Read)
	n.setIf(HoldsPointers, t.Kind == lang.Pointer)
}

// stored records that e, in n, is assigned to.
func (a *Analysis) stored(n *Class, e lang.Expr) {
	if e.Type().Kind != lang.Pointer {
		n.Find().set(HoldsNumbers)
	}
}

// storeComputed records that e is assigned to something in n. If e is computed, numbers in n may be addresses that no
// provenance covers.
func (a *Analysis) storeComputed(n *Class, e lang.Expr) {
	if a.isComputed(e) {
		n.Find().set(Computed)
	}
}

// store records that the value of e, converted to type t, is stored in n.
func (a *Analysis) store(n *Class, e lang.Expr, t *lang.Type) {
	v := a.Pointee(e)
	a.addFlow(a.extraProvenance(e, t), n)
	a.storeComputed(n, e)
	if a.holds(t) {
		a.setTarget(n, v)
	}
}

// Lvalue returns the class of the lvalue or record value e.
func (a *Analysis) Lvalue(e lang.Expr) *Class {
	if n, ok := a.lvalues[e]; ok {
		return n.Find()
	}
	n := a.newLvalue(e)
	a.lvalues[e] = n
	return n.Find()
}

func (a *Analysis) newLvalue(e lang.Expr) *Class {
	switch x := e.(type) {
	case *lang.VarRef:
		return a.Object(x.Obj)
	case *lang.CompoundLit:
		a.initializer(x.Obj)
		return a.Object(x.Obj)
	case *lang.Member:
		return a.Field(a.Lvalue(x.X), x.Field)
	case *lang.Index:
		return a.element(x.X, x.I, x.T)
	case *lang.Deref:
		if b, ok := x.X.(*lang.Binary); ok && b.Op == lang.PtrAdd {
			if _, ok := b.L.(*lang.Decay); ok {
				return a.element(b.L, b.R, x.T)
			}
			// An address that is used at once is not compared with anything, so it does not matter whether it wraps.
			l, r := a.Pointee(b.L), a.Pointee(b.R)
			if l == nil {
				l = r
			}
			a.moves(l, b.R)
			a.stride(l, b.T.Elem, b.R)
			a.pointees[b] = l
			a.addOffset(l, b.R)
		}
		if d, ok := x.X.(*lang.AddrOf); ok {
			return a.Lvalue(d.X)
		}
		return a.deref(x.X, x.T)
	case *lang.Comma:
		a.Pointee(x.L)
		return a.Lvalue(x.R)
	case *lang.Cast:
		return a.Lvalue(x.X)
	case *lang.Assign:
		l, r := a.Lvalue(x.L), a.Lvalue(x.R)
		a.assignRecord(x.L, x.R, l, r, x.T)
		return l
	case *lang.StmtExpr:
		a.stmt(x.Body)
		if x.Value == nil {
			return a.fresh()
		}
		return a.Lvalue(x.Value)
	case *lang.Cond:
		a.Pointee(x.C)
		a.branch(x.C)
		t := a.Object(a.recordTemp(e))
		a.assignRecord(e, x.Then, t, a.Lvalue(x.Then), x.T)
		a.assignRecord(e, x.Else, t, a.Lvalue(x.Else), x.T)
		return t
	case *lang.Call:
		t := a.Object(a.recordTemp(e))
		a.call(x, t)
		return t
	case *lang.VaArg:
		a.Lvalue(x.X)
		t := a.Object(a.recordTemp(e))
		if !x.Wrong {
			a.flows = append(a.flows, flow{a.placeOf(a.varargs), t, true})
		}
		return t
	}
	a.operands(e)
	return a.fresh()
}

// element returns the class of the element i, of type t, in the memory that p points to.
func (a *Analysis) element(p, i lang.Expr, t *lang.Type) *Class {
	a.Pointee(i)
	n := a.deref(p, t)
	if _, ok := p.(*lang.Decay); !ok {
		a.moves(n, i)
	} else if k, ok := a.Constant(i); ok && (k < 0 || k >= p.(*lang.Decay).X.Type().Len) && PartOfArray(p.(*lang.Decay).X) != nil {
		a.moves(n, i)
	}
	a.stride(n, t, i)
	a.addOffset(n, i)
	return n
}

// deref returns the class that the pointer p leads to, accessed as a t.
func (a *Analysis) deref(p lang.Expr, t *lang.Type) *Class {
	if d, ok := p.(*lang.Decay); ok {
		return a.Lvalue(d.X)
	}
	n := a.Pointee(p)
	if n == nil {
		n = a.unknown
	}
	n = n.Find()
	if t.Kind == lang.Record && t.Complete {
		a.promiseAlign(n, t)
	}
	a.addFlow(a.provenance(p), a.placeOf(n))
	a.viewAs(n, t)
	return n.Find()
}

// Pointee adds the constraints for the value of e, and returns the class that the value points to.
func (a *Analysis) Pointee(e lang.Expr) *Class {
	if n, ok := a.pointees[e]; ok {
		if n == nil {
			return nil
		}
		return n.Find()
	}
	n := a.newPointee(e)
	a.pointees[e] = n
	return n
}

func (a *Analysis) newPointee(e lang.Expr) *Class {
	t := e.Type()
	if t.Kind == lang.Record || t.Kind == lang.Array {
		a.Lvalue(e)
		return nil
	}
	switch x := e.(type) {
	case *lang.VarRef, *lang.Member, *lang.Index, *lang.Deref, *lang.CompoundLit:
		n := a.Lvalue(e)
		a.access(n, e, true)
		if a.holds(t) {
			return a.target(n)
		}
		return nil
	case *lang.FuncRef:
		return a.Function(x.Func)
	case *lang.Unary:
		n := a.Pointee(x.X)
		if x.Op == lang.LogNot || !a.holds(t) {
			return nil
		}
		a.unitStride(n)
		return n
	case *lang.Binary:
		return a.binary(x)
	case *lang.Valid:
		n := a.Pointee(x.At)
		if n != nil && x.Kind == lang.Stored {
			a.look(n, x.At.Type().Elem)
		}
		if x.Count != nil {
			a.Pointee(x.Count)
		}
		return nil
	case *lang.Proper:
		a.Pointee(x.X)
		return nil
	case *lang.SameBits:
		a.Pointee(x.L)
		a.Pointee(x.R)
		return nil
	case *lang.Logical:
		a.Pointee(x.L)
		a.Pointee(x.R)
		a.branch(x.L)
		a.branch(x.R)
		return nil
	case *lang.Cond:
		c := a.Pointee(x.C)
		a.branch(x.C)
		n := c
		if x.Then != nil {
			n = a.Pointee(x.Then)
		}
		return a.join(n, a.Pointee(x.Else))
	case *lang.Assign:
		return a.assign(x)
	case *lang.AssignOp:
		return a.assignOp(x)
	case *lang.IncDec:
		return a.incDec(x)
	case *lang.AddrOf:
		n := a.Lvalue(x.X)
		a.takeAddress(x.X)
		a.origin(x.X, n, false)
		return n
	case *lang.Decay:
		n := a.Lvalue(x.X)
		a.takeAddress(x.X)
		a.origin(x.X, n, true)
		return n
	case *lang.Cast:
		if k := x.X.Type().Kind; k == lang.Record || k == lang.Array {
			a.Lvalue(x.X)
			return nil
		}
		if b := Container(x); b != nil {
			a.containers[b] = true
		}
		n := a.Pointee(x.X)
		if !a.holds(t) {
			return nil
		}
		a.castMoves(x, n)
		if t.Kind == lang.Pointer && x.X.Type().Kind == lang.Integer {
			a.recast(n)
		}
		return n
	case *lang.Call:
		r := a.fresh()
		a.callResults[x] = r
		a.call(x, r)
		if !a.holds(t) {
			return nil
		}
		return a.target(r)
	case *lang.Comma:
		a.Pointee(x.L)
		return a.Pointee(x.R)
	case *lang.StmtExpr:
		a.stmt(x.Body)
		if x.Value != nil {
			return a.Pointee(x.Value)
		}
		return nil
	case *lang.VaArg:
		a.Pointee(x.X)
		if a.holds(t) && !x.Wrong { // an undefined value leads to no object
			return a.varargs.Find()
		}
		return nil
	}
	return nil
}

// binary returns the class that a binary operation points to (see Pointee).
func (a *Analysis) binary(x *lang.Binary) *Class {
	l, r := a.Pointee(x.L), a.Pointee(x.R)
	switch {
	case x.Op >= lang.Eq && x.Op <= lang.Ge, x.Op == lang.PtrDiff, !a.holds(x.T):
		return nil
	case x.Op == lang.PtrAdd && l == nil:
		a.unitStride(r)
		return r // an address added to a null pointer
	case x.Op == lang.PtrAdd, x.Op == lang.PtrSub:
		a.mayWrap(l, x.R)
		if !a.containers[x] {
			a.moves(l, x.R)
		}
		a.stride(l, x.T.Elem, x.R)
		a.addOffset(l, x.R)
		return l
	case x.Op == lang.Shl, x.Op == lang.Shr:
		a.unitStride(l)
		return l
	}
	n := a.join(l, r)
	a.unitStride(n)
	if x.Op == lang.Add || x.Op == lang.Sub {
		a.summand(n)
	}
	return n
}

// assign handles an assignment of a scalar for Pointee.
func (a *Analysis) assign(x *lang.Assign) *Class {
	a.Pointee(x.R)
	n := a.Lvalue(x.L)
	a.access(n, x.L, false)
	a.stored(n, x.L)
	a.store(n, x.R, x.L.Type())
	if !a.holds(x.L.Type()) {
		return nil
	}
	return a.target(n)
}

// assignOp handles L op= R for Pointee.
func (a *Analysis) assignOp(x *lang.AssignOp) *Class {
	v := a.Pointee(x.R)
	n := a.Lvalue(x.L)
	a.access(n, x.L, true)
	a.stored(n, x.L)
	a.storeComputed(n, x)
	switch x.Op {
	case lang.PtrAdd, lang.PtrSub:
		a.addOffset(a.target(n), x.R)
	case lang.Shl, lang.Shr:
		a.addFlow(a.fullProvenance(x.R), n)
	default:
		a.addFlow(a.extraProvenance(x.R, x.L.Type()), n)
	}
	if !a.holds(x.L.Type()) {
		return nil
	}
	if x.Op != lang.PtrAdd && x.Op != lang.PtrSub && x.Op != lang.Shl && x.Op != lang.Shr {
		a.setTarget(n, v)
	}
	if x.Op == lang.PtrAdd || x.Op == lang.PtrSub {
		a.mayWrap(a.target(n), x.R)
		a.moves(a.target(n), x.R)
		a.stride(a.target(n), x.L.Type().Elem, x.R)
	} else {
		a.unitStride(a.target(n))
		if x.Op == lang.Add || x.Op == lang.Sub {
			a.summand(a.target(n))
		}
	}
	return a.target(n)
}

// incDec handles ++ and -- for Pointee.
func (a *Analysis) incDec(x *lang.IncDec) *Class {
	n := a.Lvalue(x.X)
	a.access(n, x.X, true)
	a.storeComputed(n, x)
	a.stored(n, x.X)
	if !a.holds(x.T) {
		return nil
	}
	if x.T.Kind == lang.Pointer {
		one := &lang.IntLit{Val: num.Of(1)}
		a.moves(a.target(n), one)
		a.stride(a.target(n), x.T.Elem, one)
	} else {
		a.unitStride(a.target(n))
		a.summand(a.target(n))
	}
	return a.target(n)
}

// join unites the classes x and y that two values point to. A nil class means that the value points to nothing.
func (a *Analysis) join(x, y *Class) *Class {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	a.unify(x, y)
	return x.Find()
}

func (a *Analysis) operands(e lang.Expr) {
	for _, c := range lang.Children(e) {
		a.Pointee(c)
	}
}
