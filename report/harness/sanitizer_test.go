package harness_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/report/harness"
	"github.com/whet-mc/whet/rule"
)

// Each program breaks one rule, in the line that says so, on some inputs only. The sanitizer says
// the same of the program with its harness, in these words.
var broken = []struct {
	name, check, src, says string
	nullable               bool // allocations may fail
}{
	{"index", rule.OutOfBounds, `
int main(void) {
  struct { int a[4]; int b[8]; } s = {{0}, {0}};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 5 || i == 4) return 0;
  s.a[i] = 1; // here
  return 0;
}`, `index 5 out of bounds`, false},
	{"heap", rule.OutOfBounds, `
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 9) return 0;
  char *p = malloc(8);
  p[n] = 1; // here
  free(p);
  return 0;
}`, `heap-buffer-overflow|AddressSanitizer: `, false},
	{"two objects", rule.BadPointer, `
int main(void) {
  int i = 1, j = 2, *p = &i, *q = &i;
  if (__VERIFIER_nondet_int() == 55) q = &j;
  return p - q == 0; // here
}`, `invalid-pointer-pair`, false},
	{"null", rule.NullAccess, `
int main(void) {
  int x = 0, *p = &x;
  if (__VERIFIER_nondet_int() == 123) p = 0;
  return *p; // here
}`, `load of null pointer`, false},
	{"malloc fails", rule.NullAccess, `
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  int *q = malloc(sizeof *q);
  char *s = strdup("abc");
  if (s && __VERIFIER_nondet_int() == 9)
    *q = 1; // here
  free(p); free(q); free(s);
  return 0;
}`, `store to null pointer`, true},
	{"calloc, strdup and realloc fail", rule.NullAccess, `
int main(void) {
  int *p = calloc(2, sizeof *p), *q;
  char *s = strdup("abc");
  void *r = 0;
  if (p) { q = realloc(p, 400); if (q) p = q; } else q = 0;
  if (p && !q && !s && posix_memalign(&r, 64, 64) == 12 && aligned_alloc(64, 64) == 0)
    *s = 1; // here
  free(p); free(s); free(r);
  return 0;
}`, `store to null pointer`, true},
	{"freed", rule.DeadAccess, `
int main(void) {
  int *p = malloc(sizeof *p), n = __VERIFIER_nondet_int();
  *p = n;
  if (n > 3) free(p);
  return *p == 7; // here
}`, `heap-use-after-free`, false},
	{"scope", rule.DeadAccess, `
int main(void) {
  int x = 1, *p = &x;
  if (__VERIFIER_nondet_int() == 8) { int y = 2; p = &y; }
  return *p; // here
}`, `stack-use-after-scope`, false},
	{"returned", rule.DeadAccess, `
int *keep;
void set(int n) { int y = 2; if (n == 8) keep = &y; }
int main(void) {
  int x = 1;
  keep = &x;
  set(__VERIFIER_nondet_int());
  return *keep; // here
}`, `stack-use-after-return`, false},
	{"twice", rule.BadFree, `
int main(void) {
  void *p = malloc(4);
  if (__VERIFIER_nondet_int() == 5) free(p);
  free(p); // here
  return 0;
}`, `attempting double-free`, false},
	{"inner", rule.BadFree, `
int main(void) {
  char *p = malloc(9);
  if (__VERIFIER_nondet_int() == 5) p += 4;
  free(p); // here
  return 0;
}`, `attempting free on address which was not malloc`, false},
	{"literal", rule.ConstWrite, `
static void up(char *s) {
  if (*s == 'a')
    *s = 'A'; // here
}
int main(void) {
  char b[] = "abc";
  up(b);
  if (__VERIFIER_nondet_int() == 5) up("abc");
  return b[0];
}`, `caused by a WRITE memory access`, false},
	{"const", rule.ConstWrite, `
static const int t[3] = {1, 2, 3};
int main(void) {
  int *p = (int *)t, n = __VERIFIER_nondet_int();
  if (n == 2)
    p[n]++; // here
  return 0;
}`, `caused by a WRITE memory access`, false},
	{"sum", rule.Overflow, `
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0 || y > 10) return 0;
  return x + y > 7; // here
}`, `signed integer overflow`, false},
	{"zero", rule.DivisionByZero, `
int main(void) {
  int x = __VERIFIER_nondet_int();
  return 100 % (x - 77); // here
}`, `division by zero`, false},
	{"amount", rule.BadShift, `
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 40) return 0;
  return 1u << x == 8; // here
}`, `shift exponent`, false},
	{"shifted", rule.BadShift, `
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) return 0;
  return x << 2 == 8; // here
}`, `left shift of \d+ by 2 places`, false},
	{"uninitialised", rule.Uninitialised, `
int main(void) {
  int y;
  if (__VERIFIER_nondet_int() != 4) y = 2;
  if (y) return 1; // here
  return 0;
}`, `use-of-uninitialized-value`, false},
	{"argument", rule.Uninitialised, `
static int same(int v) { return v; }
int main(void) {
  int a[3] = {1}, *p = malloc(8), n = __VERIFIER_nondet_int();
  if (n == 4) return same(p[1]); // here
  free(p);
  return a[1];
}`, `use-of-uninitialized-value`, false},
	{"overlap", rule.LibraryContract, `
int main(void) {
  char a[20] = "abc";
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 9) return 0;
  memcpy(a + 5, a, n); // here
  return 0;
}`, `memcpy-param-overlap`, false},
	{"leak", rule.Leak, `
int main(void) {
  char *p = malloc(9); // here
  if (__VERIFIER_nondet_int() != 44) free(p);
  p = 0;
  return 0;
}`, `LeakSanitizer: detected memory leaks`, false},
	{"cleanup", rule.Cleanup, `
char *p;
int main(void) {
  p = malloc(9); // here
  puts("text");
  if (__VERIFIER_nondet_int() != 44) free(p);
  return 0;
}`, `LeakSanitizer: detected memory leaks`, false},
	{"unsigned", rule.UnsignedOverflow, `
int main(void) {
  unsigned x = __VERIFIER_nondet_int();
  return x + 7 == 9; // here
}`, `unsigned integer overflow`, false},
	{"conversion", rule.Conversion, `
int main(void) {
  unsigned char c = __VERIFIER_nondet_int(); // here
  return c == 3;
}`, `implicit conversion`, false},
	{"length", rule.BadLength, `
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -3 || n > 5) return 0;
  char v[n]; // here
  return sizeof v == 9;
}`, `variable length array bound evaluates to non-positive value`, false},
	{"float", rule.FloatConversion, `
int main(void) {
  double d = __VERIFIER_nondet_int();
  return (int)(d * 4) == 5; // here
}`, `outside the range of representable values`, false},
}

const headers = `#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
`

func TestSanitizers(t *testing.T) {
	if testing.Short() {
		t.Skip("runs compilers")
	}
	seen := map[string]bool{}
	for _, c := range broken {
		seen[c.check] = true
		t.Run(c.check+"/"+c.name, func(t *testing.T) {
			src := headers + c.src[1:]
			before, _, _ := strings.Cut(src, "// here")
			line := strings.Count(before, "\n") + 1
			text, err := write(src, c.check, c.nullable)
			if err != nil {
				t.Fatal(err)
			}
			ran := false
			for _, cc := range []string{"gcc", "clang"} {
				ran = sanitized(t, cc, src, text, regexp.MustCompile(c.says), line) || ran
			}
			if !ran {
				t.Skip("no compiler with this sanitizer")
			}
		})
	}
	// No sanitizer looks for these.
	seen[rule.Unsequenced], seen[rule.Restricted], seen[rule.Returned] = true, true, true
	for _, name := range rule.Names() {
		if !seen[name] && name != rule.FloatNaN && name != rule.FloatOverflow { // TestTraps
			t.Errorf("no program breaks %s", name)
		}
	}
}

// write verifies the program, and writes its harness.
func write(src, check string, nullable bool) (string, error) {
	return writeFor(src, whet.Options{Checks: []string{check}, MallocSucceeds: !nullable})
}

func writeFor(src string, o whet.Options) (string, error) {
	r, err := whet.Verify(context.Background(), whet.Text("program.c", []byte(src)), o)
	if err != nil {
		return "", err
	}
	if r.Verdict != whet.Unsafe {
		return "", errors.New("the verdict is " + string(r.Verdict))
	}
	var b bytes.Buffer
	err = harness.Write(&b, r.Program, r.Outcome.Replay)
	return b.String(), err
}

// works has which compilers have which sanitizers.
var works = map[string]bool{}

// sanitized does what the comment in the harness says, with the compiler given, and tells whether
// the compiler can do it.
func sanitized(t *testing.T, cc, src, text string, says *regexp.Regexp, line int) bool {
	t.Helper()
	command := regexp.MustCompile(`(?m)^ \*   (cc|clang) (.*?) (program.c )?harness.c -o repro && ./repro`).FindStringSubmatch(text)
	if command == nil {
		t.Fatalf("the harness has no command:\n%s", text)
	}
	if command[1] == "clang" && cc != "clang" {
		return false
	}
	dir := t.TempDir()
	files := map[string]string{"program.c": src, "harness.c": text, "empty.c": "int main(void) { return 0; }\n"}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, args ...string) ([]byte, error) {
		c := exec.Command(name, args...)
		c.Dir = dir
		for _, s := range []string{"ASAN", "UBSAN", "LSAN", "MSAN"} {
			c.Env = append(c.Env, s+"_OPTIONS=exitcode=77")
		}
		c.Env = append(os.Environ(), c.Env...)
		return c.CombinedOutput()
	}
	flags := strings.Fields(command[2])
	plain := slices.DeleteFunc(slices.Clone(flags), func(f string) bool { return strings.HasPrefix(f, "-Wl,") })
	key := cc + strings.Join(plain, " ")
	if _, tried := works[key]; !tried {
		_, err := run(cc, append(plain, "empty.c", "-o", "empty")...)
		if err == nil {
			_, err = run("./empty") // some sanitizers do not work in all containers
		}
		works[key] = err == nil
	}
	if !works[key] {
		return false
	}
	sources := []string{"program.c", "harness.c", "-o", "repro"}
	if command[3] == "" {
		sources = sources[1:] // which includes the program
	}
	if out, err := run(cc, append(flags, sources...)...); err != nil {
		t.Fatalf("%s %s: %v\n%s\n%s", cc, command[2], err, out, text)
	}
	out, err := run("./repro")
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 77 {
		t.Errorf("%s: the program ends with %v\n%s\n%s", cc, err, out, text)
	}
	at := regexp.MustCompile(`program\.c:` + strconv.Itoa(line) + `\b`)
	if !says.Match(out) || !at.Match(out) {
		t.Errorf("%s: the sanitizer does not say %q in line %d, but:\n%s\n%s", cc, says, line, out, text)
	}
	return true
}
