package small

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Random programs with few inputs.

// Version is the version of the generator. A seed and a version determine a program; a change of the program for a
// seed increases the version.
const Version = 7

// Program is a random program, with places where it shows values.
type Program struct {
	Seed  uint64
	Parts []string // the names of the idioms in the program
	Text  string   // the text, with calls of SEE and ALL
	Sees  int      // number of places where the program shows values
	// Truth is the verdict, "safe" or "unsafe", of programs that state their claim by contract; "" for all others.
	Truth string
	// Restarts says that functions run before main: each run has to start the process anew.
	Restarts bool
	Only     string // the data model, if the program is for one only
}

// builder is the state of the generator of one program.
type builder struct {
	r        *rand.Rand
	p        *Program
	includes []string
	protos   map[string]bool
	top      strings.Builder // the text at file scope
	other    strings.Builder // the text at file scope of the second file
	body     *strings.Builder
	indent   int
	ints     []string // variables of type int in scope
	floats   []string // variables of a floating type in scope
	names    int
	leaves   int // number of leaves of the tree of inputs, at most
}

// MaxLeaves is the largest number of input vectors of a program.
const MaxLeaves = 64

// The helpers of the generator in package fuzz again. As methods of a shared type they would be exported, and make
// each line of a generator longer.

func (b *builder) n(k int) int         { return b.r.IntN(k) }
func (b *builder) chance(pct int) bool { return b.r.IntN(100) < pct }

func pick[T any](b *builder, xs []T) T { return xs[b.n(len(xs))] }

func (b *builder) name(prefix string) string {
	b.names++
	return fmt.Sprintf("%s%d", prefix, b.names)
}

func (b *builder) line(format string, args ...any) {
	b.body.WriteString(strings.Repeat("  ", b.indent))
	fmt.Fprintf(b.body, format, args...)
	b.body.WriteByte('\n')
}

// New returns the program of a seed.
func New(seed uint64) *Program {
	return special(seed, func(b *builder) {
		if b.chance(6) {
			b.contract()
			return
		}
		if b.chance(17) {
			b.float()
			return
		}
		for range 1 + b.n(3) {
			b.input()
		}
		for range 1 + b.n(3) {
			b.part()
		}
		b.see(b.sum())
	})
}

// special returns a program that write makes.
func special(seed uint64, write func(b *builder)) *Program {
	b := &builder{r: rand.New(rand.NewPCG(seed, Version)), p: &Program{Seed: seed}, protos: map[string]bool{}, indent: 1, leaves: 1}
	b.body = &strings.Builder{}
	write(b)
	b.finish()
	return b.p
}

// Of returns a program made of one idiom, for tests.
func Of(name string, seed uint64) *Program {
	return special(seed, func(b *builder) {
		b.input()
		for _, list := range [][]idiom{idioms, floats} {
			for i := range list {
				if list[i].name == name {
					b.place(&list[i])
				}
			}
		}
		b.see(b.sum())
	})
}

// Names lists all idioms.
func Names() []string {
	var out []string
	for _, d := range slices.Concat(idioms, floats) {
		out = append(out, d.name)
	}
	return out
}

// leave marks where the program ends on inputs outside of their range.
const leave = "@leave"

// finish puts the program together.
func (b *builder) finish() {
	var out strings.Builder
	for _, s := range b.includes {
		out.WriteString(s + "\n")
	}
	out.WriteString("extern void reach_error(void);\nextern void __VERIFIER_assume(int);\n")
	for _, in := range inputs {
		if b.protos[in.name] {
			fmt.Fprintf(&out, "extern %s __VERIFIER_nondet_%s(void);\n", in.c, in.name)
		}
	}
	for _, c := range []string{"float", "double"} {
		if b.protos[c] {
			fmt.Fprintf(&out, "extern %s __VERIFIER_nondet_%[1]s(void);\n", c)
		}
	}
	out.WriteString(b.top.String())
	out.WriteString("int main(void) {\n")
	out.WriteString(b.body.String())
	out.WriteString("  return 0;\n}\n")
	if b.other.Len() > 0 {
		out.WriteString(secondFile + b.other.String())
	}
	b.p.Restarts = Restarts(out.String())
	// If functions run after main, a claim may be about them: runs on other inputs must not reach them.
	end := "return 0;"
	if strings.Contains(out.String(), "destructor") || strings.Contains(out.String(), ".fini_array") {
		end = "__VERIFIER_assume(0);"
	}
	b.p.Text = strings.ReplaceAll(out.String(), leave, end)
}

// A program of two files is one text: the second file comes after a separator line. For compilers it is one file with
// the same meaning: lines that both files have are comments in the second part.
const (
	secondFile = "//FILE\n"
	bothFiles  = "//BOTH "
)

// Split returns the files of a program.
func Split(text string) []string {
	first, second, ok := strings.Cut(text, secondFile)
	if !ok {
		return []string{text}
	}
	return []string{first, strings.ReplaceAll(second, bothFiles, "")}
}

func (b *builder) include(line string) {
	for _, s := range b.includes {
		if s == line {
			return
		}
	}
	b.includes = append(b.includes, line)
}

// inputs are the input functions.
var inputs = []struct {
	name, c   string
	low, high int64 // the least and the greatest value that it may return
}{
	{"bool", "_Bool", 0, 1},
	{"int", "int", -1 << 31, 1<<31 - 1},
	{"uint", "unsigned int", 0, 1<<32 - 1},
	{"char", "char", -128, 127},
	{"uchar", "unsigned char", 0, 255},
	{"short", "short", -1 << 15, 1<<15 - 1},
	{"ushort", "unsigned short", 0, 1<<16 - 1},
	{"long", "long", -1 << 31, 1<<31 - 1},
	{"longlong", "long long", -1 << 62, 1 << 62},
}

// input declares an int input, unless the program has too many already.
func (b *builder) input() {
	in := pick(b, inputs)
	v := b.name("x")
	width := 2 << b.n(2)
	if in.name == "bool" {
		width = 2
	}
	if b.leaves*width > MaxLeaves {
		return
	}
	b.leaves *= width
	b.protos[in.name] = true
	low := int64(0)
	switch k := b.n(6); {
	case in.name == "bool":
	case k == 0:
		low = max(in.low, -int64(b.n(width)))
	case k == 1: // next to the least number
		low = in.low
	case k == 2: // or the greatest number
		low = in.high - int64(width) + 1
	case k == 3:
		low = min(int64(b.n(300)), in.high-int64(width)+1)
	}
	high := low + int64(width) - 1
	call := fmt.Sprintf("__VERIFIER_nondet_%s(/* %d..%d */)", in.name, low, high)
	switch {
	case in.name == "bool" || low == 0 && b.chance(40):
		if width > 2 || in.name != "bool" {
			call = fmt.Sprintf("(%s & %d)", call, width-1)
		}
		b.line("int %s = (int)%s;", v, call)
	default:
		y := b.name("y")
		b.line("%s %s = %s;", in.c, y, call)
		cond := fmt.Sprintf("%s >= %s && %s <= %s", y, number(low), y, number(high))
		if b.chance(50) {
			b.line("__VERIFIER_assume(%s);", cond)
		} else {
			b.line("if (!(%s)) %s", cond, leave)
		}
		b.line("int %s = (int)%s;", v, y)
	}
	b.ints = append(b.ints, v)
}

// number writes a number in a form whose type can represent it.
func number(x int64) string {
	switch {
	case x == -1<<63:
		return "(-9223372036854775807LL - 1)"
	case x == -1<<31:
		return "(-2147483647 - 1)"
	case x < -1<<31 || x > 1<<31-1:
		return fmt.Sprintf("%dLL", x)
	}
	return fmt.Sprint(x)
}

// see adds a place that shows a value.
func (b *builder) see(e string) {
	b.line("SEE(%d, %s);", b.p.Sees, e)
	b.p.Sees++
}

// sum returns an expression that depends on the latest ints.
func (b *builder) sum() string {
	k := len(b.ints)
	switch {
	case k == 1 || b.chance(50):
		return b.ints[k-1]
	case b.chance(50):
		return fmt.Sprintf("%s %s %s", b.ints[k-1], pick(b, []string{"+", "-", "^", "* 3 +"}), b.ints[k-2])
	}
	return strings.Join(b.ints, " + ")
}

// e returns an int expression over the ints in scope.
func (b *builder) e() string {
	if len(b.ints) == 0 {
		return fmt.Sprint(b.n(9))
	}
	v := pick(b, b.ints)
	switch b.n(14) {
	case 0:
		return fmt.Sprint(b.n(9))
	case 1:
		return fmt.Sprintf("(%s + %d)", v, b.n(9))
	case 2:
		return fmt.Sprintf("(%s ^ %s)", v, pick(b, b.ints))
	case 3:
		return fmt.Sprintf("(%s - %s)", v, pick(b, b.ints))
	case 4:
		return fmt.Sprintf("(%s * %d)", v, 2+b.n(5))
	case 5:
		return fmt.Sprintf("(%s & %d)", v, 1+b.n(15))
	case 6:
		return fmt.Sprintf("(%s %s %s)", v, pick(b, []string{"<", "==", ">="}), pick(b, b.ints))
	case 7:
		return fmt.Sprintf("(%s ? %s : %d)", v, pick(b, b.ints), b.n(9))
	case 8:
		return fmt.Sprintf("(-%s)", v)
	}
	return v
}

// cond returns a condition.
func (b *builder) cond() string {
	switch b.n(4) {
	case 0:
		return fmt.Sprintf("(%s == %s)", b.e(), b.e())
	case 1:
		return fmt.Sprintf("((%s & 1) == %d)", b.e(), b.n(2))
	case 2:
		return fmt.Sprintf("(%s > %d)", b.e(), b.n(5)-1)
	}
	return b.e()
}

// Restarts reports whether functions run before main, so that each run has to start the process anew.
func Restarts(text string) bool {
	return strings.Contains(text, "constructor") || strings.Contains(text, ".init_array")
}
