package read

import (
	"fmt"
	"math/rand"
	"os/exec"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/parse"
)

// The types of expressions and the values of constant ones are compared with gcc's, on random
// expressions: both compilers evaluate _Generic selections and static initialisers.

const probeDecls = `
enum e { E0, E1 = 7 };
enum n { N0 = -1, N1 };
enum l { L0 = 0x80000000 };
typedef enum { P0, P1 = 200 } __attribute__((packed)) pe;
enum pn { Q0 = -1, Q1 = 200 } __attribute__((packed)) qe;
pe pp;
struct b {
	unsigned u1 : 1, u31 : 31, u32 : 32;
	int i1 : 1, i31 : 31, i32 : 32;
	unsigned char c3 : 3;
	_Bool o : 1;
	enum e e3 : 3;
	unsigned long l20 : 20;
} b;
_Bool o; char c; signed char sc; unsigned char uc; short s; unsigned short us; int i; unsigned u;
long l; unsigned long ul; long long ll; unsigned long long ull; float f; double d; long double ld;
enum e e; enum n n; enum l el;
int *pi; const char *pc; void *pv; struct b *pb; int ai[3]; char ac[3][5]; int fn(int);
`

var probeLeaves = []string{
	"o", "c", "sc", "uc", "s", "us", "i", "u", "l", "ul", "ll", "ull", "f", "d", "ld", "e", "n", "el",
	"b.u1", "b.u31", "b.u32", "b.i1", "b.i31", "b.i32", "b.c3", "b.o", "b.e3", "b.l20", "E1", "N0", "L0",
	"1", "1u", "1l", "1ul", "1ll", "1ull", "2147483648", "0x80000000", "0xffffffffffffffff", "'a'", "1.0", "1.0f", "1.0l",
	"sizeof(int)", "*pi", "*pc", "pb->u31", "ai[1]", "ac[1][2]", "fn(1)", "(pi - pi)",
}

var probeIntLeaves = []string{
	"o", "c", "sc", "uc", "s", "us", "i", "u", "l", "ul", "ll", "ull", "e", "n", "el",
	"b.u1", "b.u31", "b.u32", "b.i1", "b.i32", "b.c3", "b.o", "b.e3", "b.l20", "E1", "N0", "'a'", "1", "3000000000", "1ul",
}

func typeProbe(r *rand.Rand, depth int, ints bool) string {
	leaves := probeLeaves
	if ints {
		leaves = probeIntLeaves
	}
	if depth == 0 || r.Intn(5) == 0 {
		return leaves[r.Intn(len(leaves))]
	}
	sub := func(ints bool) string { return typeProbe(r, depth-1, ints) }
	switch r.Intn(13) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", sub(true), []string{"%", "&", "|", "^", "<<", ">>"}[r.Intn(6)], sub(true))
	case 1:
		return fmt.Sprintf("(%s %s %s)", sub(ints), []string{"<", "==", "&&", "||", ">="}[r.Intn(5)], sub(ints))
	case 2:
		return fmt.Sprintf("(~%s)", sub(true))
	case 3:
		return fmt.Sprintf("(%s %s)", []string{"-", "+", "!"}[r.Intn(3)], sub(ints))
	case 4, 5:
		return fmt.Sprintf("(%s ? %s : %s)", sub(ints), sub(ints), sub(ints))
	case 6:
		return fmt.Sprintf("(%s, %s)", sub(ints), sub(ints))
	case 7:
		lv := []string{"o", "c", "us", "i", "ul", "e", "b.u31", "b.c3"}[r.Intn(8)]
		return fmt.Sprintf("(%s %s %s)", lv, []string{"=", "+=", "<<=", "|="}[r.Intn(4)], sub(true))
	case 8:
		t := []string{"char", "unsigned short", "long", "enum n", "_Bool", "unsigned long long"}[r.Intn(6)]
		return fmt.Sprintf("((%s)%s)", t, sub(ints))
	}
	return fmt.Sprintf("(%s %s %s)", sub(ints), []string{"+", "-", "*", "/"}[r.Intn(4)], sub(ints))
}

const genericArms = `_Bool: 1, char: 2, signed char: 3, unsigned char: 4, short: 5, unsigned short: 6, int: 7, unsigned: 8,
 long: 9, unsigned long: 10, long long: 11, unsigned long long: 12, float: 13, double: 14, long double: 15,
 int *: 16, const char *: 17, char *: 18, void *: 19, const void *: 20, struct b *: 21, int (*)(int): 22, const int *: 23, char (*)[5]: 24, int (*)[3]: 25, default: 99`

// pointerProbes are expressions whose rules are their own.
var pointerProbes = []string{
	"ai", "&ai", "ac", "fn", "&fn", "*fn", "&*pi", "pi + 1", "1 + pi", "ai + i", "1 ? pi : 0", "0 ? 0 : pc", "1 ? pv : pi", "1 ? pi : pv",
	"1 ? (void *)0 : pi", "1 ? pc : (char *)0", "1 ? (const void *)pv : pi", "pb", "&b", "(0, ai)", "pi++", "--pi", "pi += 2",
	"\"abc\"", "&\"abc\"[1]", "*ac", "&*ac[0]", "&ac[1]", "o++", "++c", "us--", "b.u31++ + 0", "f++", "(char)1", "+(char)1", "-E1", "(enum n)1",
	"sizeof ai", "_Alignof(int)", "_Alignof(long long)", "__alignof__(double)", "sizeof *fn", "sizeof(*&fn)", "sizeof(char[_Alignof(long long)])", "sizeof(char[__alignof__(long long)])", "sizeof pp", "sizeof qe", "pp + 0", "qe + 0u", "1 ?: 2u", "c ?: 1", "(const int)i", "({ i; })", "({ ai; })", "({ c; })", "i == u", "!pi", "pi && 1",
	"c << ul", "uc >> 1", "1 << 1ll", "'\\377'", "L'a'", "u'a'", "U'a'", "u'a' + U'\\x41' + u8\"a\"[0]", "sizeof u\"abc\"", "sizeof U\"abc\" \"d\"", "sizeof L\"abc\" L\"d\"", "sizeof u8\"abc\"", "*u\"abc\" + u\"a\" u\"b\"[1]", "pi - ai", "(char *)pi", "__builtin_expect(c, 1)",
	"1.5f + c", "f * d", "ld - ull", "(float)1", "&fn == fn", "ll + ul", "u + l", "0x7fffffffffffffff",
}

func TestTypesAgainstGCC(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed")
	}
	for _, m := range []lang.DataModel{lang.LP64, lang.ILP32} {
		t.Run(m.String(), func(t *testing.T) {
			r := rand.New(rand.NewSource(3))
			probes := append([]string{}, pointerProbes...)
			for range 1500 {
				probes = append(probes, typeProbe(r, 3, false))
			}
			var body strings.Builder
			body.WriteString(probeDecls + "int main(void) {\n")
			for i, p := range probes {
				if i >= len(pointerProbes) {
					p = "+" + p // gcc's types of bit-fields themselves are its own
				}
				fmt.Fprintf(&body, "static const int t%d = _Generic((%s), %s);\nstatic const int z%d = sizeof(%s);\n", i, p, genericArms, i, p)
			}
			text := body.String() + "return 0; }\n"
			ours := statics(t, text, m)
			// gcc drops static locals that nobody uses, unless they are marked.
			marked := strings.ReplaceAll(text, "static const int", "static __attribute__((used)) const int")
			gccs := compileData(t, gcc, m, marked)
			bad := 0
			for i, p := range probes {
				for _, k := range []string{"t", "z"} {
					name := fmt.Sprintf("%s%d", k, i)
					want := gccs.local(name)
					if got := ours[name]; got != want && bad < 15 {
						t.Errorf("%s of %s: %d, gcc %d", map[string]string{"t": "type", "z": "size"}[k], p, got, want)
						bad++
					}
				}
			}
		})
	}
}

// local finds a static local, whose symbol has a number behind its name.
func (im *elfImage) local(name string) int64 {
	if _, ok := im.data[name]; ok {
		return im.num(name)
	}
	if im.byBase == nil {
		im.byBase = map[string]string{}
		for n := range im.data {
			if b, _, ok := strings.Cut(n, "."); ok {
				im.byBase[b] = n
			}
		}
	}
	v := im.num(im.byBase[name])
	return int64(int32(v))
}

// statics reads a program and returns the values of its integer constants.
func statics(t *testing.T, text string, m lang.DataModel) map[string]int64 {
	t.Helper()
	u, err := LoadBytes("probe.c", []byte(text), Options{Model: m})
	if err != nil {
		t.Fatal(err)
	}
	if err := Check(u); err != nil {
		t.Fatal(err)
	}
	c := newChecker(parse.NewSources(Options{Model: m}), u)
	out := map[string]int64{}
	for _, o := range u.Objects {
		if o.Init == nil || len(o.Init.Items) != 1 || o.Init.Items[0].Val == nil || !o.Type.IsInteger() {
			continue
		}
		v, ok := c.constInt(o.Init.Items[0].Val)
		if !ok {
			t.Errorf("%s is not constant: %s", o.Name, lang.ExprString(o.Init.Items[0].Val))
			continue
		}
		out[o.Name], _ = v.Wrap(64, true).Int64()
	}
	return out
}

// constProbe writes a random integer constant expression without undefined behaviour other than
// overflow.
func constProbe(r *rand.Rand, depth int) string {
	if depth == 0 || r.Intn(6) == 0 {
		return []string{"0", "1", "-1", "127", "128", "255", "256", "32767", "65535", "2147483647", "2147483648", "4294967295", "0x80000000",
			"0xffffffff", "0x7fffffffffffffff", "0xffffffffffffffff", "1u", "3000000000u", "5l", "7ul", "-9ll", "11ull", "'x'", "'\\xff'", "E1", "N0", "L0", "sizeof(long)"}[r.Intn(28)]
	}
	sub := func() string { return constProbe(r, depth-1) }
	switch r.Intn(9) {
	case 0:
		return fmt.Sprintf("(%s %s (%s & 15))", sub(), []string{"<<", ">>"}[r.Intn(2)], sub())
	case 1:
		return fmt.Sprintf("(%s %s ((%s & 1023) + 1))", sub(), []string{"/", "%"}[r.Intn(2)], sub())
	case 2:
		return fmt.Sprintf("(%s %s %s)", sub(), []string{"<", "<=", ">", ">=", "==", "!="}[r.Intn(6)], sub())
	case 3:
		return fmt.Sprintf("(%s %s)", []string{"-", "~", "!", "+"}[r.Intn(4)], sub())
	case 4:
		return fmt.Sprintf("(%s ? %s : %s)", sub(), sub(), sub())
	case 5:
		ts := []string{"char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long", "unsigned long long", "_Bool", "enum n", "enum e"}
		return fmt.Sprintf("((%s)%s)", ts[r.Intn(len(ts))], sub())
	case 6:
		return fmt.Sprintf("(%s %s %s)", sub(), []string{"&&", "||"}[r.Intn(2)], sub())
	case 7:
		return fmt.Sprintf("(%s %s %s)", sub(), []string{"&", "|", "^"}[r.Intn(3)], sub())
	}
	return fmt.Sprintf("(%s %s %s)", sub(), []string{"+", "-", "*"}[r.Intn(3)], sub())
}

func TestConstantsAgainstGCC(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed")
	}
	for _, m := range []lang.DataModel{lang.LP64, lang.ILP32} {
		t.Run(m.String(), func(t *testing.T) {
			r := rand.New(rand.NewSource(5))
			var b strings.Builder
			b.WriteString(probeDecls)
			var probes []string
			for i := range 1500 {
				p := constProbe(r, 4)
				probes = append(probes, p)
				fmt.Fprintf(&b, "long long v%d = %s;\n", i, p)
			}
			b.WriteString("int main(void) { return 0; }\n")
			ours := statics(t, b.String(), m)
			gccs := compileData(t, gcc, m, b.String())
			bad := 0
			for i, p := range probes {
				name := fmt.Sprintf("v%d", i)
				if got, want := ours[name], gccs.num(name); got != want && bad < 10 {
					t.Errorf("%s is %d, gcc %d", p, got, want)
					bad++
				}
			}
		})
	}
}
