package stdlib

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// This file translates div, ldiv, lldiv and imaxdiv (C11 7.22.6.2, 7.8.2.2) to the two operations. A model in C could
// not do this, because it cannot return the program's own record type.

// Dividers has the names of these functions.
var Dividers = map[string]bool{"div": true, "ldiv": true, "lldiv": true, "imaxdiv": true}

// WriteDivisions translates calls of these functions.
func WriteDivisions(c *build.Maker) {
	found := map[*lang.Func]bool{}
	for _, f := range c.Unit.Funcs {
		t := f.Type
		if Dividers[f.Name] && f.Body == nil && len(t.Params) == 2 && t.Elem.Kind == lang.Record && len(t.Elem.Fields) == 2 &&
			t.Elem.Fields[0].Name == "quot" && t.Elem.Fields[1].Name == "rem" && lang.Compatible(t.Params[0], t.Elem.Fields[0].Type) && lang.Compatible(t.Params[1], t.Elem.Fields[1].Type) {
			found[f] = true
		}
	}
	if len(found) == 0 || len(c.Errs) > 0 {
		return
	}
	for _, f := range c.Unit.Funcs {
		if f.Body == nil {
			continue
		}
		c.Frame = &build.Frame{Func: f}
		build.RewriteStmt(f.Body, func(e lang.Expr) lang.Expr {
			if x, ok := e.(*lang.Call); ok && found[x.Direct()] && len(x.Args) == 2 {
				return divided(c, x)
			}
			return e
		})
	}
	c.Frame = nil
}

// divided returns the translation of the call x.
func divided(c *build.Maker, x *lang.Call) lang.Expr {
	b := &build.Builder{Maker: c, Pos: x.At}
	es := b.Operands(x.Args...)
	l, r := es[0], es[1]
	t := x.T.Plain()
	o := c.Hidden(t, x.At)
	b.List = append(b.List, &lang.DeclStmt{StmtBase: lang.At(x.At), Obj: o})
	result := func() lang.Expr { return &lang.VarRef{ExprBase: lang.Typed(x.At, t), Obj: o} }
	for i, op := range []lang.BinaryOp{lang.Div, lang.Rem} {
		f := t.Fields[i]
		b.Set(&lang.Member{ExprBase: lang.Typed(x.At, f.Type), X: result(), Field: f}, &lang.Binary{ExprBase: lang.Typed(x.At, l.Type().Plain()), Op: op, L: b.Ref(l), R: b.Ref(r)})
	}
	e := b.Value(result()).(*lang.StmtExpr)
	e.For = x
	return e
}
