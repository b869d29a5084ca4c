// This file rewrites expressions in place, and replaces references in a whole unit.

package build

import "github.com/whet-mc/whet/lang"

// stmtOperands returns pointers to the expressions that s evaluates itself. It has no case for the statements of
// annotations and drivers (lang.Assertion, lang.Input).
func stmtOperands(s lang.Stmt) []*lang.Expr {
	switch s := s.(type) {
	case *lang.ExprStmt:
		return []*lang.Expr{&s.X}
	case *lang.DeclStmt:
		var list []*lang.Expr
		for i := range s.Dims {
			list = append(list, &s.Dims[i].X)
		}
		return append(append(list, initOperands(s.Obj)...), &s.Obj.Cleanup)
	case *lang.If:
		return []*lang.Expr{&s.Cond}
	case *lang.While:
		return []*lang.Expr{&s.Cond}
	case *lang.DoWhile:
		return []*lang.Expr{&s.Cond}
	case *lang.For:
		return []*lang.Expr{&s.Cond, &s.Post}
	case *lang.Switch:
		return []*lang.Expr{&s.Tag}
	case *lang.GotoAddr:
		return []*lang.Expr{&s.X}
	case *lang.Return:
		return []*lang.Expr{&s.X}
	case *lang.Asm:
		return append(lang.Addresses(s.Outputs), lang.Addresses(s.Inputs)...)
	}
	return nil
}

func initOperands(o *lang.Object) []*lang.Expr {
	var list []*lang.Expr
	if o.Init != nil {
		for i := range o.Init.Items {
			list = append(list, &o.Init.Items[i].Dst, &o.Init.Items[i].Val)
		}
	}
	return list
}

// RewriteStmt replaces each expression e in s by to(e), operands first.
func RewriteStmt(s lang.Stmt, to func(lang.Expr) lang.Expr) {
	for _, e := range stmtOperands(s) {
		rewriteExpr(e, to)
	}
	for _, t := range lang.StmtChildren(s) {
		RewriteStmt(t, to)
	}
}

func rewriteExpr(at *lang.Expr, to func(lang.Expr) lang.Expr) {
	switch x := (*at).(type) {
	case nil:
		return
	case *lang.StmtExpr:
		RewriteStmt(x.Body, to)
	case *lang.CompoundLit:
		for _, e := range initOperands(x.Obj) {
			rewriteExpr(e, to)
		}
	}
	for _, e := range lang.Operands(*at) {
		rewriteExpr(e, to)
	}
	*at = to(*at)
}

// Replacement maps functions, objects and fields of a unit to their replacements.
type Replacement struct {
	Funcs  map[*lang.Func]*lang.Func
	Objs   map[*lang.Object]*lang.Object
	Fields map[*lang.Field]*lang.Field
}

// Apply replaces all references in the unit u.
func (r Replacement) Apply(u *lang.Unit) {
	if len(r.Funcs) == 0 && len(r.Objs) == 0 && len(r.Fields) == 0 {
		return
	}
	replace := func(e lang.Expr) {
		switch x := e.(type) {
		case *lang.FuncRef:
			if g := r.Funcs[x.Func]; g != nil {
				g.AddrTaken = g.AddrTaken || x.Func.AddrTaken
				x.Func = g
			}
		case *lang.VarRef:
			if p := r.Objs[x.Obj]; p != nil {
				x.Obj = p
			}
		case *lang.Member:
			if f := r.Fields[x.Field]; f != nil {
				x.Field = f
			}
		}
	}
	for _, f := range u.Funcs {
		if f.Body != nil {
			lang.Walk(f.Body, nil, replace)
		}
		for _, con := range f.Contracts {
			con.Each(func(e lang.Expr) { lang.WalkExpr(e, nil, replace) })
		}
	}
	for _, o := range u.Objects {
		for _, e := range lang.InitExprs(o) {
			lang.WalkExpr(e, nil, replace)
		}
	}
}
