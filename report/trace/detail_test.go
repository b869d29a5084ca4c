package trace_test

import (
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/trace"
	"github.com/whet-mc/whet/report/words"
)

// TestDetail: what is said of a failure names the values, the object, and where it was made and
// freed. Programs run on no inputs.
func TestDetail(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"int main(void) {\n int a[4];\n return a[7];\n}", "the index is 7, but the array has 4 elements"},
		{"#include <stdlib.h>\nint main(void) {\n char *p = malloc(8);\n return p[9];\n}",
			"p leads to char#1, a block of 8 bytes that malloc made in line 3; the access to 1 byte is 1 byte behind its end"},
		{"#include <stdlib.h>\nstatic void *make(int n) {\n return calloc(n, 4);\n}\nint main(void) {\n int *p = make(2);\n free(p);\n return p[1];\n}",
			"p leads to int#1, a block of 8 bytes that calloc made in line 3; the access to 4 bytes is 4 bytes behind its start; it was freed in line 7"},
		{"#include <stdlib.h>\nint main(void) {\n char *p = malloc(1);\n free(p);\n free(p);\n return 0;\n}",
			"what is freed is char#1, a block of 1 byte that malloc made in line 3; it was freed in line 4"},
		{"int main(void) {\n int v = 1, *p = &v;\n return p[-2];\n}", "p leads to v, which has 4 bytes; the access to 4 bytes is 8 bytes in front of it"},
		{"int main(void) {\n int *p = 0;\n return *p;\n}", "p is null"},
		{"int main(void) {\n int x = 2147483647;\n return x + 5;\n}", "the result would be 2147483652"},
		{"int main(void) {\n int x = 3, y = 40;\n return x << y;\n}", "3 is shifted by 40"},
		{"#include <string.h>\nint main(void) {\n char a[3];\n strcpy(a, \"abcd\");\n return 0;\n}", "of a, which has 3 bytes"},
		{"#include <string.h>\nint main(void) {\n char a[9] = {0};\n memcpy(a + 2, a, 3);\n return 0;\n}", "3 bytes overlap with the 3 bytes that lie 2 bytes in front of them"},
		{"#include <stdio.h>\nint main(void) {\n char a[3];\n sprintf(a, \"%d\", 1234);\n return 0;\n}", "the access to 5 bytes is 2 bytes longer than a, which has 3 bytes"},
		{"#include <stdio.h>\nint main(void) {\n char *p = 0;\n return puts(p);\n}", "the pointer is null"},
		{"#include <stdlib.h>\nint main(void) {\n char *p = malloc(6);\n free(p + 2);\n return 0;\n}", "what is freed is 2 bytes behind the start of char#1, a block of 6 bytes that malloc made in line 3"},
		{"#include <stdlib.h>\nint main(void) {\n char *p = malloc(6);\n return *(long *)(p + 1);\n}", "the access to 8 bytes is 1 byte behind the start of char#1, a block of 6 bytes that malloc made in line 3, and goes 3 bytes behind its end"},
		{"#include <stdlib.h>\nstruct n { int v; struct n *next; };\nint main(void) {\n struct n *a = malloc(sizeof *a);\n a->next = malloc(sizeof *a);\n free(a->next);\n return a->next->v;\n}",
			"a->next leads to n#2, a block of 16 bytes that malloc made in line 5; it was freed in line 6"},
		{"#include <stdlib.h>\nint main(void) {\n char *p = malloc(6);\n p[6] = 1;\n return 0;\n}", "the access to 1 byte is just behind its end"},
		{"#include <ctype.h>\nint main(void) {\n return isdigit(300);\n}", "the argument is 300"},
		{"#include <string.h>\nstruct s { char a[4], *p; } v;\nint main(void) {\n memset(v.a, 0, 5);\n return 0;\n}", "the access to 5 bytes is at the start of v, which has 16 bytes"},
	} {
		u, err := read.LoadBytes("t.c", []byte(test.src), read.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := lower.Lower(u, lower.Options{Check: lower.Default, MallocSucceeds: true})
		if err != nil {
			t.Fatal(err)
		}
		o := interp.Run(context.Background(), p, interp.Zero(), interp.Options{Trace: true})
		if o.Kind != interp.ErrorFound {
			t.Errorf("%s\n%v %s", test.src, o.Kind, o.Reason)
			continue
		}
		d := trace.DetailOf(words.Of(context.Background(), p, &refine.Outcome{Verdict: refine.Unsafe, Path: o.Path, Replay: o}), trace.PropertyOf(o.Error), o)
		if got := strings.Join(d.Sentences(trace.PropertyOf(o.Error)), "; "); !strings.Contains(got, test.want) {
			t.Errorf("%s\n%s, not %s", test.src, got, test.want)
		}
		for _, c := range o.Changes {
			if strings.Contains(c.What, "live") || strings.Contains(c.What, "block sizes") || strings.Contains(c.What, "top") {
				t.Errorf("%s\nshows %s", test.src, c.What)
			}
		}
	}
}

// TestLeft: where blocks are not freed, it is said which.
func TestLeft(t *testing.T) {
	u, err := read.LoadBytes("t.c", []byte("#include <stdlib.h>\nint main(void) {\n char *p = malloc(6), *q = malloc(3);\n free(q);\n return 0;\n}"), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Check: lower.Cleanup, MallocSucceeds: true})
	if err != nil {
		t.Fatal(err)
	}
	o := interp.Run(context.Background(), p, interp.Zero(), interp.Options{Trace: true})
	d := trace.DetailOf(words.Of(context.Background(), p, &refine.Outcome{Verdict: refine.Unsafe, Path: o.Path, Replay: o}), trace.PropertyOf(o.Error), o)
	if got, want := strings.Join(d.Sentences(trace.PropertyOf(o.Error)), "; "), "char#1, a block of 6 bytes that malloc made in line 3, is not freed"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	for _, c := range o.Changes {
		if strings.Contains(c.What, "live") {
			t.Errorf("shows %s", c.What)
		}
	}
	if got, want := trace.PropertyOf(o.Error).HappensIn(), "memory not freed at exit: the return from main"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
