package trace_test

import (
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang"
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
			"the access to 1 byte is 9 bytes behind the start of char#1, a block of 8 bytes that malloc made in line 3"},
		{"#include <stdlib.h>\nstatic void *make(int n) {\n return calloc(n, 4);\n}\nint main(void) {\n int *p = make(2);\n free(p);\n return p[1];\n}",
			"the access to 4 bytes is 4 bytes behind the start of int#1, a block of 8 bytes that calloc made in line 3; it was freed in line 7"},
		{"#include <stdlib.h>\nint main(void) {\n char *p = malloc(1);\n free(p);\n free(p);\n return 0;\n}",
			"what is freed is at the start of char#1, a block of 1 byte that malloc made in line 3; it was freed in line 4"},
		{"int main(void) {\n int v = 1, *p = &v;\n return p[-2];\n}", "the access to 4 bytes is 8 bytes in front of v, which has 4 bytes"},
		{"int main(void) {\n int *p = 0;\n return *p;\n}", "the pointer is null"},
		{"int main(void) {\n int x = 2147483647;\n return x + 5;\n}", "the result would be 2147483652"},
		{"int main(void) {\n int x = 3, y = 40;\n return x << y;\n}", "3 is shifted by 40"},
		{"#include <string.h>\nint main(void) {\n char a[3];\n strcpy(a, \"abcd\");\n return 0;\n}", "of a, which has 3 bytes"},
		{"#include <string.h>\nint main(void) {\n char a[9] = {0};\n memcpy(a + 2, a, 3);\n return 0;\n}", "3 bytes overlap with the 3 bytes that lie 2 bytes in front of them"},
		{"#include <stdio.h>\nint main(void) {\n char a[3];\n sprintf(a, \"%d\", 1234);\n return 0;\n}", "the access to 5 bytes is at the start of a, which has 3 bytes"},
		{"#include <stdio.h>\nint main(void) {\n char *p = 0;\n return puts(p);\n}", "the pointer is null"},
		{"#include <ctype.h>\nint main(void) {\n return isdigit(300);\n}", "the argument is 300"},
		{"#include <string.h>\nstruct s { char a[4], *p; } v;\nint main(void) {\n memset(v.a, 0, 5);\n return 0;\n}", "the access goes to 5 bytes of an array that has 4 bytes"},
	} {
		u, err := lang.LoadBytes("t.c", []byte(test.src), lang.Options{})
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
		d := trace.DetailOf(words.Of(context.Background(), p, &refine.Outcome{Verdict: refine.Unsafe, Path: o.Path, Replay: o}))
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
