package fuzz

import (
	"fmt"
	"strings"
)

// Expressions.

// An ex is the text of an expression of integer type, in parentheses if it needs them. If wide, its promoted type
// certainly has 64 bits; otherwise it certainly has 32.
type ex struct {
	s    string
	wide bool
}

// constant returns a constant expression.
func (g *gen) constant() string {
	switch g.n(14) {
	case 0:
		return fmt.Sprintf("%d", int64(1)<<g.n(32))
	case 1:
		return fmt.Sprintf("%#xu", g.r.Uint32())
	case 2:
		return fmt.Sprintf("(-%d)", g.n(1000))
	case 3:
		return fmt.Sprintf("%d", g.n(100000))
	case 4:
		return fmt.Sprintf("%#x%s", g.r.Uint64()>>g.n(64), "ULL")
	case 5:
		return pick(g, []string{"'a'", "'\\0'", "'\\xff'", "'Z'", "'\\n'", "'\\177'", "'\\\\'"})
	case 6:
		if len(g.enums) > 0 {
			return pick(g, pick(g, g.enums).consts)
		}
	case 7:
		return fmt.Sprintf("(%d %s %d)", g.n(50), pick(g, []string{"+", "-", "*", "<<", "|", "^", ">", "=="}), g.n(10))
	case 8:
		return pick(g, []string{"0x7fffffff", "(-0x7fffffff - 1)", "0xffffffffu", "0x7fffffffffffffffLL", "(-0x7fffffffffffffffLL - 1)", "0xffffffffffffffffULL", "32767", "(-128)", "255", "65535u"})
	case 9:
		return fmt.Sprintf("(%s)%d", g.intType().name, g.n(1000)-300)
	}
	return fmt.Sprintf("%d", g.n(10))
}

// literal returns a constant expression as an ex.
func (g *gen) literal() ex {
	s := g.constant()
	return ex{s, strings.HasSuffix(s, "LL") || strings.HasPrefix(s, "(long long)") || strings.HasPrefix(s, "(unsigned long long)")}
}

func (g *gen) sizeof() ex {
	// The type of sizeof has the rank of long. If that is 64 bits, masks for 32 bits are still correct.
	if g.opt.Scalars || g.chance(40) {
		return ex{fmt.Sprintf("sizeof(%s)", g.intType().name), false}
	}
	t := pick(g, g.records)
	switch g.n(3) {
	case 0:
		return ex{fmt.Sprintf("_Alignof(%s)", t.name), false}
	case 1:
		if f := pick(g, t.fields); f.width == 0 {
			return ex{fmt.Sprintf("__builtin_offsetof(%s, %s)", t.name, f.name), false}
		}
	}
	return ex{fmt.Sprintf("sizeof(%s)", t.decl("")), false}
}

// A place is an lvalue of integer type.
type place struct {
	s     string
	t     *ctype
	width int // the width of a bit-field, otherwise 0
}

func (p place) ex() ex { return ex{p.s, p.t.wide && p.width == 0} }

// where describes which places are suitable.
type where struct {
	write bool // the place is assigned to
	still bool // no side effect in the same expression can change which object the place is
	addr  bool // the address of the place is taken
	depth int  // with addr: the greatest depth of the variable's scope
}

// place picks a visible lvalue.
func (g *gen) place(w where) (place, bool) {
	vs := g.vars(func(v *variable) bool {
		return !(w.write && v.fixed && v.t.kind != kPointer) && !(w.addr && (!v.addr || v.depth > w.depth || v.t.kind == kPointer)) &&
			!(w.still && v.t.kind == kPointer && v.depth == 0)
	})
	if len(vs) == 0 {
		return place{}, false
	}
	v := pick(g, vs)
	return g.descend(v, w)
}

// descend picks an integer in a variable.
func (g *gen) descend(v *variable, w where) (place, bool) {
	path, t := v.name, v.t
	if t.kind == kPointer {
		path, t = g.deref(v, w.still)
		if t == nil {
			return place{}, false
		}
	}
	for {
		switch t.kind {
		case kInt:
			return place{s: path, t: t}, true
		case kArray:
			path, t = g.index(path, t.n, w.still), t.elem
		case kRecord:
			f := pick(g, t.fields)
			path, t = path+"."+f.name, f.t
			if f.width > 0 {
				return place{s: path, t: t, width: f.width}, !w.addr
			}
		default:
			return place{}, false
		}
	}
}

// index returns an element of the array path, which has n elements.
func (g *gen) index(path string, n int, still bool) string {
	i := fmt.Sprint(g.n(n))
	if !still && g.nest < 3 && g.chance(60) {
		g.nest++ // the index may contain indexes
		defer func() { g.nest-- }()
		i = fmt.Sprintf("(unsigned int)%s %% %du", g.pure(1).s, n)
	}
	switch g.n(6) {
	case 0:
		return fmt.Sprintf("(*(%s + (%s)))", path, i)
	case 1:
		return fmt.Sprintf("(%s)[%s]", i, path)
	}
	return fmt.Sprintf("%s[%s]", path, i)
}

// deref returns an object that the pointer gives access to, and its type.
func (g *gen) deref(v *variable, still bool) (string, *ctype) {
	t := v.t.elem
	switch {
	case t.kind == kPointer:
		return fmt.Sprintf("(**%s)", v.name), t.elem
	case v.base != nil && g.chance(50):
		// Wherever the pointer is in its array, this is one of the elements.
		i := fmt.Sprint(g.n(v.into))
		return fmt.Sprintf("%s[%s - (%s - %s)]", v.name, i, v.name, v.base.name), t
	case v.base == nil && v.into > 1:
		return g.index(v.name, v.into, still), t
	case t.kind == kRecord && g.chance(70):
		// The -> form: the member is appended by descend as ".f", so take one step here.
		f := pick(g, t.fields)
		if f.width == 0 {
			return v.name + "->" + f.name, f.t
		}
	}
	if g.chance(20) {
		return v.name + "[0]", t
	}
	return fmt.Sprintf("(*%s)", v.name), t
}

// pure returns an expression of an integer type without side effects.
func (g *gen) pure(depth int) ex {
	if depth <= 0 || g.chance(15) {
		return g.leaf()
	}
	sub := func() ex { return g.pure(depth - 1 - g.n(2)) }
	a := sub()
	switch g.n(21) {
	case 0, 1, 2, 3:
		b := sub()
		return ex{fmt.Sprintf("(%s %s %s)", a.s, pick(g, []string{"+", "-", "*"}), b.s), a.wide || b.wide}
	case 4, 5:
		b := sub()
		return ex{fmt.Sprintf("(%s %s %s)", a.s, pick(g, []string{"&", "|", "^"}), b.s), a.wide || b.wide}
	case 6, 7:
		return ex{fmt.Sprintf("(%s %s %s)", a.s, pick(g, []string{"<<", ">>"}), g.count(a.wide)), a.wide}
	case 8, 9:
		op, b := pick(g, []string{"/", "%"}), sub()
		if g.chance(50) {
			return ex{fmt.Sprintf("(%s %s %s)", a.s, op, g.divisor(b)), a.wide || b.wide}
		}
		// The quotient of the least number by -1 is out of range, and among unsigned operands -1 is the greatest
		// number. Both cases are excluded.
		return ex{fmt.Sprintf("(%s != 0 && %s != -1 ? %s %s %s : %s)", b.s, b.s, a.s, op, b.s, a.s), a.wide || b.wide}
	case 10, 11, 12:
		return ex{fmt.Sprintf("(%s %s %s)", a.s, pick(g, []string{"==", "!=", "<", "<=", ">", ">="}), sub().s), false}
	case 13, 14:
		return ex{fmt.Sprintf("(%s %s %s)", a.s, pick(g, []string{"&&", "||"}), sub().s), false}
	case 15:
		b, c := sub(), sub()
		return ex{fmt.Sprintf("(%s ? %s : %s)", a.s, b.s, c.s), b.wide || c.wide}
	case 16, 17:
		op := pick(g, []string{"-", "~", "!", "+"})
		return ex{fmt.Sprintf("(%s%s)", op, a.s), a.wide && op != "!"}
	case 18, 19:
		t := g.intType()
		return ex{fmt.Sprintf("(%s)%s", t.name, a.s), t.wide}
	}
	b := sub()
	return ex{fmt.Sprintf("(%s, %s)", a.s, b.s), b.wide}
}

// count returns a valid shift count for a left operand.
func (g *gen) count(wide bool) string {
	n := 31
	if wide {
		n = 63
	}
	if g.chance(50) {
		return fmt.Sprint(g.n(n + 1))
	}
	return fmt.Sprintf("(%s & %d)", g.pure(1).s, n)
}

// divisor returns a positive number computed from b.
func (g *gen) divisor(b ex) string {
	if g.chance(40) {
		return fmt.Sprint(1 + g.n(20))
	}
	return fmt.Sprintf("((%s & %d) + 1)", b.s, []int{1, 7, 255}[g.n(3)])
}

func (g *gen) leaf() ex {
	switch g.n(12) {
	case 0, 1, 2:
		return g.literal()
	case 3:
		if g.chance(40) {
			return g.sizeof()
		}
	case 4:
		if ps := g.vars(func(v *variable) bool { return v.t.kind == kPointer }); len(ps) > 0 {
			return g.pointerTest(pick(g, ps))
		}
	case 5:
		if g.chance(30) {
			return ex{fmt.Sprintf("\"whet\\xf0\"[(unsigned int)%s %% 6u]", g.pure(0).s), false}
		}
	}
	if p, ok := g.place(where{}); ok {
		return p.ex()
	}
	return g.literal()
}

// pointerTest returns an expression about a pointer that does not depend on addresses.
func (g *gen) pointerTest(p *variable) ex {
	if p.base != nil {
		switch g.n(3) {
		case 0:
			return ex{fmt.Sprintf("(%s - %s)", p.name, p.base.name), false}
		case 1:
			return ex{fmt.Sprintf("(%s >= %s + %d)", p.name, p.base.name, g.n(p.into+1)), false}
		}
		return ex{fmt.Sprintf("(%s == &%s[%d])", p.name, p.base.name, g.n(p.into)), false}
	}
	return ex{pick(g, []string{"(%s != 0)", "(!%s)", "(%s ? 3 : 4)", "(_Bool)%s"}), false}.with(p.name)
}

func (e ex) with(name string) ex {
	e.s = strings.Replace(e.s, "%s", name, 1)
	return e
}

// still returns an operand that no side effect can change.
func (g *gen) still() ex {
	vs := g.vars(func(v *variable) bool { return v.fixed && v.t.kind == kInt })
	if len(vs) > 0 && g.chance(60) {
		v := pick(g, vs)
		return ex{v.name, v.t.wide}
	}
	return g.literal()
}

// effect returns an expression with side effects. A sequence point lies between any two of the side effects, and
// between each side effect and every read of an object that it may change.
func (g *gen) effect(depth int) ex {
	if depth <= 0 {
		return g.action()
	}
	sub := func() ex {
		if g.chance(50) {
			return g.pure(depth)
		}
		return g.effect(depth - 1)
	}
	switch g.n(11) {
	case 0, 1:
		return ex{fmt.Sprintf("(%s %s %s)", g.effect(depth-1).s, pick(g, []string{"&&", "||"}), sub().s), false}
	case 2:
		return ex{fmt.Sprintf("(%s %s %s)", sub().s, pick(g, []string{"&&", "||"}), g.effect(depth-1).s), false}
	case 3:
		a, b, c := sub(), g.effect(depth-1), sub()
		return ex{fmt.Sprintf("(%s ? %s : %s)", a.s, b.s, c.s), b.wide || c.wide}
	case 4:
		b := sub()
		return ex{fmt.Sprintf("(%s, %s)", g.effect(depth-1).s, b.s), b.wide}
	case 5, 6:
		a, b := g.effect(depth-1), g.still()
		op := pick(g, []string{"+", "-", "*", "&", "|", "^", "==", "<"})
		wide := (a.wide || b.wide) && op != "==" && op != "<"
		if g.chance(50) {
			a, b = b, a
		}
		return ex{fmt.Sprintf("(%s %s %s)", a.s, op, b.s), wide}
	case 7:
		a := g.effect(depth - 1)
		op := pick(g, []string{"-", "~", "!"})
		return ex{fmt.Sprintf("(%s%s)", op, a.s), a.wide && op != "!"}
	case 8:
		t := g.intType()
		return ex{fmt.Sprintf("(%s)%s", t.name, g.effect(depth-1).s), t.wide}
	case 9:
		// An assignment is not sequenced after the side effects of its right-hand side, except side effects of a
		// call. The place is the same, whatever the function does.
		if p, ok := g.place(where{write: true, still: true}); ok {
			if c, ok := g.callInt(); ok {
				return ex{fmt.Sprintf("(%s = %s)", p.s, c.s), p.ex().wide}
			}
		}
	}
	return g.action()
}

// action returns an expression with one side effect.
func (g *gen) action() ex {
	if g.chance(35) {
		if e, ok := g.callInt(); ok {
			return e
		}
	}
	p, ok := g.place(where{write: true})
	if !ok {
		return g.pure(2)
	}
	return ex{"(" + g.assignment(p) + ")", p.ex().wide}
}

// assignment returns an expression that changes p, without parentheses around it.
func (g *gen) assignment(p place) string {
	e := g.pure(2)
	switch g.n(12) {
	case 0, 1:
		return p.s + pick(g, []string{"++", "--"})
	case 2:
		return pick(g, []string{"++", "--"}) + p.s
	case 3, 4, 5:
		return fmt.Sprintf("%s %s= %s", p.s, pick(g, []string{"+", "-", "*", "&", "|", "^"}), e.s)
	case 6:
		return fmt.Sprintf("%s %s= %s", p.s, pick(g, []string{"<<", ">>"}), g.count(p.ex().wide))
	case 7:
		return fmt.Sprintf("%s %s= %s", p.s, pick(g, []string{"/", "%"}), g.divisor(e))
	}
	return fmt.Sprintf("%s = %s", p.s, e.s)
}
