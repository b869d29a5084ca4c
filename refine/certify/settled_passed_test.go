package certify

import "testing"

// What follows from a check that has passed, from the value of an address that is tested, and from the first round of a loop. Each
// wrong program is like one before it.
func TestSettledPassed(t *testing.T) {
	const head = `#include <stdio.h>
#include <stdlib.h>
static void swap(int *x, int *y) { int t = *x; *x = *y; *y = t; }
`
	const number = `int main(void) { int n, s = 0; if (scanf("%d", &n) != 1) return 1; `
	const some = number + `int *a = malloc(10 * sizeof *a); if (!a) return 1; for (int i = 0; i < 10; i++) a[i] = i; `
	for _, c := range []struct {
		src  string
		left int
	}{
		// The address of an element is tested. After the loop, n is at most 20.
		{number + `int a[20]; for (int i = 0; i < n; i++) if (scanf("%d", a + i) != 1) return 1; for (int i = 0; i < n; i++) s ^= a[i]; return s; }`, 1},
		{number + `int a[20]; for (int i = 0; i < n; i++) if (scanf("%d", a + i) != 1) return 1; for (int i = 0; i <= n; i++) s ^= a[i]; return s; }`, 3},
		// A check is repeated, or an address is computed for which it has passed.
		{some + `a[n] = 3; a[n] ^= 2; s = a[n]; free(a); return s; }`, 1},
		{some + `a[n] = 3; a[n + 1] ^= 2; s = a[n]; free(a); return s; }`, 3},
		{some + `if (a[n] < a[0]) swap(&a[n], &a[0]); free(a); return 0; }`, 1},
		{some + `if (a[n] < a[0]) swap(&a[n + 1], &a[0]); free(a); return 0; }`, 3},
		{some + `a[n] = 3; free(a); return a[n]; }`, 2},
		// A null pointer is noticed in the first round.
		{`int main(void) { int *a = malloc(40); for (int i = 0; i < 10; i++) a[i] = i; int s = a[3]; free(a); return s; }`, 1},
		{`int main(void) { int *a = malloc(40); for (int i = 10; i < 10; i++) a[i] = i; int s = a[3]; free(a); return s; }`, 2},
		{number + `if (n < 1 || n > 99) return 1; int *a = malloc(n * sizeof *a); for (int i = 0; i < n; i++) if (scanf("%d", &a[i]) != 1) return 1;
			for (int i = 0; i < n; i++) s ^= a[i]; free(a); return s; }`, 1},
		{number + `if (n < 1 || n > 99) return 1; int *a = malloc(n * sizeof *a); for (int i = 1; i < n; i++) if (scanf("%d", &a[i]) != 1) return 1;
			for (int i = 1; i < n; i++) s ^= a[i]; s ^= a[0]; free(a); return s; }`, 6},
	} {
		leaves(t, head, c.src, c.left)
	}
}
