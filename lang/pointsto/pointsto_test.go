package pointsto

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
)

func analyse(t *testing.T, src string, model lang.DataModel) *Analysis {
	t.Helper()
	u, err := read.LoadBytes("t.c", []byte(src), read.Options{Model: model})
	if err != nil {
		t.Fatal(err)
	}
	a := Analyze(u, Options{})
	check(t, a)
	return a
}

// check is the sanity checker of the package's invariants (doc.go).
func check(t *testing.T, a *Analysis) {
	t.Helper()
	for _, n := range a.all {
		if n.parent != nil && (n.fields != nil || n.enclosing != nil || n.pointee != nil) {
			t.Errorf("a class that is united with another has a structure of its own")
		}
		if n.parent == nil && n.Has(Collapsed|Overlapping) && n.fields != nil {
			t.Errorf("%v: a collapsed class, or a union, has fields", n.View)
		}
		if n.parent == nil && n.Has(Collapsed) && n.enclosing != nil {
			t.Errorf("%v: a collapsed class is a field", n.View)
		}
		for _, k := range n.fields {
			found := false
			for _, u := range k.class.Find().enclosing {
				found = found || u.Find() == n
			}
			if !found {
				t.Errorf("%v: the field %s does not know its record", n.View, k.field.Name)
			}
		}
	}
	if len(a.queue) > 0 {
		t.Errorf("%d unions are left to do", len(a.queue))
	}
}

// The classes of small programs, as the printer shows them: each line of want has what lies in a
// class, and what points to it; a word behind that is one of its flags.
func TestClasses(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"two objects stay apart", `
			int a, b; int main(void) { int *p = &a, *q = &b; return *p + *q; }`,
			"a <- main::p; b <- main::q"},
		{"one pointer to two objects unites them", `
			int a, b, c; int main(void) { int *p = c ? &a : &b; return *p; }`,
			"a, b <- main::p"},
		{"one assignment unites both ways", `
			int a, b; int main(void) { int *p = &a, *q = &b; p = q; return *p; }`,
			"a, b <- main::p, main::q"},
		{"members of a struct stay apart", `
			struct s { int x, y; } v; int main(void) { int *p = &v.x, *q = &v.y; return *p + *q; }`,
			"v.x <- main::p; v.y <- main::q"},
		{"members of a union do not", `
			union u { int x; short y; } v; int main(void) { v.x = 1; return v.y; }`,
			"v <- nothing members overlap"},
		{"a struct that is accessed as another is collapsed", `
			struct s { int x, y; } v; struct t { short a[4]; };
			int main(void) { struct t *p = (struct t *)&v; v.y = 1; return p->a[0]; }`,
			"v <- main::p collapsed"},
		{"pointers in bytes that are copied one by one", `
			int a, b; int main(void) { int *p = &a, *q = &b; char *d = (char *)&q, *s = (char *)&p;
				for (int i = 0; i < sizeof p; i++) d[i] = s[i]; return *q; }`,
			"a, b <- main::p, main::q; main::p <- main::s; main::q <- main::d"},
		{"each call of malloc has a block", `
			#include <stdlib.h>
			int main(void) { int *p = malloc(4), *q = malloc(4); *p = *q = 1; return *p; }`,
			"malloc at 3:30 <- main::p; malloc at 3:46 <- main::q"},
		{"each call of a function that allocates has its blocks", `
			#include <stdlib.h>
			void *get(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }
			int main(void) { char *p = get(4); int *q = get(4); return *p = *q = 1; }`,
			"malloc at 3:36 by get at 4:31 <- main::p, get::p, result of get; malloc at 3:36 by get at 4:48 <- main::q, get::p, result of get"},
		{"also if it calls another one", `
			#include <stdlib.h>
			void *get(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }
			char *text(void) { char *p = get(9); *p = 0; return p; }
			int main(void) { char *p = text(), *q = text(); return *p = *q; }`,
			"malloc at 3:36 by get at 4:33 by text at 5:31 <- main::p, text::p, result of text, get::p, result of get; " +
				"malloc at 3:36 by get at 4:33 by text at 5:44 <- main::q, text::p, result of text, get::p, result of get"},
		{"what it keeps is shared, and if it calls itself, so is the rest", `
			#include <stdlib.h>
			int *keep; int *old(void) { if (!keep) keep = malloc(4); return keep; }
			struct n { struct n *next; }; void *chain(int k) { struct n *p = malloc(8); if (p && k) p->next = chain(k - 1); return p; }
			int main(void) { int *p = old(), *q = old(); struct n *l = chain(4); return *p = *q = l->next->next != 0; }`,
			"malloc at 3:50 <- keep, main::p, main::q, result of old; " +
				"malloc at 4:69 by chain at 5:63.next <- main::l, chain::p, result of chain; " +
				"malloc at 4:69.next <- chain::p, result of chain, malloc at 4:69 by chain at 5:63.next, malloc at 4:69.next"},
		{"a call through a pointer", `
			int a; int *f(void) { return &a; } int *(*g)(void) = f;
			int main(void) { int *p = g(); return *p; }`,
			"a <- main::p, result of f; f() <- g"},
		{"what is handed to unknown code escapes", `
			void ext(int *); int a, b; int main(void) { int *p = &b; ext(&a); return *p; }`,
			"b <- main::p; a <- nothing escapes, modifiable from outside"},
		{"what it may only read", `
			void ext(const int *); int a; int main(void) { ext(&a); return a; }`,
			"a <- nothing escapes"},
		{"a member's address in a sum of integers", `
			struct s { int x, y; } v; int main(void) { unsigned long u = (unsigned long)&v.x;
				v.y = 1; return *(int *)(u + 4); }`,
			"v <- main::u collapsed"},
		{"bits of an address that control flow tells", `
			int a, b; int main(void) { int *q = &b; unsigned long u = (unsigned long)&a, v = 0;
				for (int i = 0; i < 64; i++) if (u >> i & 1) v |= 1ul << i;
				q = (int *)v; return *q; }`,
			"b <- main::q, main::v pointers may be forged; a <- main::u pointers may be forged, addresses leak"},
		{"pointers that move far may wrap around", `
			int a[4]; unsigned long n; int main(void) { int *p = a; return p + n > p; }`,
			"a[] <- main::p pointers may wrap around"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var text strings.Builder
			if err := analyse(t, c.src, lang.LP64).WriteText(&text); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, class := range strings.Split("\n"+text.String(), "\n{")[1:] {
				lines := strings.Split(strings.TrimSpace(class), "\n    ")
				s := strings.TrimSuffix(lines[0], "}")
				for _, l := range lines[1:] {
					if source, ok := strings.CutPrefix(l, "pointed to by: "); ok {
						s += " <- " + source
					} else if !strings.HasPrefix(l, "accessed as: ") {
						s += " " + l
					}
				}
				got = append(got, s)
			}
			if s := strings.Join(got, "; "); s != c.want {
				t.Errorf("got  %s\nwant %s", s, c.want)
			}
		})
	}
}

// The invariants hold for every program that comes with the project, and the output is the same at
// each run.
func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/*.c")
	more, _ := filepath.Glob("../../testdata/semantics/*.c")
	if len(files) == 0 || len(more) == 0 {
		t.Fatal("no programs")
	}
	for i, f := range append(files, more...) {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		model := []lang.DataModel{lang.LP64, lang.ILP32}[i%2]
		a := analyse(t, string(src), model)
		if i%8 == 0 {
			var first, again strings.Builder
			a.WriteText(&first)
			analyse(t, string(src), model).WriteText(&again)
			if first.String() != again.String() {
				t.Errorf("%s: two runs print different texts", f)
			}
		}
	}
}

// Unions of long chains cost no stack, and each operation near to constant time.
func TestLongChain(t *testing.T) {
	a := newAnalysis(&lang.Unit{})
	chain := func() *Class {
		first := a.fresh()
		for n, i := first, 0; i < 300000; i++ {
			n = a.target(n)
		}
		return first
	}
	x, y := chain(), chain()
	a.unify(x, y)
	for i := 0; i < 300000; i++ {
		if x, y = a.target(x), a.target(y); x != y {
			t.Fatalf("the classes at depth %d are two", i)
		}
	}
}
