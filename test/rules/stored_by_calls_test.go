package rules_test

import (
	"testing"

	"github.com/whet-mc/whet"
)

// TestStoredByCalls has calls that store to one of two objects that the model keeps in one class: the other object stays
// uninitialized.
func TestStoredByCalls(t *testing.T) {
	const head = `#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/random.h>
void ext(void *p);
void other(void);
`
	for _, c := range []struct {
		src  string
		safe bool
	}{
		{`int main(int argc, char **argv) { unsigned char a[10], b[20], *p = argc > 1 ? a : b; if (getentropy(p, 10) < 0) return 1; return p[9] == 'x'; }`, true},
		{`int main(int argc, char **argv) { unsigned char a[10], b[20], *p = argc > 1 ? a : b; if (getentropy(p, 10) < 0) return 1; return b[3] == 'x'; }`, false},
		{`int main(void) { unsigned char b[20]; if (getentropy(b, 10) < 0) return 1; return b[12] == 'x'; }`, false},
		{`int main(int argc, char **argv) { char *p = malloc(10), *t; if (!p) return 1; t = argc > 1 ? p : ttyname(0); if (t && t != p) puts(t); free(p); return 0; }`, true},
		{`int main(int argc, char **argv) { char *p = malloc(10), *t; if (!p) return 1; t = argc > 1 ? p : ttyname(0); if (t != p) return 0;
			t = ttyname(1); int x = p[3] == 'x'; free(p); return x; }`, false},
		{`int main(int argc, char **argv) { int a, b, *t = argc > 1 ? &a : &b; ext(t); return argc > 1 ? a : b; }`, true},
		{`int main(int argc, char **argv) { int a, b, *t = argc > 1 ? &a : &b; ext(t); return argc > 1 ? b : a; }`, false},
		{`int main(int argc, char **argv) { char *p = malloc(4), *q = malloc(4), *t; if (!p || !q) return 1; t = argc > 1 ? p : q; ext(t); return t[3] == 'x'; }`, true},
		{`int main(int argc, char **argv) { char *p = malloc(4), *q = malloc(4), *t; if (!p || !q) return 1; t = argc > 1 ? p : q; ext(t);
			return (argc > 1 ? q : p)[3] == 'x'; }`, false},
		{`int main(int argc, char **argv) { int a, b, *t = argc > 1 ? &a : &b; ext(&a); other(); return b; }`, false},
		{`int main(int argc, char **argv) { int a, b, *t = argc > 1 ? &a : &b; ext(&a); b = 1; other(); return *t; }`, true},
		{`struct s { int *p; }; int main(void) { int a; struct s s = { &a }; ext(&s); return a; }`, false},
		{`struct s { int *p; }; int main(void) { int a = 0; struct s s = { &a }; ext(&s); return a; }`, true},
		{`#include <string.h>
			struct s { char *p; }; int main(void) { char a[4], b[4]; struct s s = { a }; ext(&s); memcpy(b, a, 4); return b[0]; }`, false},
		{`int main(int argc, char **argv) { int a, b, *t = argc > 1 ? &a : &b; __asm__("movl $0, (%0)" : : "r"(t) : "memory"); return argc > 1 ? b : a; }`, false},
		{`int main(int argc, char **argv) { int a, b, *t = argc > 1 ? &a : &b; __asm__("movl $0, (%0)" : : "r"(t) : "memory"); return argc > 1 ? a : b; }`, true},
	} {
		r := verified(t, head+c.src, whet.Options{NoTests: !c.safe})
		if (r.Verdict == whet.Safe) != c.safe {
			t.Errorf("%s: VERDICT: %s", c.src, r.VerdictLine())
		}
	}
}
