package lower

import (
	"slices"

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
//
// The same list has the objects whose lives are followed (scopes.go): they end where their block is
// left, and a jump into a block begins the lives of those in it.

// ending is what happens to an object at the end of its scope: its cleanup is called, or it ends.
type ending struct {
	o    *lang.Object
	dies bool
}

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
		if all[i].dies {
			l.setLives(all[i].o, false, pos)
			continue
		}
		l.cleanups = all[:i] // what a cleanup leaves by itself is not this scope
		l.effects(all[i].o.Cleanup)
	}
	l.cleanups = all
}

// endLives ends the lives of the variables in scope, down to a depth. Cleanups are not called: so
// does longjmp leave the functions that it leaves.
func (l *funcLowerer) endLives(depth int, pos lang.Pos) {
	for i := len(l.cleanups) - 1; i >= depth; i-- {
		if l.cleanups[i].dies {
			l.setLives(l.cleanups[i].o, false, pos)
		}
	}
}

// leaveScope is the end of a scope that began with depth variables.
func (l *funcLowerer) leaveScope(depth int, pos lang.Pos) {
	if len(l.cleanups) > depth {
		l.runCleanups(depth, pos)
		l.cleanups = l.cleanups[:depth]
	}
}

// hasCleanups reports whether a cleanup would be called where the scopes are left down to the depth.
func (l *funcLowerer) hasCleanups(depth int) bool {
	return slices.ContainsFunc(l.cleanups[depth:], func(e ending) bool { return !e.dies })
}

// leaveTo calls the cleanups of what a goto to the label leaves, and begins what it enters.
func (l *funcLowerer) leaveTo(to *lang.Label, pos lang.Pos) { l.leaveBy(l.runCleanups, to, pos) }

// leaveBy is leaveTo with what is done to the variables that the goto leaves, down to a depth.
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

// begin begins the lives of what a jump enters.
func (l *funcLowerer) begin(list []ending, pos lang.Pos) {
	for _, e := range list {
		if !e.dies {
			continue
		}
		l.beginLife(e.o, pos)
		if l.renewed(e.o) { // no declaration says that it has no value
			l.havocPlace(l.objPlace(e.o), &cfa.Input{Kind: cfa.Uninit, Name: e.o.Name, Pos: e.o.Pos, CType: e.o.Type.Name}, pos)
		}
	}
}

// placeOf is what is in scope at a label, or at a case of a switch.
func (l *funcLowerer) placeOf(to any) []ending {
	if l.inScope == nil {
		l.inScope = l.scopesOf(l.fn.Body)
	}
	return l.inScope[to]
}

// scopesOf lists for each label and each case what is in scope where it stands.
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

// stmtExpr is the value of ({ … }), taken before the cleanups of its variables run.
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
