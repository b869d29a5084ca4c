package lower

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Variables with __attribute__((cleanup(f))). The program calls f with the variable's address at every end of its
// scope: where control falls out of the scope, and at break, continue, return (after the result has been evaluated)
// and goto. The variable that was declared last comes first (gcc's manual, Common Variable Attributes). If the run
// ends, by exit or otherwise, f is not called. The lowering keeps the list of such variables in scope, and a jump
// calls the cleanups of the scopes that it leaves. As with gcc, a jump into a scope, past a declaration, makes no
// difference at the end of the scope: f is called with the address of a variable that has no value.
//
// The same list has the objects whose lives are followed (scopes.go): they end where control leaves their block, and
// a jump into a block begins the lives of the objects in it.

// An ending is what happens at the end of an object's scope. If dies is true, the object's life ends; otherwise its
// cleanup is called.
type ending struct {
	o    *lang.Object
	dies bool
}

// A target is the location that break or continue lead to, and the number of endings in scope there.
type target struct {
	loc   *cfa.Loc
	depth int
}

// runCleanups runs the endings in scope, the innermost first, down to a depth. They stay in scope for the code that
// follows.
func (l *funcLowerer) runCleanups(depth int, pos lang.Pos) {
	all := l.cleanups
	for i := len(all) - 1; i >= depth; i-- {
		if all[i].dies {
			l.setLives(all[i].o, false, pos)
			continue
		}
		l.cleanups = all[:i] // while this cleanup runs, only the outer endings are in scope
		l.effects(all[i].o.Cleanup)
	}
	l.cleanups = all
}

// endLives ends the lives of the variables in scope, down to a depth. It does not call cleanups, as longjmp does not
// call those of the functions that it leaves.
func (l *funcLowerer) endLives(depth int, pos lang.Pos) {
	for i := len(l.cleanups) - 1; i >= depth; i-- {
		if l.cleanups[i].dies {
			l.setLives(l.cleanups[i].o, false, pos)
		}
	}
}

// leaveScope lowers the end of a scope at whose start depth endings were in scope.
func (l *funcLowerer) leaveScope(depth int, pos lang.Pos) {
	if len(l.cleanups) > depth {
		l.runCleanups(depth, pos)
		l.cleanups = l.cleanups[:depth]
	}
}

// hasCleanups reports whether leaving the scopes down to the depth calls a cleanup.
func (l *funcLowerer) hasCleanups(depth int) bool {
	return slices.ContainsFunc(l.cleanups[depth:], func(e ending) bool { return !e.dies })
}

// leaveTo runs the endings of the scopes that a goto to the label leaves, and begins the lives that it enters.
func (l *funcLowerer) leaveTo(to *lang.Label, pos lang.Pos) { l.leaveBy(l.runCleanups, to, pos) }

// leaveBy is leaveTo, but calls end instead of runCleanups.
func (l *funcLowerer) leaveBy(end func(depth int, pos lang.Pos), to *lang.Label, pos lang.Pos) {
	if len(l.cleanups) == 0 && len(l.scopes.ends) == 0 {
		return
	}
	there, depth := l.placeOf(to), 0
	for depth < len(there) && depth < len(l.cleanups) && there[depth] == l.cleanups[depth] {
		depth++
	}
	end(depth, pos)
	l.begin(there[depth:], pos)
}

// begin begins the lives of the objects that a jump enters.
func (l *funcLowerer) begin(list []ending, pos lang.Pos) {
	for _, e := range list {
		if !e.dies {
			continue
		}
		l.beginLife(e.o, pos)
		if l.renewed(e.o) { // no declaration gives the object an unknown value
			l.havocPlace(l.objPlace(e.o), &cfa.Input{Kind: cfa.Uninit, Name: e.o.Name, Pos: e.o.Pos, CType: e.o.Type.Name}, pos)
		}
	}
}

// placeOf returns the endings in scope at a label, or at a case of a switch.
func (l *funcLowerer) placeOf(to any) []ending {
	if l.inScope == nil {
		l.inScope = l.scopesOf(l.fn.Body)
	}
	return l.inScope[to]
}

// scopesOf returns, for each label and each case, the endings in scope there.
func (l *lowerer) scopesOf(body lang.Stmt) map[any][]ending {
	out := map[any][]ending{}
	var live []ending
	var visit func(s lang.Stmt)
	inside := func(list []lang.Stmt) {
		for _, s := range list {
			visit(s)
		}
	}
	enter := func(key lang.Stmt) {
		for _, o := range l.endings(key) {
			live = append(live, ending{o, true})
		}
	}
	var exprs func(e lang.Expr)
	exprs = func(e lang.Expr) {
		if x, ok := e.(*lang.StmtExpr); ok {
			depth := len(live)
			enter(x.Body)
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
			if x.Obj.Type.Size < 0 && l.scopes.ends[x.Obj] {
				live = append(live, ending{x.Obj, true})
			}
			if x.Obj.Cleanup != nil {
				live = append(live, ending{x.Obj, false})
			}
			return
		case *lang.Labeled:
			out[x.Label] = append([]ending(nil), live...)
		case *lang.Case:
			out[x] = append([]ending(nil), live...)
		case *lang.Block:
			depth := len(live)
			enter(x)
			inside(x.List)
			live = live[:depth]
			return
		case *lang.For:
			depth := len(live)
			enter(x)
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

// stmtExpr returns the value of ({ … }), which is evaluated before the cleanups of its variables run.
func (l *funcLowerer) stmtExpr(x *lang.StmtExpr) cfa.Expr {
	l.mayLeaveOut(x)
	depth := len(l.cleanups)
	l.enterScope(x.Body, x.At)
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
