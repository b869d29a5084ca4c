package lower

import (
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
)

// volatiles are programs with the result that they have where each read of a volatile object gives
// 3: where it is an input, that is what the reads say.
var volatiles = []struct {
	name, src string
	result    int64
	inputs    int  // how often such an object is read
	unknown   bool // the verdict cannot be safe
}{
	{"a global", `volatile int v = 5; int main(void) { v = 7; return v * 10 + v; }`, 33, 2, false},
	{"no volatile", `int v = 5; int main(void) { v = 7; return v * 10 + v; }`, 77, 0, false},
	{"by a typedef", `typedef volatile unsigned char reg; reg v; int main(void) { v = 7; return v; }`, 3, 1, false},
	{"a static local", `int main(void) { static volatile int v = 5; return v; }`, 3, 1, false},
	{"a member", `struct s { int n; volatile int v; } g; int main(void) { g.n = g.v = 8; return g.n * 10 + g.v; }`, 83, 1, false},
	{"a member of a volatile record", `struct s { int n, v; }; volatile struct s g; int main(void) { g.n = 8; return g.n * 10 + g.v; }`, 33, 2, false},
	{"a bit-field", `struct s { volatile unsigned a : 4, b : 4; } g; int main(void) { g.a = 8; return g.a; }`, 3, 1, false},
	{"an element", `volatile int a[4]; int main(void) { a[1] = 8; return a[1]; }`, 3, 1, false},
	{"rows by a typedef", `typedef int row[2]; volatile row a[2]; int main(void) { a[1][1] = 8; return a[1][1]; }`, 3, 1, false},
	{"through a pointer", `int v = 8; int main(void) { volatile int *p = &v; return *p * 10 + v; }`, 38, 1, false},
	{"through a cast", `int v = 8; int main(void) { return *(volatile int *)&v * 10 + v; }`, 38, 1, false},
	{"an index", `int v[2] = {8, 9}; int main(void) { volatile int *p = v; return p[1] * 10 + v[1]; }`, 39, 1, false},
	{"const and volatile", `extern const volatile int v; int main(void) { return v + v; }`, 6, 2, false},
	{"volatile and const, by typedefs", `typedef const int k; typedef volatile k kv; kv v = 8; int main(void) { return v; }`, 3, 1, false},
	{"an update", `volatile int v = 8; int main(void) { v++; v += 2; return (v = 9); }`, 9, 2, false},
	{"a pointer to it, by a typedef", `typedef volatile int reg; reg *p; int v = 8; int main(void) { p = &v; return p[0]; }`, 3, 1, false},
	{"a record that is copied", `struct s { int n; volatile int v; } g = {4, 8}; int main(void) { struct s h = g; return h.n * 10 + h.v; }`, 43, 1, false},
	{"an automatic object", `int main(void) { volatile int v = 8; v++; return v; }`, 9, 0, false},
	{"an automatic array", `int main(void) { volatile int v[2] = {8, 9}; return v[1]; }`, 9, 0, false},
	{"one whose address is taken", `static void f(volatile int *p) { *p = 9; } int main(void) { volatile int v = 8; f(&v); return v; }`, 9, 0, false},
	{"one read through its address", `static int f(volatile int *p) { return *p; } int main(void) { volatile int v = 8; return f(&v); }`, 3, 1, false},
	{"one that code outside knows", `extern void f(volatile int *p); int main(void) { volatile int v = 8; f(&v); return v; }`, 3, 1, false},
	{"a volatile pointer", `int v = 8; int *volatile p = &v; int main(void) { return *p; }`, 8, 0, true},
	{"a pointer that is an automatic object", `int v = 8; int main(void) { int *volatile p = &v; return *p; }`, 8, 0, false},
	{"longjmp", `#include <setjmp.h>
typedef volatile int vi; jmp_buf b; int main(void) { vi n = 0; if (setjmp(b) == 0) { n = 7; longjmp(b, 1); } return n; }`, 7, 0, false},
}

func TestVolatile(t *testing.T) {
	for _, c := range volatiles {
		t.Run(c.name, func(t *testing.T) {
			for _, check := range []Check{0, Default} {
				p := loadFor(t, c.src, cfa.Machine, check)
				inputs := 0
				o := interp.Run(context.Background(), p, interp.Func(func(q interp.Query) (num.Int, bool) {
					if q.Input.Volatile {
						inputs++
						return num.Of(3), true
					}
					return num.Of(0), true
				}), interp.Options{MaxSteps: 100000, Check: true})
				if o.Kind != interp.Exited || result(o) != c.result || inputs != c.inputs {
					t.Errorf("check %x: %v %s: result %d with %d inputs, not %d with %d", check, o.Kind, o.Reason, result(o), inputs, c.result, c.inputs)
				}
				unknown := false
				for _, at := range p.Locs {
					unknown = unknown || at.Error != nil && at.Error.Unsupported && strings.Contains(at.Error.Text, "volatile")
				}
				if unknown != c.unknown {
					t.Errorf("check %x: unknown: %v", check, unknown)
				}
			}
		})
	}
}
