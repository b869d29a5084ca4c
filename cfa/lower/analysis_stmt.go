package lower

import "github.com/whet-mc/whet/lang"

// init analyses an initialiser.
func (a *analysis) init(o *lang.Object) {
	if o.Init == nil {
		return
	}
	for _, it := range o.Init.Items {
		d := a.loc(it.Dst)
		if it.Str != nil {
			t := it.Dst.Type()
			for t.Kind == lang.Array {
				t = t.Elem
			}
			d.find().addAccess(accessOf(t, nil))
			continue
		}
		if it.Dst.Type().Kind == lang.Record {
			a.assignRecord(it.Dst, it.Val, d, a.loc(it.Val), it.Dst.Type())
			continue
		}
		v := a.val(it.Val)
		d = a.loc(it.Dst)
		a.use(d, it.Dst, false)
		a.set(d, it.Dst)
		a.flow(a.part(it.Val, it.Dst.Type()), d)
		a.make(d, it.Val)
		if a.holds(it.Dst.Type()) {
			a.setTarget(d, v)
		}
	}
}

func (a *analysis) claims(list []*lang.Assertion) {
	for _, s := range list {
		a.stmt(s)
	}
}

func (a *analysis) stmt(s lang.Stmt) {
	switch s := s.(type) {
	case nil:
	case *lang.ExprStmt:
		a.val(s.X)
	case *lang.DeclStmt:
		for _, d := range s.Dims {
			a.val(d.X)
		}
		a.init(s.Obj)
		if s.Obj.Cleanup != nil {
			a.val(s.Obj.Cleanup)
		}
	case *lang.Block:
		for _, t := range s.List {
			a.stmt(t)
		}
	case *lang.If:
		a.val(s.Cond)
		a.leak(s.Cond)
		a.stmt(s.Then)
		if s.Else != nil {
			a.stmt(s.Else)
		}
	case *lang.Assertion:
		a.val(s.X)
	case *lang.While:
		a.claims(s.Invariants)
		a.val(s.Cond)
		a.leak(s.Cond)
		a.stmt(s.Body)
	case *lang.DoWhile:
		a.claims(s.Invariants)
		a.stmt(s.Body)
		a.val(s.Cond)
		a.leak(s.Cond)
	case *lang.For:
		a.claims(s.Invariants)
		if s.Init != nil {
			a.stmt(s.Init)
		}
		if s.Cond != nil {
			a.val(s.Cond)
			a.leak(s.Cond)
		}
		if s.Post != nil {
			a.val(s.Post)
		}
		a.stmt(s.Body)
	case *lang.Switch:
		a.val(s.Tag)
		a.leak(s.Tag)
		a.stmt(s.Body)
	case *lang.Case:
		a.stmt(s.Body)
	case *lang.Labeled:
		a.stmt(s.Body)
	case *lang.GotoAddr:
		a.val(s.X)
	case *lang.Return:
		if s.X == nil {
			return
		}
		if t := s.X.Type(); t.Kind == lang.Record {
			a.assignRecord(nil, s.X, a.ret(a.fn), a.loc(s.X), t)
			return
		}
		v := a.val(s.X)
		a.flow(a.part(s.X, a.fn.Type.Elem), a.ret(a.fn))
		a.make(a.ret(a.fn), s.X)
		if a.holds(a.fn.Type.Elem) {
			a.setTarget(a.ret(a.fn), v)
		}
	case *lang.Asm:
		var in, all *node
		for _, x := range s.Inputs {
			v := a.val(x)
			all = a.gather(all, a.whole(x))
			a.stir(v)
			in = a.join(in, v)
		}
		for _, x := range s.Outputs {
			n := a.loc(x)
			a.use(n, x, false)
			a.set(n, x)
			a.stir(n)
			a.flow(all, n)
			if a.holds(x.Type()) {
				a.setTarget(n, in)
			}
		}
	}
}
