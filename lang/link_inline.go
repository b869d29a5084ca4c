package lang

import (
	"fmt"
	"strings"
)

// sameText reports whether two functions do the same, since they are written alike: with the same
// statements and expressions, over variables of the same names and types.
func sameText(f, g *Func) bool {
	return f.Body != nil && g.Body != nil && f.Type.String() == g.Type.String() && funcText(f) == funcText(g)
}

// funcText is what a function consists of, each node in front of what is below it.
func funcText(f *Func) string {
	var b strings.Builder
	object := func(o *Object) {
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
	Walk(f.Body, func(s Stmt) {
		fmt.Fprintf(&b, "\n%T ", s)
		switch s := s.(type) {
		case *DeclStmt:
			object(s.Obj)
			fmt.Fprint(&b, len(s.Dims))
		case *Block:
			fmt.Fprint(&b, len(s.List))
		case *If:
			fmt.Fprint(&b, s.Else != nil)
		case *For:
			fmt.Fprint(&b, s.Init != nil, s.Cond != nil, s.Post != nil)
		case *Case:
			fmt.Fprint(&b, s.Default, s.Lo, s.Hi)
		case *Labeled:
			fmt.Fprint(&b, s.Label.Name)
		case *Goto:
			fmt.Fprint(&b, s.Label.Name)
		case *Return:
			fmt.Fprint(&b, s.X != nil)
		case *Asm:
			fmt.Fprint(&b, s.Pos())
		}
	}, func(e Expr) {
		fmt.Fprintf(&b, "\n%T %s ", e, e.Type())
		switch e := e.(type) {
		case *IntLit:
			fmt.Fprint(&b, e.Val)
		case *FloatLit:
			fmt.Fprint(&b, e.Text)
		case *VarRef:
			object(e.Obj)
		case *CompoundLit:
			object(e.Obj)
		case *FuncRef:
			fmt.Fprint(&b, e.Func.Name)
		case *LabelAddr:
			fmt.Fprint(&b, e.Label.Name)
		case *Unary:
			fmt.Fprint(&b, e.Op)
		case *Binary:
			fmt.Fprint(&b, e.Op, e.Wraps)
		case *Logical:
			fmt.Fprint(&b, e.Or)
		case *Cond:
			fmt.Fprint(&b, e.Then != nil)
		case *AssignOp:
			fmt.Fprint(&b, e.Op, e.OpT)
		case *IncDec:
			fmt.Fprint(&b, e.Dec, e.Post)
		case *Member:
			fmt.Fprint(&b, e.Field.Name, " ", e.Field.Offset)
		case *Call:
			fmt.Fprint(&b, len(e.Args))
		case *StmtExpr:
			fmt.Fprint(&b, e.Value != nil)
		}
	})
	return b.String()
}
