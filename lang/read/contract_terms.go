package read

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
)

// terms puts terms of contracts to use in a function: with other variables for the parameters, and
// with what becomes of quantifiers and of \old.
type terms struct {
	c    *maker
	fn   *lang.Func
	objs map[*lang.Object]*lang.Object // instead of parameters and \result
	// captures keep what terms say of the state before the call: they are to be run there.
	captures []lang.Stmt
	olds     int
}

// of is a term of a claim, or of an assumption, for which variables are to be chosen before.
func (t *terms) of(x lang.Expr, assume bool) (lang.Expr, []*lang.Object) {
	c := t.c
	saved := c.fn
	if c.fn == nil || c.fn.fn != t.fn {
		c.fn = &frame{fn: t.fn}
	}
	defer func() { c.fn = saved }()
	k := lang.NewCloner(t.fn, t.objs == nil)
	for p, o := range t.objs {
		k.Replace(p, o)
	}
	x = t.quantifiersOwn(k.Expr(x))
	e := &elaborator{c: c, assume: assume}
	x = e.place(x, 1)
	bound := map[*lang.Object]bool{}
	for _, o := range e.choose {
		bound[o] = true
	}
	lang.WalkExpr(x, nil, func(y lang.Expr) {
		if q, ok := y.(*lang.Quant); ok {
			for _, o := range q.Vars {
				bound[o] = true
			}
		}
	})
	return t.old(x, bound), e.choose
}

// quantifiersOwn gives quantifiers variables of their own: those of the contract stay as they are
// for its next use.
func (t *terms) quantifiersOwn(x lang.Expr) lang.Expr {
	if q, ok := x.(*lang.Quant); ok {
		k := lang.NewCloner(t.fn, true)
		for i, o := range q.Vars {
			p := *o
			p.Func = t.fn
			k.Replace(o, &p)
			q.Vars[i] = &p
		}
		q.Body = k.Expr(q.Body)
	}
	for _, y := range lang.Operands(x) {
		if *y != nil {
			*y = t.quantifiersOwn(*y)
		}
	}
	return x
}

// old replaces \old by variables that keep the values.
func (t *terms) old(x lang.Expr, bound map[*lang.Object]bool) lang.Expr {
	if o, ok := x.(*lang.Old); ok {
		if mentions(o.X, bound) {
			panic(acslError{lang.Diagnostic{Pos: o.At, Msg: `\old of a term with a quantified variable is not supported here`}})
		}
		t.olds++
		v := &lang.Object{Name: fmt.Sprintf(`\old#%d`, t.olds), Type: o.T, Storage: lang.Local, Func: t.fn, Pos: o.At}
		t.fn.Objects = append(t.fn.Objects, v)
		ref := func() lang.Expr { return &lang.VarRef{ExprBase: lang.Typed(o.At, v.Type), Obj: v} }
		from := t.old(o.X, bound) // \old within it is of the same state
		keep := &lang.Quiet{StmtBase: lang.At(o.At), S: &lang.ExprStmt{StmtBase: lang.At(o.At), X: &lang.Assign{ExprBase: lang.Typed(o.At, v.Type), L: ref(), R: implicit(t.c, from, v.Type)}}, Defined: nil}
		t.captures = append(t.captures, &lang.DeclStmt{StmtBase: lang.At(o.At), Obj: v})
		if !partial(from) {
			t.captures = append(t.captures, keep)
			return ref()
		}
		w := &writer{c: t.c, fn: t.fn, at: o.At}
		keep.Defined = w.defined(v.Name)
		t.captures = append(append(t.captures, w.list...), keep)
		return &lang.Cond{ExprBase: lang.Typed(o.At, v.Type), C: w.ref(keep.Defined), Then: ref(), Else: &lang.NoValue{ExprBase: lang.Typed(o.At, v.Type)}}
	}
	for _, y := range lang.Operands(x) {
		if *y != nil {
			*y = t.old(*y, bound)
		}
	}
	return x
}

// partial reports whether a term may have no value in some states: it divides or shifts, or reads
// what a pointer or an index leads to.
func partial(e lang.Expr) bool {
	found := false
	lang.WalkExpr(e, nil, func(x lang.Expr) {
		switch x := x.(type) {
		case *lang.Binary:
			found = found || x.Op == lang.Div || x.Op == lang.Rem || x.Op == lang.Shl || x.Op == lang.Shr
		case *lang.Deref, *lang.Index, *lang.NoValue:
			found = true
		}
	})
	return found
}

// implicit is e as a value of type t.
func implicit(c *maker, e lang.Expr, t *lang.Type) lang.Expr {
	if e.Type() == t {
		return e
	}
	return &lang.Cast{ExprBase: lang.Typed(e.Pos(), t), X: e, Implicit: true}
}

// attempt calls f, and returns why a term cannot be used.
func attempt(f func()) (why *lang.Diagnostic) {
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
