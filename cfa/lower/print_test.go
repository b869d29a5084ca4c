package lower

import (
	"context"
	"fmt"
	"math/rand"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
)

// randomPrint is a call of snprintf with a random format of what is exact.
type randomPrint struct {
	format, args string
	room         int
}

// newRandomPrint makes a call. The arguments are read from variables, so that nothing is folded.
func newRandomPrint(r *rand.Rand) randomPrint {
	pick := func(list ...string) string { return list[r.Intn(len(list))] }
	p := randomPrint{room: []int{0, 1, 3, 6, 90, 90}[r.Intn(6)]}
	for range 1 + r.Intn(3) {
		verb := pick("d", "i", "u", "x", "X", "o", "s", "c", "%", "hhd", "hu", "lld", "llx", "zu", "ld", "jd", "tx")
		last := verb[len(verb)-1:]
		if last == "%" {
			p.format += pick("ab", "%%", "= ")
			continue
		}
		p.format += "%"
		for _, f := range [][2]string{{"-", "diuxXosc"}, {"0", "diuxXo"}, {"+", "di"}, {" ", "di"}, {"#", "xXo"}} {
			if strings.Contains(f[1], last) && r.Intn(4) == 0 {
				p.format += f[0]
			}
		}
		width := pick("", "", "3", "9", "*")
		precision := ""
		if last != "c" {
			precision = pick("", "", "", ".0", ".2", ".6", ".*", ".")
		}
		if width == "*" {
			p.args += ", " + pick("four", "-five", "zero")
		}
		if precision == ".*" {
			p.args += ", " + pick("two", "-two", "zero")
		}
		p.format += width + precision + verb
		switch number := pick("zero", "two", "-five", "large", "-large - 1", "four * 31"); {
		case last == "s":
			p.args += ", " + pick(`"hello"`, `"a"`, `""`, "word")
		case last == "c":
			p.args += ", " + pick("'x'", "'0' + two")
		default:
			kind := map[string]string{"ll": "long long", "j": "long long", "z": "long", "t": "long", "l": "long"}[strings.TrimRight(verb, "diuxXo")]
			if kind == "" {
				kind = "int"
			}
			if kind == "long long" {
				number = pick(number, "huge", "-huge - 1")
			}
			p.args += fmt.Sprintf(", (%s)(%s)", kind, number)
		}
	}
	return p
}

const printing64 = `#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int zero, two = 2, four = 4, five = 5, large = 2147483647;
long long huge = 9223372036854775807ll;
char word[] = "word";
`

// TestPrinted: snprintf writes what the C library does, and returns the same; so do vsnprintf behind a
// function that is handed the format, and asprintf.
func TestPrinted(t *testing.T) {
	r := rand.New(rand.NewSource(18))
	var list []randomPrint
	asks := &strings.Builder{}
	for i := range 150 {
		p := newRandomPrint(r)
		if i%3 == 2 {
			p.room = 99
		}
		list = append(list, p)
		fmt.Fprintf(asks, "memset(b, '?', 99); b[98] = 0; n = snprintf(b, %d, \"%s\"%s); if (%d == 0) b[0] = 0; printf(\"%%d %%s\\n\", n, b);\n", p.room, p.format, p.args, p.room)
	}
	s := newSanitized(t, "gcc", "-fno-builtin")
	if err := s.build(printing64 + "int main(void) { char b[99]; int n;\n" + asks.String() + "return 0; }"); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(filepath.Join(s.dir, "p")).Output()
	if err != nil {
		t.Fatal(err)
	}
	src := &strings.Builder{}
	src.WriteString("#define _GNU_SOURCE\n#include <stdarg.h>\n#include <stdlib.h>\n" + printing64)
	for i := range 4 {
		fmt.Fprintf(src, "int say%d(char *s, size_t n, const char *f, ...) { va_list a; va_start(a, f); n = vsnprintf(s, n, f, a); va_end(a); return n; }\n", i)
	}
	src.WriteString("int main(void) { char b[99], *q; int n;\n")
	for i, line := range strings.Split(strings.TrimRight(string(out), "\n"), "\n") {
		n, text, _ := strings.Cut(line, " ")
		p := list[i]
		if i%3 == 2 {
			fmt.Fprintf(src, "n = asprintf(&q, \"%s\"%s); if (n != %s || strcmp(q, %q)) reach_error(); free(q);\n", p.format, p.args, n, text)
			continue
		}
		fmt.Fprintf(src, "b[0] = '?'; n = %s(b, %d, \"%s\"%s); if (n != %s || %s) reach_error();\n",
			[]string{"snprintf", fmt.Sprint("say", i/3%4)}[i%3], p.room, p.format, p.args, n,
			map[bool]string{true: "b[0] != '?'", false: fmt.Sprintf("strcmp(b, %q)", text)}[p.room == 0])
	}
	src.WriteString("return 0; }")
	p := loadFor(t, src.String(), cfa.Machine, Default&^Null)
	o := interp.Run(context.Background(), p, interp.Zero(), interp.Options{})
	if o.Kind != interp.Exited || o.Tainted {
		place := ""
		if o.Error != nil {
			place = strings.Split(src.String(), "\n")[o.Error.Pos.Line-1]
		}
		t.Errorf("%v %s, tainted: %v\n%s", o.Kind, o.Reason, o.Tainted, place)
	}
}

// What the front end cannot write out is any text: a format in memory, and one of too many.
func TestPrintedByUnknownFormat(t *testing.T) {
	const wrapper = `#include <stdio.h>
#include <stdarg.h>
#include <string.h>
extern void reach_error(void);
char b[20];
int say(const char *f, ...) { va_list a; va_start(a, f); int n = vsnprintf(b, 20, f, a); va_end(a); return n; }
int twice(const char *f, ...) { va_list a, c; va_start(a, f); va_copy(c, a); int n = vsnprintf(0, 0, f, a); if (n < 20) vsprintf(b, f, c); va_end(c); va_end(a); return n; }
int read(const char *s, const char *f, ...) { va_list a; va_start(a, f); int n = vsscanf(s, f, a); va_end(a); return n; }
`
	for _, c := range []struct {
		body  string
		known bool
	}{
		{`if (say("%d", 5) != 1 || strcmp(b, "5")) reach_error();`, true},
		{`if (say(b[0] ? "%d" : "<%d>", 5) != 3 || strcmp(b, "<5>")) reach_error();`, true},
		{`if (twice("%s%c", "ab", 'c') != 3 || strcmp(b, "abc")) reach_error();`, true},
		{`int n, m; if (read("5-6", "%d-%d", &n, &m) != 2 || n != 5 || m != 6) reach_error();`, true},
		{`say("%d", 4); char f[3] = "%x"; say(f, 5); if (b[0] == '4') reach_error();`, false},
		{`say("%d", 4); const char *f = "x%d"; say(f + 1, 5); if (b[0] == '4') reach_error();`, false},
		{`int (*p)(const char *, ...) = say; say("%d", 4); p("%d", 5); if (b[0] == '4') reach_error();`, false},
		{`say("%d", 4); say("%g", 5.0); if (b[0] == '4') reach_error();`, false},
	} {
		o := interp.Run(context.Background(), loadFor(t, wrapper+"int main(void) { "+c.body+" return 0; }", cfa.Machine, 0), interp.Zero(), interp.Options{})
		if known := o.Kind == interp.Exited && !o.Tainted; known != c.known || o.Kind == interp.ErrorFound && !o.Tainted && !o.Error.Unsupported {
			t.Errorf("%s: %v %s, tainted: %v", c.body, o.Kind, o.Reason, o.Tainted)
		}
	}
}

// What sprintf writes is stored to, whatever that is.
func TestPrintedIsStored(t *testing.T) {
	for _, call := range []string{`sprintf(b, "ab")`, `sprintf(b, "a%c", 'b')`, `sprintf(b, "%d", 12)`, `snprintf(b, 3, "%d%s", 1, "bcd")`, `sprintf(b, "%f", 0.5)`} {
		p := loadFor(t, `#include <stdio.h>
int main(void) { char b[9]; `+call+`; return b[0] + b[1] == 7; }`, cfa.Machine, Uninit|Library)
		if o := interp.Run(context.Background(), p, interp.Zero(), interp.Options{}); o.Kind == interp.ErrorFound && !o.Tainted {
			t.Errorf("%s: %+v", call, o.Error)
		}
	}
}
