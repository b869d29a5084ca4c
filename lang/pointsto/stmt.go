package pointsto

import "github.com/whet-mc/whet/lang"

// Constraints of statements and initializers.

// initializer adds the constraints of o's initializer.
func (a *Analysis) initializer(o *lang.Object) {
	if o.Init == nil {
		return
	}
	for _, it := range o.Init.Items {
		d := a.Lvalue(it.Dst)
		if it.Str != nil {
			t := it.Dst.Type()
			for t.Kind == lang.Array {
				t = t.Elem
			}
			d.Find().addAccess(AccessOf(t, nil))
			continue
		}
		if it.Dst.Type().Kind == lang.Record {
			a.assignRecord(it.Dst, it.Val, d, a.Lvalue(it.Val), it.Dst.Type())
			continue
		}
		a.Pointee(it.Val)
		d = a.Lvalue(it.Dst)
		a.access(d, it.Dst, false)
		a.stored(d, it.Dst)
		a.store(d, it.Val, it.Dst.Type())
	}
}

func (a *Analysis) claims(list []*lang.Assertion) {
	for _, s := range list {
		a.stmt(s)
	}
}

func (a *Analysis) stmt(s lang.Stmt) {
	switch s := s.(type) {
	case nil:
	case *lang.ExprStmt:
		a.Pointee(s.X)
	case *lang.DeclStmt:
		for _, d := range s.Dims {
			a.Pointee(d.X)
		}
		a.initializer(s.Obj)
		if s.Obj.Cleanup != nil {
			a.Pointee(s.Obj.Cleanup)
		}
	case *lang.Block:
		for _, t := range s.List {
			a.stmt(t)
		}
	case *lang.If:
		a.Pointee(s.Cond)
		a.branch(s.Cond)
		a.stmt(s.Then)
		if s.Else != nil {
			a.stmt(s.Else)
		}
	case *lang.Assertion:
		if s.X != nil {
			a.Pointee(s.X)
		}
	case *lang.Quiet:
		a.stmt(s.S)
	case *lang.Flows:
		a.stmt(s.S)
	case *lang.Input:
		n := a.Lvalue(s.X)
		if s.Count != nil {
			a.Pointee(s.Count)
		}
		a.inputStores(n, s.X.Type(), s.X)
		if s.Outside {
			a.clobber(n)
			a.fromOutside = append(a.fromOutside, n)
		}
	case *lang.While:
		a.claims(s.Invariants)
		a.Pointee(s.Cond)
		a.branch(s.Cond)
		a.stmt(s.Body)
	case *lang.DoWhile:
		a.claims(s.Invariants)
		a.stmt(s.Body)
		a.Pointee(s.Cond)
		a.branch(s.Cond)
	case *lang.For:
		a.claims(s.Invariants)
		if s.Init != nil {
			a.stmt(s.Init)
		}
		if s.Cond != nil {
			a.Pointee(s.Cond)
			a.branch(s.Cond)
		}
		if s.Post != nil {
			a.Pointee(s.Post)
		}
		a.stmt(s.Body)
	case *lang.Switch:
		a.Pointee(s.Tag)
		a.branch(s.Tag)
		a.stmt(s.Body)
	case *lang.Case:
		a.stmt(s.Body)
	case *lang.Labeled:
		a.stmt(s.Body)
	case *lang.GotoAddr:
		a.Pointee(s.X)
	case *lang.Return:
		if s.X == nil {
			return
		}
		if t := s.X.Type(); t.Kind == lang.Record {
			a.assignRecord(nil, s.X, a.resultOf(a.fn), a.Lvalue(s.X), t)
			return
		}
		a.Pointee(s.X)
		a.store(a.resultOf(a.fn), s.X, a.fn.Type.Elem)
	case *lang.Asm:
		var in, all *Class
		for _, x := range s.Inputs {
			v := a.Pointee(x)
			all = a.joinPlaces(all, a.fullProvenance(x))
			a.clobber(v)
			in = a.join(in, v)
		}
		for _, x := range s.Outputs {
			n := a.Lvalue(x)
			a.access(n, x, false)
			a.stored(n, x)
			a.clobber(n)
			a.addFlow(all, n)
			if a.holds(x.Type()) {
				a.setTarget(n, in)
			}
		}
	}
}
