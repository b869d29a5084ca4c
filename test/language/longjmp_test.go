package language_test

import (
	"testing"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/test"
)

// What is known behind longjmp. That runs agree with those of a compiled program is tested by
// testdata/semantics/setjmp.c.
func TestLongjmp(t *testing.T) {
	const head = `
		#define _GNU_SOURCE
		#include <setjmp.h>
		#include <stdlib.h>
		extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
		static jmp_buf env; static int count;
		static void fail(void) { longjmp(env, 2); }
		static int set(void) { return setjmp(env); }
		static int compare(const void *p, const void *q) { longjmp(env, 1); }
		static void handler(void) { longjmp(env, 1); }
		struct ctx { jmp_buf env; int err; volatile int kept; };
		static void give_up(struct ctx *c, int n) { c->err = n; c->kept = n; longjmp(c->env, 1); }
		static int again(int n) { return n > 0 ? again(n - 1) : setjmp(env); }
		static int local(int **out) { int x = 5; *out = &x; fail(); return x; }
	`
	for name, c := range map[string]struct {
		want   whet.Verdict
		checks string
		text   string
	}{
		"an error behind the jump":   {whet.Unsafe, "none", "int x = __VERIFIER_nondet_int(); if (setjmp(env)) { if (x == 7) reach_error(); return 1; } fail();"},
		"nothing behind the call":    {whet.Safe, "none", "if (setjmp(env)) return 1; fail(); reach_error();"},
		"the value":                  {whet.Safe, "none", "switch (setjmp(env)) { case 0: fail(); case 2: return 0; } reach_error();"},
		"a loop":                     {whet.Safe, "none", "volatile int n = 0; if (setjmp(env)) { n++; if (n > 3) { if (n != 4) reach_error(); return 0; } } fail();"},
		"of a function that is left": {whet.Unknown, "none", "if (set()) reach_error(); fail();"},
		"never set":                  {whet.Unknown, "none", "jmp_buf b; if (setjmp(b)) reach_error(); fail();"},
		"another buffer's call":      {whet.Unknown, "none", "jmp_buf *h = malloc(sizeof *h), b; if (!h) return 0; if (setjmp(b)) reach_error(); longjmp(*h, 1);"},
		"never set, asked for":       {whet.Unsafe, "uninit", "jmp_buf b; if (setjmp(env)) return 0; longjmp(b, 1);"},
		"set again by one that left": {whet.Unknown, "none", "if (setjmp(env)) { reach_error(); } if (set()) reach_error(); fail();"},
		"one call, two buffers": {whet.Unknown, "none", `jmp_buf b[2]; volatile int i;
			for (i = 0; i < 2; i++) if (setjmp(b[i])) reach_error();
			longjmp(b[0], 1);`},
		"a copy":                    {whet.Unknown, "none", "jmp_buf b; if (setjmp(env)) reach_error(); b[0] = env[0]; longjmp(b, 1);"},
		"changed":                   {whet.Unknown, "none", "int x = 1; if (setjmp(env)) { if (x == 2) reach_error(); return 0; } x = 2; fail();"},
		"changed, the other way":    {whet.Unknown, "none", "int x = 1; if (setjmp(env)) { if (x == 1) reach_error(); return 0; } x = 2; fail();"},
		"not changed":               {whet.Safe, "none", "int x = 1, y = 0; if (setjmp(env)) { if (x != 1) reach_error(); return 0; } if (__VERIFIER_nondet_int()) { y = x; fail(); } x = 3; y = x;"},
		"set before":                {whet.Safe, "none", "int x = 1; x++; if (setjmp(env)) { if (x != 2) reach_error(); return 0; } fail();"},
		"volatile":                  {whet.Unsafe, "none", "volatile int x = 1; if (setjmp(env)) { if (x == 2) reach_error(); return 0; } x = 2; fail();"},
		"static":                    {whet.Unsafe, "none", "if (setjmp(env)) { if (count == 2) reach_error(); return 0; } count = 2; fail();"},
		"changed through a pointer": {whet.Unknown, "none", "struct ctx c = {0}; if (setjmp(c.env)) { if (c.err != 3) reach_error(); return 0; } give_up(&c, 3);"},
		"a volatile member":         {whet.Safe, "none", "struct ctx c = {0}; if (setjmp(c.env)) { if (c.kept != 3) reach_error(); return 0; } give_up(&c, 3);"},
		"a long array":              {whet.Unknown, "none", "char a[100]; a[1] = 1; if (setjmp(env)) { if (a[1] != 1) reach_error(); return 0; } a[2] = 1; fail();"},
		"alloca":                    {whet.Unknown, "none", "volatile int n = 0; char *volatile p = 0; if (setjmp(env)) { if (*p) reach_error(); return 0; } p = alloca(1); *p = 0; fail();"},
		"into a block":              {whet.Unknown, "none", "{ int x = 1; if (setjmp(env)) { if (x) reach_error(); return 0; } } fail();"},
		"the life of a local":       {whet.Unsafe, "lifetime", "int *p = 0; int **volatile q = &p; static int *kept; if (setjmp(env)) { return *kept; } local(&kept);"},
		"a comparison of qsort":     {whet.Unknown, "none", "int a[2] = {0}; if (setjmp(env)) reach_error(); qsort(a, 2, sizeof *a, compare);"},
		"at the end":                {whet.Unknown, "none", "atexit(handler); if (setjmp(env)) reach_error(); exit(0);"},
		"a leak":                    {whet.Unsafe, "leak", "if (setjmp(env)) return 0; { char *p = malloc(3); if (p) *p = 0; fail(); free(p); }"},
		"a jump to another call":    {whet.Unknown, "none", "jmp_buf b; int x = 1; if (setjmp(env)) { x = 5; longjmp(b, 1); } if (setjmp(b)) { if (x == 5) reach_error(); return 0; } fail();"},
		"a compound literal":        {whet.Unknown, "none", "struct ctx *c = &(struct ctx){.err = 1}; if (setjmp(c->env)) { if (c->err == 3) reach_error(); return 0; } give_up(c, 3);"},
		"made and given tokens":     {whet.Unknown, "none", "if (setjmp(env)) reach_error(); again(2); fail();"},
		"many rounds":               {whet.Safe, "none", "volatile unsigned n = __VERIFIER_nondet_int(); volatile unsigned k = 0; while (k < n) { if (setjmp(env)) { k++; continue; } fail(); reach_error(); }"},
	} {
		t.Run(name, func(t *testing.T) {
			o := whet.Options{Engine: "auto", Checks: []string{c.checks}}
			if c.want == whet.Unknown { // which some engines never come to
				o.Engine, o.Timeout = "value", 2*time.Second
			}
			r := test.Verify(t, head+"int main(void) { "+c.text+" return 0; }\n", o)
			if r.Verdict != c.want {
				t.Errorf("%s (%s), want %s", r.Verdict, r.Reason, c.want)
			}
		})
	}
}
