package language_test

import (
	"context"
	"testing"

	"github.com/whet-mc/whet"
)

// Vectors have their values, in their lanes and in memory.
func TestVectors(t *testing.T) {
	const head = `void reach_error(void); typedef int v4 __attribute__((vector_size(16))); union u { v4 v; int a[4]; };
		union u g = { .v = {1, 2, 3, 4} }; v4 gv = {1, 2, 3, 4};
		`
	for _, c := range []struct {
		name, text string
		want       whet.Verdict
	}{
		{"a member of a union, initialised", `union u l = { .v = {1, 2, 3, 4} }; if (l.a[0] != 1) reach_error();`, whet.Safe},
		{"a member of a static union", `if (g.a[0] != 1) reach_error();`, whet.Safe},
		{"a static vector", `if (gv[1] != 2) reach_error();`, whet.Safe},
		{"an element, stored and read", `v4 x; x[1] = 3; if (x[1] != 3) reach_error();`, whet.Safe},
		{"an element, stored and read through memory", `union u l; l.v[2] = 7; l.v[2]++; int *p = &l.v[2]; if (*p != 8) reach_error();`, whet.Safe},
		{"through a pointer", `v4 x = {1, 2, 3, 4}; int *p = (int *)&x; if (p[1] != 2) reach_error();`, whet.Safe},
		{"a sum", `v4 x = {1, 2, 3, 4}, y; y = x + x; int *p = (int *)&y; if (p[1] != 4) reach_error();`, whet.Safe},
		{"shuffled", `v4 x = {1, 2, 3, 4}, y; y = __builtin_shuffle(x, x); int *p = (int *)&y; if (p[1] != 3) reach_error();`, whet.Safe},
		{"compared, with a number", `v4 x = {1, 2, 3, 4}; x = 2 < x; if (x[1] != 0 || x[2] != -1) reach_error();`, whet.Safe},
		{"assigned through a pointer, once", `v4 x[2] = {{1}, {2}}, *p = x; *p++ += 3; if (p != x + 1 || x[0][0] != 4 || x[0][3] != 3 || x[1][0] != 2) reach_error();`, whet.Safe},
		{"lanes that are small", `typedef unsigned char u4 __attribute__((vector_size(4))); u4 x = {200, 1}; x = x + x; if (x[0] != 144 || x[1] != 2) reach_error();`, whet.Safe},
		{"as floating numbers", `typedef float f4 __attribute__((vector_size(16))); f4 f = __builtin_convertvector(gv, f4) * 0.5f; if (f[2] != 1.5f || ((v4)f)[1] != 0x3f800000) reach_error();`, whet.Safe},
		{"a lane that is wrong", `v4 x = {1, 2, 3, 4}; x = -x; if (x[3] == -4) reach_error();`, whet.Unsafe},
		{"what arguments do", `v4 x; int n = 0; x = __builtin_shufflevector((n++, x), x, 0, 1, 2, 3); if (n != 1) reach_error();`, whet.Safe},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := whet.Verify(context.Background(), whet.Text("v.c", []byte(head+"int main(void) { "+c.text+" return 0; }\n")), whet.Options{Checks: []string{"assert"}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != c.want {
				t.Errorf("%s, want %s", r.Verdict, c.want)
			}
		})
	}
}
