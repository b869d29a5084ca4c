package contract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// This file decides, for a call by contract, whether the proof of the contract covers the call.
//
// The proof considers the states that the driver makes (driver_objects.go). In these, a pointer is null or points to
// the start of a live, initialized object of its type. No two such objects overlap, but arguments and variables may
// point to the same one. A _Bool is 0 or 1. A call may come from any state that its caller made. So the stand-in
// checks whether the state is like one that the driver makes. If it is not, nothing is claimed of the run
// (Assertion.Beyond), and the bodies are verified instead.
//
// A larger object, or a part of one, is as good as an object of exactly the right size, because the proof shows that
// no access leaves the object. The exception is a contract that speaks about validity beyond what the driver makes
// (rules.exact). Parts of one object are also as good as two objects, except for comparisons of addresses: if the
// function compares any, the parts must not be adjacent, so that neither begins where the other ends. If the function
// converts addresses to numbers, no pointer that is not null is covered.
//
// Memory that the function never reads (contract_reads.go) may have any content. The library's own state must be as
// at the start of a program.

// rules writes checks that test whether the proof covers a call. The embedded driver is the driver of the called
// function. It makes no objects here, but knows which objects the driver in the proof would make.
type rules struct {
	*driver
	used  map[*lang.Object]bool
	uses  *uses
	exact bool
	led   []*led
	decl  []lang.Stmt // statements that come before the statements of the driver
	leaf  []lang.Expr // conditions on the values that are read, for the current object
}

// led is the target of a pointer of the caller.
type led struct {
	name  string       // the pointer's name
	at    *lang.Object // a variable with the address; null if there is no target
	count *lang.Object // a variable with the number of elements; nil: there are n of them
	n     int64
	elem  *lang.Type
	pool  *pool // nil: a block whose size is known only at run time
	// The pointer lies in the object `in`, off bytes from the start of this object. `in` is nil for an argument or a
	// variable.
	in  *led
	off int64
	// constant is set if the pointer's type does not let it change its target.
	constant bool
}

// maxLed bounds the number of pointers that are compared with each other.
const maxLed = 16

// covered adds to the stand-in of f, whose parameters are params, the conditions under which the proof of the
// contract covers the call. library lists the objects of the library that the function uses.
func covered(c *build.Maker, w *build.Writer, f *lang.Func, params, library []*lang.Object) {
	if w.Names == nil {
		w.Names = map[string]int{}
	}
	if params == nil {
		params = []*lang.Object{}
	}
	d := &driver{
		Writer: build.Writer{Maker: c, Func: w.Func, At: w.At, Names: w.Names}, u: &lang.Driver{Entry: f}, f: f, in: c.Goal.Inputs,
		params: map[*lang.Object]*lang.Object{}, counts: map[*lang.Object]int64{}, passed: params,
	}
	r := &rules{driver: d}
	r.used = d.reach()
	r.uses = usesOf(f, d.u.Reaches)
	roots := d.plan(r.used)
	if !d.in.Globals && len(d.globals(r.used)) > 0 {
		r.beyond("whose proof is of variables with their initial values (--globals initial)")
		w.List = append(w.List, d.List...)
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
	w.List = append(append(w.List, r.decl...), d.List...)
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

// untouched requires that the library's object o has its initial value. errno and the floating-point flags may have
// any value, because the driver gives them any.
func (r *rules) untouched(o *lang.Object) {
	var start lang.Expr
	switch {
	case o == r.Maker.Unit.Errno || o == r.Maker.Unit.Flags:
		return
	case !o.Type.IsScalar() || o.Type.Kind == lang.Float:
	case o.Init == nil:
		start = r.Number(0, r.Maker.IntT)
	case len(o.Init.Items) == 1:
		start = o.Init.Items[0].Val
	}
	if start == nil {
		r.beyond("which has to do with what the library keeps")
		return
	}
	same := r.Binary(lang.Eq, r.Ref(o), &lang.Cast{ExprBase: lang.Typed(r.At, o.Type.Plain()), X: lang.CloneExpr(start), Implicit: true})
	r.unless(same, "which has to do with what the library keeps")
}

// beyond adds a statement that says that the call is not covered.
func (r *rules) beyond(why string) {
	r.List = append(r.List, &lang.Assertion{
		StmtBase: lang.At(r.At), Kind: lang.Refused, Beyond: true, Text: "a call of " + r.f.Name + " by its contract, " + why,
	})
}

// unless says that the call is not covered if x does not hold. All terms of x have a value where it is evaluated.
func (r *rules) unless(x lang.Expr, why string) {
	ok := r.variable(r.Maker.IntT)
	r.Quietly(&lang.ExprStmt{StmtBase: lang.At(r.At), X: &lang.Assign{ExprBase: lang.Typed(r.At, ok.Type), L: r.Ref(ok), R: r.Not(r.Not(x))}})
	r.List = append(r.List, &lang.If{StmtBase: lang.At(r.At), Cond: r.Not(r.Ref(ok)), Then: r.driver.Block(func() { r.beyond(why) }), Else: nil})
}

// variable declares a variable at the start of the function.
func (r *rules) variable(t *lang.Type) *lang.Object {
	outer := r.List
	r.List = nil
	o := r.Local("rule", t)
	r.decl = append(r.decl, r.List...)
	r.List = outer
	return o
}

// keep returns a new variable with the value of x. The variable is null, or 0, until control reaches this point.
func (r *rules) keep(x lang.Expr, t *lang.Type) *lang.Object {
	o := r.variable(t)
	var zero lang.Expr = &lang.IntLit{ExprBase: lang.Typed(r.At, r.Maker.IntT)}
	if t != r.Maker.IntT {
		zero = &lang.Cast{ExprBase: lang.Typed(r.At, t), X: zero, Implicit: true}
	}
	r.decl = append(r.decl, &lang.ExprStmt{StmtBase: lang.At(r.At), X: &lang.Assign{ExprBase: lang.Typed(r.At, t), L: r.Ref(o), R: zero}})
	r.Quietly(&lang.ExprStmt{StmtBase: lang.At(r.At), X: &lang.Assign{ExprBase: lang.Typed(r.At, t), L: r.Ref(o), R: x}})
	return o
}

func (r *rules) null(t *lang.Type) lang.Expr {
	return &lang.Cast{ExprBase: lang.Typed(r.At, t), X: &lang.IntLit{ExprBase: lang.Typed(r.At, r.Maker.IntT)}, Implicit: true}
}

// flush requires the conditions collected in leaf.
func (r *rules) flush(what string) {
	if len(r.leaf) == 0 {
		return
	}
	all := r.leaf[0]
	for _, x := range r.leaf[1:] {
		all = r.And(all, x)
	}
	r.leaf = nil
	r.unless(all, "where "+what+" may not have been stored to, or is a truth value other than 0 and 1")
}

// value checks the lvalue x, whose value the function reads. x belongs to the holder h, and lies `off` bytes from the
// start of the target `in`.
func (r *rules) value(x lang.Expr, h *holder, name string, in *led, off int64) {
	t := x.Type()
	switch {
	case t.Kind == lang.Pointer:
		if o, ok := x.(*lang.VarRef); !ok || o.Obj.Storage != lang.Param {
			r.leaf = append(r.leaf, &lang.Proper{ExprBase: lang.Typed(r.At, r.Maker.IntT), X: x})
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
			m := &lang.Member{ExprBase: lang.Typed(r.At, f.Type), X: lang.CloneExpr(x), Field: f}
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
		r.leaf = append(r.leaf, &lang.Proper{ExprBase: lang.Typed(r.At, r.Maker.IntT), X: x})
	}
}

// fewElements is the largest number of elements that are checked one by one.
const fewElements = 8

// elements does what value does, for an array x.
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
		return &lang.Index{ExprBase: lang.Typed(r.At, t.Elem), X: &lang.Decay{ExprBase: lang.Typed(r.At, r.Maker.Pointer(t.Elem)), X: lang.CloneExpr(x)}, I: i}
	}
	r.each(t.Elem, t.Len, at, h, name)
}

// each checks n elements of type t. The function `at` returns the element with a given index.
func (r *rules) each(t *lang.Type, n int64, at func(i lang.Expr) lang.Expr, h *holder, name string) {
	if r.pointers(t) {
		// The driver makes a single object for the pointers of all elements, so these pointers must be null here. The
		// ghost g is the index of any element.
		g := r.element(0)
		outer := r.List
		r.List = nil
		r.noPointers(at(r.Ref(g)), name+"[]")
		body := r.List
		r.List = outer
		r.List = append(r.List, r.within(g, r.Number(n, r.Maker.Integer), body))
	}
	r.pointersIn(t, func(*pool) { h.next++ })
	if n <= fewElements {
		for i := range n {
			r.scalars(at(r.Number(i, r.Maker.Ptrdiff)))
		}
		return
	}
	r.flush(name)
	g := r.element(0)
	outer := r.List
	r.List = nil
	r.scalars(at(r.Ref(g)))
	r.flush(name + "[]")
	body := r.List
	r.List = outer
	r.List = append(r.List, r.within(g, r.Number(n, r.Maker.Integer), body))
}

// pointers reports whether values of type t have pointers that the function may read.
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

// noPointers requires that all pointers in x that may be read are null.
func (r *rules) noPointers(x lang.Expr, name string) {
	switch t := x.Type(); t.Kind {
	case lang.Pointer:
		r.unless(&lang.Binary{ExprBase: lang.Typed(r.At, r.Maker.IntT), Op: lang.Eq, L: x, R: r.null(t.Plain())}, "where "+name+", a pointer in an array, is not null")
	case lang.Array, lang.Record:
		r.eachPart(x, func(y lang.Expr) { r.noPointers(y, name) }, r.pointers)
	}
}

// scalars requires that all parts of x that may be read are initialized.
func (r *rules) scalars(x lang.Expr) {
	switch t := x.Type(); {
	case t.Kind == lang.Array || t.Kind == lang.Record:
		r.eachPart(x, r.scalars, func(*lang.Type) bool { return true })
	case t.IsScalar():
		r.leaf = append(r.leaf, &lang.Proper{ExprBase: lang.Typed(r.At, r.Maker.IntT), X: x})
	}
}

// eachPart visits the elements of an array x, or those members of a record x that may be read and whose type want
// accepts.
func (r *rules) eachPart(x lang.Expr, visit func(lang.Expr), want func(*lang.Type) bool) {
	t := x.Type()
	if t.Kind == lang.Array {
		if t.Len > 0 {
			for i := range min(t.Len, fewElements) {
				visit(&lang.Index{ExprBase: lang.Typed(r.At, t.Elem), X: &lang.Decay{ExprBase: lang.Typed(r.At, r.Maker.Pointer(t.Elem)), X: lang.CloneExpr(x)}, I: r.Number(i, r.Maker.Ptrdiff)})
			}
			if t.Len > fewElements {
				r.beyond("where arrays lie in arrays")
			}
		}
		return
	}
	for _, f := range t.Fields {
		if (r.uses.wild || r.uses.fields[f]) && !(f.BitField && f.Name == "") && want(f.Type) {
			visit(&lang.Member{ExprBase: lang.Typed(r.At, f.Type), X: lang.CloneExpr(x), Field: f})
		}
	}
}

// element returns a ghost variable that represents the index of any element.
func (r *rules) element(depth int) *lang.Object { return elementGhost(r.Maker, depth, r.At) }

// elementGhost returns the ghost variable for the index of any element at the given depth of nested arrays. It has
// one value for the whole run.
func elementGhost(c *build.Maker, depth int, at lang.Pos) *lang.Object {
	for len(c.ElementGhosts) <= depth {
		g := &lang.Object{Name: fmt.Sprintf("element#%d", len(c.ElementGhosts)+1), Type: c.Integer, Storage: lang.Global, Ghost: true, Pos: at}
		c.Unit.Ghosts = append(c.Unit.Ghosts, g)
		c.ElementGhosts = append(c.ElementGhosts, g)
	}
	return c.ElementGhosts[depth]
}

// within returns a statement that runs body if 0 <= g < n.
func (r *rules) within(g *lang.Object, n lang.Expr, body []lang.Stmt) lang.Stmt {
	in := r.And(r.Binary(lang.Ge, r.Ref(g), r.Number(0, r.Maker.Integer)), r.Binary(lang.Lt, r.Ref(g), n))
	return &lang.If{StmtBase: lang.At(r.At), Cond: in, Then: &lang.Block{StmtBase: lang.At(r.At), List: body, End: r.At}, Else: nil}
}

// pointer checks a pointer x and its target. The other arguments have the same meaning as in value.
func (r *rules) pointer(x lang.Expr, h *holder, name string, in *led, off int64) {
	t := x.Type().Plain()
	if r.uses.numbers {
		r.unless(&lang.Binary{ExprBase: lang.Typed(r.At, r.Maker.IntT), Op: lang.Eq, L: x, R: r.null(t)}, "which makes numbers of addresses, where "+name+" is not null")
		if r.target(x.Type()) != nil {
			h.next++
		}
		return
	}
	e := r.target(x.Type())
	if e == nil {
		if r.uses.opaque {
			r.unless(&lang.Binary{ExprBase: lang.Typed(r.At, r.Maker.IntT), Op: lang.Eq, L: x, R: r.null(t)}, "where "+name+" leads to what only the caller knows")
		}
		return
	}
	p, own := r.pool(e), h.own[h.next]
	h.next++
	v := r.keep(x, t)
	some := r.Binary(lang.Ne, r.Ref(v), r.null(t))
	if own == nil {
		r.unless(r.Not(some), "where "+name+" is not null: the proof has no more objects there")
		return
	}
	if !r.mayBeNull(p, own, h) {
		r.unless(some, "where "+name+" is null")
	}
	l := &led{name: name, at: v, n: own.length, elem: e, pool: p, in: in, off: off, constant: t.Elem.Const}
	r.led = append(r.led, l)
	outer := r.List
	r.List = nil
	r.lives(l)
	first := func(i lang.Expr) lang.Expr {
		return &lang.Index{ExprBase: lang.Typed(r.At, e), X: &lang.Cast{ExprBase: lang.Typed(r.At, r.Maker.Pointer(e)), X: r.Ref(v), Implicit: true}, I: i}
	}
	switch {
	case own.length > 1:
		r.each(e, own.length, first, &own.holder, "*"+name)
	case e.IsScalar() && e.Kind != lang.Pointer && !r.uses.reads(e):
	case e.Kind == lang.Pointer && !r.uses.reads(e):
	default:
		r.value(&lang.Deref{ExprBase: lang.Typed(r.At, e), X: &lang.Cast{ExprBase: lang.Typed(r.At, r.Maker.Pointer(e)), X: r.Ref(v), Implicit: true}}, &own.holder, "*"+name, l, 0)
	}
	r.flush("what " + name + " leads to")
	body := &lang.Block{StmtBase: lang.At(r.At), List: r.List, End: r.At}
	r.List = append(outer, &lang.If{StmtBase: lang.At(r.At), Cond: some, Then: body, Else: nil})
}

// lives requires that the target of a pointer has at least the right number of objects and, if that matters, no more.
func (r *rules) lives(l *led) {
	at := func(i int64) lang.Expr {
		p := lang.Expr(&lang.Cast{ExprBase: lang.Typed(r.At, r.Maker.Pointer(l.elem)), X: r.Ref(l.at), Implicit: true})
		if i != 0 {
			p = &lang.Binary{ExprBase: lang.Typed(r.At, p.Type()), Op: lang.PtrAdd, L: p, R: r.Number(i, r.Maker.Ptrdiff)}
		}
		return p
	}
	var count lang.Expr
	if l.n > 1 {
		count = r.Number(l.n, r.Maker.Integer)
	}
	kind := lang.Readable
	if !l.constant || r.uses.unconst {
		kind = lang.Writable
	}
	what := "an object that lives"
	if l.n > 1 {
		what = fmt.Sprintf("%d objects that live", l.n)
	}
	r.unless(&lang.Valid{ExprBase: lang.Typed(r.At, r.Maker.IntT), Kind: kind, At: at(0), Count: count}, "where "+l.name+" leads neither to null nor to "+what)
	if r.exact {
		more := r.Or(&lang.Valid{ExprBase: lang.Typed(r.At, r.Maker.IntT), Kind: lang.Readable, At: at(l.n), Count: nil}, &lang.Valid{ExprBase: lang.Typed(r.At, r.Maker.IntT), Kind: lang.Readable, At: at(-1), Count: nil})
		r.unless(r.Not(more), "where "+l.name+" leads to a part of an object, or to one of several: the proof is of one")
	}
}

// sizedBlock checks an argument that points to a block whose size is known only at run time. The preconditions
// require that the block exists.
func (r *rules) sizedBlock(b block) {
	arg := r.params[b.param]
	n := r.keep(&lang.Cast{ExprBase: lang.Typed(r.At, r.Maker.Llong), X: r.mine(b.count), Implicit: false}, r.Maker.Llong)
	t := r.Maker.Pointer(b.elem)
	v := r.keep(&lang.Cast{ExprBase: lang.Typed(r.At, t), X: r.Ref(arg), Implicit: true}, t)
	if r.uses.numbers {
		r.unless(r.Binary(lang.Le, r.Ref(n), r.Number(0, n.Type)), "which makes numbers of addresses, where "+arg.Name+" is not null")
		return
	}
	l := &led{name: arg.Name, at: v, count: n, elem: b.elem}
	r.led = append(r.led, l)
	if r.exact {
		at := func(i lang.Expr) lang.Expr {
			p := lang.Expr(r.Ref(v))
			return &lang.Valid{ExprBase: lang.Typed(r.At, r.Maker.IntT), Kind: lang.Readable, At: &lang.Binary{ExprBase: lang.Typed(r.At, t), Op: lang.PtrAdd, L: p, R: i}, Count: nil}
		}
		more := r.And(r.Binary(lang.Gt, r.Ref(n), r.Number(0, n.Type)), r.Or(at(r.Ref(n)), at(r.Number(-1, r.Maker.Ptrdiff))))
		r.unless(r.Not(more), "where "+l.name+" leads to a part of an object: the proof is of a whole one")
	}
	if b.elem.IsScalar() && !r.uses.reads(b.elem) {
		return
	}
	g := r.element(0)
	outer := r.List
	r.List = nil
	r.scalars(&lang.Index{ExprBase: lang.Typed(r.At, b.elem), X: r.Ref(v), I: r.Ref(g)})
	r.flush("what " + arg.Name + " leads to")
	body := r.List
	r.List = outer
	if len(body) > 0 {
		r.List = append(r.List, r.within(g, &lang.Cast{ExprBase: lang.Typed(r.At, r.Maker.Integer), X: r.Ref(n), Implicit: true}, body))
	}
}

// apart requires that the targets of pointers do not overlap, unless the driver lets the pointers share a target.
func (r *rules) apart() {
	if len(r.led) > maxLed {
		r.beyond("with so many pointers")
		return
	}
	for i, b := range r.led {
		for _, a := range r.led[:i] {
			fine := r.Or(r.separate(r.memory(a), r.memory(b)), r.same(a, b))
			r.unless(r.Or(r.nowhere(a), r.Or(r.nowhere(b), fine)), "where "+a.name+" and "+b.name+" lead to parts of one object")
		}
	}
	var vars []*lang.Object
	taken := addressed(r.Maker)
	for _, o := range r.Maker.Unit.Objects {
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

// fewVariables is the largest number of variables that a reason names.
const fewVariables = 3

// outside requires that a pointer does not point into a variable that the function names. It may point to a whole
// variable if the driver allows that.
func (r *rules) outside(l *led, vars []*lang.Object) {
	if len(vars) == 0 {
		return
	}
	var apart lang.Expr
	var names []string
	for _, o := range vars {
		at := func() lang.Expr {
			return &lang.AddrOf{ExprBase: lang.Typed(r.At, r.Maker.Pointer(o.Type)), X: r.Ref(o)}
		}
		fine := r.separate(r.memory(l), bytesAt{at, func() lang.Expr { return r.Number(o.Type.Size, r.Maker.Ptrdiff) }})
		// In a build, the proof has only the files that the function needs. It is not known whether those files use
		// the variable's address.
		if l.in == nil && l.pool != nil && l.n <= 1 && !r.Maker.Partly && slices.Contains(l.pool.vars, o) {
			fine = r.Or(fine, r.Binary(lang.Eq, r.bytes(r.Ref(l.at)), r.bytes(at())))
		}
		if apart != nil {
			fine = r.And(apart, fine)
		}
		apart = fine
		names = append(names, o.Name)
	}
	where := "one of the variables that it names"
	if len(names) <= fewVariables {
		where = strings.Join(names, " or ")
	}
	r.unless(r.Or(r.nowhere(l), apart), "where "+l.name+" leads into "+where)
}

// bytesAt is a range of memory.
type bytesAt struct{ at, size func() lang.Expr }

func (r *rules) bytes(x lang.Expr) lang.Expr {
	return &lang.Cast{ExprBase: lang.Typed(r.At, r.Maker.Strp), X: x, Implicit: false}
}

// memory returns the range of the target l.
func (r *rules) memory(l *led) bytesAt {
	return bytesAt{func() lang.Expr { return r.Ref(l.at) }, func() lang.Expr {
		if l.count == nil {
			return r.Number(l.n*l.elem.Size, r.Maker.Ptrdiff)
		}
		return &lang.Binary{ExprBase: lang.Typed(r.At, l.count.Type), Op: lang.Mul, L: r.Ref(l.count), R: r.Number(l.elem.Size, l.count.Type), Wraps: true}
	}}
}

// nowhere returns the condition that the pointer of l has no target.
func (r *rules) nowhere(l *led) lang.Expr {
	if l.count != nil {
		return r.Binary(lang.Le, r.Ref(l.count), r.Number(0, l.count.Type))
	}
	return r.Binary(lang.Eq, r.Ref(l.at), r.null(l.at.Type))
}

// separate returns the condition that a and b have no byte in common.
func (r *rules) separate(a, b bytesAt) lang.Expr {
	op := lang.Le
	if r.uses.meets {
		op = lang.Lt // a must not begin where b ends, nor b where a ends
	}
	behind := func(p bytesAt) lang.Expr {
		return &lang.Binary{ExprBase: lang.Typed(r.At, r.Maker.Strp), Op: lang.PtrAdd, L: r.bytes(p.at()), R: p.size()}
	}
	return r.Or(r.Binary(op, behind(a), r.bytes(b.at())), r.Binary(op, behind(b), r.bytes(a.at())))
}

// same returns the condition that the pointers of a and b share a target in a way that the driver allows, too. The
// list of targets has b after a.
//
// Arguments and variables may point to any object of their type. The target of a pointer in an object is the target
// of no other pointer in an object, but an argument may point to it. The last object of a chain, whose pointers must
// be null, ensures that the chain does not lead back. A block may be an earlier block that is at least as large.
func (r *rules) same(a, b *led) lang.Expr {
	never := lang.Expr(r.Number(0, r.Maker.IntT))
	is := r.Binary(lang.Eq, r.bytes(r.Ref(a.at)), r.bytes(r.Ref(b.at)))
	switch {
	case !lang.Compatible(a.elem, b.elem) || (a.pool == nil) != (b.pool == nil):
		return never
	case a.pool == nil:
		return r.And(is, r.Binary(lang.Le, r.Ref(b.count), r.Ref(a.count)))
	case a.in != nil && b.in != nil:
		if a.off != b.off || !lang.Compatible(a.in.elem, b.in.elem) {
			return never
		}
		// the two pointers are the same
		return r.And(is, r.Binary(lang.Eq, r.bytes(r.Ref(a.in.at)), r.bytes(r.Ref(b.in.at))))
	case a.in == nil && b.in == nil:
		return is
	case a.in == nil && a.n > 1 || b.in == nil && b.n > 1:
		return never
	}
	return is
}

// addressed returns the variables of the program whose address, or the address of a part, is used.
func addressed(c *build.Maker) map[*lang.Object]bool {
	if c.Taken != nil {
		return c.Taken
	}
	c.Taken = map[*lang.Object]bool{}
	indexed := map[*lang.Decay]bool{}
	see := func(e lang.Expr) {
		switch x := e.(type) {
		case *lang.Index:
			if d, ok := x.X.(*lang.Decay); ok {
				indexed[d] = true
			}
		case *lang.AddrOf:
			if o := build.RootOf(x.X); o != nil {
				c.Taken[o] = true
			}
		case *lang.Decay:
			if o := build.RootOf(x.X); o != nil && !indexed[x] {
				c.Taken[o] = true
			}
		}
	}
	for _, f := range c.Unit.Funcs {
		if f.Body != nil {
			lang.Walk(f.Body, nil, see)
		}
	}
	for _, o := range c.Unit.Objects {
		for _, e := range lang.InitExprs(o) {
			lang.WalkExpr(e, nil, see)
		}
	}
	return c.Taken
}
