package oracle

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// A function without a body gets one that returns any value of its type and changes nothing: this is one of the
// possible behaviours of code outside of the program. gcc lists the types (-aux-info), so that the verifier's front
// end is not involved.

// declared matches the prototypes that gcc has written: "extern int foo (char *, ...)".
var declared = regexp.MustCompile(`(?m)^/\* (.*):\d+:[NOI]([CF]) \*/ (?:extern|static) (.*?[ *])(\w+) (\(.*\));`)

// A prototype is the type of a function of a file.
type prototype struct {
	result string // the type of the result
	params string // the parameters, in parentheses
	body   bool
}

// prototypes reads gcc's list.
func prototypes(file string) map[string]prototype {
	text, _ := os.ReadFile(file)
	out := map[string]prototype{}
	for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
		p := prototype{strings.TrimSpace(m[3]), m[5], m[2] == "F"}
		if old := out[m[4]]; !old.body {
			out[m[4]] = p
		}
	}
	return out
}

var (
	attributed = regexp.MustCompile(`__attribute__|_Noreturn|\bnoreturn\b|\[\[`)
	cannotEnd  = regexp.MustCompile(`\b_?_?[Nn]oreturn\b`)
)

// returning returns the text of a body for an undefined function. text is the preprocessed program: if it declares
// the function not to return, the run ends there. why is not empty if there is no suitable body.
func returning(name string, p prototype, text string) (body, why string) {
	for _, m := range regexp.MustCompile(`[^;{}]*\b`+regexp.QuoteMeta(name)+`\s*\([^;{}]*;`).FindAllString(text, -1) {
		switch {
		case cannotEnd.MatchString(m):
			return fmt.Sprintf("void oracle_of_%s(void) __asm__(\"%s\");\nvoid oracle_of_%[1]s(void) { oracle_discard(); }\n", name, name), ""
		case attributed.MatchString(strings.ReplaceAll(m, "__attribute__ ((__nothrow__ , __leaf__))", "")):
			return "", "a function without a body and with attributes: " + name
		}
	}
	if strings.Contains(p.result, "(") {
		return "", "a function without a body that returns a function: " + name
	}
	head := fmt.Sprintf("%s oracle_of_%s(void) __asm__(\"%s\");\n%[1]s oracle_of_%[2]s(void)", p.result, name, name)
	if p.result == "void" {
		return head + " { }\n", ""
	}
	drawn := "__typeof__(oracle_of_" + name + "())"
	if name == "__VERIFIER_nondet_bool" { // also if a program calls it without a declaration, as a function that returns int
		drawn = "_Bool"
	}
	return head + " { " + drawn + " v; ORACLE_DRAW(v); return v; }\n", ""
}

// prelude comes before such bodies.
const prelude = `
void oracle_draw(void *, int, int);
int oracle_below(int);
void oracle_discard(void);
#define ORACLE_DRAW(v) oracle_draw((void *)&(v), sizeof (v), __builtin_types_compatible_p(__typeof__(v), _Bool) ? 'b' : \
  __builtin_classify_type(v) == 8 ? 'f' : __builtin_classify_type(v) <= 4 ? 'i' : 0)
`

// split splits parameters at the commas between them.
func split(params string) []string {
	params = strings.TrimSuffix(strings.TrimPrefix(params, "("), ")")
	var out []string
	depth, from := 0, 0
	for i, c := range params + "," {
		switch {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ',' && depth == 0:
			out = append(out, strings.TrimSpace(params[from:i]))
			from = i + 1
		}
	}
	return out
}

// named matches a parameter of a definition, which gcc lists with its name.
var named = regexp.MustCompile(`^(.*[ *])\w+$`)

// driver returns a main that calls the entry function with values of its parameters' types. Pointers lead to an
// object of their type, or are null if rule allows it.
func driver(name string, p prototype, rule string) (text, why string) {
	count := "1"
	if n, ok := strings.CutPrefix(rule, "array:"); ok {
		count = n
	}
	null := slices.Contains([]string{"", "null", "shared"}, rule)
	var b strings.Builder
	var args []string
	b.WriteString("#undef main\nint main(void) {\n")
	for i, t := range split(p.params) {
		switch {
		case t == "void":
			continue
		case strings.ContainsAny(t, "(.") || strings.Contains(t, "/*"):
			return "", "an entry function with parameters of other types"
		}
		t = strings.TrimSpace(named.ReplaceAllString(t, "$1"))
		a := fmt.Sprintf("oracle_a%d", i)
		args = append(args, a)
		fmt.Fprintf(&b, "  %s %s;\n", strings.TrimPrefix(t, "const "), a)
		target, pointer := strings.CutSuffix(t, "*")
		target = strings.TrimSpace(strings.ReplaceAll(target, "const", ""))
		switch {
		case pointer && target == "void" && null:
			fmt.Fprintf(&b, "  %s = 0;\n", a)
		case pointer && target == "void":
			return "", "an entry function with parameters of other types"
		case pointer:
			fmt.Fprintf(&b, "  static %s oracle_o%d[%s];\n", target, i, count)
			fmt.Fprintf(&b, "  for (int i = 0; i < %s; i++) ORACLE_DRAW(oracle_o%d[i]);\n  %s = oracle_o%[2]d;\n", count, i, a)
			if null {
				fmt.Fprintf(&b, "  if (oracle_below(4) == 0) %s = 0;\n", a)
			}
		default:
			fmt.Fprintf(&b, "  ORACLE_DRAW(%s);\n", a)
		}
	}
	fmt.Fprintf(&b, "  %s(%s);\n  return 0;\n}\n", name, strings.Join(args, ", "))
	return b.String(), ""
}
