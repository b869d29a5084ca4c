package fuzz

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Launder returns a program that passes a pointer to an int through steps that hide it: casts,
// bytes, arithmetic, tables, choices by its bits. In the end it stores 5 through what came out, and
// returns 5 if that is what the object holds then, 6 if another object was changed, and 4 if none
// was.
//
// With choices, some steps test the bits of the pointer: what they find out is in no data that
// flows.
func Launder(rng *rand.Rand, choices bool) string {
	steps := launderData
	if choices {
		steps = append(append([]launderStep(nil), steps...), launderChoice...)
	}
	var b, globals strings.Builder
	n := 1 + rng.IntN(3)
	for i := range n {
		s := steps[rng.IntN(len(steps))]
		if choices && i == n-1 {
			s = launderChoice[rng.IntN(len(launderChoice))]
		}
		r := strings.NewReplacer("IN", fmt.Sprintf("p%d", i), "OUT", fmt.Sprintf("p%d", i+1), "@", fmt.Sprint(i))
		globals.WriteString(r.Replace(s.top))
		fmt.Fprintf(&b, "  int *p%d = 0; { %s }\n", i+1, r.Replace(s.body))
	}
	target := []string{"x", "y.b", "z[2]", "*h", "w.in.k"}[rng.IntN(5)]
	return fmt.Sprintf(`#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
typedef uintptr_t U;
enum { N = sizeof(U), B = 8 * sizeof(U) };
int x, dx; struct { int a, b; } y; int z[4]; struct { struct { int j, k; } in; int *self; } w;
%sint main(void) {
  int *h = malloc(sizeof(int)), *g = malloc(sizeof(int));
  *h = 1; *g = 1; dx = 1; y.a = 1; z[1] = 1; w.in.j = 1; w.self = &dx; *w.self = 1;
  int *p0 = &%s; *p0 = 2;
%s  *p%d = 5;
  if (*g != 1 || dx != 1 || y.a != 1 || z[1] != 1 || w.in.j != 1) return 6;
  return %s == 5 ? 5 : 4;
}
`, globals.String(), target, b.String(), n, target)
}

// launderStep is a way from the pointer IN to the same pointer OUT; @ makes names different.
type launderStep struct{ top, body string }

// launderData are steps in which the bits of the pointer flow as data.
var launderData = []launderStep{
	{"", "U v = (U)IN; OUT = (int *)v;"},
	{"", "for (int i = 0; i < N; i++) ((char *)&OUT)[i] = ((char *)&IN)[i];"},
	{"", "for (int i = 0; i < N / 2; i++) ((short *)&OUT)[i] = ((short *)&IN)[i];"},
	{"", "unsigned short lo = (U)IN, hi = (U)IN >> 16; U top = (U)IN >> 16 >> 16; OUT = (int *)(top << 16 << 16 | (U)hi << 16 | lo);"},
	{"U key@ = 0x5a5a;", "U v = (U)IN ^ key@; v ^= 0x77; v = ~v; OUT = (int *)((~v ^ 0x77) ^ key@);"},
	{"", "U v = (U)IN * 3; v += 8; OUT = (int *)((v - 8) * ((U)-1 / 3 * 2 + 1));"},
	{"", "U q = (U)IN / 10, r = (U)IN % 10; OUT = (int *)(q * 10 + r);"},
	{"unsigned char t@[256];", "for (int i = 0; i < 256; i++) t@[i] = i; for (int i = 0; i < N; i++) ((unsigned char *)&OUT)[i] = t@[((unsigned char *)&IN)[i]];"},
	{"", "U v = 0; for (int i = 0; i < B; i++) v |= ((U)IN >> i & 1) << i; OUT = (int *)v;"},
	{"", "U v = 0; unsigned char *s = (unsigned char *)&IN; for (int i = N - 1; i >= 0; i--) v = v << 8 | s[i]; OUT = (int *)v;"},
	{"U f@(unsigned char *s, int n) { return n ? f@(s + 1, n - 1) << 8 | *s : 0; }", "OUT = (int *)f@((unsigned char *)&IN, N);"},
	{"unsigned short a@(int n, ...) { va_list l; va_start(l, n); unsigned r = va_arg(l, unsigned); va_end(l); return r; }",
		"U v = 0; for (int i = 0; i < N / 2; i++) v |= (U)(unsigned short)((U)IN >> 16 * i) << 16 * i; OUT = (int *)v;"},
	{"", "char *z = 0; z += (U)IN; OUT = (int *)z;"},
	{"", "int *z = 0; OUT = &z[(U)IN / 4];"},
	{"struct f@ { unsigned a : 7, b : 9, c : 16; U d; };", "struct f@ s; s.a = (U)IN; s.b = (U)IN >> 7; s.c = (U)IN >> 16; s.d = (U)IN >> 16 >> 16; OUT = (int *)(s.a | (U)s.b << 7 | (U)s.c << 16 | s.d << 16 << 16);"},
	{"short g@[N / 2];", "memcpy(g@, &IN, N); memcpy(&OUT, g@, N);"},
	{"char g@[N];", "for (int i = 0; i < N; i++) memset(g@ + i, ((char *)&IN)[i], 1); OUT = *(int **)g@;"},
	{"union u@ { int *p; unsigned short s[N / 2]; unsigned char c[N]; };", "union u@ a, b; a.p = IN; for (int i = 0; i < N; i++) b.c[i] = a.c[i]; OUT = b.p;"},
	{"struct s@ { unsigned short s[N / 2]; };", "struct s@ a, b; memcpy(&a, &IN, N); b = a; memcpy(&OUT, &b, N);"},
	{"", "OUT = (int *)((char *)0 + ((char *)IN - (char *)0));"},
	{"", "U v = (U)&x - (U)IN; OUT = (int *)((U)&x - v);"},
	{"unsigned char d@(int *p, int i) { return (U)p >> 8 * i; }", "U v = 0; for (int i = 0; i < N; i++) v += (U)d@(IN, i) << 8 * i; OUT = (int *)v;"},
	{"", "U v = 0; for (int i = 0; i < B; i++) v |= ((U)IN & (U)1 << i) ? (U)1 << i : 0; OUT = (int *)v;"},
	{"", "U v = 0; for (int i = 0; i < B; i++) v |= (U)!!((U)IN & (U)1 << i) << i; OUT = (int *)v;"},
	{"", "U v = 0; for (int i = 0; i < B; i++) v += (U)(((U)IN >> i) % 2 != 0) << i; OUT = (int *)v;"},
	{"", "U v = 0; for (int i = 0; i < B; i++) { _Bool b = (U)IN >> i & 1; v |= (U)b << i; } OUT = (int *)v;"},
	{"typedef unsigned short v@ __attribute__((vector_size(N)));", "v@ a; memcpy(&a, &IN, N); *(v@ *)&OUT = a;"},
	{"", "*(float *)&OUT = *(float *)&IN; if (N == 8) *((float *)&OUT + N / 4 - 1) = *((float *)&IN + N / 4 - 1);"},
	{"float f@(float f) { return f; }", "float a[2]; memcpy(a, &IN, N); a[0] = f@(a[0]); memcpy(&OUT, a, N);"},
}

// launderChoice are steps in which the program decides by the bits of the pointer.
var launderChoice = []launderStep{
	{"", "U v = 0; for (int i = 0; i < B; i++) if ((U)IN >> i & 1) v |= (U)1 << i; OUT = (int *)v;"},
	{"", "U v = 0; for (int i = B - 1; i >= 0; i--) if (v + ((U)1 << i) <= (U)IN) v += (U)1 << i; OUT = (int *)v;"},
	{"", "unsigned char b[N]; memset(b, 0, N); for (int i = 0; i < B; i++) if ((U)IN >> i & 1) b[i / 8] |= 1 << i % 8; memcpy(&OUT, b, N);"},
	{"", "U v = 0; for (int i = 0; i < B; i += 4) for (int k = 0; k < 16; k++) if (((U)IN >> i & 15) == k) v |= (U)k << i; OUT = (int *)v;"},
	{"", "U v = 0; for (int i = 0; i < B; i += 2) switch ((U)IN >> i & 3) { case 3: v |= (U)1 << i; case 2: v |= (U)2 << i; break; case 1: v |= (U)1 << i; } OUT = (int *)v;"},
	{"", "U v = 0; for (int i = 0; i < N; i++) { char seen[256]; memset(seen, 0, 256); seen[(unsigned char)((U)IN >> 8 * i)] = 1; for (int k = 0; k < 256; k++) if (seen[k]) v |= (U)k << 8 * i; } OUT = (int *)v;"},
	{"int b@(int *p, int i) { if ((U)p >> i & 1) return 1; return 0; }", "U v = 0; for (int i = 0; i < B; i++) v |= (U)b@(IN, i) << i; OUT = (int *)v;"},
	{"int c@;", "U v = 0; for (int i = B - 1; i >= 0; i--) { c@ = 0; while ((U)IN >> i & 1) { c@ = 1; break; } v = v * 2 + c@; } OUT = (int *)v;"},
	{"", "U v = 0; for (int i = B - 1; i >= 0; i--) if ((char *)(v + ((U)1 << i)) <= (char *)IN) v += (U)1 << i; OUT = (int *)v;"},
	{"unsigned m@;", "U v = 0; m@ = 0; unsigned char *s = (unsigned char *)&IN; for (int i = 0; i < N; i++) { for (m@ = 0; m@ != s[i]; m@++); v |= (U)m@ << 8 * i; } OUT = (int *)v;"},
	{"", "union { int *p; unsigned char c[N]; } u; for (int i = 0; i < N; i++) { u.c[i] = 0; for (int k = 0; k < 8; k++) if ((U)IN >> (8 * i + k) & 1) u.c[i] += 1 << k; } OUT = u.p;"},
}
