package lower

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/num"
)

func load(t *testing.T, src string, model lang.DataModel, arith cfa.Arith) *cfa.Program {
	t.Helper()
	u, err := read.LoadBytes("t.c", []byte(src), read.Options{Model: model})
	if err != nil {
		t.Fatalf("%v", err)
	}
	p, err := Lower(u, Options{Arith: arith})
	if err != nil {
		t.Fatalf("%v", err)
	}
	if err := p.Check(); err != nil {
		t.Fatalf("not well formed: %v", err)
	}
	return p
}

func exitCode(t *testing.T, p *cfa.Program, in ...num.Int) string {
	t.Helper()
	out := interp.Run(context.Background(), p, interp.Sequence(in...), interp.Options{MaxSteps: 100000, Check: true})
	if out.Kind == interp.Exited && out.Exit != nil {
		return out.Exit.String()
	}
	return fmt.Sprintf("%v %s", out.Kind, out.Reason)
}

// What may alias shares a region, what cannot does not.
func TestRegions(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      string // regions as "step:objects", sorted
	}{
		{"two buffers stay apart", `
			void set(int *p) { *p = 1; }
			void put(char *q) { *q = 2; }
			int a[4]; char b[4];
			int main(void) { set(a); put(b); return a[0] + b[0]; }`,
			"1:b 4:a"},
		{"one pointer to both joins them", `
			int a[4], b[4], n;
			int main(void) { int *p = n ? a : b; *p = 1; return a[0]; }`,
			"4:a,b"},
		{"fields of a struct stay apart", `
			struct s { int x; int y; } v;
			int main(void) { struct s *p = &v; p->x = 1; p->y = 2; return p->x; }`,
			"4:v 4:v"},
		{"members of a union do not, and sizes differ", `
			union u { int x; char c[4]; } v;
			int main(void) { v.x = 258; return v.c[0]; }`,
			"1:v"},
		{"a struct seen through another type is one region", `
			struct s { int x; int y; } v;
			int main(void) { struct s *p = &v; p->y = 2; return ((int *)p)[1]; }`,
			"4:v"},
		{"from a member back to its struct", `
			struct l { struct l *next; };
			struct s { int x; struct l link; } v;
			int main(void) { struct s *p = &v; struct l *k = &p->link; p->x = 7;
				return ((struct s *)((char *)k - __builtin_offsetof(struct s, link)))->x; }`,
			"4:v"},
		{"allocations from two places stay apart", `
			#include <stdlib.h>
			int main(void) { int *p = malloc(4), *q = malloc(4); *p = 1; *q = 2; return *p; }`,
			"4: 4:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := load(t, c.src, lang.LP64, cfa.Machine)
			var got []string
			for _, a := range p.Arrays {
				if a.Region {
					var names []string
					for _, o := range a.Objects {
						names = append(names, o.Name)
					}
					got = append(got, fmt.Sprintf("%d:%s", a.Step, strings.Join(names, ",")))
				}
			}
			sort.Strings(got)
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("regions are %q, want %q", s, c.want)
			}
		})
	}
}

// Objects without an address are variables and arrays: no region is made for them.
func TestPromotion(t *testing.T) {
	p := load(t, `
		struct in { int a, b; };
		struct s { struct in i; int v[3]; } g;
		int m[3][4];
		int f(struct in x) { return x.a - x.b; }
		int main(void) { struct s l; int i; for (i = 0; i < 3; i++) m[i][i] = i, l.v[i] = i;
			g.i.a = 5; l.i = g.i; l.i.b = 2; return f(l.i) + m[2][2] + l.v[1]; }`, lang.LP64, cfa.Machine)
	for _, a := range p.Arrays {
		if a.Region {
			t.Errorf("%s is a region", a.Name)
		}
	}
	if got := exitCode(t, p); got != "6" {
		t.Errorf("main returns %s, want 6", got)
	}
}

func TestArithmetic(t *testing.T) {
	const src = `
		unsigned f(unsigned x) { return x - 1u; }
		int main(void) { int x = 2147483647; x = x + 1; unsigned u = f(0); signed char c = 200; return (x < 0) + 2 * (u > 0) + 4 * (c < 0); }`
	for arith, want := range map[cfa.Arith]string{cfa.Machine: "7", cfa.Int: "4"} {
		if got := exitCode(t, load(t, src, lang.LP64, arith)); got != want {
			t.Errorf("%v: main returns %s, want %s", arith, got, want)
		}
	}
}

// What is not modelled is listed; what is not covered keeps a run from being called safe.
func TestNotes(t *testing.T) {
	p := load(t, `
		extern int ext(void);
		_Float16 d;
		int main(void) { d = d * 2.0; if (d > 1.0) return ext(); return 0; }`, lang.LP64, cfa.Machine)
	var got []string
	for _, n := range p.Notes {
		if n.Kind == lang.Approximated {
			got = append(got, n.What)
		}
	}
	if s := strings.Join(got, "; "); s != "floating point; external function ext" {
		t.Errorf("notes are %q", s)
	}
	p = load(t, `
		#include <setjmp.h>
		jmp_buf b;
		int main(void) { longjmp(b, 1); return 0; }`, lang.LP64, cfa.Machine)
	if len(p.Errors) != 1 || !p.Errors[0].Error.Unsupported {
		t.Error("longjmp is not marked as unsupported")
	}
}

// Every program that comes with the project lowers to a well-formed one, in both
// data models and in each arithmetic.
func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/*.c")
	more, _ := filepath.Glob("../../testdata/semantics/*.c")
	for _, f := range append(files, more...) {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []lang.DataModel{lang.LP64, lang.ILP32} {
			for _, a := range []cfa.Arith{cfa.Machine, cfa.Int} {
				t.Run(fmt.Sprintf("%s/%v/%v", filepath.Base(f), m, a), func(t *testing.T) { load(t, string(src), m, a) })
			}
		}
	}
}

// What a library function without a model writes is not known, but it does write: no run may count
// on memory being as it was.
func TestDetermined(t *testing.T) {
	p := load(t, `
		#include <stdio.h>
		extern void reach_error(void);
		int main(void) { char b[4] = "abc"; sprintf(b, "%d", 7); if (b[0] == 'a') reach_error(); return 0; }`, lang.LP64, cfa.Machine)
	out := interp.Run(context.Background(), p, interp.Func(func(interp.Query) (num.Int, bool) { return num.Of('a'), true }), interp.Options{})
	if out.Kind == interp.ErrorFound && !out.Tainted {
		t.Errorf("a bug rests on what sprintf writes")
	}
}
