package lower

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// The bytes of floating values are those of their format, wherever the value has come from; what
// depends on those of a format that is not modelled is no bug.
func TestFloatBytes(t *testing.T) {
	for _, c := range []struct{ name, src string }{
		{"a parameter", `unsigned f(T x) { memcpy(&u, &x, sizeof x); return u; }
			int main(void) { if (f(1.0f) != 0x3f800000) reach_error(); return 0; }`},
		{"a member of a parameter", `unsigned g(struct s x) { memcpy(&u, &x.f, sizeof x.f); return u; }
			int main(void) { struct s a = {1, 2.0f}; if (g(a) != 0x40000000) reach_error(); return 0; }`},
		{"a copy", `int main(void) { struct s a = {1, 2.0f}, b; b = a; memcpy(&u, &b.f, sizeof b.f);
			if (u != 0x40000000) reach_error(); return 0; }`},
		{"a result", `struct s mk(T f) { struct s r = {1, f}; return r; }
			int main(void) { struct s a; a = mk(2.0f); memcpy(&u, &a.f, sizeof a.f); if (u != 0x40000000) reach_error(); return 0; }`},
	} {
		for _, typ := range []string{"float", "_Float16"} {
			p := load(t, `void *memcpy(void *, const void *, unsigned long); extern void reach_error(void); typedef `+typ+` T;
				struct s { int i; T f; }; unsigned u;`+c.src, lang.LP64, cfa.Machine)
			out := interp.Run(context.Background(), p, interp.Func(func(interp.Query) (num.Int, bool) { return num.Of(0), true }), interp.Options{})
			if out.Tainted != (typ != "float") || typ == "float" && out.Kind != interp.Exited {
				t.Errorf("%s, %s: %v, tainted: %v", c.name, typ, out.Kind, out.Tainted)
			}
		}
	}
}

// An address of a member that went through a sum of integers can be that of the member beside it.
func TestMembersByNumbers(t *testing.T) {
	for name, src := range map[string]string{
		"a constant":     `u = (unsigned long)&s.a; u += 4; *(int *)u = 3;`,
		"counted":        `u = (unsigned long)&s.a; u++; ++u; u += 2; *(int *)u = 3;`,
		"sums":           `u = 2; u *= 2; *(int *)(u + (unsigned long)&s.a) = 3;`,
		"a difference":   `*(int *)((unsigned long)&s.c - 4) = 3;`,
		"from a pointer": `char *p = &s.a; u = (unsigned long)p + 4; int *q = (int *)u; *q = 3;`,
		"an element":     `u = (unsigned long)&s.d[1]; *(int *)(u - 12) = 3;`,
		"a function":     `*at((unsigned long)&s.a) = 3;`,
	} {
		p := load(t, `extern void reach_error(void); struct { char a; int b, c; int d[2]; } s; unsigned long u;
			int *at(unsigned long n) { return (int *)(n + 4); }
			int main(void) { `+src+` if (s.b != 3 || s.c || s.d[0]) reach_error(); return 0; }`, lang.LP64, cfa.Machine)
		out := interp.Run(context.Background(), p, interp.Func(func(interp.Query) (num.Int, bool) { return num.Of(0), true }), interp.Options{})
		if out.Kind != interp.Exited {
			t.Errorf("%s: %v", name, out.Kind)
		}
	}
}

// What lies between members is copied where both sides have bytes; where one has none, nothing
// rests on it.
func TestPadding(t *testing.T) {
	for _, c := range []struct {
		name, src string
		copied    bool
	}{
		{"both are seen as bytes", `int main(void) { struct s a = g, b; b = a; if (memcmp(&a, &b, sizeof a)) reach_error(); return 0; }`, true},
		{"a copy of what is not", `int main(void) { struct s a; a = g; if (((char *)&a)[1]) reach_error(); return 0; }`, false},
		{"a parameter", `int f(struct s p) { return ((char *)&p)[1]; } int main(void) { if (f(g)) reach_error(); return 0; }`, false},
		{"a result", `struct s mk(void) { return g; }
			int main(void) { struct s a; a = mk(); if (((char *)&a)[1]) reach_error(); return 0; }`, false},
	} {
		p := load(t, `int memcmp(const void *, const void *, unsigned long); extern void reach_error(void);
			struct s { char c; int i; } g = {1, 2};`+c.src, lang.LP64, cfa.Machine)
		n := int64(0)
		out := interp.Run(context.Background(), p, interp.Func(func(interp.Query) (num.Int, bool) { n += 7; return num.Of(n), true }), interp.Options{})
		if c.copied && out.Kind != interp.Exited || !c.copied && !out.Tainted {
			t.Errorf("%s: %v %s, tainted %v", c.name, out.Kind, out.Reason, out.Tainted)
		}
	}
}

// An access through a pointer that was put together from numbers changes nothing but what it leads
// to: where that is what the analysis expects, all stays known.
func TestForgedAccess(t *testing.T) {
	for name, src := range map[string]string{
		"a store": `p[1] = 5; if (p[1] != 5 || a[1] != 5 || a[0] != 1) reach_error();`,
		"a read":  `if (p[1] != 2 || p[1] != 2 || a[1] != 2) reach_error();`,
		"another": `if (*q != 3) reach_error(); *q = 7; if (*q != 7 || p[0] != 1) reach_error();`,
		"a copy":  `int c; memcpy(&c, p, 4); if (c != 1 || p[0] != 1) reach_error();`,
	} {
		p := load(t, `extern void reach_error(void); void *memcpy(void *, const void *, unsigned long); int a[2] = {1, 2}, b[2] = {3, 4};
			int main(void) { int *p = a, *q = b; unsigned long u = (unsigned long)&b, w = (unsigned long)&a, v = 0, x = 0;
			for (int i = 0; i < 64; i++) { if (u >> i & 1) v |= 1ul << i; if (w >> i & 1) x |= 1ul << i; }
			if (v == 3) p = (int *)v; if (x == 5) q = (int *)x; `+src+` return 0; }`, lang.LP64, cfa.Machine)
		out := interp.Run(context.Background(), p, interp.Func(func(interp.Query) (num.Int, bool) { return num.Of(0), true }), interp.Options{})
		if out.Kind != interp.Exited || out.Tainted || len(out.Inputs) != 0 {
			t.Errorf("%s: %v %s, tainted %v, %d inputs", name, out.Kind, out.Reason, out.Tainted, len(out.Inputs))
		}
	}
}
