// This file translates terms of contracts for use in a function.

package contract

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// Terms translates terms of contracts for use in a function: it replaces parameters by other variables, and
// translates quantifiers and \old.
type Terms struct {
	Maker *build.Maker
	Func  *lang.Func
	objs  map[*lang.Object]*lang.Object // replacements of parameters and \result
	// Captures are statements that save values of the state before the call; they must run there.
	Captures []lang.Stmt
	olds     int
}

// Of translates the term x of a claim or, with assume, of an assumption. It also returns the variables to which any
// values must be assigned before the assumption.
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

// quantifiersOwn replaces the variables of quantifiers by copies, so that the contract can be used again.
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

// old replaces \old by variables that save the values. bound has the quantified variables, which \old must not
// mention.
func (t *Terms) old(x lang.Expr, bound map[*lang.Object]bool) lang.Expr {
	if o, ok := x.(*lang.Old); ok {
		if mentions(o.X, bound) {
			panic(Error{lang.Diagnostic{Pos: o.At, Msg: `\old of a term with a quantified variable is not supported here`}})
		}
		t.olds++
		v := &lang.Object{Name: fmt.Sprintf(`\old#%d`, t.olds), Type: o.T, Storage: lang.Local, Func: t.Func, Pos: o.At}
		t.Func.Objects = append(t.Func.Objects, v)
		ref := func() lang.Expr { return &lang.VarRef{ExprBase: lang.Typed(o.At, v.Type), Obj: v} }
		from := t.old(o.X, bound) // a nested \old refers to the same state
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

// partial reports whether the term e may have no value in some states: it divides, shifts, or reads through a pointer
// or an index.
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

// implicit returns e converted to type t.
func implicit(c *build.Maker, e lang.Expr, t *lang.Type) lang.Expr {
	if e.Type() == t {
		return e
	}
	return &lang.Cast{ExprBase: lang.Typed(e.Pos(), t), X: e, Implicit: true}
}

// attempt calls f, and returns the diagnostic if f panics because a term cannot be used.
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
