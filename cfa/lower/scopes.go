package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/pointsto"
)

// The lives of automatic objects: which of them are followed, and where they begin and end.

// scopes describes the lives of automatic objects, for the rule that no object is accessed after its end.
//
// An object lives from the entry of its block to the block's end, however control leaves it (C11 6.2.4); an array of
// variable length lives from its declaration. Most objects need not be followed. An object that has ended can only be
// accessed through a pointer that has lived longer. There are only these places for such a pointer: static objects,
// blocks of the heap, the result of the function, the value of a statement expression, local objects of the function
// outside of the object's block, and locals of a caller. If none of these may hold a pointer into the object's class,
// the object's end makes no difference. Locals of other functions, and locals inside of the block, end with
// the object or before. Reading them before a store, after they come back to life, is undefined for another reason
// (Uninit). The end of the entry function's outermost block makes no difference, either, if nothing runs after it.
type scopes struct {
	alive map[span]*cfa.Var     // by followed object at known addresses: a variable that is 1 while the object lives
	order []*cfa.Var            // the variables in alive, in order
	ends  map[*lang.Object]bool // the followed objects, as a set
	tree  map[lang.Stmt]*scope  // the scopes of blocks and for statements
	list  []*lang.Object        // the followed objects, in order

	// Records that full expressions make live to the end of the full expression (C11 6.2.4p8). temps is indexed by
	// the expressions and declarations that contain them.
	temps map[any]*scope

	// Objects that may live more than once (renew.go).
	again  map[*lang.Object]bool // whether a followed object may live more than once
	single map[*lang.Call]bool   // whether the call is in no loop of its function
	loops  int                   // the number of loops around the current statement of build
}

// A scope is a block, or a for statement.
type scope struct {
	up   *scope
	objs []*lang.Object // the objects declared in the scope, and its compound literals
	expr *lang.StmtExpr // the statement expression whose body the scope is, or nil
	loop bool           // control may enter the scope again in one activation
}

func (s *scope) within(t *scope) bool {
	for ; s != nil; s = s.up {
		if s == t {
			return true
		}
	}
	return false
}

// followed reports whether the end of an object of the extent is followed.
func (s *scopes) followed(x *extent) bool {
	for _, o := range x.objs {
		if s.alive[o] != nil {
			return true
		}
	}
	return x.dynamic()
}

// findScopes finds the objects whose lives are followed.
func (l *lowerer) findScopes() {
	s := &l.scopes
	if !l.records.Has(Lifetime | Library) {
		return
	}
	s.alive, s.ends, s.tree = map[span]*cfa.Var{}, map[*lang.Object]bool{}, map[lang.Stmt]*scope{}
	s.temps = map[any]*scope{}
	s.again, s.single = map[*lang.Object]bool{}, map[*lang.Call]bool{}
	lasting := map[*pointsto.Class]bool{}
	for _, n := range l.pts.Lasting() {
		for t := range n.Targets() {
			lasting[t] = true
		}
	}
	callers := l.callers()
	held := map[*lang.Func]map[*lang.Object]map[*pointsto.Class]bool{} // by function and local: the classes that the local may lead to
	for _, f := range l.pts.Funcs {
		if calls.IsError(f) {
			continue
		}
		list := map[*lang.Object]map[*pointsto.Class]bool{}
		for _, o := range l.automatic(f) {
			if t := l.pts.Object(o).Targets(); len(t) > 0 {
				list[o] = t
			}
		}
		if len(list) > 0 {
			held[f] = list
		}
	}
	lies := map[*lang.Func]map[*lang.Object]*scope{}
	for _, f := range l.pts.Funcs {
		if !calls.IsError(f) && !f.Model {
			lies[f] = s.build(f)
		}
	}
	once := l.enteredOnce()
	for _, f := range l.pts.Funcs {
		in := lies[f]
		if in == nil {
			continue
		}
		root := s.tree[f.Body]
		for _, o := range l.automatic(f) {
			at := in[o]
			if !l.memory(o) || at == nil {
				continue
			}
			if at == root && f == l.u.Entry && len(l.u.AtEnd) == 0 && !l.recursive[f] && o.Type.Size >= 0 {
				continue
			}
			parts := map[*pointsto.Class]bool{}
			l.pts.Object(o).EachPart(func(n *pointsto.Class) { parts[n] = true })
			s.ends[o] = meets(lasting, parts) || l.returns(f, at, parts)
			for g, list := range held {
				if s.ends[o] || g != f && !callers(f)[g] {
					continue
				}
				for h, t := range list {
					where := in[h]
					if where == nil {
						where = root
					}
					if (g != f || l.recursive[f] || !where.within(at)) && meets(t, parts) {
						s.ends[o] = true
					}
				}
			}
			if s.ends[o] {
				s.list = append(s.list, o)
				s.again[o] = (at.loop || !once[f]) && l.mayRenew(o)
			}
		}
	}
}

// nameLives makes the variables that record whether objects at known addresses live. All objects must have their
// addresses.
func (l *lowerer) nameLives() {
	s := &l.scopes
	for _, o := range s.list {
		k, ok := cfa.IsConst(l.addrOrNil(o))
		if !ok {
			continue
		}
		lo, _ := k.Int64()
		v := l.p.NewVar(nil, o.Name+" lives", cfa.GlobalVar, cfa.Range{Bits: 1})
		v.Shadow = true
		s.alive[span{lo, lo + o.Type.Size}] = v
		s.order = append(s.order, v)
	}
}

func (l *lowerer) addrOrNil(o *lang.Object) cfa.Expr {
	if e := l.addrs[o]; e != nil {
		return e
	}
	return l.stackTop
}

func meets(a, b map[*pointsto.Class]bool) bool {
	for n := range b {
		if a[n] {
			return true
		}
	}
	return false
}

// returns reports whether the result of f, or of a statement expression that encloses the scope `at`, may point to the
// parts of an object.
func (l *lowerer) returns(f *lang.Func, at *scope, parts map[*pointsto.Class]bool) bool {
	if n := l.pts.ResultOf(f); n != nil && meets(n.Targets(), parts) {
		return true
	}
	for ; at != nil; at = at.up {
		if x := at.expr; x != nil && x.Value != nil {
			switch x.Value.Type().Kind {
			case lang.Pointer:
				if n := l.pts.Pointee(x.Value); n != nil && parts[n.Find()] {
					return true
				}
			case lang.Record:
				return true
			}
		}
	}
	return false
}

// callers returns a function that finds, for a function, all functions that can reach it by calls.
func (l *lowerer) callers() func(*lang.Func) map[*lang.Func]bool {
	direct := map[*lang.Func][]*lang.Func{}
	for _, f := range l.pts.Funcs {
		if !calls.IsError(f) {
			l.eachCallee(f, func(g *lang.Func) { direct[g] = append(direct[g], f) })
		}
	}
	// Each set may contain all functions, so sets are made only on request.
	known := map[*lang.Func]map[*lang.Func]bool{}
	return func(f *lang.Func) map[*lang.Func]bool {
		if set, ok := known[f]; ok {
			return set
		}
		set := map[*lang.Func]bool{}
		work := append([]*lang.Func(nil), direct[f]...)
		for len(work) > 0 {
			g := work[len(work)-1]
			work = work[:len(work)-1]
			if !set[g] {
				set[g] = true
				work = append(work, direct[g]...)
			}
		}
		known[f] = set
		return set
	}
}

// build finds the scopes of a function, and the scope of each of its objects. Parameters belong to the scope of the
// body, records that an expression makes to the scope of the full expression.
func (s *scopes) build(f *lang.Func) map[*lang.Object]*scope {
	in := map[*lang.Object]*scope{}
	var stmt func(lang.Stmt, *scope)
	var expr func(lang.Expr, *scope)
	var full *scope // the scope of the current full expression
	made := false   // whether the current statement is one that the front end made for a part of an expression
	add := func(o *lang.Object, at *scope) {
		if o.Storage == lang.Local || o.Storage == lang.Param {
			in[o] = at
			at.objs = append(at.objs, o)
		}
	}
	open := func(key lang.Stmt, up *scope) *scope {
		n := &scope{up: up, loop: s.loops > 0}
		s.tree[key] = n
		return n
	}
	whole := func(key any, list []lang.Expr, at *scope) {
		if made && full != nil {
			for _, e := range list {
				expr(e, at)
			}
			return
		}
		outer := full
		own := &scope{up: at, loop: s.loops > 0}
		full = own
		for _, e := range list {
			expr(e, at)
		}
		if len(own.objs) > 0 {
			s.temps[key] = own
		}
		full = outer
	}
	expr = func(e lang.Expr, at *scope) {
		switch x := e.(type) {
		case *lang.Call:
			s.single[x] = s.loops == 0
		case *lang.StmtExpr:
			inner, outer, was := open(x.Body, at), full, made
			inner.expr, made = x, x.For != nil
			for _, t := range x.Body.List {
				stmt(t, inner)
			}
			made = was
			if full = outer; len(f.Labels) > 0 {
				full = nil // a jump may lead into the expression
			}
			if x.Value != nil {
				expr(x.Value, inner)
			}
			return
		case *lang.CompoundLit:
			if x.Obj.Temporary && full != nil {
				add(x.Obj, full)
			} else {
				add(x.Obj, at)
			}
			if x.Obj.Init != nil {
				for _, it := range x.Obj.Init.Items {
					if it.Val != nil {
						expr(it.Val, at)
					}
				}
			}
		}
		for _, c := range lang.Children(e) {
			expr(c, at)
		}
	}
	stmt = func(t lang.Stmt, at *scope) {
		switch x := t.(type) {
		case nil:
			return
		case *lang.Block:
			at = open(x, at)
		case *lang.For:
			at = open(x, at)
			if b, ok := x.Init.(*lang.Block); ok {
				for _, u := range b.List {
					stmt(u, at)
				}
			} else {
				stmt(x.Init, at)
			}
			s.loops++
			for _, e := range lang.StmtExprs(t) {
				whole(e, []lang.Expr{e}, at)
			}
			stmt(x.Body, at)
			s.loops--
			return
		case *lang.While, *lang.DoWhile:
			s.loops++
			defer func() { s.loops-- }()
		case *lang.DeclStmt:
			add(x.Obj, at)
			whole(x, lang.StmtExprs(t), at)
			return
		}
		for _, e := range lang.StmtExprs(t) {
			whole(e, []lang.Expr{e}, at)
		}
		for _, u := range lang.StmtChildren(t) {
			stmt(u, at)
		}
	}
	s.loops = 0
	if len(f.Labels) > 0 {
		s.loops = 1 // a goto may lead back
	}
	stmt(f.Body, nil)
	s.tree[f.Body].loop = false // no jump within the function enters its body again
	for _, p := range f.Params {
		add(p, s.tree[f.Body])
	}
	return in
}

// enterScope begins the lives of the objects of a block or a for statement.
func (l *funcLowerer) enterScope(key lang.Stmt, pos lang.Pos) {
	for _, o := range l.endings(key) {
		l.cleanups = append(l.cleanups, ending{o, true})
		l.beginLife(o, pos)
	}
}

// enterFull begins the lives of the records that a full expression makes. It returns the depth for leaveScope, which
// ends them.
func (l *funcLowerer) enterFull(key any, pos lang.Pos) (depth int) {
	depth = len(l.cleanups)
	if s := l.scopes.temps[key]; s != nil {
		for _, o := range s.objs {
			if l.scopes.ends[o] {
				l.cleanups = append(l.cleanups, ending{o, true})
				l.beginLife(o, pos)
			}
		}
	}
	return depth
}

// condition is cond for a full expression.
func (l *funcLowerer) condition(e lang.Expr, t, f *cfa.Loc) {
	depth := l.enterFull(e, e.Pos())
	if len(l.cleanups) == depth {
		l.cond(e, t, f)
		return
	}
	yes, no := l.newLoc(e.Pos()), l.newLoc(e.Pos())
	l.cond(e, yes, no)
	for _, w := range [][2]*cfa.Loc{{yes, t}, {no, f}} {
		l.cur = w[0]
		l.runCleanups(depth, e.Pos())
		l.jump(w[1], e.Pos())
	}
	l.cleanups = l.cleanups[:depth]
}

// beginLife begins the life of an automatic object at the entry of its block.
func (l *funcLowerer) beginLife(o *lang.Object, pos lang.Pos) {
	switch {
	case !l.renewed(o):
		l.setLives(o, true, pos)
	case o.Storage != lang.Param: // the lives of parameters began before
		l.renew(o, pos)
	}
}

// endings returns the followed objects whose lives begin with a block or a for statement.
func (l *lowerer) endings(key lang.Stmt) []*lang.Object {
	s := l.scopes.tree[key]
	if s == nil {
		return nil
	}
	var list []*lang.Object
	for _, o := range s.objs {
		if l.scopes.ends[o] && o.Type.Size >= 0 {
			list = append(list, o)
		}
	}
	return list
}

// setLives begins or ends the life of an automatic object.
func (l *funcLowerer) setLives(o *lang.Object, lives bool, pos lang.Pos) {
	l.ending = l.pts.Object(o)
	defer func() { l.ending = nil }()
	addr := l.addrOf(o)
	k, ok := cfa.IsConst(addr)
	if !ok {
		l.setLive(addr, false, lives, pos)
		return
	}
	lo, _ := k.Int64()
	at := span{lo, lo + o.Type.Size}
	v := cfa.ConstInt(0)
	if lives {
		v = cfa.ConstInt(1)
	}
	l.emit(&cfa.Assign{LHS: l.scopes.alive[at], RHS: v}, pos)
	if l.marked[at] {
		l.setLive(addr, false, lives, pos)
	}
}
