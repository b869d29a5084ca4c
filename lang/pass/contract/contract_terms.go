package contract

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// Terms puts terms of contracts to use in a function: with other variables for the parameters, and
// with what becomes of quantifiers and of \old.
type Terms struct {
	Maker *build.Maker
	Func  *lang.Func
	objs  map[*lang.Object]*lang.Object // instead of parameters and \result
	// Captures keep what terms say of the state before the call: they are to be run there.
	Captures []lang.Stmt
	olds     int
}

// Of is a term of a claim, or of an assumption, for which variables are to be chosen before.
func (t *Terms) Of(x lang.Expr, assume bool) (lang.Expr, []*lang.Object) {
	c := t.Maker
	saved := c.Frame
	if c.Frame == nil || c.Frame.Func != t.Func {
		c.Frame = &build.Frame{Func: t.Func}
	}
	defer func() { c.Frame = saved }()
	k := lang.NewCloner(t.Func, t.objs == nil)
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
func (t *Terms) quantifiersOwn(x lang.Expr) lang.Expr {
	if q, ok := x.(*lang.Quant); ok {
		k := lang.NewCloner(t.Func, true)
		for i, o := range q.Vars {
			p := *o
			p.Func = t.Func
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
func (t *Terms) old(x lang.Expr, bound map[*lang.Object]bool) lang.Expr {
	if o, ok := x.(*lang.Old); ok {
		if mentions(o.X, bound) {
			panic(Error{lang.Diagnostic{Pos: o.At, Msg: `\old of a term with a quantified variable is not supported here`}})
		}
		t.olds++
		v := &lang.Object{Name: fmt.Sprintf(`\old#%d`, t.olds), Type: o.T, Storage: lang.Local, Func: t.Func, Pos: o.At}
		t.Func.Objects = append(t.Func.Objects, v)
		ref := func() lang.Expr { return &lang.VarRef{ExprBase: lang.Typed(o.At, v.Type), Obj: v} }
		from := t.old(o.X, bound) // \old within it is of the same state
		keep := &lang.Quiet{StmtBase: lang.At(o.At), S: &lang.ExprStmt{StmtBase: lang.At(o.At), X: &lang.Assign{ExprBase: lang.Typed(o.At, v.Type), L: ref(), R: implicit(t.Maker, from, v.Type)}}, Defined: nil}
		t.Captures = append(t.Captures, &lang.DeclStmt{StmtBase: lang.At(o.At), Obj: v})
		if !partial(from) {
			t.Captures = append(t.Captures, keep)
			return ref()
		}
		w := &build.Writer{Maker: t.Maker, Func: t.Func, At: o.At}
		keep.Defined = w.Defined(v.Name)
		t.Captures = append(append(t.Captures, w.List...), keep)
		return &lang.Cond{ExprBase: lang.Typed(o.At, v.Type), C: w.Ref(keep.Defined), Then: ref(), Else: &lang.NoValue{ExprBase: lang.Typed(o.At, v.Type)}}
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
func implicit(c *build.Maker, e lang.Expr, t *lang.Type) lang.Expr {
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
		case Error:
			why = &r.Diagnostic
		default:
			panic(r)
		}
	}()
	f()
	return nil
}
