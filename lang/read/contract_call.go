package read

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
)

// Calls by contract: is the call one that the proof of the contract covers?
//
// The proof is made in the worlds of the driver (driver_objects.go), where pointers lead to null or
// to the start of objects that live, have their own type and were stored to, of which no two overlap,
// but that arguments and variables may lead to the same one, and truth values are 0 or 1. A call finds
// whatever its caller made. So the stand-in looks whether that is one of these worlds; where it is
// not, nothing is claimed of the run (Assertion.Beyond), and the bodies are verified instead.
//
// A larger object, or a part of one, is as good as one of just that size: the proof shows that
// no access leaves what it was given. It is not where the contract speaks of validity beyond what the
// drive makes (rules.exact). Parts of one object are as good as two objects, too, but for
// comparisons of addresses: where the function makes any, they may not touch, so that neither is
// where the other ends. Where it makes numbers of addresses, no pointer is covered.
//
// What the function never reads (contract_reads.go) may be anything. What the library keeps for itself
// is as at the start of a program.

// rules looks at a call. The driver is that of the function, which makes nothing: it is known what
// it would make.
type rules struct {
	*driver
	used  map[*lang.Object]bool
	uses  *uses
	exact bool
	led   []*led
	decl  []lang.Stmt // what has to stand in front
	leaf  []lang.Expr // what must hold of what is read, in the object at hand
}

// led is what a pointer of the caller leads to.
type led struct {
	name  string       // of the pointer
	at    *lang.Object // a variable with the address; null: it leads nowhere
	count *lang.Object // a variable with the number of elements; nil: n of them
	n     int64
	elem  *lang.Type
	pool  *pool // nil: a block, of a size that only a run knows
	// The pointer lies in an object, so many bytes from its start; nil: it is an argument or a
	// variable.
	in  *led
	off int64
	// constant: by its type it does not change what it leads to.
	constant bool
}

// maxLed bounds the pointers that are compared with each other.
const maxLed = 16

// covered writes into the stand-in of f, whose parameters are params, what must be so for the proof
// of the contract to say something of the call. The function has to do with objects of the library.
func covered(c *maker, w *writer, f *lang.Func, params, library []*lang.Object) {
	if w.names == nil {
		w.names = map[string]int{}
	}
	if params == nil {
		params = []*lang.Object{}
	}
	d := &driver{
		writer: writer{c: c, fn: w.fn, at: w.at, names: w.names}, u: &lang.Driver{Entry: f}, f: f, in: c.goal.inputs,
		params: map[*lang.Object]*lang.Object{}, counts: map[*lang.Object]int64{}, passed: params,
	}
	r := &rules{driver: d}
	r.used = d.reach()
	r.uses = usesOf(f, d.u.Reaches)
	roots := d.plan(r.used)
	if !d.in.Globals && len(d.globals(r.used)) > 0 {
		r.beyond("whose proof is of variables with their initial values (--globals initial)")
		w.list = append(w.list, d.list...)
		return
	}
	for _, x := range d.rest {
		r.exact = r.exact || speaksOfValidity(x)
	}
	for _, con := range f.Contracts {
		for _, b := range con.Behaviors {
			for _, k := range append(append([]*lang.Clause{}, b.Assumes...), b.Ensures...) {
				r.exact = r.exact || speaksOfValidity(k.X)
			}
			if b.Name != "" {
				for _, k := range b.Requires {
					r.exact = r.exact || speaksOfValidity(k.X)
				}
			}
		}
	}
	blocks := 0
	for _, x := range roots {
		o := x.place.(*lang.VarRef).Obj
		switch {
		case x.block:
			r.sizedBlock(d.dynamic[blocks])
			blocks++
		case o.Storage == lang.Param || r.uses.vars[o] || r.uses.wild:
			r.value(x.place, x.holder, o.Name, nil, 0)
			r.flush("what " + o.Name + " holds")
		default:
			d.pointersIn(x.place.Type(), func(*pool) { x.holder.next++ })
		}
	}
	for _, o := range library {
		r.untouched(o)
	}
	r.apart()
	w.list = append(append(w.list, r.decl...), d.list...)
}

func speaksOfValidity(x lang.Expr) bool {
	found := false
	lang.WalkExpr(x, nil, func(e lang.Expr) {
		if v, ok := e.(*lang.Valid); ok && v.Kind != lang.Stored {
			found = true
		}
	})
	return found
}

// untouched asks that an object of the library's has the value that it starts with. The driver gives
// errno and the floating-point flags any.
func (r *rules) untouched(o *lang.Object) {
	var start lang.Expr
	switch {
	case o == r.c.unit.Errno || o == r.c.unit.Flags:
		return
	case !o.Type.IsScalar() || o.Type.Kind == lang.Float:
	case o.Init == nil:
		start = r.number(0, r.c.intT)
	case len(o.Init.Items) == 1:
		start = o.Init.Items[0].Val
	}
	if start == nil {
		r.beyond("which has to do with what the library keeps")
		return
	}
	same := r.binary(lang.Eq, r.ref(o), &lang.Cast{ExprBase: lang.Typed(r.at, o.Type.Plain()), X: lang.CloneExpr(start), Implicit: true})
	r.unless(same, "which has to do with what the library keeps")
}

// beyond says that the call is not covered.
func (r *rules) beyond(why string) {
	r.list = append(r.list, &lang.Assertion{
		StmtBase: lang.At(r.at), Kind: lang.Refused, Beyond: true, Text: "a call of " + r.f.Name + " by its contract, " + why,
	})
}

// unless says that the call is not covered where x does not hold. Terms have a value wherever they
// are evaluated.
func (r *rules) unless(x lang.Expr, why string) {
	ok := r.variable(r.c.intT)
	r.quietly(&lang.ExprStmt{StmtBase: lang.At(r.at), X: &lang.Assign{ExprBase: lang.Typed(r.at, ok.Type), L: r.ref(ok), R: r.not(r.not(x))}})
	r.list = append(r.list, &lang.If{StmtBase: lang.At(r.at), Cond: r.not(r.ref(ok)), Then: r.driver.block(func() { r.beyond(why) }), Else: nil})
}

// variable declares a variable in front of everything.
func (r *rules) variable(t *lang.Type) *lang.Object {
	outer := r.list
	r.list = nil
	o := r.local("rule", t)
	r.decl = append(r.decl, r.list...)
	r.list = outer
	return o
}

// keep is a variable with the value of x, or null before.
func (r *rules) keep(x lang.Expr, t *lang.Type) *lang.Object {
	o := r.variable(t)
	var zero lang.Expr = &lang.IntLit{ExprBase: lang.Typed(r.at, r.c.intT)}
	if t != r.c.intT {
		zero = &lang.Cast{ExprBase: lang.Typed(r.at, t), X: zero, Implicit: true}
	}
	r.decl = append(r.decl, &lang.ExprStmt{StmtBase: lang.At(r.at), X: &lang.Assign{ExprBase: lang.Typed(r.at, t), L: r.ref(o), R: zero}})
	r.quietly(&lang.ExprStmt{StmtBase: lang.At(r.at), X: &lang.Assign{ExprBase: lang.Typed(r.at, t), L: r.ref(o), R: x}})
	return o
}

func (r *rules) null(t *lang.Type) lang.Expr {
	return &lang.Cast{ExprBase: lang.Typed(r.at, t), X: &lang.IntLit{ExprBase: lang.Typed(r.at, r.c.intT)}, Implicit: true}
}

// flush asks for what must hold of what is read.
func (r *rules) flush(what string) {
	if len(r.leaf) == 0 {
		return
	}
	all := r.leaf[0]
	for _, x := range r.leaf[1:] {
		all = r.and(all, x)
	}
	r.leaf = nil
	r.unless(all, "where "+what+" may not have been stored to, or is a truth value other than 0 and 1")
}

// value looks at the lvalue x, which lies in the object that in is of, off bytes from its start, and
// is in the holder. It is read.
func (r *rules) value(x lang.Expr, h *holder, name string, in *led, off int64) {
	t := x.Type()
	switch {
	case t.Kind == lang.Pointer:
		if o, ok := x.(*lang.VarRef); !ok || o.Obj.Storage != lang.Param {
			r.leaf = append(r.leaf, &lang.Proper{ExprBase: lang.Typed(r.at, r.c.intT), X: x})
			r.flush(name)
		}
		r.pointer(x, h, name, in, off)
	case t.Kind == lang.Record:
		for _, f := range t.Fields {
			skip := func() {
				if !f.BitField && !t.Union {
					r.pointersIn(f.Type, func(*pool) { h.next++ })
				}
			}
			if !r.uses.wild && !r.uses.fields[f] || f.BitField && f.Name == "" {
				skip()
				continue
			}
			m := &lang.Member{ExprBase: lang.Typed(r.at, f.Type), X: lang.CloneExpr(x), Field: f}
			if t.Union && holdsPointers(f.Type) {
				r.beyond("where " + name + " is a union with pointers")
				return
			}
			n := name
			if f.Name != "" {
				n += "." + f.Name
			}
			r.value(m, h, n, in, off+f.Offset)
		}
	case t.Kind == lang.Array:
		r.elements(x, h, name)
	case t.IsScalar():
		r.leaf = append(r.leaf, &lang.Proper{ExprBase: lang.Typed(r.at, r.c.intT), X: x})
	}
}

// fewElements are looked at one by one.
const fewElements = 8

// elements is value for an array.
func (r *rules) elements(x lang.Expr, h *holder, name string) {
	t := x.Type()
	if t.Len == 0 || t.Elem.Size <= 0 {
		return
	}
	if t.Len < 0 || t.LenObj != nil {
		r.beyond("where " + name + " is an array of unknown length")
		return
	}
	at := func(i lang.Expr) lang.Expr {
		return &lang.Index{ExprBase: lang.Typed(r.at, t.Elem), X: &lang.Decay{ExprBase: lang.Typed(r.at, r.c.pointer(t.Elem)), X: lang.CloneExpr(x)}, I: i}
	}
	r.each(t.Elem, t.Len, at, h, name)
}

// each looks at n elements of type t.
func (r *rules) each(t *lang.Type, n int64, at func(i lang.Expr) lang.Expr, h *holder, name string) {
	if r.pointers(t) {
		// One object stands for what all of the elements lead to.
		g := r.element(0)
		outer := r.list
		r.list = nil
		r.noPointers(at(r.ref(g)), name+"[]")
		body := r.list
		r.list = outer
		r.list = append(r.list, r.within(g, r.number(n, r.c.integer), body))
	}
	r.pointersIn(t, func(*pool) { h.next++ })
	if n <= fewElements {
		for i := range n {
			r.scalars(at(r.number(i, r.c.ptrdiff)))
		}
		return
	}
	r.flush(name)
	g := r.element(0)
	outer := r.list
	r.list = nil
	r.scalars(at(r.ref(g)))
	r.flush(name + "[]")
	body := r.list
	r.list = outer
	r.list = append(r.list, r.within(g, r.number(n, r.c.integer), body))
}

// pointers reports whether the type has pointers that may be read.
func (r *rules) pointers(t *lang.Type) bool {
	switch t.Kind {
	case lang.Pointer:
		return true
	case lang.Array:
		return r.pointers(t.Elem)
	case lang.Record:
		for _, f := range t.Fields {
			if (r.uses.wild || r.uses.fields[f]) && r.pointers(f.Type) {
				return true
			}
		}
	}
	return false
}

// noPointers asks that all pointers that may be read are null.
func (r *rules) noPointers(x lang.Expr, name string) {
	switch t := x.Type(); t.Kind {
	case lang.Pointer:
		r.unless(&lang.Binary{ExprBase: lang.Typed(r.at, r.c.intT), Op: lang.Eq, L: x, R: r.null(t.Plain())}, "where "+name+", a pointer in an array, is not null")
	case lang.Array, lang.Record:
		r.eachPart(x, func(y lang.Expr) { r.noPointers(y, name) }, r.pointers)
	}
}

// scalars asks that the parts that may be read have a value, but for pointers.
func (r *rules) scalars(x lang.Expr) {
	switch t := x.Type(); {
	case t.Kind == lang.Array || t.Kind == lang.Record:
		r.eachPart(x, r.scalars, func(*lang.Type) bool { return true })
	case t.IsScalar():
		r.leaf = append(r.leaf, &lang.Proper{ExprBase: lang.Typed(r.at, r.c.intT), X: x})
	}
}

// eachPart visits the members that may be read of a record, or the element of an array, that are
// wanted.
func (r *rules) eachPart(x lang.Expr, visit func(lang.Expr), want func(*lang.Type) bool) {
	t := x.Type()
	if t.Kind == lang.Array {
		if t.Len > 0 {
			for i := range min(t.Len, fewElements) {
				visit(&lang.Index{ExprBase: lang.Typed(r.at, t.Elem), X: &lang.Decay{ExprBase: lang.Typed(r.at, r.c.pointer(t.Elem)), X: lang.CloneExpr(x)}, I: r.number(i, r.c.ptrdiff)})
			}
			if t.Len > fewElements {
				r.beyond("where arrays lie in arrays")
			}
		}
		return
	}
	for _, f := range t.Fields {
		if (r.uses.wild || r.uses.fields[f]) && !(f.BitField && f.Name == "") && want(f.Type) {
			visit(&lang.Member{ExprBase: lang.Typed(r.at, f.Type), X: lang.CloneExpr(x), Field: f})
		}
	}
}

// element is a ghost that stands for the index of any element.
func (r *rules) element(depth int) *lang.Object { return elementGhost(r.c, depth, r.at) }

// elementGhost is a variable that stands for the index of any element: it has one value for the run.
func elementGhost(c *maker, depth int, at lang.Pos) *lang.Object {
	for len(c.elementGhosts) <= depth {
		g := &lang.Object{Name: fmt.Sprintf("element#%d", len(c.elementGhosts)+1), Type: c.integer, Storage: lang.Global, Ghost: true, Pos: at}
		c.unit.Ghosts = append(c.unit.Ghosts, g)
		c.elementGhosts = append(c.elementGhosts, g)
	}
	return c.elementGhosts[depth]
}

// within runs statements where 0 <= g < n.
func (r *rules) within(g *lang.Object, n lang.Expr, body []lang.Stmt) lang.Stmt {
	in := r.and(r.binary(lang.Ge, r.ref(g), r.number(0, r.c.integer)), r.binary(lang.Lt, r.ref(g), n))
	return &lang.If{StmtBase: lang.At(r.at), Cond: in, Then: &lang.Block{StmtBase: lang.At(r.at), List: body, End: r.at}, Else: nil}
}

// pointer looks at a pointer.
func (r *rules) pointer(x lang.Expr, h *holder, name string, in *led, off int64) {
	t := x.Type().Plain()
	if r.uses.numbers {
		r.unless(&lang.Binary{ExprBase: lang.Typed(r.at, r.c.intT), Op: lang.Eq, L: x, R: r.null(t)}, "which makes numbers of addresses, where "+name+" is not null")
		if r.target(x.Type()) != nil {
			h.next++
		}
		return
	}
	e := r.target(x.Type())
	if e == nil {
		if r.uses.opaque {
			r.unless(&lang.Binary{ExprBase: lang.Typed(r.at, r.c.intT), Op: lang.Eq, L: x, R: r.null(t)}, "where "+name+" leads to what only the caller knows")
		}
		return
	}
	p, own := r.pool(e), h.own[h.next]
	h.next++
	v := r.keep(x, t)
	some := r.binary(lang.Ne, r.ref(v), r.null(t))
	if own == nil {
		r.unless(r.not(some), "where "+name+" is not null: the proof has no more objects there")
		return
	}
	if !r.mayBeNull(p, own, h) {
		r.unless(some, "where "+name+" is null")
	}
	l := &led{name: name, at: v, n: own.length, elem: e, pool: p, in: in, off: off, constant: t.Elem.Const}
	r.led = append(r.led, l)
	outer := r.list
	r.list = nil
	r.lives(l)
	first := func(i lang.Expr) lang.Expr {
		return &lang.Index{ExprBase: lang.Typed(r.at, e), X: &lang.Cast{ExprBase: lang.Typed(r.at, r.c.pointer(e)), X: r.ref(v), Implicit: true}, I: i}
	}
	switch {
	case own.length > 1:
		r.each(e, own.length, first, &own.holder, "*"+name)
	case e.IsScalar() && e.Kind != lang.Pointer && !r.uses.reads(e):
	case e.Kind == lang.Pointer && !r.uses.reads(e):
	default:
		r.value(&lang.Deref{ExprBase: lang.Typed(r.at, e), X: &lang.Cast{ExprBase: lang.Typed(r.at, r.c.pointer(e)), X: r.ref(v), Implicit: true}}, &own.holder, "*"+name, l, 0)
	}
	r.flush("what " + name + " leads to")
	body := &lang.Block{StmtBase: lang.At(r.at), List: r.list, End: r.at}
	r.list = append(outer, &lang.If{StmtBase: lang.At(r.at), Cond: some, Then: body, Else: nil})
}

// lives asks that a pointer leads to as many objects as it should, and where it matters to no more.
func (r *rules) lives(l *led) {
	at := func(i int64) lang.Expr {
		p := lang.Expr(&lang.Cast{ExprBase: lang.Typed(r.at, r.c.pointer(l.elem)), X: r.ref(l.at), Implicit: true})
		if i != 0 {
			p = &lang.Binary{ExprBase: lang.Typed(r.at, p.Type()), Op: lang.PtrAdd, L: p, R: r.number(i, r.c.ptrdiff)}
		}
		return p
	}
	var count lang.Expr
	if l.n > 1 {
		count = r.number(l.n, r.c.integer)
	}
	kind := lang.Readable
	if !l.constant || r.uses.unconst {
		kind = lang.Writable
	}
	what := "an object that lives"
	if l.n > 1 {
		what = fmt.Sprintf("%d objects that live", l.n)
	}
	r.unless(&lang.Valid{ExprBase: lang.Typed(r.at, r.c.intT), Kind: kind, At: at(0), Count: count}, "where "+l.name+" leads neither to null nor to "+what)
	if r.exact {
		more := r.or(&lang.Valid{ExprBase: lang.Typed(r.at, r.c.intT), Kind: lang.Readable, At: at(l.n), Count: nil}, &lang.Valid{ExprBase: lang.Typed(r.at, r.c.intT), Kind: lang.Readable, At: at(-1), Count: nil})
		r.unless(r.not(more), "where "+l.name+" leads to a part of an object, or to one of several: the proof is of one")
	}
}

// sizedBlock looks at an argument that leads to a block of a size that only a run knows. That it does is
// required.
func (r *rules) sizedBlock(b block) {
	arg := r.params[b.param]
	n := r.keep(&lang.Cast{ExprBase: lang.Typed(r.at, r.c.llong), X: r.mine(b.count), Implicit: false}, r.c.llong)
	t := r.c.pointer(b.elem)
	v := r.keep(&lang.Cast{ExprBase: lang.Typed(r.at, t), X: r.ref(arg), Implicit: true}, t)
	if r.uses.numbers {
		r.unless(r.binary(lang.Le, r.ref(n), r.number(0, n.Type)), "which makes numbers of addresses, where "+arg.Name+" is not null")
		return
	}
	l := &led{name: arg.Name, at: v, count: n, elem: b.elem}
	r.led = append(r.led, l)
	if r.exact {
		at := func(i lang.Expr) lang.Expr {
			p := lang.Expr(r.ref(v))
			return &lang.Valid{ExprBase: lang.Typed(r.at, r.c.intT), Kind: lang.Readable, At: &lang.Binary{ExprBase: lang.Typed(r.at, t), Op: lang.PtrAdd, L: p, R: i}, Count: nil}
		}
		more := r.and(r.binary(lang.Gt, r.ref(n), r.number(0, n.Type)), r.or(at(r.ref(n)), at(r.number(-1, r.c.ptrdiff))))
		r.unless(r.not(more), "where "+l.name+" leads to a part of an object: the proof is of a whole one")
	}
	if b.elem.IsScalar() && !r.uses.reads(b.elem) {
		return
	}
	g := r.element(0)
	outer := r.list
	r.list = nil
	r.scalars(&lang.Index{ExprBase: lang.Typed(r.at, b.elem), X: r.ref(v), I: r.ref(g)})
	r.flush("what " + arg.Name + " leads to")
	body := r.list
	r.list = outer
	if len(body) > 0 {
		r.list = append(r.list, r.within(g, &lang.Cast{ExprBase: lang.Typed(r.at, r.c.integer), X: r.ref(n), Implicit: true}, body))
	}
}

// apart asks that what pointers lead to does not overlap, but where the driver lets them lead to the
// same.
func (r *rules) apart() {
	if len(r.led) > maxLed {
		r.beyond("with so many pointers")
		return
	}
	for i, b := range r.led {
		for _, a := range r.led[:i] {
			fine := r.or(r.separate(r.memory(a), r.memory(b)), r.same(a, b))
			r.unless(r.or(r.nowhere(a), r.or(r.nowhere(b), fine)), "where "+a.name+" and "+b.name+" lead to parts of one object")
		}
	}
	var vars []*lang.Object
	taken := addressed(r.c)
	for _, o := range r.c.unit.Objects {
		t := o.Type
		for t.Kind == lang.Array && !t.Const {
			t = t.Elem
		}
		if r.used[o] && taken[o] && (o.Storage == lang.Global || o.Storage == lang.Static) && !o.Ghost && !t.Const && o.Type.Size > 0 {
			vars = append(vars, o)
		}
	}
	for _, l := range r.led {
		r.outside(l, vars)
	}
}

// fewVariables have their names in the reason that a call is not covered.
const fewVariables = 3

// outside asks that a pointer does not lead into a variable that the function names, but for a whole
// one that the driver lets it lead to.
func (r *rules) outside(l *led, vars []*lang.Object) {
	if len(vars) == 0 {
		return
	}
	var apart lang.Expr
	var names []string
	for _, o := range vars {
		at := func() lang.Expr { return &lang.AddrOf{ExprBase: lang.Typed(r.at, r.c.pointer(o.Type)), X: r.ref(o)} }
		fine := r.separate(r.memory(l), bytesAt{at, func() lang.Expr { return r.number(o.Type.Size, r.c.ptrdiff) }})
		// Of a build, the proof is of the files that the function needs: whether these use the
		// variable's address is not known.
		if l.in == nil && l.pool != nil && l.n <= 1 && !r.c.partly && slices.Contains(l.pool.vars, o) {
			fine = r.or(fine, r.binary(lang.Eq, r.bytes(r.ref(l.at)), r.bytes(at())))
		}
		if apart != nil {
			fine = r.and(apart, fine)
		}
		apart = fine
		names = append(names, o.Name)
	}
	where := "one of the variables that it names"
	if len(names) <= fewVariables {
		where = strings.Join(names, " or ")
	}
	r.unless(r.or(r.nowhere(l), apart), "where "+l.name+" leads into "+where)
}

// bytesAt is a piece of memory.
type bytesAt struct{ at, size func() lang.Expr }

func (r *rules) bytes(x lang.Expr) lang.Expr {
	return &lang.Cast{ExprBase: lang.Typed(r.at, r.c.strp), X: x, Implicit: false}
}

// memory is what a pointer leads to.
func (r *rules) memory(l *led) bytesAt {
	return bytesAt{func() lang.Expr { return r.ref(l.at) }, func() lang.Expr {
		if l.count == nil {
			return r.number(l.n*l.elem.Size, r.c.ptrdiff)
		}
		return &lang.Binary{ExprBase: lang.Typed(r.at, l.count.Type), Op: lang.Mul, L: r.ref(l.count), R: r.number(l.elem.Size, l.count.Type), Wraps: true}
	}}
}

// nowhere is whether a pointer leads to nothing.
func (r *rules) nowhere(l *led) lang.Expr {
	if l.count != nil {
		return r.binary(lang.Le, r.ref(l.count), r.number(0, l.count.Type))
	}
	return r.binary(lang.Eq, r.ref(l.at), r.null(l.at.Type))
}

// separate is whether two pieces of memory have nothing in common.
func (r *rules) separate(a, b bytesAt) lang.Expr {
	op := lang.Le
	if r.uses.meets {
		op = lang.Lt // where one ends is not where the other begins
	}
	behind := func(p bytesAt) lang.Expr {
		return &lang.Binary{ExprBase: lang.Typed(r.at, r.c.strp), Op: lang.PtrAdd, L: r.bytes(p.at()), R: p.size()}
	}
	return r.or(r.binary(op, behind(a), r.bytes(b.at())), r.binary(op, behind(b), r.bytes(a.at())))
}

// same is whether a and b, which is the later, lead to the same in a way that the driver has, too.
//
// Arguments and variables may lead to any object of their type. A pointer in an object leads to one
// that no other pointer in an object leads to, but an argument may; that it does not lead back is
// seen by the last of the objects on the way, after which is null. A block may be an earlier one, if
// that is not smaller.
func (r *rules) same(a, b *led) lang.Expr {
	never := lang.Expr(r.number(0, r.c.intT))
	is := r.binary(lang.Eq, r.bytes(r.ref(a.at)), r.bytes(r.ref(b.at)))
	switch {
	case !lang.Compatible(a.elem, b.elem) || (a.pool == nil) != (b.pool == nil):
		return never
	case a.pool == nil:
		return r.and(is, r.binary(lang.Le, r.ref(b.count), r.ref(a.count)))
	case a.in != nil && b.in != nil:
		if a.off != b.off || !lang.Compatible(a.in.elem, b.in.elem) {
			return never
		}
		return r.and(is, r.binary(lang.Eq, r.bytes(r.ref(a.in.at)), r.bytes(r.ref(b.in.at)))) // the same pointer
	case a.in == nil && b.in == nil:
		return is
	case a.in == nil && a.n > 1 || b.in == nil && b.n > 1:
		return never
	}
	return is
}

// addressed are the variables of the program whose addresses are used, or those of parts of them.
func addressed(c *maker) map[*lang.Object]bool {
	if c.taken != nil {
		return c.taken
	}
	c.taken = map[*lang.Object]bool{}
	indexed := map[*lang.Decay]bool{}
	see := func(e lang.Expr) {
		switch x := e.(type) {
		case *lang.Index:
			if d, ok := x.X.(*lang.Decay); ok {
				indexed[d] = true
			}
		case *lang.AddrOf:
			if o := rootOf(x.X); o != nil {
				c.taken[o] = true
			}
		case *lang.Decay:
			if o := rootOf(x.X); o != nil && !indexed[x] {
				c.taken[o] = true
			}
		}
	}
	for _, f := range c.unit.Funcs {
		if f.Body != nil {
			lang.Walk(f.Body, nil, see)
		}
	}
	for _, o := range c.unit.Objects {
		for _, e := range lang.InitExprs(o) {
			lang.WalkExpr(e, nil, see)
		}
	}
	return c.taken
}
