package lower

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Jumps into the scope of an object, past its declaration: it begins to live without a value there,
// also where the declaration has an initialiser (C11 6.2.4p6, 6.8.6.1). Only Uninit asks.

// jumps tells which objects are in scope at the statements of a function that jump, and at labels.
type jumps struct {
	from    map[lang.Stmt][]*lang.Object
	label   map[*lang.Label][]*lang.Object
	at      map[*lang.Case][]*lang.Object
	skipped map[*lang.Object]bool // some jump leads past the declaration
}

// jumpsOf is the analysis of a function.
func (l *lowerer) jumpsOf(f *lang.Func) *jumps {
	if j := l.jumps[f]; j != nil {
		return j
	}
	j := &jumps{
		from: map[lang.Stmt][]*lang.Object{}, label: map[*lang.Label][]*lang.Object{}, at: map[*lang.Case][]*lang.Object{},
		skipped: map[*lang.Object]bool{},
	}
	l.jumps[f] = j
	j.scan(f.Body)
	skip := func(from lang.Stmt, there []*lang.Object) {
		for _, o := range entered(j.from[from], there) {
			j.skipped[o] = true
		}
	}
	lang.Walk(f.Body, func(s lang.Stmt) {
		switch x := s.(type) {
		case *lang.Goto:
			skip(s, j.label[x.Label])
		case *lang.GotoAddr:
			for _, lb := range f.Labels {
				if lb.Taken {
					skip(s, j.label[lb])
				}
			}
		case *lang.Asm:
			for _, lb := range x.Goto {
				skip(s, j.label[lb])
			}
		case *lang.Switch:
			for _, c := range x.Cases {
				skip(s, j.at[c])
			}
		}
	}, nil)
	return j
}

// entered are the objects in scope there that are not in scope here.
func entered(here, there []*lang.Object) []*lang.Object {
	var list []*lang.Object
	for _, o := range there {
		if !slices.Contains(here, o) {
			list = append(list, o)
		}
	}
	return list
}

// scan notes what is in scope where.
func (j *jumps) scan(body lang.Stmt) {
	var live []*lang.Object
	var visit func(s lang.Stmt)
	scope := func(list []lang.Stmt, last func()) {
		depth := len(live)
		for _, s := range list {
			visit(s)
		}
		last()
		live = live[:depth:depth] // what was noted of it stays
	}
	var expr func(e lang.Expr)
	expr = func(e lang.Expr) {
		if x, ok := e.(*lang.StmtExpr); ok {
			scope(x.Body.List, func() {
				if x.Value != nil {
					expr(x.Value)
				}
			})
			return
		}
		if x, ok := e.(*lang.CompoundLit); ok && x.Obj.Init != nil {
			for _, it := range x.Obj.Init.Items {
				if it.Val != nil {
					expr(it.Val)
				}
			}
		}
		for _, c := range lang.Children(e) {
			expr(c)
		}
	}
	visit = func(s lang.Stmt) {
		for _, e := range lang.StmtExprs(s) {
			expr(e)
		}
		switch x := s.(type) {
		case *lang.DeclStmt:
			if x.Obj.Storage == lang.Local {
				live = append(live, x.Obj)
			}
			return
		case *lang.Labeled:
			j.label[x.Label] = live
		case *lang.Case:
			j.at[x] = live
		case *lang.Goto, *lang.GotoAddr, *lang.Switch, *lang.Asm:
			j.from[s] = live
		case *lang.Block:
			scope(x.List, func() {})
			return
		case *lang.For:
			var init []lang.Stmt
			if b, ok := x.Init.(*lang.Block); ok {
				init = b.List
			} else if x.Init != nil {
				visit(x.Init)
			}
			scope(init, func() { visit(x.Body) })
			return
		}
		for _, t := range lang.StmtChildren(s) {
			visit(t)
		}
	}
	visit(body)
}

// skipped reports whether a jump leads past the declaration of an automatic object.
func (l *lowerer) skipped(o *lang.Object) bool {
	return o.Func != nil && o.Func.Body != nil && l.jumpsOf(o.Func).skipped[o]
}

// enter says of the objects whose scope a jump from the statement enters that they have no value.
func (l *funcLowerer) enter(from lang.Stmt, there func(*jumps) []*lang.Object, pos lang.Pos) {
	if !l.opt.Check.Has(Uninit) {
		return
	}
	j := l.jumpsOf(l.fn)
	for _, o := range entered(j.from[from], there(j)) {
		if l.memory(o) && o.Type.Size < 0 {
			continue // no jump leads past the declaration of a variable-length array
		}
		l.markPlace(l.objPlace(o), 0, pos)
	}
}

// enterLabel is enter for a jump to a label.
func (l *funcLowerer) enterLabel(from lang.Stmt, to *lang.Label, pos lang.Pos) {
	l.enter(from, func(j *jumps) []*lang.Object { return j.label[to] }, pos)
}

// towards is where a branch of the statement to a location begins: at the location, or before it
// where what enter does comes first.
func (l *funcLowerer) towards(to *cfa.Loc, from lang.Stmt, there func(*jumps) []*lang.Object, pos lang.Pos) *cfa.Loc {
	if !l.opt.Check.Has(Uninit) {
		return to
	}
	was, begin := l.cur, l.newLoc(pos)
	l.cur = begin
	l.enter(from, there, pos)
	l.jump(to, pos)
	l.cur = was
	return begin
}
