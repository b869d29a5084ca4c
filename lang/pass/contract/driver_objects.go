package contract

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// This file makes the objects that pointers from outside point to.
//
// Each pointer in an argument, in a variable, or in an object that such a pointer points to has its own object, up to
// a maximal number of pointers on the way; pointers beyond that are null. The environment chooses whether a pointer
// points to its object or is null. Arguments and variables may share targets: they point to any of the objects of
// their type, or to a variable of the program whose address the program takes. The same holds for pointers in arrays,
// which are chosen in a loop. With Shared, it holds for all pointers, and records point to each other in any way that
// the number of objects allows: cyclic lists, trees with common parts. Rules says which of these restrictions a
// verdict depends on.
//
// The objects of arguments and variables are interchangeable until one of them is chosen. So the i-th pointer to a
// type chooses among the first i objects only. This loses no shape of the memory, only other names for the objects.
//
// Pointers to void, to functions and to records without a definition point to objects that the program does not know,
// like the pointers that functions without a body return.

const (
	maxFollowed = 3 // pointers on the way to an object
	maxOfType   = 8 // objects of a type, without the objects of arguments and variables
	maxObjects  = 64
)

// pool has the objects of one type.
type pool struct {
	t       *lang.Type
	made    []*pooled      // the objects; the objects of arguments and variables come first
	roots   int            // number of objects of arguments and variables
	vars    []*lang.Object // variables of the program
	chosen  int            // number of arguments and variables that have chosen a target
	recurse bool           // objects of the type have pointers that lead to the type again
}

// pooled is an object of a pool.
type pooled struct {
	holder
	place   lang.Expr
	address lang.Expr
	name    string
	length  int64 // the number of elements of an array; otherwise 1
}

// holder is a variable, an argument or an object that contains pointers.
type holder struct {
	t     *lang.Type
	depth int // number of pointers on the way to the holder
	// count is the number of elements that an argument points to according to the contract, if it says that number;
	// otherwise 0.
	count int64
	own   []*pooled // the objects that the holder's pointers point to, in order; nil: null
	next  int       // index of the next pointer in own
}

// target returns the type that a pointer of type t points to, or nil if its target is unknown.
func (d *driver) target(t *lang.Type) *lang.Type {
	e := t.Elem.Plain()
	switch {
	case e.Kind == lang.Void, e.Kind == lang.Function, e.Size <= 0, e.Kind == lang.Record && !e.Complete, Varying(e):
		return nil
	case e.Kind == lang.Record && (strings.HasPrefix(e.Tag, "_IO_") || strings.HasPrefix(e.Tag, "__")):
		return nil // a type of the library
	}
	return e
}

// Varying reports whether the size of the type is known only at run time.
func Varying(t *lang.Type) bool {
	for ; t.Kind == lang.Array; t = t.Elem {
		if t.LenObj != nil || t.Len < 0 {
			return true
		}
	}
	return false
}

func (d *driver) pool(t *lang.Type) *pool {
	for _, p := range d.pools {
		if lang.Compatible(p.t, t) {
			return p
		}
	}
	p := &pool{t: t}
	d.pools = append(d.pools, p)
	return p
}

// pointersIn visits the pointers to known types in a value of type t, in the order in which they get their values.
// The elements of an array count once.
func (d *driver) pointersIn(t *lang.Type, found func(p *pool)) {
	switch t.Kind {
	case lang.Pointer:
		if e := d.target(t); e != nil {
			found(d.pool(e))
		}
	case lang.Array:
		if t.Len > 0 {
			d.pointersIn(t.Elem, found)
		}
	case lang.Record:
		if !t.Union {
			for _, f := range t.Fields {
				if !f.BitField {
					d.pointersIn(f.Type, found)
				}
			}
		}
	}
}

// makeObjects makes the targets of the pointers in roots, breadth first.
func (d *driver) makeObjects(roots []*holder) {
	work := roots
	for i := 0; i < len(work); i++ { // work grows
		h := work[i]
		d.pointersIn(h.t, func(p *pool) {
			if h.depth >= maxFollowed || len(d.u.Objects) >= maxObjects || h.depth > 0 && len(p.made) >= maxOfType {
				h.own = append(h.own, nil)
				return
			}
			o := d.object(p, h.depth+1, h.count)
			h.own = append(h.own, o)
			if h.depth == 0 {
				p.roots++
			}
			work = append(work, &o.holder)
		})
	}
	for _, p := range d.pools {
		p.recurse = d.leadsTo(p.t, p, map[*pool]bool{})
	}
	d.takenVariables()
}

// leadsTo reports whether pointers in a value of type t lead, directly or through other objects, to the pool `to`.
func (d *driver) leadsTo(t *lang.Type, to *pool, seen map[*pool]bool) bool {
	found := false
	d.pointersIn(t, func(p *pool) {
		if p == to {
			found = true
		} else if !seen[p] {
			seen[p] = true
			found = found || d.leadsTo(p.t, to, seen)
		}
	})
	return found
}

// object makes an object of a pool with n elements: a block of the heap if the program frees any, otherwise a
// variable.
func (d *driver) object(p *pool, depth int, n int64) *pooled {
	t, name := p.t, fmt.Sprintf("%s#%d", shortName(p.t), len(p.made)+1)
	if n == 0 && d.in.Pointers == lang.Arrays {
		n = d.in.Length
	}
	if n > 1 || d.in.Pointers == lang.Arrays {
		t = d.Maker.Array(p.t, max(n, 1))
	}
	made := &pooled{holder: holder{t: p.t, depth: depth}, name: name, length: max(n, 1)}
	if d.passed != nil {
		p.made = append(p.made, made)
		d.u.Objects = append(d.u.Objects, &lang.DriverObject{Name: name, Type: t})
		return made
	}
	u := &lang.DriverObject{Name: name, Type: t}
	to := d.Maker.Pointer(p.t)
	first := func(x lang.Expr) lang.Expr {
		if t.Kind == lang.Array && t != p.t {
			return &lang.Decay{ExprBase: lang.Typed(d.At, to), X: x}
		}
		return &lang.AddrOf{ExprBase: lang.Typed(d.At, to), X: x}
	}
	if d.frees() {
		u.At = d.Local(name, d.Maker.Pointer(t))
		f := d.Maker.Models.ModelFunc("__whet_alloc")
		size := &lang.IntLit{ExprBase: lang.Typed(d.At, d.Maker.Size), Val: num.Of(t.Size)}
		call := &lang.Call{ExprBase: lang.Typed(d.At, d.Maker.Voidp), Fun: &lang.FuncRef{ExprBase: lang.Typed(d.At, d.Maker.Pointer(f.Type)), Func: f}, Args: []lang.Expr{size}, For: nil}
		d.Assign(d.Ref(u.At), &lang.Cast{ExprBase: lang.Typed(d.At, u.At.Type), X: call, Implicit: true})
		made.place = &lang.Deref{ExprBase: lang.Typed(d.At, t), X: d.Ref(u.At)}
		made.address = &lang.Cast{ExprBase: lang.Typed(d.At, to), X: d.Ref(u.At), Implicit: true}
	} else {
		u.Object = &lang.Object{Name: name, Type: t, Storage: lang.Static, Pos: d.At}
		d.Maker.Unit.Objects = append(d.Maker.Unit.Objects, u.Object)
		made.place = d.Ref(u.Object)
		made.address = first(d.Ref(u.Object))
	}
	p.made = append(p.made, made)
	d.u.Objects = append(d.u.Objects, u)
	return made
}

// frees reports whether the program frees blocks of the heap.
func (d *driver) frees() bool { return d.Maker.Funcs["__whet_free"] != nil }

// takenVariables adds to the pools the variables of the program whose addresses are used.
func (d *driver) takenVariables() {
	taken := map[*lang.Object]bool{}
	see := func(e lang.Expr) {
		a, ok := e.(*lang.AddrOf)
		if !ok {
			return
		}
		if v, ok := a.X.(*lang.VarRef); ok {
			taken[v.Obj] = true
		}
	}
	for _, f := range d.Maker.Unit.Funcs {
		if f.Body != nil && !f.Model {
			lang.Walk(f.Body, nil, see)
		}
	}
	for _, o := range d.Maker.Unit.Objects {
		for _, e := range lang.InitExprs(o) {
			lang.WalkExpr(e, nil, see)
		}
	}
	for _, o := range d.Maker.Unit.Objects {
		if !taken[o] || o.Storage != lang.Global && o.Storage != lang.Static || o.Extern || o.Ghost || o.Type.Const {
			continue
		}
		for _, p := range d.pools {
			if lang.Compatible(p.t, o.Type) {
				p.vars = append(p.vars, o)
			}
		}
	}
}

// shortName returns the name of a type for use in names of objects.
func shortName(t *lang.Type) string {
	if t.Kind == lang.Record && t.Tag+t.Typedef != "" {
		return cmp.Or(t.Tag, t.Typedef)
	}
	if s := t.String(); !strings.ContainsAny(s, "{(") {
		return s
	}
	return "object"
}

// pointer gives a value to x, the next pointer of the holder h.
func (d *driver) pointer(x lang.Expr, name string, h *holder) {
	e := d.target(x.Type())
	if e == nil {
		d.open = true
		d.List = append(d.List, &lang.Input{StmtBase: lang.At(d.At), X: x, Name: name, Outside: true})
		return
	}
	p, own := d.pool(e), h.own[h.next]
	h.next++
	var to []lang.Expr
	var names []string
	lead := func(e lang.Expr, name string) { to, names = append(to, e), append(names, name) }
	if d.mayBeNull(p, own, h) {
		lead(&lang.IntLit{ExprBase: lang.Typed(d.At, d.Maker.IntT)}, "NULL")
	}
	shares := h.depth == 0 || len(d.lens) > 0 || d.in.Pointers == lang.Shared
	switch {
	case !shares && own != nil:
		lead(own.address, "&"+own.name)
	case shares:
		from := p.made
		if h.depth == 0 && len(d.lens) == 0 {
			if p.chosen++; p.chosen < p.roots && len(d.counts) == 0 {
				from = slices.Concat(p.made[:p.chosen], p.made[p.roots:])
			}
		} else if h.depth == 0 {
			p.chosen = p.roots
		}
		for _, o := range from {
			if o.length < h.count {
				continue
			}
			lead(o.address, "&"+o.name)
		}
		for _, o := range p.vars {
			if h.count > 1 {
				break
			}
			lead(&lang.AddrOf{ExprBase: lang.Typed(d.At, d.Maker.Pointer(o.Type)), X: d.Ref(o)}, "&"+o.Name)
		}
	}
	t := x.Type().Plain()
	as := func(e lang.Expr) lang.Expr { return &lang.Cast{ExprBase: lang.Typed(d.At, t), X: e, Implicit: true} }
	if len(to) == 1 {
		d.Assign(x, as(to[0]))
		d.u.Fixed = append(d.u.Fixed, lang.Fixed{Name: name, Lens: slices.Clone(d.lens), Means: names[0]})
		return
	}
	k := d.choice(name, names)
	value := as(to[len(to)-1])
	for i := len(to) - 2; i >= 0; i-- {
		is := &lang.Binary{ExprBase: lang.Typed(d.At, d.Maker.IntT), Op: lang.Eq, L: d.Ref(k), R: d.Number(int64(i), d.Maker.IntT)}
		value = &lang.Cond{ExprBase: lang.Typed(d.At, t), C: is, Then: as(to[i]), Else: value}
	}
	d.Assign(x, value)
}

// mayBeNull reports whether null is a possible value of a pointer in h that leads to the pool p. own is the object that
// was made for this pointer, or nil.
func (d *driver) mayBeNull(p *pool, own *pooled, h *holder) bool {
	return h.count == 0 && (d.in.Pointers == lang.OrNull || d.in.Pointers == lang.Shared) || own == nil || h.depth > 0 && p.recurse
}

// rules adds to the driver the text of the assumptions about its inputs.
func (d *driver) rules() {
	say := func(format string, args ...any) { d.u.Rules = append(d.u.Rules, fmt.Sprintf(format, args...)) }
	if len(d.f.Params) > 0 {
		say("arguments of %s: any values", d.f.Name)
	}
	if d.in.Globals {
		say("variables with static storage: any values (--globals initial: those that they start with)")
	} else {
		say("variables with static storage: the values that they start with (--globals any: any)")
	}
	null := d.in.Pointers == lang.OrNull || d.in.Pointers == lang.Shared
	var objects []string
	for _, p := range d.pools {
		if n := len(p.made); n > 0 {
			objects = append(objects, fmt.Sprintf("%d %s", n, shortName(p.t)))
		}
		null = null || p.recurse
	}
	if len(objects) > 0 {
		what, share := "an object of their type", "those in arguments, variables and arrays may lead to the same"
		if d.in.Pointers == lang.Arrays {
			what = fmt.Sprintf("the start of an array of %d of their type", d.in.Length)
		}
		if d.in.Pointers == lang.Shared {
			share = "any of them may lead to the same"
		}
		if null {
			what = "null, or to " + what
		}
		say("pointers: to %s (%s); %s; null behind %d others", what, strings.Join(objects, ", "), share, maxFollowed)
	}
	if len(d.counts)+len(d.dynamic) > 0 {
		say("arguments of which the contract says \\valid, or the declaration static: to objects of just that size, from their start")
	}
	if d.open {
		say("pointers to void, to functions and to undefined records: outside of the program")
	}
}
