package certify

import "testing"

// Pointers that go through arrays, by elements of several bytes, and tables of strings. Each wrong program is like one before it.
func TestSettledWalks(t *testing.T) {
	const head = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pt { double x, y; int id; } pts[50]; int v[20];
void fill(int *p, int *e) { while (p < e) *p++ = 1; }
void init(struct pt *p, int n) { struct pt *e = p + n; for (; p != e; p++) p->id = 2; }
`
	const table = `static struct { const char *name; int n; } t[] = { { "a", 1 }, { "bc", 2 }, { "def", 3 } };
`
	const names = `static const char *const names[] = { "x", "y", "z", NULL }; int main(void) { const char *const *p; `
	const block = `int main(int argc, char **argv) { int n = argc, *h = malloc(n * sizeof *h); if (!h) return 1; `
	for _, c := range []struct {
		src  string
		left int
	}{
		{`int main(void) { for (int *p = v; p < v + 20; p++) *p = 1; return 0; }`, 0},
		{`int main(void) { for (int *p = v; p <= v + 20; p++) *p = 1; return 0; }`, 1},
		{`int main(void) { for (char *p = (char *)v; p < (char *)(v + 20); p += 3) *(int *)p = 1; return 0; }`, 1},
		{`int main(void) { for (int *p = v; p != v + 20; ++p) *p = 1; return 0; }`, 0},
		{`int main(void) { for (int *p = v; p != v + 21; ++p) *p = 1; return 0; }`, 1},
		{`int main(void) { for (int *p = v + 20; p > v; ) *--p = 1; return 0; }`, 0},
		{`int main(void) { for (int *p = v + 20; p >= v; ) *--p = 1; return 0; }`, 1},
		{`int main(void) { for (struct pt *p = pts; p < pts + 50; p++) p->id = 1; return 0; }`, 0},
		{`int main(void) { for (struct pt *p = pts; p < (struct pt *)((char *)(pts + 50) + 8); p++) p->x = 1; return 0; }`, 1},
		{`int main(void) { init(pts, 50); init(pts + 10, 40); return 0; }`, 0},
		{`int main(void) { init(pts, 50); init(pts + 11, 40); return 0; }`, 1},
		{`int main(void) { for (int i = 0; i < 20; i += 2) { int t = v[i]; v[i] = v[i + 1]; v[i + 1] = t; } return 0; }`, 0},
		{`int main(void) { for (int i = 1; i < 20; i += 2) { int t = v[i]; v[i] = v[i + 1]; v[i + 1] = t; } return 0; }`, 1},
		{`int main(void) { for (int i = 0; i < 20; i += 3) { int t = v[i]; v[i] = v[i + 2]; v[i + 2] = t; } return 0; }`, 1},
		{block + `for (int *p = h; p < h + n; p++) *p = 1; free(h); return 0; }`, 0},
		{block + `for (int *p = h; p < h + n + 1; p++) *p = 1; free(h); return 0; }`, 3},
		{block + `for (int *p = h; p != h + n; p++) *p = 1; free(h); return 0; }`, 0},
		{block + `for (int *p = h; p != h + n; p++) p[1] = 1; free(h); return 0; }`, 1},
		{block + `fill(h, h + n); free(h); return 0; }`, 0},
		{block + `fill(h, h + n + 1); free(h); return 0; }`, 5},
		{table + `int main(void) { for (int i = 0; i < 3; i++) puts(t[i].name); return 0; }`, 0},
		{table + `int main(void) { for (int i = 0; i <= 3; i++) puts(t[i].name); return 0; }`, 1},
		{table + `int main(int argc, char **argv) { for (int i = 0; i < 3; i++) if (argc > 1 && !strcmp(t[i].name, argv[1])) return t[i].n; return 0; }`, 0},
		{`static const char *t[] = { "a", "bc", 0, "d" }; int main(void) { for (int i = 0; i < 4; i++) puts(t[i]); return 0; }`, 1},
		{`static char s[2] = "ab"; static const char *t[] = { "a", "bc", s, "d" }; int main(void) { for (int i = 0; i < 4; i++) puts(t[i]); return 0; }`, 1},
		// The last element of an array is 0.
		{`static const int a[] = { 2, 3, 5, 0 }; int main(void) { int s = 0; for (const int *p = a; *p; p++) s ^= *p; for (int i = 0; a[i]; i++) s ^= a[i]; return s; }`, 0},
		{`static const int a[] = { 2, 3, 5, 7 }; int main(void) { int s = 0; for (const int *p = a; *p; p++) s ^= *p; return s; }`, 1},
		{`static const int a[] = { 2, 3, 5, 0 }; int main(void) { int s = 0; for (const int *p = a; *p; p += 2) s ^= *p; return s; }`, 1},
		{`static int a[] = { 2, 3, 5, 0 }; int main(void) { int s = 0; a[3] = getchar(); for (int *p = a; *p; p++) s ^= *p; return s; }`, 1},
		{`static const struct { const char *name; int n; } t[] = { { "a", 1 }, { "bc", 2 }, { 0 } };
			int main(void) { int s = 0; for (int i = 0; t[i].name; i++) s ^= t[i].n; return s; }`, 0},
		{`static const struct { const char *name; int n; } t[] = { { "a", 1 }, { "bc", 2 }, { "d" } };
			int main(void) { int s = 0; for (int i = 0; t[i].name; i++) s ^= t[i].n; return s; }`, 1},
		{names + `for (p = names; *p; p++) puts(*p); for (int i = 0; names[i] != NULL; i++) puts(names[i]); return 0; }`, 0},
		{names + `for (p = names; *p; p++) puts(p[1]); return 0; }`, 1},
		{names + `for (p = names; p < names + 4; p++) puts(*p); return 0; }`, 1},
		// The test of an element bounds its index.
		{`int next(void); int main(void) { int i = 0; while (next()) v[++i] = next(); v[i] = 1; return 0; }`, 1},
		{`int next(void); int main(void) { int i = 0; while (next()) v[++i] = next(); v[i + 1] = 1; return 0; }`, 2},
		{`int next(void); int main(void) { int i = 0; while (next()) pts[++i].id = next(); v[i] = 1; return 0; }`, 2},
		// Arguments are taken one after the other, without a loop.
		{`int main(int argc, char **argv) { if (argc != 4) return 1; puts(*++argv); puts(*++argv); return puts(*++argv); }`, 0},
		{`int main(int argc, char **argv) { if (argc != 3) return 1; puts(*++argv); puts(*++argv); return puts(*++argv); }`, 2},
	} {
		leaves(t, head, c.src, c.left)
	}
}
