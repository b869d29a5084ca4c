package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet/fuzz/oracle"
)

// credulous is a verifier that calls everything safe, whatever it was asked to check.
func credulous(_ context.Context, t *Task) Judged {
	j := Judged{Verdict: "safe", Entry: "main", Model: "lp64", Arith: "machine", Files: t.Files}
	for i, f := range t.Flags {
		switch {
		case i > 0 && t.Flags[i-1] == "--check":
			j.Checks = strings.Split(f, ",")
		case i > 0 && t.Flags[i-1] == "--entry":
			j.Entry = f
		case i > 0 && t.Flags[i-1] == "--arith":
			j.Arith = f
		}
	}
	if len(j.Checks) == 0 {
		j.Checks = strings.Fields("bounds null lifetime free const pointer overflow division shift vla sequence restrict noreturn float-conversion uninit library")
	}
	if j.Checks[0] == "none" {
		j.Checks = nil
	}
	j.Checks = append(j.Checks, "assert")
	return j
}

const (
	withSanitizers = "gcc with sanitizers"
	withMemory     = "clang with MemorySanitizer"
)

// oracleTests are programs with the flags that they are verified with, one way to compile them, and
// what is reported, "" where nothing may be.
var oracleTests = []struct {
	name, flags, way, want, text string
}{
	{"overflow", "", withSanitizers, "signed integer overflow", `int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); return (x + 1) % 7; }`},
	{"overflow-asked-not", "--check bounds", withSanitizers, "", `int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); return (x + 1) % 7; }`},
	{"bounds", "", withSanitizers, "index 4 out of bounds", `unsigned char __VERIFIER_nondet_uchar(void); int a[4]; int main(void) { unsigned i = __VERIFIER_nondet_uchar(); if (i <= 4) a[i] = 1; return 0; }`},
	{"bounds-right", "", withSanitizers, "", `unsigned char __VERIFIER_nondet_uchar(void); int a[4]; int main(void) { unsigned i = __VERIFIER_nondet_uchar(); if (i < 4) a[i] = 1; return 0; }`},
	{"callback", "", withSanitizers, "buffer-overflow", `static void six(int **p) { for (int i = 0; i < 6; i++) (*p)[i] = i; } int main(void) { int a[5], *b = a; void (*run)(int **) = six; run(&b); return 0; }`},
	{"literal", "", withSanitizers, "SEGV", `int main(void) { char *s = "abc"; s[0] = 'x'; return 0; }`},
	{"none", "--check none", withSanitizers, "", `int main(void) { char *s = "abc"; s[0] = 'x'; return 0; }`},
	{"offset-of", "", withSanitizers, "", `struct s { int a, b; }; struct s x; int main(void) { int *volatile p = &x.b; struct s *q = (struct s *)((char *)p - (unsigned long)&((struct s *)0)->b); return q->a; }`},
	{"null", "--check null", "clang with sanitizers", "SEGV", `struct s { int a, b; }; int main(void) { struct s *volatile p = 0; return p->b; }`},
	{"malloc", "", withSanitizers, "SEGV", `#include <stdlib.h>
int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }`},
	{"malloc-succeeds", "--malloc-succeeds", withSanitizers, "", `#include <stdlib.h>
int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }`},
	{"leak", "--check leak", withSanitizers, "leak", `#include <stdlib.h>
int main(void) { char *volatile p = malloc(4); p = 0; return p != 0; }`},
	{"pairs", "", withSanitizers, "invalid-pointer-pair", `int main(void) { int a[4], b[4]; int *volatile p = a, *volatile q = b; return p < q; }`},
	{"vla", "", withSanitizers, "variable length array", `int __VERIFIER_nondet_int(void); int main(void) { int n = __VERIFIER_nondet_int(); if (n > 9) return 0; int a[n]; return sizeof a > 8; }`},
	{"assert", "--check none", withSanitizers, "an assertion fails", `extern void reach_error(void); extern short __VERIFIER_nondet_short(void); int main(void) { if (__VERIFIER_nondet_short() == 12345) reach_error(); return 0; }`},
	{"assume", "--check none", withSanitizers, "", `extern void reach_error(void); extern void __VERIFIER_assume(int); extern int unknown(void); int main(void) { int x = unknown(); __VERIFIER_assume(x > 3); if (x == 3) reach_error(); return 0; }`},
	{"own-error", "--check none", withSanitizers, "an assertion fails", `#include <stdlib.h>
void reach_error(void) { exit(0); }
_Bool b(void); int main(void) { if (b()) reach_error(); return 0; }`},
	{"stdin", "--check none", withSanitizers, "an assertion fails", `#include <stdio.h>
#include <assert.h>
int main(void) { int n; if (scanf("%d", &n) == 1) assert(n != 1); return 0; }`},
	{"arguments", "--check none", withSanitizers, "an assertion fails", `#include <string.h>
#include <assert.h>
int main(int c, char **v) { if (c > 2) assert(strcmp(v[2], "verbose")); return 0; }`},
	{"annotation", "--check none", withSanitizers, "an annotation fails", `int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); /*@ assert x != 2 && x >= x; */ return x; }`},
	{"annotation-right", "--check none", withSanitizers, "", `int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); //@ assert x < 3 || x >= 3;
 return x; }`},
	{"entry", "--entry f", withSanitizers, "division by zero", `int f(int x, const int *p) { return p ? x / (*p - 3) : 0; }`},
	{"ideal", "--arith int --check none", "clang with sanitizers", "", `extern void reach_error(void); unsigned __VERIFIER_nondet_uint(void); int main(void) { unsigned x = __VERIFIER_nondet_uint(); if (x + 1 == 0) reach_error(); return 0; }`},
	{"own-status", "--check none", withSanitizers, "", `int __VERIFIER_nondet_int(void); int main(void) { return __VERIFIER_nondet_int(); }`},
	{"optimised", "", "gcc -O2", "an assertion fails", `#include <assert.h>
int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 7); return 0; }`},
	{"uninit", "", withMemory, "uninitialized", `_Bool __VERIFIER_nondet_bool(void); int main(void) { int x; if (__VERIFIER_nondet_bool()) x = 1; if (x) return 1; return 0; }`},
	{"uninit-not", "", withMemory, "", `#include <stdarg.h>
static double last; static void f(int n, ...) { va_list a[3]; va_start(a[1], n); while (n--) last = va_arg(a[1], double); va_end(a[1]); }
int main(void) { f(1, 2.5); return last > 2 ? 1 : 0; }`},
	{"uninit-right", "", withMemory, "", `_Bool __VERIFIER_nondet_bool(void); int main(void) { int x; if (__VERIFIER_nondet_bool()) x = 1; else x = 0; if (x) return 1; return 0; }`},
	{"harmful", "", withSanitizers, "it could do harm", `#include <unistd.h>
int main(void) { return unlink("/nonexistent/a") == 0; }`},
	{"contract-of-outside", "", withSanitizers, "may have a contract", `/*@ ensures \result == 1; */ int one(void); int main(void) { int x = one(); /*@ assert x == 1; */ return x; }`},
	{"newer", "-std=c2x", withSanitizers, "newer", `int main(void) { auto x = 3.5; return x != 3.5; }`},
	{"pointer-from-outside", "", withSanitizers, "", `int *find(void); int main(void) { int *p = find(); return p ? 1 : 0; }`},
	{"attributes", "", withSanitizers, "attributes", `int rank(int) __attribute__((const)); int main(void) { return rank(1); }`},
	{"noreturn", "", withSanitizers, "", `_Noreturn void die(void); extern int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); if (!x) die(); return 10 % x; }`},
}

// TestSafe: with a verifier that calls everything safe, what is wrong is found, and what is right is
// not.
func TestSafe(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many programs")
	}
	if !oracle.Usable() {
		t.Skip("no compiler here")
	}
	dir := t.TempDir()
	bench, err := oracle.NewBench()
	if err != nil {
		t.Fatal(err)
	}
	defer bench.Close()
	for _, x := range oracleTests {
		t.Run(x.name, func(t *testing.T) {
			file := filepath.Join(dir, x.name+".c")
			if err := os.WriteFile(file, []byte(x.text), 0o644); err != nil {
				t.Fatal(err)
			}
			s := &Safe{Judge: credulous, Limits: oracle.Limits{Runs: 300, Time: 10 * time.Second, Way: x.way}}
			r := s.one(context.Background(), bench, &Task{Files: []string{file}, Name: x.name, Flags: strings.Fields(x.flags)})
			said := r.Skipped
			for _, f := range r.Finds {
				said += f.Line
			}
			if strings.Contains(said, "does not work here") {
				t.Skip(said)
			}
			if x.want == "" && said != "" || !strings.Contains(said, x.want) {
				t.Errorf("%q, not %q: %d runs, discarded %v", said, x.want, r.Runs, r.Discard)
			}
			if x.want == "" && r.Runs == 0 {
				t.Error("nothing was run")
			}
		})
	}
}

// A manifest names several files, folders of headers relative to itself, and properties; the tables say
// what came of its programs, and a page keeps its other sections.
func TestSafeManifest(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs")
	}
	if !oracle.Usable() {
		t.Skip("no compiler here")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"manifest.csv": "path,expected,flags,property\na.c lib/b.c,,\"-I inc -D 'SMALL=(1 + 1)'\",valid-deref\nc.c,safe,,unreach\nd.c,,,unreach\n",
		"a.c":          "#include \"b.h\"\nextern int __VERIFIER_nondet_int(void);\nint main(void) { int i = __VERIFIER_nondet_int(); return i >= 0 && i <= SMALL ? get(i) : 0; }\n",
		"lib/b.c":      "#include \"b.h\"\nstatic int a[SMALL];\nint get(int i) { return a[i]; }\n",
		"inc/b.h":      "int get(int);\n",
		"c.c":          "int main(void) { return 0; }\n",
		"d.c":          "int f(void) { return 0; }\n",
	} {
		file := filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(file), 0o755) //nolint:errcheck // then it is not written
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	s := &Safe{From: []string{filepath.Join(dir, "manifest.csv")}, Jobs: 2, Judge: credulous, Out: &out, Limits: oracle.Limits{Runs: 200, Time: 10 * time.Second, Way: withSanitizers}}
	list, err := s.Run(context.Background())
	if err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	if strings.Contains(list[0].Skipped, "does not work here") {
		t.Skip(list[0].Skipped)
	}
	if len(list[0].Finds) != 1 || !slices.Equal(list[0].Finds[0].Rules, []string{"bounds"}) {
		t.Errorf("%+v\n%s", list[0].Result, &out)
	}
	if !strings.Contains(out.String(), "-match a.c -way \"gcc with sanitizers\" -seed ") {
		t.Errorf("no command shows it again:\n%s", &out)
	}
	text := section(list, s)
	for _, want := range []string{"| all | 3 | 3 | 2 | ", "| it has no main | 1 |"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	page := filepath.Join(dir, "page.md")
	for range 2 {
		if err := replace(page, "# Figures\n\n## A\n\na\n", ""); err != nil {
			t.Fatal(err)
		}
		if err := replace(page, "", text); err != nil {
			t.Fatal(err)
		}
	}
	if b, _ := os.ReadFile(page); string(b) != "# Figures\n\n## A\n\na\n\n"+text {
		t.Errorf("the page is\n%s", b)
	}
}
