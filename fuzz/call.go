package fuzz

import (
	"fmt"
	"strings"
)

// Functions and calls.

// affordable reports whether the program stays short enough with one more call of this cost, and adds the cost.
func (g *gen) affordable(cost int) bool {
	limit := maxCost
	if g.fn.name == "main" {
		limit = maxMainCost
	}
	c := g.fn.cost + g.mult*cost
	if c > limit {
		return false
	}
	g.fn.cost = c
	return true
}

// callInt returns a call with a result of integer type, if there is such a function.
func (g *gen) callInt() (ex, bool) {
	var fs []*function
	for _, f := range g.funcs {
		if f.ret != nil && f.ret.kind == kInt {
			fs = append(fs, f)
		}
	}
	if len(fs) == 0 {
		return ex{}, false
	}
	f := pick(g, fs)
	if !g.affordable(f.cost) {
		return ex{}, false
	}
	return ex{f.name + g.args(f, false), f.ret.wide}, true
}

// args returns the argument list of a call. Unless quiet is set, one argument may have side effects; then the other
// arguments do not depend on anything that it may change.
func (g *gen) args(f *function, quiet bool) string {
	special := -1
	if !quiet && len(f.params) > 0 && g.chance(20) {
		if i := g.n(len(f.params)); f.params[i].t.kind == kInt {
			special = i
			for j, p := range f.params {
				if j != i && p.t.kind != kInt {
					special = -1
				}
			}
		}
	}
	if f.bounded {
		special = -1
	}
	var as []string
	for i, p := range f.params {
		switch {
		case f.bounded && i == 0:
			as = append(as, fmt.Sprint(g.n(6)))
		case i == special:
			as = append(as, g.effect(1).s)
		case special >= 0:
			as = append(as, g.still().s)
		default:
			as = append(as, g.arg(p))
		}
	}
	return "(" + strings.Join(as, ", ") + ")"
}

func (g *gen) arg(p *variable) string {
	switch p.t.kind {
	case kRecord:
		return g.recordValue(p.t)
	case kPointer:
		return g.addressOf(p.t.elem, p.into, len(g.scopes)-1)
	}
	return g.pure(2).s
}

// recordValue returns a value of a struct or union type.
func (g *gen) recordValue(t *ctype) string {
	if r := g.recordPlaces(t, where{}); len(r) > 0 && g.chance(80) {
		return pick(g, r)
	}
	return fmt.Sprintf("(%s)%s", t.name, g.init(t))
}

// recordPlaces lists lvalues of a record type.
func (g *gen) recordPlaces(t *ctype, w where) []string {
	var out []string
	var walk func(path string, u *ctype)
	walk = func(path string, u *ctype) {
		switch {
		case u == t:
			out = append(out, path)
		case u.kind == kArray:
			walk(fmt.Sprintf("%s[%d]", path, g.n(u.n)), u.elem)
		case u.kind == kRecord:
			for _, f := range u.fields {
				walk(path+"."+f.name, f.t)
			}
		}
	}
	for _, v := range g.vars(func(v *variable) bool {
		return !(w.write && v.fixed && v.t.kind != kPointer) && !(w.addr && (!v.addr || v.depth > w.depth || v.t.kind == kPointer))
	}) {
		switch {
		case v.t.kind != kPointer:
			walk(v.name, v.t)
		case v.t.elem.kind == kRecord:
			walk("(*"+v.name+")", v.t.elem)
		}
	}
	return out
}

// addressOf returns a pointer to the first of n objects of type t, in scopes no deeper than depth.
func (g *gen) addressOf(t *ctype, n, depth int) string {
	w := where{addr: true, depth: depth}
	if n == 1 && t.kind == kRecord {
		if r := g.recordPlaces(t, w); len(r) > 0 {
			return "&" + pick(g, r)
		}
	}
	if n == 1 && t.kind == kInt {
		for range 8 {
			if p, ok := g.place(w); ok && p.t == t {
				return "&" + p.s
			}
		}
	}
	vs := g.vars(func(v *variable) bool {
		return v.addr && v.depth <= depth && v.t.kind == kArray && same(v.t.elem, t) && v.t.n >= n
	})
	if len(vs) > 0 {
		v := pick(g, vs)
		if k := g.n(v.t.n - n + 1); k > 0 {
			return fmt.Sprintf("%s + %d", v.name, k)
		}
		return v.name
	}
	if depth == 0 {
		return "" // a compound literal does not live long enough
	}
	// A compound literal lives as long as the enclosing block.
	if n == 1 && t.kind == kInt {
		return fmt.Sprintf("&(%s){%s}", t.name, g.pure(1).s)
	}
	a := arrayOf(t, n)
	if n == 1 {
		return fmt.Sprintf("&(%s)%s", t.decl(""), g.init(t))
	}
	return fmt.Sprintf("(%s)%s", a.decl(""), g.init(a))
}

// init returns an initializer without side effects.
func (g *gen) init(t *ctype) string {
	var items []string
	switch t.kind {
	case kInt:
		return g.pure(2).s
	case kArray:
		for range 1 + g.n(t.n) {
			items = append(items, g.init(t.elem))
		}
	case kRecord:
		items = g.fieldInits(t, g.init)
	}
	return "{ " + strings.Join(items, ", ") + " }"
}

// fieldInits initializes fields of a record, from the first on, some of them by name.
func (g *gen) fieldInits(t *ctype, init func(*ctype) string) []string {
	fs := t.fields
	if t.union {
		fs = fs[:1]
	}
	var items []string
	for _, f := range fs[:1+g.n(len(fs))] {
		s := init(f.t)
		if g.chance(30) {
			s = "." + f.name + " = " + s
		}
		items = append(items, s)
	}
	return items
}

// callStmt calls f and uses its result.
func (g *gen) callStmt(f *function) {
	if !g.affordable(f.cost) {
		return
	}
	call := f.name + g.args(f, false)
	switch {
	case f.ret == nil:
		g.line("%s;", call)
	case f.ret.kind == kRecord:
		v := g.declare(&variable{name: g.name("v"), t: f.ret, addr: true})
		g.line("%s = %s;", f.ret.decl(v.name), call)
	case f.ret.kind == kPointer:
		v := g.declare(&variable{name: g.name("p"), t: f.ret, into: 1, fixed: true})
		g.line("%s = %s;", f.ret.decl(v.name), call)
	default:
		if p, ok := g.place(where{write: true, still: true}); ok && g.chance(50) {
			g.line("%s = %s;", p.s, call)
		} else {
			g.line("mix(%s);", call)
		}
	}
}

// commonParams are parameter lists that many functions share, so that a pointer to a function has several candidates.
var commonParams = [][]*ctype{{tInt, tInt}, {tInt, tInt}, {tUInt}}

// function writes the definition of a function that calls only earlier functions.
func (g *gen) function() {
	f := &function{name: g.name("fn"), ret: tInt}
	var params []*variable
	add := func(t *ctype, into int) {
		params = append(params, &variable{name: g.name("a"), t: t, into: into, addr: t.kind != kPointer && g.chance(50), fixed: t.kind == kPointer})
	}
	if g.chance(40) {
		for _, t := range pick(g, commonParams) {
			add(t, 0)
		}
	} else {
		switch g.n(6) {
		case 0:
			f.ret = nil
		case 1:
			if !g.opt.Scalars {
				f.ret = pick(g, g.records)
			}
		default:
			f.ret = g.intType()
		}
		for range g.n(4) {
			switch k := g.n(8); {
			case g.opt.Scalars || k < 4:
				add(g.intType(), 0)
			case k == 4:
				add(pick(g, g.records), 0)
			case k == 5:
				add(pointer(pick(g, g.records)), 1)
			case k == 6:
				add(pointer(g.intType()), 1)
			default:
				add(pointer(g.intType()), 2+g.n(4))
			}
		}
	}
	f.params = params
	g.begin(f, pick(g, []string{"", "", "static ", "static inline "}))
	for range 1 + g.n(g.opt.Size) {
		g.stmt(2)
	}
	g.ret()
	g.finish(f)
}

// begin writes the head of a function.
func (g *gen) begin(f *function, quals string) {
	var ps []string
	for _, p := range f.params {
		s := p.t.decl(p.name)
		if p.t.kind == kPointer && p.into > 1 && g.chance(50) {
			s = p.t.elem.decl(fmt.Sprintf("%s[%d]", p.name, p.into))
		}
		ps = append(ps, s)
		f.sig += p.t.decl("") + ","
	}
	if len(ps) == 0 {
		ps = []string{"void"}
	}
	rt := "void"
	if f.ret != nil {
		rt = f.ret.decl("")
	}
	f.sig = rt + "(" + f.sig
	g.fn, g.mult, g.loops, g.break_, g.continue_ = f, 1, 0, false, false
	g.open("%s%s %s(%s)", quals, rt, f.name, strings.Join(ps, ", "))
	for _, p := range f.params {
		g.declare(p)
	}
}

func (g *gen) finish(f *function) {
	g.shut("")
	f.cost++
	g.funcs = append(g.funcs, f)
}

// ret writes a return statement.
func (g *gen) ret() {
	switch {
	case g.fn.ret == nil:
		if g.chance(30) {
			g.line("return;")
		}
	case g.fn.ret.kind == kRecord:
		g.line("return %s;", g.recordValue(g.fn.ret))
	case g.chance(30):
		g.line("return %s;", g.effect(1).s)
	default:
		g.line("return %s;", g.pure(2).s)
	}
}

// recursive writes a function that calls itself, or two that call each other. The first parameter
// bounds the depth.
func (g *gen) recursive() {
	d := &variable{name: g.name("d"), t: tInt, fixed: true}
	x := &variable{name: g.name("x"), t: g.intType()}
	f := &function{name: g.name("rec"), ret: g.intType(), params: []*variable{d, x}, bounded: true}
	other := ""
	if g.chance(40) {
		other = g.name("rec")
		g.line("static %s %s(int, %s);", f.ret.name, other, x.t.name)
	}
	self := f.name
	if other != "" {
		self = other
	}
	calls := 6
	g.begin(f, "static ")
	g.line("if (%s <= 0) return %s;", d.name, g.pure(1).s)
	for range g.n(3) {
		g.stmt(1)
	}
	t := &variable{name: g.name("t"), t: g.intType()}
	g.line("%s = %s(%s - 1, %s);", t.t.decl(t.name), self, d.name, g.pure(1).s)
	g.declare(t)
	if g.chance(50) {
		g.line("%s %s= %s(%s - 2, %s);", t.name, pick(g, []string{"+", "^", "-"}), self, d.name, g.pure(1).s)
		calls = 32
	}
	g.line("return %s;", g.pure(2).s)
	f.cost *= calls
	f.cost += calls
	g.finish(f)
	if other != "" {
		g.line("static %s %s(int p, %s q) { return %s(p - 1, q + 1); }", f.ret.name, other, x.t.name, f.name)
	}
}
