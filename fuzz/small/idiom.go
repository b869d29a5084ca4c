package small

import (
	"fmt"
	"regexp"
	"strings"
)

// Idioms and their expansion.

// An idiom is a pattern of C, written as doc.go describes.
type idiom struct {
	name string // the name, in the form "area: what"
	text string
	only string // the only data model for which the idiom is; "" for all
	// same says that equal alternatives, or alternatives that begin with the same digit and a colon, are one choice
	// in the whole idiom, and so is @k. It is for an annotation and its meaning in C.
	same bool
}

// idioms are all idioms, in a fixed order.
var idioms []idiom

// part adds a random idiom.
func (b *builder) part() { b.place(&idioms[b.n(len(idioms))]) }

// place writes an idiom in one of several contexts: in a block, in a function, in a loop, under a condition.
func (b *builder) place(d *idiom) {
	b.p.Parts = append(b.p.Parts, d.name)
	if d.only != "" {
		b.p.Only = d.only
	}
	v := b.name("r")
	outer, floats := b.ints, b.floats
	switch k := b.n(10); {
	case k < 2: // in a separate function
		f, a1, a2 := b.name("f"), b.name("a"), b.name("a")
		body, indent := b.body, b.indent
		b.body, b.indent = &strings.Builder{}, 1
		b.ints, b.floats = []string{a1, a2}, nil
		b.line("int %s = 0;", v)
		b.block(d, v)
		b.line("return %s;", v)
		fmt.Fprintf(&b.top, "%sint %s(int %s, int %s) {\n%s}\n", pick(b, []string{"", "static ", "static "}), f, a1, a2, b.body)
		b.body, b.indent, b.ints, b.floats = body, indent, outer, floats
		switch b.n(4) {
		case 0:
			fp := b.name("fp")
			b.line("int (*%s)(int, int) = %s;", fp, f)
			b.line("int %s = %s(%s, %s);", v, fp, b.e(), b.e())
		case 1:
			b.line("int %s = %s(%s, %s);", v, f, b.e(), b.e())
			b.line("%s += 2 * %s(%s, %s);", v, f, v, b.e())
		default:
			b.line("int %s = %s(%s, %s);", v, f, b.e(), b.e())
		}
	case k == 2: // twice
		i := b.name("i")
		b.line("int %s = 0;", v)
		b.line("for (int %s = 0; %s < 2; %s++) {", i, i, i)
		b.indent++
		b.ints = append(append([]string(nil), outer...), i)
		b.block(d, v)
		b.indent--
		b.line("}")
	case k == 3: // on some inputs only
		b.line("int %s = %d;", v, b.n(5))
		b.line("if (%s) {", b.cond())
		b.indent++
		b.block(d, v)
		b.indent--
		b.line("}")
	default:
		b.line("int %s = 0;", v)
		b.block(d, v)
	}
	b.ints = append(append([]string(nil), outer...), v)
	if b.chance(25) {
		b.see(v)
	}
}

// block writes the idiom in braces, and assigns its value to v.
func (b *builder) block(d *idiom, v string) {
	b.line("{")
	b.indent++
	value := b.expand(d.text, d.same)
	op := "="
	if b.chance(15) {
		op = "+="
	}
	b.line("%s %s (int)(%s);", v, op, value)
	b.indent--
	b.line("}")
}

var marks = regexp.MustCompile(`\$[A-Za-z]+|@see\(|@must\(|ALL\(%|@[a-zA-Z2-9]|«[^»]*»`)

// types are the types for @T and @U.
var types = []string{"int", "unsigned int", "short", "unsigned short", "signed char", "unsigned char", "long", "long long", "int", "char"}

// expand writes the lines of an idiom's text, and returns its value.
func (b *builder) expand(text string, same bool) (value string) {
	names := map[string]string{}
	choice := map[string]int{} // alternatives, where equal ones are one choice
	fixed := map[string]string{
		"@n": fmt.Sprint(2 + b.n(4)), "@m": fmt.Sprint(2 + b.n(4)),
		"@T": pick(b, types), "@U": pick(b, types), "@F": pick(b, floating), "@G": pick(b, floating),
	}
	if same {
		fixed["@k"] = fmt.Sprint(b.n(10))
	}
	sub := func(line string) string {
		for range 3 { // alternatives may contain marks
			line = marks.ReplaceAllStringFunc(line, func(m string) string {
				switch {
				case m == "@must(":
					b.p.Sees++
					return fmt.Sprintf("MUST(%d, ", b.p.Sees-1)
				case strings.HasPrefix(m, "«") && same:
					key := m
					list := strings.Split(strings.ReplaceAll(strings.Trim(m, "«»"), "\\|", "\x00"), "|")
					if label, first, ok := strings.Cut(list[0], ":"); ok && len(label) == 1 {
						key, list[0] = label, first
					}
					if _, ok := choice[key]; !ok {
						choice[key] = b.n(len(list))
					}
					return strings.ReplaceAll(list[choice[key]], "\x00", "|")
				case strings.HasPrefix(m, "«"):
					m = strings.ReplaceAll(strings.Trim(m, "«»"), "\\|", "\x00")
					return strings.ReplaceAll(pick(b, strings.Split(m, "|")), "\x00", "|")
				case m[0] == '$':
					if names[m] == "" {
						names[m] = b.name(m[1:])
					}
					return names[m]
				case m == "ALL(%":
					b.p.Sees++
					return fmt.Sprintf("ALL(%d", b.p.Sees-1)
				case m == "@see(":
					b.p.Sees++
					return fmt.Sprintf("SEE(%d, ", b.p.Sees-1)
				case m == "@e":
					return b.e()
				case m == "@b":
					return b.cond()
				case m == "@f":
					return b.f(1 + b.n(2))
				case m == "@v":
					return pick(b, literals)
				case m == "@k" && !same || m == "@l":
					return fmt.Sprint(b.n(10))
				case fixed[m] != "":
					return fixed[m]
				case m[1] >= '2' && m[1] <= '9':
					return fmt.Sprintf("((unsigned int)%s %% %cu)", b.e(), m[1])
				}
				panic("small: no mark " + m)
			})
			if !marks.MatchString(line) {
				break
			}
		}
		return line
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "~") {
			if line = strings.TrimSpace(line[1:]); b.chance(50) {
				continue
			}
		}
		switch {
		case strings.TrimSpace(line) == "":
		case line[0] == '#':
			b.include(sub(line))
		case line[0] == '<': // for both files
			line = sub(strings.TrimSpace(line[1:]))
			b.top.WriteString(line + "\n")
			b.other.WriteString(bothFiles + line + "\n")
		case line[0] == '>':
			b.other.WriteString(sub(strings.TrimSpace(line[1:])) + "\n")
		case line[0] == '^':
			b.top.WriteString(sub(strings.TrimSpace(line[1:])) + "\n")
		case line[0] == '=':
			value = sub(strings.TrimSpace(line[1:]))
		default:
			b.line("%s", sub(line))
		}
	}
	return value
}
