package fuzz

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Program, and the state of its generator.

// Options direct Program. The zero value gives a small program with all parts of C.
type Options struct {
	Size int // roughly the number of statements in a function; 0: 8
	// Scalars leaves out pointers, aggregates and memory, for engines that cannot handle them.
	Scalars bool
	// Few makes programs for brute force (package fuzz/brute): with at most four bits of input, read where no loop or
	// call repeats it, and with lines SEE(i, expression); in place of errors.
	Few bool
}

// Program returns the text of a C program that depends only on the arguments.
func Program(seed uint64, opt Options) string {
	if opt.Size == 0 {
		opt.Size = 8
	}
	g := &gen{r: rand.New(rand.NewPCG(seed, 1)), opt: opt, mult: 1}
	g.program()
	return g.out.String()
}

// gen is the state of the generator. Text is written to out in order; types and prototypes are made before they are
// needed.
type gen struct {
	r      *rand.Rand
	opt    Options
	out    strings.Builder
	indent int
	names  int // number of names made so far

	records []*ctype
	enums   []enum
	funcs   []*function
	scopes  [][]*variable // scopes[0]: globals

	fn                *function // the current function
	mult              int       // greatest number of times that one call reaches the current place
	loops             int       // number of loops around the current place
	nest              int       // number of indexes around the current place
	sees, bits        int       // with Options.Few: the number of places that show a value, and of bits of input
	break_, continue_ bool
}

type enum struct {
	tag    string
	consts []string
}

// A variable is an object that expressions may use.
type variable struct {
	name  string
	t     *ctype
	depth int  // the index of the variable's scope
	fixed bool // nothing assigns to it: a loop counter or a constant
	// addr is set if its address may be taken. Other variables are changed only by assignments to their names.
	addr bool
	// For pointers, into is the number of elements from the one pointed to (1: a single object), and base is the array
	// in which an element pointer moves.
	into int
	base *variable
}

type function struct {
	name   string
	ret    *ctype // nil: void
	params []*variable
	cost   int
	sig    string
	// bounded: the first parameter bounds the depth of the recursion, and must be small.
	bounded bool
}

// Limits on the estimated number of executed statements: of one call of a function, and of the program.
const (
	maxCost     = 2000
	maxMainCost = 20000
)

func (g *gen) n(k int) int         { return g.r.IntN(k) }
func (g *gen) chance(pct int) bool { return g.r.IntN(100) < pct }

func pick[T any](g *gen, xs []T) T { return xs[g.n(len(xs))] }

func (g *gen) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *gen) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

// open and shut write braces around a block and its scope.
func (g *gen) open(format string, args ...any) {
	g.line("%s", strings.TrimSpace(fmt.Sprintf(format, args...)+" {"))
	g.indent++
	g.scopes = append(g.scopes, nil)
}

func (g *gen) shut(tail string) {
	g.scopes = g.scopes[:len(g.scopes)-1]
	g.indent--
	g.line("}%s", tail)
}

func (g *gen) declare(v *variable) *variable {
	v.depth = len(g.scopes) - 1
	g.scopes[v.depth] = append(g.scopes[v.depth], v)
	return v
}

// vars lists the visible variables that ok accepts.
func (g *gen) vars(ok func(v *variable) bool) []*variable {
	var vs []*variable
	for _, s := range g.scopes {
		for _, v := range s {
			if ok(v) {
				vs = append(vs, v)
			}
		}
	}
	return vs
}

const prelude = `#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static unsigned int chk = 1;
static void mix(unsigned long long x) { chk = chk * 31u + (unsigned int)(x ^ (x >> 32)); }
`

func (g *gen) program() {
	g.out.WriteString(prelude)
	g.scopes = [][]*variable{nil}
	for range 1 + g.n(2) {
		g.enum()
	}
	if !g.opt.Scalars {
		for range 1 + g.n(3) {
			g.record()
		}
		g.line("struct node { int val; struct node *next; };")
	}
	for range 2 + g.n(5) {
		g.global()
	}
	for range 1 + g.n(4) {
		g.function()
	}
	if g.chance(40) {
		g.recursive()
	}
	g.main()
}

func (g *gen) enum() {
	e := enum{tag: g.name("e")}
	var items []string
	for range 2 + g.n(3) {
		c := g.name("C")
		e.consts = append(e.consts, c)
		if g.chance(40) {
			c += fmt.Sprintf(" = %d", g.n(300)-100)
		}
		items = append(items, c)
	}
	g.line("enum %s { %s };", e.tag, strings.Join(items, ", "))
	g.enums = append(g.enums, e)
}

// global declares a variable with static storage.
func (g *gen) global() {
	t := g.objectType()
	v := &variable{name: g.name("g"), t: t, addr: true}
	quals := pick(g, []string{"", "", "static ", "volatile ", "static volatile "})
	if t.kind == kRecord || t.kind == kArray {
		quals = strings.Replace(quals, "volatile ", "", 1)
	}
	if g.chance(25) {
		g.line("%s%s;", quals, t.decl(v.name))
	} else {
		g.line("%s%s = %s;", quals, t.decl(v.name), g.constInit(t))
	}
	// A volatile object must not be reached through a pointer to a non-volatile type.
	v.addr = !strings.Contains(quals, "volatile")
	g.declare(v)
	if !g.opt.Scalars && v.addr && g.chance(30) {
		if p := g.pointerTo(v); p != nil {
			g.line("%s = %s;", p.t.decl(p.name), p.init)
			g.declare(&p.variable)
		}
	}
}

func (g *gen) main() {
	g.fn = &function{name: "main", ret: tInt}
	g.mult = 1
	g.open("int main(void)")
	for range g.opt.Size {
		g.stmt(3)
	}
	for _, f := range g.funcs {
		if g.fn.cost+f.cost < maxMainCost {
			g.callStmt(f)
		}
	}
	for _, v := range g.scopes[0] {
		g.mixAll(v)
	}
	if g.opt.Few {
		g.line("SEE(%d, (int)(chk %% 61u));", g.sees)
	} else {
		g.line("if (chk %% %du == %du) reach_error();", 5+g.n(4), g.n(5))
	}
	g.line("return (unsigned char)chk;")
	g.shut("")
}

// mixAll adds all numbers in a variable to the checksum. Pointers have no value on which two implementations agree.
func (g *gen) mixAll(v *variable) {
	g.mixPath(v.name, v.t)
}

func (g *gen) mixPath(path string, t *ctype) {
	switch t.kind {
	case kInt:
		g.line("mix(%s);", path)
	case kArray:
		i := g.name("i")
		g.line("for (int %s = 0; %s < %d; %s++) {", i, i, t.n, i)
		g.indent++
		g.mixPath(path+"["+i+"]", t.elem)
		g.indent--
		g.line("}")
	case kRecord:
		for _, f := range t.fields {
			g.mixPath(path+"."+f.name, f.t)
			if t.union {
				break
			}
		}
	}
}
