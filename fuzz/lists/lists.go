package lists

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// Random programs over linked structures.

// Version is the version of the generator; a change of the program for a seed increases it.
const Version = 1

// A Program is a random program.
type Program struct {
	Seed  uint64
	Parts []string // the structure of the lists, the operations, and the fault
	Fault string   // the name of the planted fault; "" in a program without a fault
	Text  string   // the program with few inputs
	Open  string   // the program with inputs that are not limited
}

// Uninitialised is the name of the faults in which a pointer in a node is not initialised. Sanitizers see only some of
// its uses.
const Uninitialised = "uninitialised pointer"

// New returns the program of a seed. Every third program has no fault.
func New(seed uint64) *Program {
	var g *generator
	for turn := uint64(0); ; turn++ {
		g = generate(seed, turn, nil)
		if p := g.program(); g.adds && p.Open != p.Text {
			break
		}
	}
	if seed%3 == 0 || len(g.sites) == 0 {
		return g.program()
	}
	// Each name of a fault is as likely as the others.
	r := rand.New(rand.NewPCG(seed, Version<<8|1))
	var faults []string
	for _, s := range g.sites {
		faults = append(faults, s.fault())
	}
	slices.Sort(faults)
	fault := pick(r, slices.Compact(faults)...)
	var list []site
	for _, s := range g.sites {
		if s.fault() == fault {
			list = append(list, s)
		}
	}
	planted := pick(r, list...)
	return generate(seed, g.turn, &planted).program()
}

// Faults lists the names of all faults.
func Faults() []string {
	out := []string{danglingKept, neverFreed}
	add := func(text string) {
		for _, m := range fault.FindAllString(choice.ReplaceAllString(text, ""), -1) {
			for _, bad := range alternatives(m, "⟦⟧")[1:] {
				name, _, _ := strings.Cut(bad, ":")
				out = append(out, site{name: name}.fault())
			}
		}
	}
	for _, o := range slices.Concat(chains, rings, trees) {
		add(o.text)
	}
	for _, f := range recursions {
		add(f.text + f.call)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// maxLeaves is the largest number of input vectors of a program: fewer than in package small, since the search for
// leaks at the end of a run takes time.
const maxLeaves = 32

// Faults of the steps of a program.
const (
	danglingKept = "dangling second pointer"
	neverFreed   = "never freed"
)

// generator is the state of the generator of one program.
type generator struct {
	seed, turn uint64 // turn: how many programs of the seed insert nothing, or have no input
	r          *rand.Rand
	s          structure
	operations []operation
	lists      []*list
	top, body  strings.Builder
	functions  map[string]string // names of functions, by operation and form
	parts      []string
	counts     map[string]int // numbers of names, by their prefixes
	values     []string       // variables of type int in scope
	leaves     int            // the largest number of input vectors
	rounds     int            // in a loop: the greatest number of rounds, else 0
	inside     bool           // inside of a loop or under a condition
	adds       bool           // something is inserted

	expansions int
	sites      []site
	planted    *site
}

func (g *generator) chance(pct int) bool { return g.r.IntN(100) < pct }

func pick[T any](r *rand.Rand, xs ...T) T { return xs[r.IntN(len(xs))] }

func (g *generator) name(prefix string) string {
	g.counts[prefix]++
	return fmt.Sprintf("%s%d", prefix, g.counts[prefix])
}

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.body, format+"\n", args...)
}

// generate makes a program, with the planted fault if there is one. The fault has no influence on random choices.
func generate(seed, turn uint64, planted *site) *generator {
	g := &generator{
		seed: seed, turn: turn, r: rand.New(rand.NewPCG(seed, Version<<16|turn)), planted: planted,
		functions: map[string]string{}, counts: map[string]int{}, leaves: 1,
	}
	// Most programs have one list and few steps, and most of these plain chains, so that a verifier can decide all checks.
	few := g.chance(65)
	g.structure(few && g.chance(60))
	g.parts = append(g.parts, "list: "+g.s.String())
	g.top.WriteString(g.types())
	for _, o := range [][]operation{chains, rings, trees}[g.s.family] {
		if o.fits(&g.s) {
			g.operations = append(g.operations, o)
		}
	}
	for range pick(g.r, 1, 2, 2, 3) {
		if few && len(g.lists) == 1 {
			break
		}
		l := &list{name: g.name("a"), end: g.name("z"), sorted: true}
		g.lists = append(g.lists, l)
		g.declare(l)
	}
	g.line("int s1 = 0;")
	for i, l := range g.lists {
		if i == 0 || g.chance(60) {
			g.fill(l)
		}
	}
	steps := 2 + g.r.IntN(4)
	if few {
		steps = g.r.IntN(3)
	}
	for range steps {
		g.step()
	}
	g.end()
	return g
}

// fill inserts into a list.
func (g *generator) fill(l *list) {
	var inserts []operation
	for _, o := range g.operations {
		if strings.HasPrefix(o.name, "insert") {
			inserts = append(inserts, o)
		}
	}
	o := pick(g.r, inserts...)
	if g.chance(15) {
		g.apply(&o, l)
		return
	}
	g.loop(func() { g.apply(&o, l) })
}

// step makes a random step.
func (g *generator) step() {
	switch k := g.r.IntN(20); {
	case k < 8:
		g.any()
	case k < 11:
		if !g.spend(2) {
			g.any()
			return
		}
		g.line("if (IN(1)) {")
		g.nested(0, g.any)
		g.line("}")
	case k < 15:
		g.loop(g.any)
	case k < 18:
		g.menu()
	default:
		g.kept()
	}
}

// nested writes lines inside of a loop with so many rounds, or under a condition.
func (g *generator) nested(rounds int, write func()) {
	values, outer, inside := slices.Clone(g.values), g.rounds, g.inside
	g.rounds, g.inside = max(rounds, g.rounds), true
	write()
	g.values, g.rounds, g.inside = values, outer, inside
}

// spend reports whether another input with so many values is possible here, and counts it.
func (g *generator) spend(width int) bool {
	times := width
	for range g.rounds - 1 {
		times *= width
	}
	if g.leaves*times > maxLeaves {
		return false
	}
	g.leaves *= times
	return true
}

// loop makes a loop. The number of its rounds comes from an input, or is constant.
func (g *generator) loop(body func()) {
	i := g.name("i")
	most := 3
	// an input in the body has a value in each round
	switch k := g.r.IntN(10); {
	case g.rounds > 0 || k < 2 || g.leaves*16 > maxLeaves:
		most = 2 + g.r.IntN(2)
		g.line("for (int %s = 0; %s < %s; %s++) {", i, i, g.limit(most), i)
	case k < 4 && g.spend(4):
		g.line("for (int %s = 0; MORE(%s); %s++) {", i, i, i)
	case k < 6 && g.spend(4):
		n := g.name("n")
		g.line("int %s = IN(3);", n)
		g.line("for (int %s = %s; %s > 0; %s--) {", i, n, i, i)
	case k < 7 && g.spend(4):
		n := g.name("n")
		g.line("int %s = IN(3), %s = 0;", n, i)
		g.line("while (%s < %s) {", i, n)
		g.nested(most, func() {
			g.values = append(g.values, i)
			body()
		})
		g.line("%s++;", i)
		g.line("}")
		return
	default:
		if g.spend(4) {
			n := g.name("n")
			g.line("int %s = IN(3);", n)
			g.values = append(g.values, n)
			g.line("for (int %s = 0; %s < %s; %s++) {", i, i, n, i)
		} else {
			most = 2
			g.line("for (int %s = 0; %s < %d; %s++) {", i, i, most, i)
		}
	}
	g.nested(most, func() {
		g.values = append(g.values, i)
		body()
		if g.chance(15) {
			g.any()
		}
	})
	g.line("}")
}

// limit returns a limit for the rounds of a loop without an input for them. Open programs may have none.
func (g *generator) limit(most int) string {
	if g.chance(70) {
		return fmt.Sprintf("LIMIT(%d)", most)
	}
	return fmt.Sprint(most)
}

// menu makes a loop in which an input chooses among operations.
func (g *generator) menu() {
	width, most := 2, 2+g.r.IntN(2)
	if g.leaves == 1 {
		width, most = 4, 2
	}
	i := g.name("i")
	before := g.rounds
	g.rounds = max(1, g.rounds) * most
	ok := g.spend(width)
	g.rounds = before
	if !ok {
		g.loop(g.any)
		return
	}
	g.line("for (int %s = 0; %s < %s; %s++) {", i, i, g.limit(most), i)
	g.line("switch (IN(%d)) {", width-1)
	g.nested(most, func() {
		g.values = append(g.values, i)
		for k := range width {
			if k == width-1 {
				g.line("default:")
			} else {
				g.line("case %d:", k)
			}
			values := slices.Clone(g.values)
			g.line("{")
			g.any()
			g.line("}")
			g.line("break;")
			g.values = values
		}
	})
	g.line("}")
	g.line("}")
}

// any makes a random operation on random lists.
func (g *generator) any() {
	for {
		o := pick(g.r, g.operations...)
		l := pick(g.r, g.lists...)
		switch {
		case o.two && len(g.lists) == 1:
		case o.order == needs && (!l.sorted || g.rounds > 0): // what follows in a loop precedes it in the next round
		case strings.HasPrefix(o.name, "free") && g.chance(60):
		case g.s.family == tree && g.chance(40):
			g.recursive(&recursions[g.r.IntN(len(recursions))], l)
			return
		default:
			g.apply(&o, l)
			return
		}
	}
}

// value returns an expression for the value of an operation, without side effects.
func (g *generator) value() string {
	switch k := g.r.IntN(10); {
	case k < 3:
		return fmt.Sprint(g.r.IntN(4))
	case k < 7 && len(g.values) > 0:
		return pick(g.r, g.values...)
	case k < 8 && len(g.values) > 0:
		return fmt.Sprintf("%d - %s", 1+g.r.IntN(3), pick(g.r, g.values...))
	}
	width := pick(g.r, 2, 2, 4)
	if !g.spend(width) {
		return fmt.Sprint(g.r.IntN(3))
	}
	x := g.name("x")
	g.line("int %s = IN(%d);", x, width-1)
	g.values = append(g.values, x)
	return x
}

// apply makes an operation on a list, inline or by a function.
func (g *generator) apply(o *operation, l *list) {
	g.parts = append(g.parts, "operation: "+o.name)
	var other *list
	if o.two {
		for other = l; other == l; {
			other = pick(g.r, g.lists...)
		}
	}
	g.adds = g.adds || strings.HasPrefix(o.name, "insert")
	l.follows(o.order, g.inside)
	if other != nil {
		other.sorted = other.sorted && l.sorted && o.order == keeps
	}
	x := ""
	if strings.Contains(o.text, "$x") {
		x = g.value()
	}
	if g.chance(40) {
		g.line("{")
		if !regexp.MustCompile(`^\w*$`).MatchString(x) {
			g.line("int x = %s;", x)
			x = "x"
		}
		g.body.WriteString(g.expand(o.name, o.text, g.inline(l, other).with(names{"$x": x, "$R": "s1"})))
		g.line("}")
		return
	}
	g.call(o, l, other, x)
}

// follows says what an operation does to the order of the list. maybe: it is not made in all runs, or more than once.
func (l *list) follows(o order, maybe bool) {
	switch {
	case o == breaks:
		l.sorted = false
	case o == sorts && !maybe:
		l.sorted = true
	}
}

// call makes an operation by a function. It writes the function unless the program has it already.
func (g *generator) call(o *operation, l, other *list, x string) {
	var parameters, arguments []string
	n := names{"$x": "x", "$R": "r"}
	// of a list that is one pointer, a function may return the new head
	single := g.s.family == chain && !g.s.record && !g.s.tail || g.s.family == tree
	returns := single && !o.result && g.chance(40)
	direct := g.s.static && g.chance(30) // it has no parameter for the list
	key := fmt.Sprint(o.name, returns, direct)
	if direct {
		n = g.inline(l, other).with(n)
		key += l.name
		if other != nil {
			key += other.name
		}
		returns = false
	} else {
		p, a, m := g.parameter(l, false, returns || single && o.result)
		parameters, arguments, n = append(parameters, p), append(arguments, a), n.with(m)
		if other != nil {
			p, a, m := g.parameter(other, true, false)
			parameters, arguments, n = append(parameters, p), append(arguments, a), n.with(m)
		}
	}
	if x != "" {
		parameters, arguments = append(parameters, "int x"), append(arguments, x)
	}
	f, known := g.functions[key]
	if !known {
		f = g.name(strings.Fields(o.name)[0])
		g.functions[key] = f
		kind, first, last := "void ", "", ""
		switch {
		case o.result:
			kind, first, last = "int ", "int r = 0;\n", "return r;\n"
		case returns:
			kind, last = "struct node1 *", "return list;\n"
		}
		text := g.expand(o.name, o.text, n)
		fmt.Fprintf(&g.top, "\nstatic %s%s(%s)\n{\n%s%s%s}\n", kind, f, cmp.Or(strings.Join(parameters, ", "), "void"), first, text, last)
	}
	call := fmt.Sprintf("%s(%s);", f, strings.Join(arguments, ", "))
	switch {
	case o.result:
		call = "s1 += " + call
	case returns:
		call = l.name + " = " + call
	}
	g.line("%s", call)
}

// recursive calls a recursive function on a tree.
func (g *generator) recursive(f *recursion, l *list) {
	g.parts = append(g.parts, "operation: "+f.name)
	if _, known := g.functions[f.name]; !known {
		g.functions[f.name] = f.name
		g.top.WriteString("\n" + g.expand(f.name, f.text, nil))
	}
	g.adds = g.adds || strings.HasPrefix(f.name, "insert")
	x := ""
	if strings.Contains(f.call, "$x") {
		x = g.value()
	}
	g.body.WriteString(g.expand(f.name, f.call, g.inline(l, nil).with(names{"$x": x, "$R": "s1"})))
}

// kept keeps a second pointer to a node, makes another operation, and uses the pointer if the operation left the node
// alone, or if that is the fault.
func (g *generator) kept() {
	l := pick(g.r, g.lists...)
	n := g.inline(l, nil)
	k := g.name("k")
	first := map[family]string{chain: "$H", tree: "$H", ring: "($H->next != $H ? $H->next : NULL)"}[g.s.family]
	if g.s.tail && g.chance(50) {
		first = "$L"
	}
	g.line("struct node1 *%s = %s;", k, strings.TrimSpace(g.expand("keep", first, n)))
	if g.s.family != tree && g.chance(40) {
		g.line("if (%s != NULL%s)", k, map[bool]string{true: " && " + k + "->next != NULL"}[g.s.family == chain])
		g.line("%s = %[1]s->next;", k)
		if g.s.family == ring {
			g.line("if (%s == %s)", k, n["$H"])
			g.line("%s = NULL;", k)
		}
	}
	var list []operation
	for _, o := range g.operations {
		if !o.result && (!o.two || len(g.lists) > 1) {
			list = append(list, o)
		}
	}
	o := pick(g.r, list...)
	g.apply(&o, l)
	frees := strings.Contains(o.text, "free(")
	g.expansions++
	if !frees || g.site("keep", danglingKept, g.expansions) {
		g.line("if (%s != NULL)", k)
		g.line("s1 += %s->v;", k)
	} else {
		g.line("%s = NULL;", k)
		g.line("s1 += %s == NULL;", k)
	}
}

// end frees the lists.
func (g *generator) end() {
	var frees []operation
	for _, o := range g.operations {
		if strings.HasPrefix(o.name, "free") {
			frees = append(frees, o)
		}
	}
	for _, l := range g.lists {
		if g.s.static && g.chance(30) {
			continue // blocks to which static objects lead are no leaks
		}
		g.expansions++
		if !g.site("end", neverFreed, g.expansions) {
			if o := pick(g.r, frees...); g.s.family != tree || g.chance(50) {
				g.apply(&o, l)
			} else {
				g.recursive(&recursions[0], l)
			}
		}
		if g.s.heap {
			g.line("free(%s);", l.name)
		}
	}
	g.line("return s1 == 99;")
}

// Inputs and limits in the text of a generator.
var (
	in    = regexp.MustCompile(`IN\((\d+)\)`)
	more  = regexp.MustCompile(`MORE\((\w+)\)`)
	limit = regexp.MustCompile(`LIMIT\((\d+)\)`)
)

// program puts the program together.
func (g *generator) program() *Program {
	slices.Sort(g.parts)
	p := &Program{Seed: g.seed, Parts: slices.Compact(g.parts)}
	if g.planted != nil {
		p.Fault = g.planted.fault()
		p.Parts = append(p.Parts, "fault: "+p.Fault, "faulty: "+g.planted.of)
	}
	text := indent("#include <stdlib.h>\nextern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n\n" +
		g.top.String() + "\nint main(void)\n{\n" + g.body.String() + "}\n")
	few := in.ReplaceAllString(text, "(__VERIFIER_nondet_int(/* 0..$1 */) & $1)")
	few = more.ReplaceAllString(few, "$1 < 3 && (__VERIFIER_nondet_int(/* 0..1 */) & 1)")
	p.Text = limit.ReplaceAllString(few, "$1")
	any := in.ReplaceAllString(text, "__VERIFIER_nondet_int(/* 0..$1 */)")
	any = more.ReplaceAllString(any, "__VERIFIER_nondet_int(/* 0..1 */)")
	p.Open = limit.ReplaceAllString(any, "__VERIFIER_nondet_int()")
	return p
}
