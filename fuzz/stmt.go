package fuzz

import (
	"fmt"
	"strings"
)

// Statements.

// stmt writes a statement, with nested statements up to the depth.
func (g *gen) stmt(depth int) {
	if !g.affordable(1) {
		return
	}
	if depth <= 0 {
		g.simple()
		return
	}
	switch g.n(17) {
	case 0, 1, 2:
		g.ifStmt(depth - 1)
	case 3, 4:
		g.loop(depth - 1)
	case 5:
		g.switchStmt(depth - 1)
	case 6:
		g.gotoStmt(depth - 1)
	case 7:
		if !g.opt.Scalars {
			g.idiom()
			return
		}
		g.simple()
	case 8:
		g.open("")
		g.some(depth - 1)
		g.shut("")
	default:
		g.simple()
	}
}

// some writes a few statements.
func (g *gen) some(depth int) {
	for range 1 + g.n(3) {
		g.stmt(depth)
	}
}

// block writes a block of a few statements, or one simple statement.
func (g *gen) block(depth int, format string, args ...any) {
	g.open(format, args...)
	g.some(depth)
	g.shut("")
}

func (g *gen) simple() {
	switch g.n(24) {
	case 0, 1, 2, 3, 4:
		if p, ok := g.place(where{write: true}); ok {
			g.line("%s;", g.assignment(p))
		}
	case 5, 6, 7:
		g.local()
	case 8, 9:
		g.line("%s;", g.effect(2).s)
	case 10:
		g.line("mix(%s);", g.pure(3).s)
	case 11, 12:
		if len(g.funcs) > 0 {
			g.callStmt(pick(g, g.funcs))
		}
	case 13, 14:
		if p, ok := g.place(where{write: true, still: true}); ok {
			if g.opt.Few {
				if g.fn.name == "main" && g.loops == 0 && g.bits < 4 {
					g.bits++
					g.line("%s = __VERIFIER_nondet_bool(/* 0..1 */);", p.s)
				}
			} else if f := nondet[p.t]; f != "" {
				g.line("%s = __VERIFIER_nondet_%s();", p.s, f)
			} else {
				g.line("%s = __VERIFIER_nondet_int();", p.s)
			}
		}
	case 15:
		g.pointerStmt()
	case 16, 17:
		g.recordStmt()
	case 18:
		switch {
		case g.continue_ && g.chance(40):
			g.line("if (%s) continue;", g.pure(2).s)
		case g.break_:
			g.line("if (%s) break;", g.pure(2).s)
		}
	case 19:
		if g.chance(30) && g.fn.name != "main" {
			g.line("if (%s) {", g.pure(2).s)
			g.indent++
			g.ret()
			g.indent--
			g.line("}")
		}
	case 20:
		switch g.n(12) {
		case 0:
			if g.opt.Few {
				g.line("SEE(%d, (%s) == %s);", g.sees, g.pure(2).s, g.literal().s)
				g.sees++
			} else {
				g.line("if (%s == %s) reach_error();", g.pure(2).s, g.literal().s)
			}
		case 1:
			g.line("__VERIFIER_assume((%s & 7) != %d);", g.pure(2).s, g.n(8))
		case 2:
			g.line("if (%s == %s) exit(%d);", g.pure(2).s, g.literal().s, g.n(40))
		case 3:
			g.line(";")
		}
	case 21:
		g.staticLocal()
	case 22:
		g.functionPointer()
	default:
		if p, ok := g.place(where{write: true}); ok {
			g.line("%s = %s;", p.s, g.pure(3).s)
		}
	}
}

// local declares a variable and gives it a value.
func (g *gen) local() {
	t := g.objectType()
	v := &variable{name: g.name("v"), t: t, addr: g.chance(60)}
	name := t.decl(v.name)
	if t.kind == kRecord || t.kind == kArray {
		v.addr = true
	}
	switch {
	case t.kind == kInt && g.chance(25):
		g.line("%s = %s;", name, g.effect(2).s)
	case t.kind == kInt && g.chance(15):
		g.line("%s;", name)
		g.line("%s = %s;", v.name, g.pure(2).s)
	case t.kind == kInt && g.chance(15):
		g.line("const %s = %s;", name, g.pure(2).s)
		v.fixed, v.addr = true, false
	case t.kind == kInt && !v.addr && g.chance(20):
		g.line("register %s = %s;", name, g.pure(2).s)
	case t.kind == kInt && g.chance(15):
		w := &variable{name: g.name("v"), t: t}
		g.line("%s = %s, %s = %s;", name, g.pure(2).s, w.name, g.pure(1).s)
		g.declare(w)
	case t.kind == kRecord && g.chance(40):
		g.line("%s = %s;", name, g.recordValue(t))
	case t.kind == kArray && t.elem.kind == kInt && t.elem.bits == 8 && g.chance(30):
		g.line("%s = \"%s\";", name, "sharpen"[:g.n(t.n+1)])
	default:
		g.line("%s = %s;", name, g.init(t))
	}
	g.declare(v)
	if g.opt.Scalars || !v.addr || !g.chance(40) {
		return
	}
	if p := g.pointerTo(v); p != nil {
		g.line("%s = %s;", p.t.decl(p.name), p.init)
		g.declare(&p.variable)
	}
}

// pointerVar is a pointer variable with its initial value.
type pointerVar struct {
	variable
	init string
}

// pointerTo makes a pointer to v or to a part of it.
func (g *gen) pointerTo(v *variable) *pointerVar {
	p := &pointerVar{variable: variable{name: g.name("p"), into: 1}}
	switch v.t.kind {
	case kInt, kRecord:
		p.t, p.init = pointer(v.t), "&"+v.name
		if v.t.kind == kRecord && g.chance(30) {
			f := pick(g, v.t.fields)
			if f.width > 0 || f.t.kind != kInt {
				return p
			}
			p.t, p.init = pointer(f.t), "&"+v.name+"."+f.name
		}
	case kArray:
		k := g.n(v.t.n)
		p.t, p.into, p.base = pointer(v.t.elem), v.t.n, v
		p.init = pick(g, []string{fmt.Sprintf("&%s[%d]", v.name, k), fmt.Sprintf("%s + %d", v.name, k)})
	default:
		return nil
	}
	return p
}

func (g *gen) staticLocal() {
	t := g.objectType()
	v := &variable{name: g.name("st"), t: t, addr: true}
	g.line("static %s = %s;", t.decl(v.name), g.constInit(t))
	g.declare(v)
	// Pointers of any scope may point to it, but its name is known only in this function.
}

// pointerStmt moves a pointer, or uses it in a common way.
func (g *gen) pointerStmt() {
	ps := g.vars(func(v *variable) bool { return v.t.kind == kPointer && !v.fixed })
	if len(ps) == 0 {
		return
	}
	p := pick(g, ps)
	switch {
	case p.t.elem.kind == kPointer:
		return
	case p.base != nil:
		n := p.into
		switch g.n(4) {
		case 0:
			g.line("if (%s < %s + %d) %s;", p.name, p.base.name, n-1, pick(g, []string{p.name + "++", "++" + p.name, p.name + " += 1"}))
		case 1:
			g.line("if (%s > %s) %s;", p.name, p.base.name, pick(g, []string{p.name + "--", "--" + p.name, p.name + " -= 1"}))
		case 2:
			if p.t.elem.kind == kInt {
				g.line("if (%s + 1 < %s + %d) *%s++ = %s;", p.name, p.base.name, n, p.name, g.still().s)
				return
			}
			fallthrough
		default:
			g.line("%s = %s + (unsigned int)%s %% %du;", p.name, p.base.name, g.pure(2).s, n)
		}
	default:
		a := g.addressOf(p.t.elem, 1, p.depth)
		if strings.HasPrefix(a, "&") && !strings.HasPrefix(a, "&(") {
			g.line("%s = %s;", p.name, a)
			if g.chance(30) {
				q := g.name("pp")
				g.line("%s = &%s;", pointer(p.t).decl(q), p.name)
				g.declare(&variable{name: q, t: pointer(p.t), into: 1, fixed: true})
			}
		}
	}
}

// recordStmt copies records, by assignment or by bytes.
func (g *gen) recordStmt() {
	if g.opt.Scalars {
		return
	}
	t := pick(g, g.records)
	dst := g.recordPlaces(t, where{write: true})
	if len(dst) == 0 {
		return
	}
	d := pick(g, dst)
	switch g.n(5) {
	case 0:
		// Not to itself: memcpy must not overlap, and memmove shows nothing more.
		if src := g.recordPlaces(t, where{}); len(src) > 0 {
			g.line("memmove(&%s, &%s, sizeof(%s));", d, pick(g, src), t.name)
		}
	case 1:
		g.line("memset(&%s, 0, sizeof %s);", d, d)
	case 2:
		v := g.name("v")
		g.line("%s;", t.decl(v))
		g.line("memcpy(&%s, &%s, sizeof %s);", v, d, v)
		g.declare(&variable{name: v, t: t, addr: true})
	default:
		g.line("%s = %s;", d, g.recordValue(t))
	}
}

// functionPointer calls a function with a given signature through a pointer.
func (g *gen) functionPointer() {
	if g.opt.Scalars || len(g.funcs) == 0 {
		return
	}
	f := pick(g, g.funcs)
	if f.bounded || f.ret == nil || f.ret.kind != kInt {
		return
	}
	var fs []*function
	cost := 0
	for _, h := range g.funcs {
		if h.sig == f.sig && !h.bounded {
			fs = append(fs, h)
			cost = max(cost, h.cost)
		}
	}
	if !g.affordable(cost) {
		return
	}
	var ps []string
	for _, p := range f.params {
		ps = append(ps, p.t.decl(""))
	}
	if len(ps) == 0 {
		ps = []string{"void"}
	}
	v := g.name("fp")
	sig := strings.Join(ps, ", ")
	if g.chance(40) {
		g.line("%s (*%s[2])(%s) = { %s, &%s };", f.ret.name, v, sig, pick(g, fs).name, pick(g, fs).name)
		// The called function must not depend on side effects of the arguments.
		g.line("mix(%s[(unsigned int)%s %% 2u]%s);", v, g.pure(1).s, g.args(f, true))
		return
	}
	g.line("%s (*%s)(%s) = %s ? %s : %s;", f.ret.name, v, sig, g.pure(2).s, pick(g, fs).name, pick(g, fs).name)
	if g.chance(40) {
		g.line("if (%s) %s = %s;", g.pure(2).s, v, pick(g, fs).name)
	}
	g.line("mix(%s%s);", pick(g, []string{v, "(*" + v + ")"}), g.args(f, true))
}

func (g *gen) ifStmt(depth int) {
	c := g.pure(3)
	if g.chance(30) {
		c = g.effect(2)
	}
	if g.chance(20) {
		g.line("if (%s)", c.s)
		g.indent++
		g.line("mix(%s);", g.pure(2).s)
		g.indent--
	} else {
		g.block(depth, "if (%s)", c.s)
	}
	switch g.n(4) {
	case 0:
		g.block(depth, "else if (%s)", g.pure(2).s)
		g.block(depth, "else")
	case 1:
		g.block(depth, "else")
	}
}

// loop writes a loop with a separate counter.
func (g *gen) loop(depth int) {
	n := 1 + g.n(6)
	if !g.affordable(n) || g.loops >= 3 {
		g.simple()
		return
	}
	t := pick(g, []*ctype{tInt, tInt, tUInt, tUChar, tShort, tLong, tLL})
	i := &variable{name: g.name("i"), t: t, fixed: true}
	brk, cont, mult := g.break_, g.continue_, g.mult
	g.break_, g.continue_ = true, true
	g.mult *= n
	g.loops++
	g.open("")
	body := func(format string, args ...any) {
		g.open(format, args...)
		g.some(depth)
	}
	switch g.n(4) {
	case 0:
		g.line("%s = 0;", t.decl(i.name))
		g.declare(i)
		c := g.pure(2)
		body("while (%s++ < %d && (%s | 1))", i.name, n, c.s)
		g.shut("")
	case 1:
		g.line("%s = %d;", t.decl(i.name), n)
		g.declare(i)
		body("do")
		g.shut(fmt.Sprintf(" while (--%s > 0);", i.name))
	case 2:
		if g.chance(50) {
			g.line("%s;", t.decl(i.name))
			g.declare(i)
			j := g.name("j")
			g.line("int %s;", j)
			g.declare(&variable{name: j, t: tInt, fixed: true})
			body("for (%s = 0, %s = %d; %s < %d; ++%s, %s -= 2)", i.name, j, n, i.name, n, i.name, j)
			g.shut("")
			break
		}
		fallthrough
	default:
		g.scopes = append(g.scopes, nil)
		g.declare(i)
		if g.chance(50) {
			body("for (%s = 0; %s < %d; %s++)", t.decl(i.name), i.name, n, i.name)
		} else {
			body("for (%s = %d; %s; %s--)", t.decl(i.name), n, i.name, i.name)
		}
		g.shut("")
		g.scopes = g.scopes[:len(g.scopes)-1]
	}
	g.shut("")
	g.loops--
	g.break_, g.continue_, g.mult = brk, cont, mult
}

func (g *gen) switchStmt(depth int) {
	brk := g.break_
	e := g.pure(2)
	if g.chance(30) {
		e = g.effect(1)
	}
	g.open("switch (%s & 7)", e.s)
	g.break_ = true
	seen := map[int]bool{}
	def := g.n(6)
	for k := range 2 + g.n(4) {
		if k == def {
			g.line("default:")
		}
		c := g.n(8)
		if seen[c] {
			c = 8 + k // never matches
		}
		seen[c] = true
		if hi := 20 + 2*k; g.chance(10) {
			g.line("case %d ... %d:", hi, hi+1)
		}
		g.line("case %d:", c)
		if g.chance(20) {
			continue // falls through
		}
		g.open("")
		g.some(depth)
		g.shut("")
		if g.chance(60) {
			g.line("break;")
		}
	}
	g.line(";")
	g.shut("")
	g.break_ = brk
}

// gotoStmt jumps forward over statements, or backward a bounded number of times. It jumps over a block, so that it
// skips no declaration of a variable that is used later.
func (g *gen) gotoStmt(depth int) {
	l := g.name("L")
	if g.chance(60) {
		g.line("if (%s) goto %s;", g.pure(2).s, l)
		g.block(depth, "")
		g.line("%s: ;", l)
		return
	}
	n := 1 + g.n(4)
	if !g.affordable(n) || g.loops >= 3 {
		return
	}
	i := &variable{name: g.name("i"), t: tInt, fixed: true}
	mult := g.mult
	g.mult *= n + 1
	g.loops++
	g.open("")
	g.line("int %s = 0;", i.name)
	g.declare(i)
	g.line("%s:", l)
	// Continue after the label would do no harm: the counter moves first.
	g.line("%s++;", i.name)
	g.block(depth, "")
	g.line("if (%s <= %d) goto %s;", i.name, n, l)
	g.shut("")
	g.loops--
	g.mult = mult
}
