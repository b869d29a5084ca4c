package script

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Random scripts.

// Version is the version of the generator. A seed and a version determine a script.
const Version = 2

// Script is a random script.
type Script struct {
	Seed         uint64
	Logic        string
	Declarations string
	Names        []string // all declared names, except sorts
	Assertions   []string
}

// logic describes the sorts and operators of a logic.
type logic struct {
	name  string
	sorts []string // the sorts of variables
	uf    bool
}

const (
	arrayInt = "(Array Int Int)"
	arrayBV  = "(Array (_ BitVec 4) (_ BitVec 4))"
	arrayU   = "(Array U V)"
)

var logics = []logic{
	{"QF_UF", []string{"Bool", "U", "U"}, true},
	{"QF_LIA", []string{"Bool", "Int", "Int"}, false},
	{"QF_LRA", []string{"Bool", "Real", "Real"}, false},
	{"QF_LIRA", []string{"Int", "Real"}, false},
	{"QF_UFLIA", []string{"Bool", "Int", "Int", "U"}, true},
	{"QF_UFLRA", []string{"Bool", "Real", "U"}, true},
	{"QF_AX", []string{"U", "V", arrayU, arrayU}, false},
	{"QF_ALIA", []string{"Int", "Int", arrayInt, arrayInt}, false},
	{"QF_AUFLIA", []string{"Int", arrayInt, "U"}, true},
	{"QF_BV", []string{"Bool", "(_ BitVec 4)", "(_ BitVec 4)", "(_ BitVec 8)"}, false},
	{"QF_ABV", []string{"(_ BitVec 4)", "(_ BitVec 4)", arrayBV}, false},
	{"QF_UFBV", []string{"(_ BitVec 4)", "(_ BitVec 4)", "U"}, true},
	{"QF_AUFBV", []string{"(_ BitVec 4)", arrayBV, "U"}, true},
	{"ALL", []string{"Bool", "Int", "Real", "U", arrayInt, "(_ BitVec 4)"}, true},
}

var allLogics = slices.Concat(logics, floatLogics)

type gen struct {
	r     *rand.Rand
	l     *logic
	vars  map[string][]string // by sort: the variables
	funs  []fun
	sorts []string // without repetitions
	left  int      // the number of nodes that may still be made
}

type fun struct {
	name   string
	params []string
	result string
}

func (g *gen) n(k int) int { return g.r.IntN(k) }

func pick[T any](g *gen, xs []T) T { return xs[g.n(len(xs))] }

// New returns the script of a seed.
func New(seed uint64) *Script { return of(seed, allLogics) }

// Floating returns the script of a seed, with floating point.
func Floating(seed uint64) *Script { return of(seed, floatLogics) }

func of(seed uint64, logics []logic) *Script {
	g := &gen{r: rand.New(rand.NewPCG(seed, Version)), vars: map[string][]string{}}
	g.l = &logics[g.n(len(logics))]
	s := &Script{Seed: seed, Logic: g.l.name}
	var d strings.Builder
	for _, sort := range []string{"U", "V"} {
		for _, t := range g.l.sorts {
			if t == sort || t == arrayU {
				fmt.Fprintf(&d, "(declare-sort %s 0)\n", sort)
				break
			}
		}
	}
	for i, sort := range g.l.sorts {
		if len(g.vars[sort]) == 0 {
			g.sorts = append(g.sorts, sort)
		}
		for k := range 1 + g.n(3) {
			name := fmt.Sprintf("%c%d", "abcdefgh"[i], k)
			g.vars[sort] = append(g.vars[sort], name)
			s.Names = append(s.Names, name)
			fmt.Fprintf(&d, "(declare-fun %s () %s)\n", name, sort)
		}
	}
	if g.l.uf {
		for i := range 1 + g.n(3) {
			f := fun{name: fmt.Sprintf("k%d", i), result: pick(g, g.sorts)}
			for range 1 + g.n(2) {
				f.params = append(f.params, pick(g, g.sorts))
			}
			g.funs = append(g.funs, f)
			s.Names = append(s.Names, f.name)
			fmt.Fprintf(&d, "(declare-fun %s (%s) %s)\n", f.name, strings.Join(f.params, " "), f.result)
		}
	}
	s.Declarations = d.String()
	depth := 2 + g.n(3)
	for range 2 + g.n(6) {
		g.left = 30
		a := g.term("Bool", depth)
		if g.n(12) == 0 {
			a = fmt.Sprintf("(let ((l0 %s)) (and l0 (or l0 %s)))", g.term("Bool", 1), a)
		}
		s.Assertions = append(s.Assertions, a)
	}
	return s
}

// term returns a term of the given sort.
func (g *gen) term(sort string, depth int) string {
	g.left--
	if depth <= 0 || g.left < 0 || sort != "Bool" && g.n(4) == 0 {
		return g.leaf(sort)
	}
	sub := func(t string) string { return g.term(t, depth-1) }
	if g.n(14) == 0 {
		return fmt.Sprintf("(ite %s %s %s)", sub("Bool"), sub(sort), sub(sort))
	}
	if len(g.funs) > 0 && g.n(3) == 0 {
		if f := pick(g, g.funs); f.result == sort {
			var as []string
			for _, p := range f.params {
				as = append(as, sub(p))
			}
			return fmt.Sprintf("(%s %s)", f.name, strings.Join(as, " "))
		}
	}
	if s := g.read(sort, sub); s != "" {
		return s
	}
	op := func(ops string) string { return pick(g, strings.Fields(ops)) }
	switch sort {
	case "Bool":
		return g.formula(sub, op)
	case "Int":
		return g.integer(sub, op)
	case "Real":
		if len(g.vars[tiny]) > 0 && g.n(2) == 0 {
			return g.floatReal(sub)
		}
		switch g.n(7) {
		case 0:
			return fmt.Sprintf("(* %s %s)", g.real(), sub("Real"))
		case 1:
			return fmt.Sprintf("(- %s)", sub("Real"))
		case 2:
			return fmt.Sprintf("(/ %s %d.0)", sub("Real"), 1+g.n(5))
		case 3:
			if len(g.vars["Int"]) > 0 {
				return fmt.Sprintf("(to_real %s)", sub("Int"))
			}
		}
		return fmt.Sprintf("(%s %s %s)", op("+ -"), sub("Real"), sub("Real"))
	case arrayInt:
		return fmt.Sprintf("(store %s %s %s)", sub(sort), sub("Int"), sub("Int"))
	case arrayBV:
		return fmt.Sprintf("(store %s %s %s)", sub(sort), sub("(_ BitVec 4)"), sub("(_ BitVec 4)"))
	case arrayU:
		return fmt.Sprintf("(store %s %s %s)", sub(sort), sub("U"), sub("V"))
	case arrayFP:
		return fmt.Sprintf("(store %s %s %s)", sub(sort), sub("(_ BitVec 4)"), sub(tiny))
	case "(_ BitVec 4)", "(_ BitVec 8)":
		if s := g.floatBits(sort, sub); s != "" {
			return s
		}
		return g.bits(sort, sub, op)
	case tiny, small, half:
		return g.float(sort, sub, op)
	}
	return g.leaf(sort)
}

// read returns a read of an array, or "".
func (g *gen) read(sort string, sub func(string) string) string {
	for _, a := range [][3]string{{arrayInt, "Int", "Int"}, {arrayBV, "(_ BitVec 4)", "(_ BitVec 4)"}, {arrayU, "U", "V"}, {arrayFP, "(_ BitVec 4)", tiny}} {
		if a[2] == sort && len(g.vars[a[0]]) > 0 && g.n(2) == 0 {
			return fmt.Sprintf("(select %s %s)", sub(a[0]), sub(a[1]))
		}
	}
	return ""
}

func (g *gen) formula(sub func(string) string, op func(string) string) string {
	switch g.n(10) {
	case 0:
		return fmt.Sprintf("(not %s)", sub("Bool"))
	case 1, 2:
		return fmt.Sprintf("(%s %s %s)", op("and or or => xor ="), sub("Bool"), sub("Bool"))
	case 3:
		return fmt.Sprintf("(%s %s %s %s)", op("and or"), sub("Bool"), sub("Bool"), sub("Bool"))
	}
	t := pick(g, g.sorts)
	switch {
	case t == "Bool":
		return fmt.Sprintf("(%s %s %s)", op("or and"), sub("Bool"), sub("Bool"))
	case (t == "Int" || t == "Real") && g.n(4) > 0:
		return fmt.Sprintf("(%s %s %s)", op("< <= > >="), sub(t), sub(t))
	case t == "Int" && g.n(8) == 0:
		return fmt.Sprintf("((_ divisible %d) %s)", 2+g.n(3), sub(t))
	case t == "Real" && len(g.vars["Int"]) > 0 && g.n(6) == 0:
		return fmt.Sprintf("(is_int %s)", sub(t))
	case strings.HasPrefix(t, "(_ F"):
		return g.floatFormula(t, sub, op)
	case strings.HasPrefix(t, "(_") && g.n(3) > 0:
		return fmt.Sprintf("(%s %s %s)", op("bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge"), sub(t), sub(t))
	case g.n(8) == 0:
		return fmt.Sprintf("(distinct %s %s %s)", sub(t), sub(t), sub(t))
	}
	return fmt.Sprintf("(= %s %s)", sub(t), sub(t))
}

func (g *gen) integer(sub func(string) string, op func(string) string) string {
	switch g.n(9) {
	case 0:
		return fmt.Sprintf("(* %s %s)", g.int(), sub("Int"))
	case 1:
		return fmt.Sprintf("(- %s)", sub("Int"))
	case 2:
		return fmt.Sprintf("(%s %s %s)", op("div mod"), sub("Int"), pick(g, []string{"2", "3", "5", "(- 2)", "7"}))
	case 3:
		if g.n(3) == 0 {
			return fmt.Sprintf("(abs %s)", sub("Int"))
		}
	case 4:
		if len(g.vars["Real"]) > 0 {
			return fmt.Sprintf("(to_int %s)", sub("Real"))
		}
	case 5:
		if len(g.vars["(_ BitVec 4)"]) > 0 {
			return fmt.Sprintf("(bv2nat %s)", sub("(_ BitVec 4)"))
		}
	}
	return fmt.Sprintf("(%s %s %s)", op("+ + -"), sub("Int"), sub("Int"))
}

func (g *gen) bits(sort string, sub func(string) string, op func(string) string) string {
	wide := sort == "(_ BitVec 8)"
	switch k := g.n(12); {
	case k == 0:
		return fmt.Sprintf("(%s %s)", op("bvnot bvneg"), sub(sort))
	case k == 1 && wide:
		return fmt.Sprintf("(concat %s %s)", sub("(_ BitVec 4)"), sub("(_ BitVec 4)"))
	case k == 2 && wide:
		return fmt.Sprintf("((_ %s 4) %s)", op("zero_extend sign_extend"), sub("(_ BitVec 4)"))
	case k == 3 && wide:
		return fmt.Sprintf("((_ repeat 2) %s)", sub("(_ BitVec 4)"))
	case k <= 2 && !wide && len(g.vars["(_ BitVec 8)"]) > 0:
		low := g.n(5)
		return fmt.Sprintf("((_ extract %d %d) %s)", low+3, low, sub("(_ BitVec 8)"))
	case k == 4:
		return fmt.Sprintf("((_ %s %d) %s)", op("rotate_left rotate_right"), g.n(4), sub(sort))
	case k == 5 && !wide && len(g.vars["Int"]) > 0:
		return fmt.Sprintf("((_ int2bv 4) %s)", sub("Int"))
	case k == 6:
		return fmt.Sprintf("(%s %s %s)", op("bvudiv bvurem bvsdiv bvsrem bvsmod"), sub(sort), sub(sort))
	case k == 7:
		return fmt.Sprintf("(%s %s %s)", op("bvshl bvlshr bvashr"), sub(sort), sub(sort))
	case k == 8:
		return fmt.Sprintf("(%s %s %s)", op("bvnand bvnor bvxnor"), sub(sort), sub(sort))
	}
	return fmt.Sprintf("(%s %s %s)", op("bvadd bvsub bvmul bvand bvor bvxor"), sub(sort), sub(sort))
}

func (g *gen) int() string {
	k := g.n(9) - 3
	if g.n(10) == 0 {
		k *= 37
	}
	if k < 0 {
		return fmt.Sprintf("(- %d)", -k)
	}
	return fmt.Sprint(k)
}

func (g *gen) real() string {
	return pick(g, []string{"0.0", "1.0", "2.0", "0.5", "(- 1.0)", "3.25", "(- 0.75)", "(/ 1.0 3.0)"})
}

// leaf returns a variable or a constant of the sort.
func (g *gen) leaf(sort string) string {
	if vs := g.vars[sort]; len(vs) > 0 && g.n(4) > 0 {
		return pick(g, vs)
	}
	switch sort {
	case "Int":
		return g.int()
	case "Real":
		return g.real()
	case "Bool":
		if len(g.vars[sort]) == 0 { // a comparison is more interesting than a constant
			t := pick(g, g.sorts)
			return fmt.Sprintf("(= %s %s)", g.leaf(t), g.leaf(t))
		}
		return pick(g, []string{"true", "false"})
	case "(_ BitVec 4)":
		return fmt.Sprintf("#x%x", g.n(16))
	case "(_ BitVec 8)":
		return fmt.Sprintf("#b%08b", g.n(256))
	case tiny, small, half:
		return g.floatLeaf(sort)
	case modeSort:
		return pick(g, strings.Fields("RNE RNA RTP RTN RTZ"))
	case arrayInt:
		if g.n(20) == 0 {
			return fmt.Sprintf("((as const %s) %s)", arrayInt, g.int())
		}
	}
	if len(g.vars[sort]) == 0 {
		return g.term(sort, 0)
	}
	return g.vars[sort][0]
}

// Named returns the assertions as commands, with names A0, A1, …
func (s *Script) Named() string {
	var b strings.Builder
	for i, a := range s.Assertions {
		fmt.Fprintf(&b, "(assert (! %s :named A%d))\n", a, i)
	}
	return b.String()
}
