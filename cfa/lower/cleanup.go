package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Variables with __attribute__((cleanup(f))) have f called with their address at every end of their
// scope: where control falls out of it, and at break, continue, return (when the result has been
// evaluated) and goto; the one that was declared last comes first. (gcc's manual, Common Variable
// Attributes.) It is not called where the run ends, by exit or otherwise. The lowering keeps the
// list of such variables in scope, and a jump calls what it leaves behind. A jump into a scope,
// past a declaration, is left by that scope's end like any other, as with gcc: the function is
// called with the address of a variable that has no value.

// target is where break or continue lead, and how many variables with cleanups are in scope there.
type target struct {
	loc   *cfa.Loc
	depth int
}

// runCleanups calls the cleanups of the variables in scope, the innermost first, down to a depth.
// They stay in scope for the code behind.
func (l *funcLowerer) runCleanups(depth int, pos lang.Pos) {
	all := l.cleanups
	for i := len(all) - 1; i >= depth; i-- {
		l.cleanups = all[:i] // what a cleanup leaves by itself is not this scope
		l.effects(all[i].Cleanup)
	}
	l.cleanups = all
}

// leaveScope is the end of a scope that began with depth variables.
func (l *funcLowerer) leaveScope(depth int, pos lang.Pos) {
	if len(l.cleanups) > depth {
		l.runCleanups(depth, pos)
		l.cleanups = l.cleanups[:depth]
	}
}

// leaveTo calls the cleanups of what a goto to the label leaves.
func (l *funcLowerer) leaveTo(to *lang.Label, pos lang.Pos) {
	if len(l.cleanups) == 0 {
		return
	}
	if l.inScope == nil {
		l.inScope = scopes(l.fn.Body)
	}
	there, depth := l.inScope[to], 0
	for depth < len(there) && depth < len(l.cleanups) && there[depth] == l.cleanups[depth] {
		depth++
	}
	l.runCleanups(depth, pos)
}

// scopes lists for each label the variables with cleanups in whose scope it stands.
func scopes(body lang.Stmt) map[*lang.Label][]*lang.Object {
	out := map[*lang.Label][]*lang.Object{}
	var live []*lang.Object
	var visit func(s lang.Stmt)
	inside := func(list []lang.Stmt) {
		for _, s := range list {
			visit(s)
		}
	}
	var exprs func(e lang.Expr)
	exprs = func(e lang.Expr) {
		if x, ok := e.(*lang.StmtExpr); ok {
			depth := len(live)
			inside(x.Body.List)
			if x.Value != nil {
				exprs(x.Value)
			}
			live = live[:depth]
			return
		}
		if x, ok := e.(*lang.CompoundLit); ok && x.Obj.Init != nil {
			for _, it := range x.Obj.Init.Items {
				if it.Val != nil {
					exprs(it.Val)
				}
			}
		}
		for _, c := range lang.Children(e) {
			exprs(c)
		}
	}
	visit = func(s lang.Stmt) {
		for _, e := range lang.StmtExprs(s) {
			exprs(e)
		}
		switch x := s.(type) {
		case *lang.DeclStmt:
			if x.Obj.Cleanup != nil {
				live = append(live, x.Obj)
			}
			return
		case *lang.Labeled:
			out[x.Label] = append([]*lang.Object(nil), live...)
		case *lang.Block:
			depth := len(live)
			inside(x.List)
			live = live[:depth]
			return
		case *lang.For:
			depth := len(live)
			if b, ok := x.Init.(*lang.Block); ok {
				inside(b.List)
			}
			visit(x.Body)
			live = live[:depth]
			return
		}
		inside(lang.StmtChildren(s))
	}
	visit(body)
	return out
}

// stmtExpr is the value of ({ … }), taken before the cleanups of its variables run.
func (l *funcLowerer) stmtExpr(x *lang.StmtExpr) cfa.Expr {
	depth := len(l.cleanups)
	for _, s := range x.Body.List {
		l.stmt(s)
	}
	var v cfa.Expr
	if x.Value != nil {
		v = l.rval(x.Value)
	}
	if len(l.cleanups) > depth {
		v = l.pin(v, x.At)
		l.leaveScope(depth, x.At)
	}
	return v
}
