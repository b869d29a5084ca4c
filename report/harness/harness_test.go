package harness

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/num"
)

// Each program reaches its error on the inputs given; compiled with its harness it does, too.
var programs = []struct {
	name, src string
	inputs    []int64
	status    int
	want      []string // in the harness
}{
	{"types", `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int a = __VERIFIER_nondet_int();
  long long b = __VERIFIER_nondet_longlong();
  __VERIFIER_assume(b < 0);
  for (int i = 0; i < 3; i++) a += __VERIFIER_nondet_uchar();
  if (a == 606 && b == (-9223372036854775807LL - 1) && __VERIFIER_nondet_bool() && !__VERIFIER_nondet_bool())
    if (__VERIFIER_nondet_ulonglong() == 18446744073709551615ULL && __VERIFIER_nondet_int() == -7) reach_error();
  return 0;
}`, []int64{6, -1 << 63, 100, 250, 250, 1, 0, -1, -7}, StatusError, nil},
	{"floats", `
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern long double __VERIFIER_nondet_longdouble(void);
int main(void) {
  double n = __VERIFIER_nondet_double();
  union { double d; unsigned long long u; } bits;
  bits.d = n;
  if (__VERIFIER_nondet_float() == 0.1f && n != n && bits.u == 0xfff8000000000077 && __VERIFIER_nondet_longdouble() == 0x1p-16445L)
    if (1 / __VERIFIER_nondet_double() < 0 && __VERIFIER_nondet_float() == 1e-45f) reach_error();
  return 0;
}`, []int64{-0x7ffffffffff89, 0x3dcccccd, 1, -1 << 63, 1}, StatusError, []string{"0x3dcccccdU, /* 0.1f (0x1.99999ap-4) */", "-NAN (0xfff8000000000077)", "-0.0"}},
	{"floats, bit for bit", `
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void), ef, ei;
extern double __VERIFIER_nondet_double(void), ed;
extern long double __VERIFIER_nondet_longdouble(void), el;
union f { float f; unsigned u; };
union d { double d; unsigned long long u; };
union l { long double l; struct { unsigned long long u; unsigned short e; } p; };
int main(void) {
  union f f = { __VERIFIER_nondet_float() }, g = { ef }, i = { ei };
  union d d = { __VERIFIER_nondet_double() }, e = { ed };
  union l l = { __VERIFIER_nondet_longdouble() }, m = { el };
  if (f.u == 0x7f800007 && g.u == 0xffc00003 && d.u == 0xfff0000000000001 && e.u == 0x8000000000000000)
    if (i.u == 0xff800000 && l.p.e == 0xffff && l.p.u == 0xc000000000000077 && m.p.e == 0xffff && m.p.u == 0x8000000000000009)
      reach_error();
  return 0;
}`, []int64{-0x3ffffd, -0x800000, -1 << 63, -0x7ffffffffffffff7, 0x7f800007, -0xfffffffffffff, -0x3fffffffffffff89}, StatusError,
		[]string{`float ef = -__builtin_nanf("0x3") /* -NAN (0xffc00003) */`, "double ed = -0x0p+0 /* -0.0 */", `-__builtin_nansl("0x9")`}},
	{"sum", `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int s = 0;
  for (int i = 0; i < 20; i++) s += __VERIFIER_nondet_uchar();
  if (s == 210 && __VERIFIER_nondet_int() == -2147483647 - 1) reach_error();
}`, []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, -1 << 31}, StatusError, nil},
	{"assert", `
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  *p = __VERIFIER_nondet_int();
  assert(*p != 5);
  free(p);
  return 0;
}`, []int64{5}, StatusError, []string{"p != 5"}},
	{"external", `
extern int sensor(int channel, ...);
extern void *lookup(const char *name);
extern unsigned short old();
struct pair { int a, b; };
extern struct pair give(void);
extern void log_it(int), never(int);
extern int limit;
extern _Noreturn void panic(void);
void __VERIFIER_error(void);
int main(void) {
  int t = 0;
  log_it(0);
  give();
  for (int i = 0; i < 3; i++) t = t * 10 + sensor(i);
  if (old() == 65535 && lookup("x") && t == 123 && limit == 9) __VERIFIER_error();
  if (t == 4) panic();
  never(t);
  return 0;
}`, nil, StatusError, nil},
	{"own definitions", `
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error() { __assert_fail("0", "f.c", 3, "reach_error"); }
extern char __VERIFIER_nondet_char(void);
void __VERIFIER_assert(int c) { if (!c) { ERROR: { reach_error(); abort(); } } }
int main(void) { char c = __VERIFIER_nondet_char(); __VERIFIER_assert(c != 'x'); return 0; }`,
		[]int64{'x'}, StatusError, nil},
	{"undeclared", `
extern int __VERIFIER_nondet_int(void);
int main() { int n = __VERIFIER_nondet_int(); __ESBMC_assume(n > 2); assert(n != 7 || n < 0); return 0; }`,
		[]int64{7}, StatusError, nil},
	{"library", `
#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>
extern void reach_error(void);
extern int sensor(void);
int main(void) { if (isatty(0) == 1 && getchar() == 1 && sensor() == 1) reach_error(); return 0; }`,
		[]int64{1, 1}, -1, []string{"getchar = 1 (the C library's", "isatty = 1 (the C library's", "sensor(void)"}},
	{"label", `
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) goto ERROR;
  return 0;
ERROR:
  return 9;
}`, []int64{3}, 9, []string{"The error is a label"}},
	{"uninitialised", `
extern void reach_error(void);
int main(void) { int x; int a[2]; if (x == a[1] + 1) reach_error(); return 0; }`,
		nil, -1, []string{"not initialised"}},
}

func TestWrite(t *testing.T) {
	_, err := exec.LookPath("gcc")
	gcc := err == nil
	for _, c := range programs {
		t.Run(c.name, func(t *testing.T) {
			p, out := run(t, c.src, c.inputs)
			var b bytes.Buffer
			if err := Write(&b, p, out); err != nil {
				t.Fatal(err)
			}
			for _, w := range c.want {
				if !strings.Contains(b.String(), w) {
					t.Errorf("the harness does not say %q:\n%s", w, b.String())
				}
			}
			for _, w := range []string{"getchar(", "isatty(", "rand("} {
				if strings.Contains(b.String(), w) {
					t.Errorf("the harness defines the library's %s", w)
				}
			}
			if gcc && c.status >= 0 {
				status, text := compile(t, c.src, b.String())
				if status != c.status || status == StatusError && text != "whet: error reached\n" {
					t.Errorf("exit status %d %q, want %d\n%s", status, text, c.status, b.String())
				}
			}
		})
	}
}

// run runs the program; external functions and variables are 65535, but for those that the test
// programs want something else of, and variables with names of two letters, which take inputs.
func run(t *testing.T, src string, inputs []int64) (*cfa.Program, *interp.Outcome) {
	t.Helper()
	u, err := read.LoadBytes("program.c", []byte(src), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n, sensor := 0, int64(0)
	in := interp.Func(func(q interp.Query) (num.Int, bool) {
		switch {
		case q.Input.Kind == cfa.Uninit:
			return num.OfBool(q.Var != nil && strings.Contains(q.Input.Name, "x") || q.Arr != nil && strings.Contains(q.Input.Name, "x")), true
		case q.Input.Name == "sensor":
			sensor++
			return num.Of(sensor), true
		case q.Input.Name == "limit":
			return num.Of(9), true
		case q.Input.Kind == cfa.External && len(q.Input.Name) > 2 && q.Input.Name != "getchar" && q.Input.Name != "isatty":
			return num.Of(65535), true
		case n == len(inputs):
			return num.Int{}, false
		}
		n++
		return num.Of(inputs[n-1]), true
	})
	out := interp.Run(context.Background(), p, in, interp.Options{MaxSteps: 100000, Check: true})
	if out.Kind != interp.ErrorFound {
		t.Fatalf("the run ended with %v %s at %v", out.Kind, out.Reason, out.Pos)
	}
	return p, out
}

func compile(t *testing.T, src, harness string) (status int, text string) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	exe := filepath.Join(dir, "repro")
	out, err := exec.Command("gcc", "-fwrapv", file("program.c", src), file("harness.c", harness), "-o", exe).CombinedOutput()
	if err != nil {
		t.Fatalf("gcc: %v\n%s\n%s", err, out, harness)
	}
	cmd := exec.Command(exe)
	got, _ := cmd.Output()
	return cmd.ProcessState.ExitCode(), string(got)
}

func TestRefuses(t *testing.T) {
	var b bytes.Buffer
	if Write(&b, cfa.NewProgram(lang.LP64, cfa.Machine), nil) == nil || b.Len() > 0 {
		t.Error("a harness for a run without an error")
	}
}

func TestLiteral(t *testing.T) {
	for s, want := range map[string]string{
		"0": "0", "-5": "-5", "2147483647": "2147483647", "2147483648": "2147483648LL",
		"-9223372036854775808": "(-9223372036854775807LL - 1)", "18446744073709551615": "18446744073709551615ULL",
	} {
		if x, _ := num.Parse(s, 10); literal(x) != want {
			t.Errorf("%s is written %s, want %s", s, literal(x), want)
		}
	}
}
