package certify

import "testing"

// Memory that memset and calloc fill, the number of arguments, and blocks from functions that allocate. Each wrong program
// is like one before it.
func TestSettledFilled(t *testing.T) {
	const head = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
void *xmalloc(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }
`
	for _, c := range []struct {
		src  string
		left int
	}{
		{`int main(int argc, char **argv) { int *a = calloc(argc + 1, sizeof *a); if (!a) return 1; for (int i = 0; i <= argc; i++) printf("%d", a[i]); return 0; }`, 0},
		{`int main(int argc, char **argv) { int *a = calloc(argc, sizeof *a); if (!a) return 1; for (int i = 0; i <= argc; i++) printf("%d", a[i]); return 0; }`, 2},
		{`int main(int argc, char **argv) { int *a = malloc(argc * sizeof *a); if (!a) return 1; memset(a, 0, argc * sizeof *a);
			for (int i = 0; i < argc; i++) printf("%d", a[i]); return 0; }`, 0},
		{`int main(int argc, char **argv) { int *a = malloc(argc * sizeof *a); if (!a) return 1; memset(a, 0, argc);
			for (int i = 0; i < argc; i++) printf("%d", a[i]); return 0; }`, 1},
		{`int main(int argc, char **argv) { int *a = malloc((argc + 1) * sizeof *a); if (!a) return 1; memset(a + 1, 0, argc * sizeof *a);
			for (int i = 0; i < argc; i++) printf("%d", a[i]); return 0; }`, 1},
		{`int main(int argc, char **argv) { char *a = malloc(argc + 1); if (!a) return 1; memset(a, 'x', argc + 1); for (int i = 0; i < argc; i++) putchar(a[i]); return 0; }`, 0},
		{`int main(int argc, char **argv) { char *a = malloc(argc + 1); if (!a) return 1; memset(a, 'x', argc + 2); for (int i = 0; i < argc; i++) putchar(a[i]); return 0; }`, 1},
		{`int main(void) { char s[64]; memset(s, 'x', sizeof s - 1); s[63] = 0; puts(s); return 0; }`, 0},
		{`int main(void) { char s[64]; memset(s, 'x', sizeof s - 2); s[63] = 0; puts(s); return 0; }`, 2},
		{`int main(void) { char s[64]; memset(s, 'x', sizeof s - 1); s[63] = 'x'; puts(s); return 0; }`, 1},
		{`int main(int argc, char **argv) { return argc * 1000 + 1 < 0; }`, 0},
		{`int main(int argc, char **argv) { return argc * 2000 + 1 < 0; }`, 1},
		{`int main(int argc, char **argv) { char **v = xmalloc((argc + 1) * sizeof *v); for (int i = 0; i < argc; i++) { v[i] = xmalloc(16); v[i][15] = 't'; } v[argc] = NULL; return 0; }`, 0},
		{`int main(int argc, char **argv) { char **v = xmalloc((argc + 1) * sizeof *v); for (int i = 0; i < argc; i++) { v[i] = xmalloc(16); v[i][16] = 't'; } v[argc] = NULL; return 0; }`, 1},
		// Elements at indexes that no test of a variable bounds.
		{`int main(void) { int a[10]; for (int i = 0; i < 10; i++) a[i] = rand() % 10; return a[3] + a[9]; }`, 1},
		{`int main(void) { int a[10]; for (int i = 0; i < 9; i++) a[i] = i; return a[9]; }`, 1},
		{`int main(void) { int c, a[10]; for (int i = 0; i < 10; i++) a[i] = 0; while ((c = getchar()) != EOF) if (c >= '0' && c <= '9') a[c - '0'] ^= 1; return a[0]; }`, 0},
		{`int main(void) { int c, a[10]; for (int i = 0; i < 10; i++) a[i] = 0; while ((c = getchar()) != EOF) if (c >= '0' && c <= ':') a[c - '0'] ^= 1; return a[0]; }`, 1},
		{`int main(void) { int c, a[10]; for (int i = 1; i < 10; i++) a[i] = 0; while ((c = getchar()) != EOF) if (c >= '0' && c <= '9') a[c - '0'] ^= 1; return 0; }`, 1},
		{`int main(void) { int n, a[10]; if (scanf("%d", &n) != 1) return 1; if (n / 4 < 0 || n / 4 >= 3) return 1; return 3 * n > 0; }`, 0},
		{`int main(void) { int n, a[14]; if (scanf("%d", &n) != 1) return 1; if (n / 4 < 0 || n / 4 >= 3) return 1; a[n + 3] = 0; return 0; }`, 1},
		{`int main(void) { int n, a[15]; if (scanf("%d", &n) != 1) return 1; if (n / 4 < 0 || n / 4 >= 3) return 1; a[n + 3] = 0; return 0; }`, 0},
		// Differences of times do not overflow; their sums may.
		{`int main(void) { clock_t a = clock(); time_t t = time(0); puts("x"); return clock() - a > 100 || time(0) - t > 100; }`, 0},
		{`int main(void) { clock_t a = clock(); time_t t = time(0); puts("x"); return clock() + a + clock() > 100 || time(0) + t + time(0) > 100; }`, 2},
		// Elements at sums of variables, in an array whose length is known.
		{`void gaps(int *a, int n) { for (int g = n / 2; g > 0; g /= 2) for (int i = g; i < n; i++) for (int j = i - g; j >= 0 && a[j] > a[j + g]; j -= g) a[j] = a[j + g]; }
			int main(void) { int a[20]; for (int i = 0; i < 20; i++) a[i] = rand(); gaps(a, 20); return 0; }`, 0},
		{`void gaps(int *a, int n) { for (int g = n / 2; g > 0; g /= 2) for (int i = g; i < n; i++) for (int j = i - g; j >= 0 && a[j] > a[j + g]; j -= g) a[j] = a[j + g]; }
			int main(void) { int a[20]; for (int i = 0; i < 19; i++) a[i] = rand(); gaps(a, 20); return 0; }`, 2},
		{`void turn(int *a, int i) { for (int k = 0; k < i; k++, i--) { int t = a[k]; a[k] = a[i]; a[i] = t; } }
			int main(void) { int a[20]; for (int i = 0; i < 20; i++) a[i] = rand(); for (int i = 2; i < 20; i++) turn(a, i); return 0; }`, 0},
		{`void turn(int *a, int i) { for (int k = 0; k < i; k++, i--) { int t = a[k]; a[k] = a[i]; a[i] = t; } }
			int main(void) { int a[20]; for (int i = 0; i < 20; i++) a[i] = rand(); for (int i = 2; i <= 20; i++) turn(a, i); return 0; }`, 2},
		// A pointer that the first loop dereferences is not null in later loops with as many rounds.
		{`int main(void) { int n = getchar(); if (n < 0) return 1; int s = 0, *a = malloc(n * sizeof *a); for (int i = 0; i < n; i++) a[i] = i; for (int i = 0; i < n; i++) s ^= a[i]; return s; }`, 1},
		{`int main(void) { int n = getchar(); if (n < 0) return 1; int s = 0, *a = malloc(n * sizeof *a); for (int i = 0; i < n; i++) a[i] = i; for (int i = 0; i < n - 1; i++) s ^= a[i]; return s; }`, 1},
		{`int main(void) { int n = getchar(), m = getchar(); if (n < 0) return 1; int s = 0, *a = calloc(256, sizeof *a); for (int i = 0; i < n; i++) a[i] = i; for (int i = 0; i < m; i++) s ^= a[i]; return s; }`, 2},
		{`int main(void) { int n = getchar(); if (n < 0) return 1; int s = 0, *a = calloc(n, sizeof *a); for (int i = 0; i < n - 1; i++) a[i] = i; for (int i = 0; i < n; i++) s ^= a[i]; return s; }`, 2},
		{`int sum(int *a, int n) { if (n <= 0) return 0; return a[n - 1] ^ sum(a, n - 1); }
			int main(void) { int n = getchar(); if (n < 0) return 1; int *a = malloc(n * sizeof *a); for (int i = 0; i < n; i++) a[i] = i; return sum(a, n); }`, 1},
		{`int sum(int *a, int n) { if (n < 0) return 0; return a[n] ^ sum(a, n - 1); }
			int main(void) { int n = getchar(); if (n < 0) return 1; int *a = malloc((n + 1) * sizeof *a); for (int i = 0; i < n; i++) a[i] = i; return sum(a, n); }`, 3},
		// The index stays i although a call computes the value, and what scanf stores in n has bounds.
		{`int main(void) { int i, n, a[10]; if (scanf("%d", &n) != 1) return 1; for (i = 0; i < n; i++) a[i] = rand(); for (i = 0; i < n; i++) printf("%d", a[i]); return 0; }`, 1},
		{`int main(void) { int i, n, a[10]; if (scanf("%d", &n) != 1) return 1; for (i = 0; i < n; i++) a[i] = rand(); for (i = 0; i <= n; i++) printf("%d", a[i]); return 0; }`, 3},
	} {
		leaves(t, head, c.src, c.left)
	}
}
