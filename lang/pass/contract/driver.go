package contract

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// This file makes the driver, which calls an entry function other than main with inputs. The driver is a function in
// the typed tree: it gives global variables any value, makes the objects that pointers from outside point to
// (driver_objects.go), and calls the entry function. So other packages need no special rules for inputs: the
// points-to analysis sees which pointers may be equal, and the checks of accesses see which objects exist.

// Drive makes the driver of a unit, if the unit needs one.
func Drive(c *build.Maker) {
	name := c.Goal.Entry
	f := c.Funcs[c.Linked(name)]
	if name == "main" || f == nil || f.Body == nil || f.Model || len(c.Errs) > 0 {
		return
	}
	g := &lang.Func{Name: "inputs of " + f.Name, Type: &lang.Type{Kind: lang.Function, Align: 1, Elem: c.Void}, Pos: f.Pos, End: f.End}
	d := &driver{
		Writer: build.Writer{Maker: c, Func: g, At: f.Pos}, u: &lang.Driver{Func: g, Entry: f}, f: f, in: c.Goal.Inputs,
		params: map[*lang.Object]*lang.Object{}, counts: map[*lang.Object]int64{},
	}
	d.write()
	g.Body = &lang.Block{StmtBase: lang.At(f.Pos), List: d.List, End: f.End}
	c.Unit.Driver = d.u
}

// driver writes a Driver.
type driver struct {
	build.Writer
	u     *lang.Driver
	f     *lang.Func
	in    lang.Inputs
	pools []*pool
	open  bool // some pointers point to objects that the program does not know

	// The following comes from the contract (driver_contract.go).
	params map[*lang.Object]*lang.Object // the variables that are passed for the parameters
	// passed has the arguments of the call that rules checks. If it is set, no objects are made, only planned.
	passed []*lang.Object
	valid  []validArgument
	rest   []lang.Expr // the preconditions that valid does not cover
	// counts has, for arguments that point to a known number of elements, this number.
	counts  map[*lang.Object]int64
	dynamic []block
	made    []madeBlock
	// lengths of the arrays whose elements are being visited, outermost first
	lens []int64
}

func (d *driver) write() {
	used := d.reach()
	roots := d.plan(used)
	for _, r := range roots {
		d.input(r.place, r.name, r.holder)
	}
	for _, p := range d.pools {
		for _, o := range p.made {
			d.input(o.place, o.name, &o.holder)
		}
	}
	d.blocks()
	var args []lang.Expr
	for _, p := range d.f.Params {
		args = append(args, d.Ref(d.params[p]))
	}
	d.prove(used, args)
	d.rules()
}

// root is a variable or an argument that gets a value.
type root struct {
	place  lang.Expr
	name   string
	holder *holder
	block  bool // the argument leads to a block whose size is known only at run time
}

// plan determines which variables and arguments get a value, and makes the objects that their pointers point to.
// Variables come first, then the arguments in order.
func (d *driver) plan(used map[*lang.Object]bool) (roots []root) {
	d.validArguments()
	if d.in.Globals {
		d.u.Any, d.u.Globals = true, d.globals(used)
	}
	for _, o := range d.u.Globals {
		roots = append(roots, root{place: &lang.VarRef{ExprBase: lang.Typed(d.At, o.Type), Obj: o}, name: o.Label()})
	}
	for i, p := range d.f.Params {
		var o *lang.Object
		if d.passed != nil {
			o = d.passed[i]
		} else {
			o = d.Local(p.Name, p.Type.Plain())
		}
		d.params[p] = o
		for _, con := range d.f.Contracts {
			if len(con.Params) == len(d.f.Params) {
				d.params[con.Params[i]] = o
			}
		}
		if t := d.f.Type; i < len(t.AtLeast) && t.AtLeast[i] > 0 {
			d.counts[o] = t.AtLeast[i]
		}
		r := root{place: d.Ref(o), name: "argument " + o.Name}
		if r.block = d.sized(p); !r.block || d.passed != nil {
			roots = append(roots, r)
		}
	}
	var holders []*holder
	for i := range roots {
		r := &roots[i]
		r.holder = &holder{t: r.place.Type(), count: d.counts[r.place.(*lang.VarRef).Obj]}
		if !r.block {
			holders = append(holders, r.holder)
		}
	}
	d.makeObjects(holders)
	return roots
}

// reach computes what a run may reach. It returns the objects, and stores the functions in d.u.Reaches. Objects and
// functions count if functions that are reached, or their contracts, name them.
func (d *driver) reach() map[*lang.Object]bool {
	starts := slices.Concat([]*lang.Func{d.f}, d.Maker.Unit.Constructors)
	for _, f := range d.Maker.Unit.AtEnd {
		starts = append(starts, f)
	}
	used, funcs := reached(starts)
	d.u.Reaches = funcs
	return used
}

// reached computes the objects and functions that runs from the functions starts may reach, including functions whose
// address is used.
func reached(starts []*lang.Func) (used map[*lang.Object]bool, funcs map[*lang.Func]bool) {
	used, funcs = map[*lang.Object]bool{}, map[*lang.Func]bool{}
	var work []*lang.Func
	var see func(e lang.Expr)
	object := func(o *lang.Object) {
		if used[o] {
			return
		}
		used[o] = true
		for _, e := range lang.InitExprs(o) {
			lang.WalkExpr(e, nil, see)
		}
	}
	see = func(e lang.Expr) {
		switch x := e.(type) {
		case *lang.VarRef:
			object(x.Obj)
		case *lang.CompoundLit:
			object(x.Obj)
		case *lang.FuncRef:
			if !funcs[x.Func] {
				funcs[x.Func] = true
				work = append(work, x.Func)
			}
		}
	}
	for _, f := range starts {
		funcs[f], work = true, append(work, f)
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if f.Body != nil {
			lang.Walk(f.Body, nil, see)
		}
		for _, con := range f.Contracts {
			con.Each(func(x lang.Expr) { lang.WalkExpr(x, nil, see) })
		}
	}
	return used, funcs
}

// globals returns, in order, the program's variables that a run may reach. It leaves out constants, and variables
// that get a value from the environment anyway.
func (d *driver) globals(used map[*lang.Object]bool) []*lang.Object {
	var list []*lang.Object
	for _, o := range d.Maker.Unit.Objects {
		t := o.Type
		for t.Kind == lang.Array {
			t = t.Elem
		}
		if used[o] && (o.Storage == lang.Global || o.Storage == lang.Static) && !o.Extern && !o.Ghost && !t.Const && !o.Type.Const &&
			!strings.HasPrefix(o.Pos.File, lang.ModelPrefix) && o.Type.Size > 0 {
			list = append(list, o)
		}
	}
	return list
}

// input gives the lvalue x, which belongs to the holder h, any value.
func (d *driver) input(x lang.Expr, name string, h *holder) {
	t := x.Type()
	switch {
	case t.Kind == lang.Pointer:
		d.pointer(x, name, h)
	case t.Kind == lang.Record && t.Union && holdsPointers(t):
		d.open = true
		d.List = append(d.List, &lang.Input{StmtBase: lang.At(d.At), X: x, Name: name, Outside: true})
	case t.Kind == lang.Record || t.Kind == lang.Array:
		d.List = append(d.List, &lang.Input{StmtBase: lang.At(d.At), X: x, Name: name})
		d.parts(x, name, h)
	case t.Kind == lang.Bool:
		b := d.choice(name, []string{"0", "1"})
		d.Assign(x, &lang.Cast{ExprBase: lang.Typed(d.At, t.Plain()), X: d.Ref(b), Implicit: true})
	default:
		d.List = append(d.List, &lang.Input{StmtBase: lang.At(d.At), X: x, Name: name})
	}
}

// parts gives values to the pointers and the _Bool values in an aggregate x, since these must not have arbitrary
// bits.
func (d *driver) parts(x lang.Expr, name string, h *holder) {
	t := x.Type()
	switch {
	case !bound(t):
	case t.Kind == lang.Array:
		d.elements(x, func(e lang.Expr) { d.part(e, name+"[]", h) })
	default:
		for _, f := range t.Fields {
			if !f.BitField && bound(f.Type) {
				to := name
				if f.Name != "" {
					to += "." + f.Name
				}
				d.part(&lang.Member{ExprBase: lang.Typed(d.At, f.Type), X: x, Field: f}, to, h)
			}
		}
	}
}

func (d *driver) part(x lang.Expr, name string, h *holder) {
	if t := x.Type(); t.Kind == lang.Array || t.Kind == lang.Record && !t.Union {
		d.parts(x, name, h)
		return
	}
	d.input(x, name, h)
}

// elements calls the function each once, with the element of the array x at a variable index, and puts the statements
// that this adds in a loop over all indexes.
func (d *driver) elements(x lang.Expr, each func(e lang.Expr)) {
	t := x.Type()
	at := func(i lang.Expr) lang.Expr {
		return &lang.Index{ExprBase: lang.Typed(d.At, t.Elem), X: &lang.Decay{ExprBase: lang.Typed(d.At, d.Maker.Pointer(t.Elem)), X: x}, I: i}
	}
	i := d.Local("", d.Maker.Ptrdiff)
	outer := d.List
	d.List = nil
	d.lens = append(d.lens, t.Len)
	each(at(d.Ref(i)))
	d.lens = d.lens[:len(d.lens)-1]
	body := &lang.Block{StmtBase: lang.At(d.At), List: d.List, End: d.At}
	d.List = append(outer, &lang.For{
		StmtBase: lang.At(d.At),
		Init:     &lang.ExprStmt{StmtBase: lang.At(d.At), X: &lang.Assign{ExprBase: lang.Typed(d.At, i.Type), L: d.Ref(i), R: d.Number(0, i.Type)}},
		Cond:     &lang.Binary{ExprBase: lang.Typed(d.At, d.Maker.IntT), Op: lang.Lt, L: d.Ref(i), R: d.Number(t.Len, i.Type)},
		Post:     &lang.IncDec{ExprBase: lang.Typed(d.At, i.Type), X: d.Ref(i)},
		Body:     body,
	})
}

// choice returns a new variable, each value of which represents one of the alternatives in means.
func (d *driver) choice(name string, means []string) *lang.Object {
	o := d.Local("", d.Maker.IntT)
	d.List = append(d.List, &lang.Input{StmtBase: lang.At(d.At), X: d.Ref(o), Name: name, Choices: means, Lens: slices.Clone(d.lens)})
	return o
}

// bound reports whether some bit patterns are no values of type t: a part of t is a pointer or a _Bool. Of a union
// only pointers count.
func bound(t *lang.Type) bool {
	switch t.Kind {
	case lang.Pointer, lang.Bool:
		return true
	case lang.Array:
		return t.Len > 0 && bound(t.Elem)
	case lang.Record:
		if t.Union {
			return holdsPointers(t)
		}
		for _, f := range t.Fields {
			if !f.BitField && bound(f.Type) {
				return true
			}
		}
	}
	return false
}

// holdsPointers reports whether a part of the type t is a pointer.
func holdsPointers(t *lang.Type) bool {
	switch t.Kind {
	case lang.Pointer:
		return true
	case lang.Array:
		return holdsPointers(t.Elem)
	case lang.Record:
		for _, f := range t.Fields {
			if holdsPointers(f.Type) {
				return true
			}
		}
	}
	return false
}
