package lang

import "fmt"

// terms puts terms of contracts to use in a function: with other variables for the parameters, and
// with what becomes of quantifiers and of \old.
type terms struct {
	c    *checker
	fn   *Func
	objs map[*Object]*Object // instead of parameters and \result
	// captures keep what terms say of the state before the call: they are to be run there.
	captures []Stmt
	olds     int
}

// of is a term of a claim, or of an assumption, for which variables are to be chosen before.
func (t *terms) of(x Expr, assume bool) (Expr, []*Object) {
	c := t.c
	saved := c.fn
	if c.fn == nil || c.fn.fn != t.fn {
		c.fn = &funcState{fn: t.fn}
	}
	defer func() { c.fn = saved }()
	k := NewCloner(t.fn, t.objs == nil)
	for p, o := range t.objs {
		k.Replace(p, o)
	}
	x = t.quantifiersOwn(k.Expr(x))
	e := &elaborator{c: c, assume: assume}
	x = e.place(x, 1)
	bound := map[*Object]bool{}
	for _, o := range e.choose {
		bound[o] = true
	}
	WalkExpr(x, nil, func(y Expr) {
		if q, ok := y.(*Quant); ok {
			for _, o := range q.Vars {
				bound[o] = true
			}
		}
	})
	return t.old(x, bound), e.choose
}

// quantifiersOwn gives quantifiers variables of their own: those of the contract stay as they are
// for its next use.
func (t *terms) quantifiersOwn(x Expr) Expr {
	if q, ok := x.(*Quant); ok {
		k := NewCloner(t.fn, true)
		for i, o := range q.Vars {
			p := *o
			p.Func = t.fn
			k.Replace(o, &p)
			q.Vars[i] = &p
		}
		q.Body = k.Expr(q.Body)
	}
	for _, y := range operands(x) {
		if *y != nil {
			*y = t.quantifiersOwn(*y)
		}
	}
	return x
}

// old replaces \old by variables that keep the values.
func (t *terms) old(x Expr, bound map[*Object]bool) Expr {
	if o, ok := x.(*Old); ok {
		if mentions(o.X, bound) {
			panic(acslError{Diagnostic{Pos: o.At, Msg: `\old of a term with a quantified variable is not supported here`}})
		}
		t.olds++
		v := &Object{Name: fmt.Sprintf(`\old#%d`, t.olds), Type: o.T, Storage: Local, Func: t.fn, Pos: o.At}
		t.fn.Objects = append(t.fn.Objects, v)
		ref := func() Expr { return &VarRef{expr{o.At, v.Type}, v} }
		from := t.old(o.X, bound) // \old within it is of the same state
		keep := &Quiet{stmt{o.At}, &ExprStmt{stmt{o.At}, &Assign{expr{o.At, v.Type}, ref(), t.c.implicit(from, v.Type)}}, nil}
		t.captures = append(t.captures, &DeclStmt{stmt: stmt{o.At}, Obj: v})
		if !partial(from) {
			t.captures = append(t.captures, keep)
			return ref()
		}
		w := &writer{c: t.c, fn: t.fn, at: o.At}
		keep.Defined = w.defined(v.Name)
		t.captures = append(append(t.captures, w.list...), keep)
		return &Cond{expr{o.At, v.Type}, w.ref(keep.Defined), ref(), &NoValue{expr{o.At, v.Type}}}
	}
	for _, y := range operands(x) {
		if *y != nil {
			*y = t.old(*y, bound)
		}
	}
	return x
}

// partial reports whether a term may have no value in some states: it divides or shifts, or reads
// what a pointer or an index leads to.
func partial(e Expr) bool {
	found := false
	WalkExpr(e, nil, func(x Expr) {
		switch x := x.(type) {
		case *Binary:
			found = found || x.Op == Div || x.Op == Rem || x.Op == Shl || x.Op == Shr
		case *Deref, *Index, *NoValue:
			found = true
		}
	})
	return found
}

// implicit is e as a value of type t.
func (c *checker) implicit(e Expr, t *Type) Expr {
	if e.Type() == t {
		return e
	}
	return &Cast{expr{e.Pos(), t}, e, true}
}

// attempt calls f, and returns why a term cannot be used.
func attempt(f func()) (why *Diagnostic) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case acslError:
			why = &r.Diagnostic
		default:
			panic(r)
		}
	}()
	f()
	return nil
}
