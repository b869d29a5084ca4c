// This file walks a function body with the objects that are in scope.

package lang

// InScope visits the statements of body, and the expressions that they evaluate. With each of them, it passes the
// automatic objects in scope to the visitor: the objects declared earlier in the enclosing blocks. A visitor may keep
// these lists but must not change them. Either visitor may be nil.
func InScope(body Stmt, visitStmt func(Stmt, []*Object), visitExpr func(Expr, []*Object)) {
	w := scopeWalk{onStmt: visitStmt, onExpr: visitExpr}
	w.stmt(body)
}

type scopeWalk struct {
	onStmt func(Stmt, []*Object)
	onExpr func(Expr, []*Object)
	live   []*Object
}

// scope visits the statements of a scope, calls the function `last`, and ends the scope.
func (w *scopeWalk) scope(list []Stmt, last func()) {
	depth := len(w.live)
	for _, s := range list {
		w.stmt(s)
	}
	last()
	w.live = w.live[:depth:depth] // the capacity is cut so that lists passed to visitors stay unchanged
}

func (w *scopeWalk) expr(e Expr) {
	if w.onExpr != nil {
		w.onExpr(e, w.live)
	}
	if x, ok := e.(*StmtExpr); ok {
		w.scope(x.Body.List, func() {
			if x.Value != nil {
				w.expr(x.Value)
			}
		})
		return
	}
	if x, ok := e.(*CompoundLit); ok && x.Obj.Init != nil {
		for _, it := range x.Obj.Init.Items {
			if it.Val != nil {
				w.expr(it.Val)
			}
		}
	}
	for _, c := range Children(e) {
		w.expr(c)
	}
}

func (w *scopeWalk) stmt(s Stmt) {
	for _, e := range StmtExprs(s) {
		w.expr(e)
	}
	if w.onStmt != nil {
		w.onStmt(s, w.live)
	}
	switch x := s.(type) {
	case *DeclStmt:
		if x.Obj.Storage == Local {
			w.live = append(w.live, x.Obj)
		}
		return
	case *Block:
		w.scope(x.List, func() {})
		return
	case *For:
		var init []Stmt
		if b, ok := x.Init.(*Block); ok {
			init = b.List
		} else if x.Init != nil {
			w.stmt(x.Init)
		}
		w.scope(init, func() { w.stmt(x.Body) })
		return
	}
	for _, t := range StmtChildren(s) {
		w.stmt(t)
	}
}
