package lower

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// analysis reads the reachable part of the unit once: it finds which objects
// need an address, and generates the constraints of the points-to analysis.
// What it says of an expression is kept, for the lowering to use.
type analysis struct {
	pointsTo
	model    lang.DataModel
	objs     map[*lang.Object]*node
	exposed  map[*lang.Object]bool
	funcs    map[*lang.Func]*node // the class of a function, as a thing that is pointed to
	rets     map[*lang.Func]*node // where a function's result lies
	locs     map[lang.Expr]*node  // of lvalues and record values: the class they lie in
	vals     map[lang.Expr]*node  // of values: the class they point to
	temps    map[lang.Expr]*lang.Object
	argOf    map[*lang.Object]lang.Expr // parameters of a function that is called in one place
	varargs  *node
	wild     *node       // where pointers made from plain numbers point
	pending  []*indirect // calls through pointers, in order
	byCall   map[*lang.Call]*indirect
	partial  []partial
	blocks   []*node             // what allocations return pointers to
	stirred  []*node             // what code that is not there may have written to
	handings []handing           // what code outside of the program knows (known.go)
	returned []*node             // places of values from such code
	statics  map[string]*node    // objects of the library's own that it returns pointers to
	passed   *node               // what may be written to a file and read from it again
	channel  bool                // the program may do that
	carried  map[lang.Expr]*node // of values: the place that pointers in them come from (carry.go)
	results  map[*lang.Call]*node
	flows    []flow
	sums     []sum
	diffs    []diff
	told     map[*node]bool // classes of objects whose addresses choices depend on
	leaks    []*node        // what choices depend on
	guesses  [][2]*node     // compared pointers
	bases    []*node        // where pointers lead that numbers are added to
	blockOf  map[*lang.Call]*node
	fn       *lang.Func

	assigned map[*lang.Object][]lang.Expr // what is assigned to variables (plain.go)
	unplain  map[*lang.Object]bool
}

// indirect is a call through a pointer.
type indirect struct {
	call   *lang.Call
	fun    *node
	vals   []*node
	locs   []*node
	bound  map[*lang.Func]bool
	leaves bool // the program, perhaps
}

// partial is a fill or copy of size bytes.
type partial struct {
	n    *node
	size lang.Expr
}

func newAnalysis(m lang.DataModel) *analysis {
	a := &analysis{
		model: m, objs: map[*lang.Object]*node{}, exposed: map[*lang.Object]bool{},
		funcs: map[*lang.Func]*node{}, rets: map[*lang.Func]*node{},
		locs: map[lang.Expr]*node{}, vals: map[lang.Expr]*node{},
		byCall: map[*lang.Call]*indirect{}, temps: map[lang.Expr]*lang.Object{}, argOf: map[*lang.Object]lang.Expr{},
		carried: map[lang.Expr]*node{}, blockOf: map[*lang.Call]*node{}, told: map[*node]bool{}, results: map[*lang.Call]*node{},
	}
	a.varargs, a.wild = a.fresh(), a.fresh()
	return a
}

func (a *analysis) obj(o *lang.Object) *node {
	n := a.objs[o]
	if n == nil {
		n = a.fresh()
		n.real = true
		n.mutable = o.Storage != lang.Literal && !o.Type.Const
		n.literal = o.Storage == lang.Literal
		a.objs[o] = n
		a.see(n, o.Type)
	}
	return n.find()
}

func (a *analysis) ret(f *lang.Func) *node {
	if a.rets[f] == nil {
		a.rets[f] = a.fresh()
	}
	return a.rets[f].find()
}

func (a *analysis) fun(f *lang.Func) *node {
	if a.funcs[f] == nil {
		a.funcs[f] = a.fresh()
		a.funcs[f].addFunc(f)
		a.funcs[f].real = true
	}
	return a.funcs[f].find()
}

// holds reports whether values of the type are wide enough to carry an address.
func (a *analysis) holds(t *lang.Type) bool {
	return t.Kind == lang.Pointer || t.IsInteger() && t.Size >= a.model.PtrSize()
}

func fieldOf(e lang.Expr) *lang.Field {
	if m, ok := e.(*lang.Member); ok {
		return m.Field
	}
	return nil
}

func (a *analysis) use(n *node, e lang.Expr, load bool) {
	n = n.find()
	if e.Type().IsScalar() || e.Type().Kind == lang.Vector {
		n.addAccess(accessOf(e.Type(), fieldOf(e)))
	}
	switch e.(type) {
	case *lang.Deref, *lang.Index:
		a.promise(n, e.Type())
	}
	n.loaded = n.loaded || load
	n.ptrs = n.ptrs || e.Type().Kind == lang.Pointer
}

// set says that e, in n, is assigned to.
func (a *analysis) set(n *node, e lang.Expr) {
	if e.Type().Kind != lang.Pointer {
		n.find().ints = true
	}
}

// make says that e was assigned to something in n: if it was computed, numbers in n may be addresses that nothing else tells of.
func (a *analysis) make(n *node, e lang.Expr) {
	if a.composed(e) {
		n.find().made = true
	}
}

// loc is the class of the lvalue or record value e.
func (a *analysis) loc(e lang.Expr) *node {
	if n, ok := a.locs[e]; ok {
		return n.find()
	}
	n := a.locNew(e)
	a.locs[e] = n
	return n.find()
}

func (a *analysis) locNew(e lang.Expr) *node {
	switch x := e.(type) {
	case *lang.VarRef:
		return a.obj(x.Obj)
	case *lang.CompoundLit:
		a.init(x.Obj)
		return a.obj(x.Obj)
	case *lang.Member:
		return a.child(a.loc(x.X), x.Field)
	case *lang.Index:
		a.val(x.I)
		n := a.through(x.X, x.T)
		a.moves(n, x.T, x.I)
		a.add(n, x.I)
		return n
	case *lang.Deref:
		if b, ok := x.X.(*lang.Binary); ok && b.Op == lang.PtrAdd {
			if _, ok := b.L.(*lang.Decay); ok {
				a.val(b.R)
				n := a.through(b.L, x.T)
				a.moves(n, x.T, b.R)
				a.add(n, b.R)
				return n
			}
			// An address that is used at once is compared with nothing: it does not roam.
			l, r := a.val(b.L), a.val(b.R)
			if l == nil {
				l = r
			}
			a.moves(l, b.T.Elem, b.R)
			a.vals[b] = l
			a.add(l, b.R)
		}
		if d, ok := x.X.(*lang.AddrOf); ok {
			return a.loc(d.X)
		}
		return a.through(x.X, x.T)
	case *lang.Comma:
		a.val(x.L)
		return a.loc(x.R)
	case *lang.Cast:
		return a.loc(x.X)
	case *lang.Assign:
		l, r := a.loc(x.L), a.loc(x.R)
		a.assignRecord(x.L, x.R, l, r, x.T)
		return l
	case *lang.StmtExpr:
		a.stmt(x.Body)
		if x.Value == nil {
			return a.fresh()
		}
		return a.loc(x.Value)
	case *lang.Cond:
		a.val(x.C)
		a.leak(x.C)
		t := a.obj(a.temp(e))
		a.assignRecord(e, x.Then, t, a.loc(x.Then), x.T)
		a.assignRecord(e, x.Else, t, a.loc(x.Else), x.T)
		return t
	case *lang.Call:
		t := a.obj(a.temp(e))
		a.call(x, t)
		return t
	case *lang.VaArg:
		a.loc(x.X)
		t := a.obj(a.temp(e))
		a.flows = append(a.flows, flow{a.holder(a.varargs), t, true})
		return t
	}
	a.children(e)
	return a.fresh()
}

// through is the class that the pointer p leads to, accessed as a t.
func (a *analysis) through(p lang.Expr, t *lang.Type) *node {
	if d, ok := p.(*lang.Decay); ok {
		return a.loc(d.X)
	}
	n := a.val(p)
	if n == nil {
		n = a.wild
	}
	n = n.find()
	if t.Kind == lang.Record && t.Complete {
		a.promise(n, t)
	}
	a.flow(a.carry(p), a.holder(n))
	a.see(n, t)
	return n.find()
}

// val analyses e for its value, and returns the class that the value points to.
func (a *analysis) val(e lang.Expr) *node {
	if n, ok := a.vals[e]; ok {
		if n == nil {
			return nil
		}
		return n.find()
	}
	n := a.valNew(e)
	a.vals[e] = n
	return n
}

func (a *analysis) valNew(e lang.Expr) *node {
	t := e.Type()
	if t.Kind == lang.Record || t.Kind == lang.Array {
		a.loc(e)
		return nil
	}
	switch x := e.(type) {
	case *lang.VarRef, *lang.Member, *lang.Index, *lang.Deref, *lang.CompoundLit:
		n := a.loc(e)
		a.use(n, e, true)
		if a.holds(t) {
			return a.target(n)
		}
		return nil
	case *lang.FuncRef:
		return a.fun(x.Func)
	case *lang.Unary:
		n := a.val(x.X)
		if x.Op == lang.LogNot || !a.holds(t) {
			return nil
		}
		a.computed(n)
		return n
	case *lang.Binary:
		l, r := a.val(x.L), a.val(x.R)
		switch {
		case x.Op >= lang.Eq && x.Op <= lang.Ge, x.Op == lang.PtrDiff, !a.holds(t):
			return nil
		case x.Op == lang.PtrAdd && l == nil:
			a.computed(r)
			return r // an address added to a null pointer
		case x.Op == lang.PtrAdd, x.Op == lang.PtrSub:
			a.roams(l, x.R)
			a.moves(l, t.Elem, x.R)
			a.add(l, x.R)
			return l
		case x.Op == lang.Shl, x.Op == lang.Shr:
			a.computed(l)
			return l
		}
		n := a.join(l, r)
		a.computed(n)
		if x.Op == lang.Add || x.Op == lang.Sub {
			a.summed(n)
		}
		return n
	case *lang.Logical:
		a.val(x.L)
		a.val(x.R)
		a.leak(x.L)
		a.leak(x.R)
		return nil
	case *lang.Cond:
		c := a.val(x.C)
		a.leak(x.C)
		n := c
		if x.Then != nil {
			n = a.val(x.Then)
		}
		return a.join(n, a.val(x.Else))
	case *lang.Assign:
		v := a.val(x.R)
		n := a.loc(x.L)
		a.use(n, x.L, false)
		a.set(n, x.L)
		a.flow(a.part(x.R, x.T), n)
		a.make(n, x.R)
		if !a.holds(x.L.Type()) {
			return nil
		}
		a.setTarget(n, v)
		return a.target(n)
	case *lang.AssignOp:
		v := a.val(x.R)
		n := a.loc(x.L)
		a.use(n, x.L, true)
		a.set(n, x.L)
		a.make(n, e)
		switch x.Op {
		case lang.PtrAdd, lang.PtrSub:
			a.add(a.target(n), x.R)
		case lang.Shl, lang.Shr:
			a.flow(a.whole(x.R), n)
		default:
			a.flow(a.part(x.R, x.L.Type()), n)
		}
		if !a.holds(x.L.Type()) {
			return nil
		}
		if x.Op != lang.PtrAdd && x.Op != lang.PtrSub && x.Op != lang.Shl && x.Op != lang.Shr {
			a.setTarget(n, v)
		}
		if x.Op == lang.PtrAdd || x.Op == lang.PtrSub {
			a.roams(a.target(n), x.R)
			a.moves(a.target(n), x.L.Type().Elem, x.R)
		} else {
			a.computed(a.target(n))
			if x.Op == lang.Add || x.Op == lang.Sub {
				a.summed(a.target(n))
			}
		}
		return a.target(n)
	case *lang.IncDec:
		n := a.loc(x.X)
		a.use(n, x.X, true)
		a.make(n, e)
		a.set(n, x.X)
		if !a.holds(t) {
			return nil
		}
		if t.Kind == lang.Pointer {
			a.moves(a.target(n), t.Elem, &lang.IntLit{Val: num.Of(1)})
		} else {
			a.computed(a.target(n))
			a.summed(a.target(n))
		}
		return a.target(n)
	case *lang.AddrOf:
		n := a.loc(x.X)
		a.expose(x.X)
		return n
	case *lang.Decay:
		n := a.loc(x.X)
		a.expose(x.X)
		return n
	case *lang.Cast:
		if k := x.X.Type().Kind; k == lang.Record || k == lang.Array {
			a.loc(x.X)
			return nil
		}
		n := a.val(x.X)
		if !a.holds(t) {
			return nil
		}
		if t.Kind == lang.Pointer && x.X.Type().Kind == lang.Integer {
			a.remade(n)
		}
		return n
	case *lang.Call:
		r := a.fresh()
		a.results[x] = r
		a.call(x, r)
		if !a.holds(t) {
			return nil
		}
		return a.target(r)
	case *lang.Comma:
		a.val(x.L)
		return a.val(x.R)
	case *lang.StmtExpr:
		a.stmt(x.Body)
		if x.Value != nil {
			return a.val(x.Value)
		}
		return nil
	case *lang.VaArg:
		a.val(x.X)
		if a.holds(t) {
			return a.varargs.find()
		}
		return nil
	}
	return nil
}

func (a *analysis) join(x, y *node) *node {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	a.unify(x, y)
	return x.find()
}

func (a *analysis) children(e lang.Expr) {
	for _, c := range lang.Children(e) {
		a.val(c)
	}
}

// assignRecord copies a record from the class s to the class d. Records of
// scalars are copied leaf by leaf; what has arrays or unions in it is copied as
// memory, so both sides must lie in the same class.
func (a *analysis) assignRecord(dst, src lang.Expr, d, s *node, t *lang.Type) {
	if t.Kind != lang.Record {
		return
	}
	a.see(d, t)
	a.see(s, t)
	if !flattens(t) {
		if dst != nil {
			a.expose(dst)
		}
		if src != nil {
			a.expose(src)
		}
		a.unify(d, s)
		a.touchAll(d, t)
		return
	}
	a.assignLeaves(d, s, t)
}

// touchAll records an access to every scalar of a t in n.
func (a *analysis) touchAll(n *node, t *lang.Type) {
	switch t.Kind {
	case lang.Array:
		a.touchAll(n, t.Elem)
	case lang.Record:
		for _, f := range t.Fields {
			c := a.child(n, f)
			if f.Type.IsScalar() {
				c.addAccess(accessOf(f.Type, f))
				c.loaded = true
				c.ptrs = c.ptrs || f.Type.Kind == lang.Pointer
			} else {
				a.touchAll(c, f.Type)
			}
		}
	default:
		n = n.find()
		n.addAccess(accessOf(t, nil))
		n.loaded = true
	}
}

func (a *analysis) assignLeaves(d, s *node, t *lang.Type) {
	for _, f := range t.Fields {
		df, sf := a.child(d, f), a.child(s, f)
		if f.Type.Kind == lang.Record {
			a.assignLeaves(df, sf, f.Type)
			continue
		}
		acc := accessOf(f.Type, f)
		df.addAccess(acc)
		sf.addAccess(acc)
		if f.Type.Kind == lang.Pointer {
			df.ptrs, sf.ptrs = true, true
		}
		sf.loaded = true
		if a.holds(f.Type) && !f.BitField {
			a.setTarget(df, a.target(sf))
		} else {
			a.flow(sf, df)
		}
	}
}

// arrives records the stores that put a parameter of type t in memory, scalar by scalar: the
// function itself may touch nothing but its bytes.
func (a *analysis) arrives(n *node, t *lang.Type) {
	if t.Kind != lang.Record {
		n = n.find()
		n.addAccess(accessOf(t, nil))
		n.ptrs = n.ptrs || t.Kind == lang.Pointer
		return
	}
	for _, f := range t.Fields {
		c := a.child(n, f)
		if f.Type.Kind == lang.Record {
			a.arrives(c, f.Type)
			continue
		}
		c.addAccess(accessOf(f.Type, f))
		c.ptrs = c.ptrs || f.Type.Kind == lang.Pointer
	}
}
