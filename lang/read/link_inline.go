package read

import (
	"fmt"
	"strings"

	"github.com/whet-mc/whet/lang"
)

// This file compares the inline definitions of a function in several units.

// sameText reports whether the functions f and g have the same text: the same statements and expressions,
// with variables of the same names and types. Then they do the same.
func sameText(f, g *lang.Func) bool {
	return f.Body != nil && g.Body != nil && f.Type.String() == g.Type.String() && funcText(f) == funcText(g)
}

// funcText returns a text for the syntax tree of f in preorder.
func funcText(f *lang.Func) string {
	var b strings.Builder
	object := func(o *lang.Object) {
		fmt.Fprint(&b, o.Name, " ", o.Type, " ", o.Storage)
		if o.Init != nil {
			fmt.Fprint(&b, " ", len(o.Init.Items), o.Init.Zero)
			for _, it := range o.Init.Items {
				fmt.Fprintf(&b, " %q", it.Str)
			}
		}
	}
	for _, p := range f.Params {
		object(p)
	}
	lang.Walk(f.Body, func(s lang.Stmt) {
		fmt.Fprintf(&b, "\n%T ", s)
		switch s := s.(type) {
		case *lang.DeclStmt:
			object(s.Obj)
			fmt.Fprint(&b, len(s.Dims))
		case *lang.Block:
			fmt.Fprint(&b, len(s.List))
		case *lang.If:
			fmt.Fprint(&b, s.Else != nil)
		case *lang.For:
			fmt.Fprint(&b, s.Init != nil, s.Cond != nil, s.Post != nil)
		case *lang.Case:
			fmt.Fprint(&b, s.Default, s.Lo, s.Hi)
		case *lang.Labeled:
			fmt.Fprint(&b, s.Label.Name)
		case *lang.Goto:
			fmt.Fprint(&b, s.Label.Name)
		case *lang.Return:
			fmt.Fprint(&b, s.X != nil)
		case *lang.Asm:
			fmt.Fprint(&b, s.Pos())
		}
	}, func(e lang.Expr) {
		fmt.Fprintf(&b, "\n%T %s ", e, e.Type())
		switch e := e.(type) {
		case *lang.IntLit:
			fmt.Fprint(&b, e.Val)
		case *lang.FloatLit:
			fmt.Fprint(&b, e.Text)
		case *lang.VarRef:
			object(e.Obj)
		case *lang.CompoundLit:
			object(e.Obj)
		case *lang.FuncRef:
			fmt.Fprint(&b, e.Func.Name)
		case *lang.LabelAddr:
			fmt.Fprint(&b, e.Label.Name)
		case *lang.Unary:
			fmt.Fprint(&b, e.Op)
		case *lang.Binary:
			fmt.Fprint(&b, e.Op, e.Wraps)
		case *lang.Logical:
			fmt.Fprint(&b, e.Or)
		case *lang.Cond:
			fmt.Fprint(&b, e.Then != nil)
		case *lang.AssignOp:
			fmt.Fprint(&b, e.Op, e.OpT)
		case *lang.IncDec:
			fmt.Fprint(&b, e.Dec, e.Post)
		case *lang.Member:
			fmt.Fprint(&b, e.Field.Name, " ", e.Field.Offset)
		case *lang.Call:
			fmt.Fprint(&b, len(e.Args))
		case *lang.StmtExpr:
			fmt.Fprint(&b, e.Value != nil)
		}
	})
	return b.String()
}
