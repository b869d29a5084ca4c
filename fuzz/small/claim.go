package small

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// Claims about programs.

// Seen are the values that a place has shown in all runs.
type Seen map[int64]bool

// A Claim is the program with claims in place of the places that show values, as a verifier reads it.
type Claim struct {
	Text  string
	Truth string // "safe" or "unsafe"
	Quant bool   // claims about all cells of an array
}

var (
	seeLine = regexp.MustCompile(`SEE\((\d+), (.*?)\);`)
	allLine = regexp.MustCompile(`ALL\((\d+), (\w+), ([^,]*), ([^,]*), (.*?)\);`)
)

// Claim makes a claim about one place, rarely two. seen has the values of the places. The same number gives the same
// claim.
func (p *Program) Claim(number uint64, seen []Seen) Claim {
	if p.Truth != "" {
		return Claim{Text: p.Text, Truth: p.Truth}
	}
	r := rand.New(rand.NewPCG(p.Seed, number<<8|Version))
	c := Claim{Truth: "safe"}
	unsafe := number%2 == 0
	chosen := map[int]bool{p.Sees - 1: true}
	if p.Sees > 1 && r.IntN(3) == 0 {
		chosen = map[int]bool{r.IntN(p.Sees): true}
	}
	var out strings.Builder
	prelude := "" // for an assertion that is a function
	for line := range strings.Lines(p.Text) {
		line = musts(line, func(i int) {
			if seen[i][0] {
				c.Truth = "unsafe"
			}
		})
		if m := allLine.FindStringSubmatchIndex(line); m != nil {
			g := func(i int) string { return line[m[2*i]:m[2*i+1]] }
			i := atoi(g(1))
			repl := ";"
			if c.Quant = true; seen[i][0] {
				c.Truth = "unsafe"
			}
			repl = fmt.Sprintf("//@ assert \\forall integer %s; %s <= %[1]s < %[3]s ==> %[4]s;\n;", g(2), g(3), g(4), g(5))
			out.WriteString(line[:m[0]] + repl + line[m[1]:])
			continue
		}
		m := seeLine.FindStringSubmatchIndex(line)
		if m == nil {
			out.WriteString(line)
			continue
		}
		i, e := atoi(line[m[2]:m[3]]), line[m[4]:m[5]]
		repl := ""
		switch {
		case chosen[i]:
			cond, fails := condition(r, e, seen[i], unsafe)
			if fails {
				c.Truth = "unsafe"
			}
			switch r.IntN(5) {
			case 0:
				prelude = "void __VERIFIER_assert(int c) { if (!c) reach_error(); }\n"
				repl = fmt.Sprintf("__VERIFIER_assert(!(%s));", cond)
			case 1:
				repl = fmt.Sprintf("if (!(%s)) ; else { reach_error(); }", cond)
			default:
				repl = fmt.Sprintf("if (%s) reach_error();", cond)
			}
		case r.IntN(2) == 0:
			repl = fmt.Sprintf("(void)(%s);", e)
		default:
			repl = ";"
		}
		out.WriteString(line[:m[0]] + repl + line[m[1]:])
	}
	text := out.String()
	if prelude != "" {
		const after = "extern void reach_error(void);\n"
		text = strings.Replace(text, after, after+prelude, 1)
	}
	c.Text = text
	return c
}

// musts removes the places MUST(i, condition); from a line, since an annotation states the condition there. It calls
// each with their numbers.
func musts(line string, each func(i int)) string {
	for {
		at := strings.Index(line, "MUST(")
		if at < 0 {
			return line
		}
		end, depth := at+len("MUST("), 1
		for ; depth > 0; end++ {
			switch line[end] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		number, _, _ := strings.Cut(line[at+len("MUST("):], ",")
		each(atoi(number))
		line = line[:at] + line[end:]
	}
}

func atoi(s string) int {
	n := 0
	for _, c := range s {
		n = 10*n + int(c-'0')
	}
	return n
}

// condition returns a condition about e, which has the seen values. If unsafe is set, some run makes it true;
// otherwise no run does, but it is close to true. fails reports whether some run makes it true: a program may never
// reach the place.
func condition(r *rand.Rand, e string, seen Seen, unsafe bool) (cond string, fails bool) {
	var vs []int64
	for v := range seen {
		vs = append(vs, v)
	}
	slices.Sort(vs)
	if len(vs) == 0 {
		return "1", false
	}
	lit := func(v int64) string { return number(v) }
	least, most := vs[0], vs[len(vs)-1]
	v := vs[r.IntN(len(vs))]
	switch k := r.IntN(5); {
	case unsafe && k == 0:
		return fmt.Sprintf("(%s) >= %s", e, lit(most)), true
	case unsafe && k == 1:
		return fmt.Sprintf("(%s) <= %s", e, lit(least)), true
	case unsafe && k == 2 && len(vs) > 1 && len(vs) <= 6: // all but one are excluded
		return others(e, vs, v), true
	case unsafe:
		return fmt.Sprintf("(%s) == %s", e, lit(v)), true
	case k == 0 && most < 1<<62:
		return fmt.Sprintf("(%s) > %s", e, lit(most)), false
	case k == 1 && least > -1<<62:
		return fmt.Sprintf("(%s) < %s", e, lit(least)), false
	case k <= 3 && len(vs) <= 6:
		return others(e, vs, most+1), false
	}
	near := v
	for seen[near] {
		if near += 1; r.IntN(2) == 0 {
			near = v - int64(r.IntN(300))
		}
	}
	return fmt.Sprintf("(%s) == %s", e, number(near)), false
}

// others returns the condition that e differs from all values except but.
func others(e string, vs []int64, but int64) string {
	var cs []string
	for _, v := range vs {
		if v != but {
			cs = append(cs, fmt.Sprintf("(%s) != %s", e, number(v)))
		}
	}
	return strings.Join(cs, " && ")
}
