package lang

import (
	"fmt"
	"strings"

	"github.com/whet-mc/whet/num"
)

// The objects that pointers from outside lead to.
//
// For each type that such pointers lead to there is a pool of objects. A pointer leads to one of
// them, to a variable of the program of this type whose address the program takes, or nowhere; the
// environment chooses. So two arguments may be the same pointer, and records may lead to each other
// in any way that few enough objects allow: lists that end, lists that do not, trees with shared
// parts. How many there are follows from how many pointers to the type are found behind at most
// maxFollowed pointers; it is what a verdict about the entry function rests on, and Rules say it.
//
// Objects of one type that are not reached yet are alike. So the i-th argument or variable, which
// are the first to choose, chooses among the first i only: every shape of the memory is still there,
// under some names of the objects. Records choose among all.
//
// Pointers to void, to functions and to records without a definition lead to what the program does
// not know of, as those do that functions without a body return.

const (
	maxFollowed = 3 // how many pointers are followed to find what there is
	more     = 2 // objects of a type beyond one for each argument and variable
	maxPool  = 8 // objects of a type
)

// pool is the objects of one type.
type pool struct {
	t       *Type
	slots   int // pointers to the type among arguments and variables
	total   int // and behind these
	depth   int // pointers in these objects
	made    []pooled
	vars    []*Object // variables of the program
	chosen  int       // how many pointers have chosen
	recurse bool      // its objects lead to others of the type
}

type pooled struct {
	place   Expr // the object
	address Expr
	name    string
}

// target is the type of what a pointer leads to, nil where it leads to what is not known.
func (d *driver) target(t *Type) *Type {
	e := d.c.plain(t.Elem)
	switch {
	case e.Kind == Void, e.Kind == Function, e.Size <= 0, e.Kind == Record && !e.Complete, varying(e):
		return nil
	case e.Kind == Record && (strings.HasPrefix(e.Tag, "_IO_") || strings.HasPrefix(e.Tag, "__")):
		return nil // of the library's own
	}
	return e
}

// varying reports whether only a run knows the size of the type.
func varying(t *Type) bool {
	for ; t.Kind == Array; t = t.Elem {
		if t.LenObj != nil || t.Len < 0 {
			return true
		}
	}
	return false
}

func (d *driver) pool(t *Type) *pool {
	for _, p := range d.pools {
		if Compatible(p.t, t) {
			return p
		}
	}
	p := &pool{t: t, depth: 1}
	d.pools = append(d.pools, p)
	return p
}

// pointersIn counts the pointers in a value of type t that lead to known types.
func (d *driver) pointersIn(t *Type, times int, found func(p *pool, times int)) {
	switch t.Kind {
	case Pointer:
		if e := d.target(t); e != nil {
			found(d.pool(e), times)
		}
	case Array:
		if t.Len > 0 {
			d.pointersIn(t.Elem, times*int(min(t.Len, maxPool)), found)
		}
	case Record:
		if !t.Union {
			for _, f := range t.Fields {
				d.pointersIn(f.Type, min(times, maxPool), found)
			}
		}
	}
}

// makePools counts the objects of each type, and makes them.
func (d *driver) makePools(places []Expr) {
	level := map[*pool]int{}
	for _, x := range places {
		d.pointersIn(x.Type(), 1, func(p *pool, n int) {
			level[p] = min(level[p]+n, maxPool)
			p.slots = min(p.slots+n, maxPool)
		})
	}
	for depth := 1; depth <= maxFollowed; depth++ {
		next := map[*pool]int{}
		for i := 0; i < len(d.pools); i++ { // grows
			p := d.pools[i]
			if n := level[p]; n > 0 {
				p.total += n
				d.pointersIn(p.t, n, func(q *pool, n int) { next[q] = min(next[q]+n, maxPool) })
			}
		}
		level = next
	}
	for _, p := range d.pools { // those that were not come to have no objects: pointers there are null
		if p.total == 0 {
			continue
		}
		p.recurse = d.leadsTo(p.t, p, map[*pool]bool{})
		for k := range min(p.total, p.slots+more, maxPool) {
			d.object(p, k+1)
		}
	}
	d.takenVariables()
}

// leadsTo reports whether a value of the type leads to the pool.
func (d *driver) leadsTo(t *Type, to *pool, seen map[*pool]bool) bool {
	found := false
	d.pointersIn(t, 1, func(p *pool, _ int) {
		if p == to {
			found = true
		} else if !seen[p] {
			seen[p] = true
			found = found || d.leadsTo(p.t, to, seen)
		}
	})
	return found
}

// object makes an object of a pool: a variable, or a block of the heap where the program may free
// what it is handed.
func (d *driver) object(p *pool, n int) {
	t, name := p.t, fmt.Sprintf("%s#%d", shortName(p.t), n)
	if d.in.Pointers == Arrays {
		t = d.c.array(p.t, d.in.Length)
	}
	var made pooled
	u := &DriverObject{Name: name, Type: t}
	to := d.c.pointer(p.t)
	first := func(x Expr) Expr {
		if d.in.Pointers == Arrays {
			return &Decay{expr{d.at, to}, x}
		}
		return &AddrOf{expr{d.at, to}, x}
	}
	if d.frees() {
		u.At = d.local(name, d.c.pointer(t))
		f := d.c.symFunc(d.c.lib.scope.names["__whet_alloc"])
		size := &IntLit{expr: expr{d.at, d.c.size}, Val: num.Of(t.Size)}
		call := &Call{expr{d.at, d.c.voidp}, &FuncRef{expr{d.at, d.c.pointer(f.Type)}, f}, []Expr{size}}
		d.assign(d.ref(u.At), &Cast{expr{d.at, u.At.Type}, call, true})
		made.place = &Deref{expr{d.at, t}, d.ref(u.At)}
		made.address = &Cast{expr{d.at, to}, d.ref(u.At), true}
	} else {
		u.Object = &Object{Name: name, Type: t, Storage: Static, Pos: d.at}
		d.c.unit.Objects = append(d.c.unit.Objects, u.Object)
		made.place = d.ref(u.Object)
		made.address = first(d.ref(u.Object))
	}
	made.name = name
	p.made = append(p.made, made)
	d.u.Objects = append(d.u.Objects, u)
}

// frees reports whether the program frees blocks of the heap.
func (d *driver) frees() bool { return d.c.funcs["__whet_free"] != nil }

// takenVariables gives pools the variables of the program whose addresses are used.
func (d *driver) takenVariables() {
	taken := map[*Object]bool{}
	see := func(e Expr) {
		a, ok := e.(*AddrOf)
		if !ok {
			return
		}
		if v, ok := a.X.(*VarRef); ok {
			taken[v.Obj] = true
		}
	}
	for _, f := range d.c.unit.Funcs {
		if f.Body != nil && !f.Model {
			Walk(f.Body, nil, see)
		}
	}
	for _, o := range d.c.unit.Objects {
		for _, e := range initExprs(o) {
			WalkExpr(e, nil, see)
		}
	}
	for _, o := range d.c.unit.Objects {
		if !taken[o] || o.Storage != Global && o.Storage != Static || o.Extern || o.Ghost || o.Type.Const {
			continue
		}
		for _, p := range d.pools {
			if Compatible(p.t, o.Type) {
				p.vars = append(p.vars, o)
			}
		}
	}
}

// shortName is a type's name in names of objects.
func shortName(t *Type) string {
	if t.Kind == Record && t.Tag != "" {
		return t.Tag
	}
	if s := t.String(); !strings.ContainsAny(s, "{(") {
		return s
	}
	return "object"
}

// pointer gives a pointer from outside its value.
func (d *driver) pointer(x Expr, name string, depth int) {
	e := d.target(x.Type())
	if e == nil {
		d.open = true
		d.list = append(d.list, &Input{stmt: stmt{d.at}, X: x, Name: name, Outside: true})
		return
	}
	p := d.pool(e)
	var to []Expr
	if d.in.Pointers == OrNull || depth > 0 && p.recurse || len(p.made)+len(p.vars) == 0 {
		to = append(to, &IntLit{expr: expr{d.at, d.c.intT}})
	}
	objects := p.made
	if p.chosen++; d.loops > 0 {
		p.chosen = maxPool
	} else if depth == 0 && p.chosen < len(objects) {
		objects = objects[:p.chosen]
	}
	for _, o := range objects {
		to = append(to, o.address)
	}
	for _, o := range p.vars {
		to = append(to, &AddrOf{expr{d.at, d.c.pointer(o.Type)}, d.ref(o)})
	}
	t := d.c.plain(x.Type())
	as := func(e Expr) Expr { return &Cast{expr{d.at, t}, e, true} }
	if len(to) == 1 {
		d.assign(x, as(to[0]))
		return
	}
	k := d.choice(name, int64(len(to)-1))
	value := as(to[len(to)-1])
	for i := len(to) - 2; i >= 0; i-- {
		is := &Binary{expr: expr{d.at, d.c.intT}, Op: Eq, L: d.ref(k), R: d.number(int64(i), d.c.intT)}
		value = &Cond{expr{d.at, t}, is, as(to[i]), value}
	}
	d.assign(x, value)
}

// rules says what is assumed of the inputs.
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
	var objects []string
	for _, p := range d.pools {
		what := shortName(p.t)
		if d.in.Pointers == Arrays {
			what = fmt.Sprintf("arrays of %d %s", d.in.Length, what)
		}
		if n := len(p.made); n > 0 {
			objects = append(objects, fmt.Sprintf("%d %s", n, what))
		}
	}
	if len(objects) > 0 {
		null := ""
		switch {
		case d.in.Pointers == OrNull:
			null = "null, or "
		default:
			for _, p := range d.pools {
				if p.recurse && len(p.made) > 0 {
					null = "(in records that lead to their own type) null, or "
				}
			}
		}
		say("pointers: %sto one of %s, not to the inside of one; several may lead to the same; behind %d pointers: null", null, strings.Join(objects, ", "), maxFollowed)
	}
	if d.open {
		say("pointers to void, to functions and to undefined records: outside of the program")
	}
}
