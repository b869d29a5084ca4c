package certify

import (
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet/cfa/lower"
)

// Squares in tests, loops in loops, and arrays whose elements lead to blocks and strings. Each wrong program is like the one
// before it.
func TestSettledRows(t *testing.T) {
	const head = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
`
	for _, c := range []struct {
		src  string
		left int
	}{
		{sieve("i * i <= n", "n + 1"), 0},
		{sieve("i * i <= n", "n"), 3},
		{sieve("i * i <= 9 * n", "n + 1"), 2},
		{`int main(void) { int n = rand(); if (n < 2 || n > 10000000) return 1; for (int i = 2; i * i <= n; i++) for (int j = 0; j < 3; j++) putchar('x'); return 0; }`, 0},
		{`int main(void) { int n = rand(); if (n < 2) return 1; for (int i = 2; i * i <= n; i++) for (int j = 0; j < 3; j++) putchar('x'); return 0; }`, 1},
		{`int main(void) { int n = rand(), m = rand(); if (n < 2 || n > 9 || m < 0 || m > 1000 || m * n > 90) return 1; char a[46]; return a[m] = 0; }`, 0},
		{`int main(void) { int n = rand(), m = rand(); if (n < 2 || n > 9 || m < 0 || m > 1000 || m * n > 92) return 1; char a[46]; return a[m] = 0; }`, 1},
		{`int main(int argc, char **argv) { int l = argc; int *b = calloc(l + 1, sizeof *b); if (!b) return 1; for (int i = 0; i < argc; i++) { int c = argv[i][0]; if (c >= 0 && c <= l) b[c] = 1; } return 0; }`, 0},
		{`int main(int argc, char **argv) { int l = argc; int *b = calloc(l, sizeof *b); if (!b) return 1; for (int i = 0; i < argc; i++) { int c = argv[i][0]; if (c >= 0 && c <= l) b[c] = 1; } return 0; }`, 1},
		{rows("r", "c"), 0},
		{rows("r - 1", "c"), 3},
		{rows("r", "c - 1"), 1},
		{`int main(void) { int *m[10]; for (int i = 0; i < 10; i++) { m[i] = malloc(80); if (!m[i]) return 1; } for (int i = 0; i < 10; i++) for (int j = 0; j < 20; j++) m[i][j] = 7; return 0; }`, 0},
		{`int main(void) { int *m[10]; for (int i = 0; i < 10; i++) { m[i] = malloc(76); if (!m[i]) return 1; } for (int i = 0; i < 10; i++) for (int j = 0; j < 20; j++) m[i][j] = 7; return 0; }`, 1},
		{`int main(void) { int *m[10]; for (int i = 0; i < 9; i++) { m[i] = malloc(80); if (!m[i]) return 1; } for (int i = 0; i < 10; i++) for (int j = 0; j < 20; j++) m[i][j] = 7; return 0; }`, 4},
		{`int main(void) { char *w[20]; int n = 0; while (getchar() != EOF) { if (n == 20) return 0; w[n] = malloc(10); if (!w[n]) return 1; w[n][0] = 'a'; w[n][9] = 0; n++; } return 0; }`, 0},
		{`int main(void) { char *w[20]; int n = 0; while (getchar() != EOF) { if (n == 20) return 0; w[n] = malloc(10); w[n][0] = 'a'; w[n][9] = 0; n++; } return 0; }`, 1},
		{`int main(int argc, char **argv) { const char *w[20]; int n = 0; for (int i = 1; i < argc && n < 20; i++) w[n++] = argv[i]; for (int i = 0; i < n; i++) if (strlen(w[i]) > 3) puts(w[i]); return 0; }`, 0},
		{`int main(int argc, char **argv) { const char *w[20]; int n = 0; for (int i = 1; i <= argc && n < 20; i++) w[n++] = argv[i]; for (int i = 0; i < n; i++) if (strlen(w[i]) > 3) puts(w[i]); return 0; }`, 4},
	} {
		leaves(t, head, c.src, c.left)
	}
}

// sieve returns the sieve of Eratosthenes, with the test of the outer loop and the number of the array's elements.
func sieve(test, elements string) string {
	return `int main(void) { int n = rand(); if (n < 2 || n > 10000000) return 1; bool *p = malloc(` + elements + `); if (!p) return 1;
		for (int i = 0; i < ` + elements + `; i++) p[i] = true;
		for (int i = 2; ` + test + `; i++) if (p[i]) for (int j = i * i; j <= n; j += i) p[j] = false; return 0; }`
}

// rows returns a program with a matrix of which the function mk makes the given numbers of rows and of elements of a row.
func rows(r, c string) string {
	return `int **mk(int r, int c) { int **m = malloc(r * sizeof *m); if (!m) exit(1);
		for (int i = 0; i < ` + r + `; i++) { m[i] = calloc(` + c + `, sizeof **m); if (!m[i]) exit(1); } return m; }
		int main(void) { int r, c; if (scanf("%d %d", &r, &c) != 2 || r < 1 || c < 1 || r > 100 || c > 100) return 1;
		int **m = mk(r, c); for (int i = 0; i < r; i++) for (int j = 0; j < c; j++) m[i][j] = 7; return 0; }`
}

// Counters in memory leave few facts, so that the analysis of a short program takes no time.
func TestSettledCounters(t *testing.T) {
	src := `#include <stdlib.h>
#include <stdio.h>
struct queue { int items[64], front, rear, count; };
static void put(struct queue *q, int v) { if (q->count == 64) return; q->rear = (q->rear + 1) % 64; q->items[q->rear] = v; q->count++; }
static int get(struct queue *q) { if (q->count == 0) return -1; int v = q->items[q->front]; q->front = (q->front + 1) % 64; q->count--; return v; }
int main(void) { struct queue *q = malloc(sizeof *q); if (!q) return 1; q->front = 0; q->rear = -1; q->count = 0;
	for (int x; scanf("%d", &x) == 1; ) if (x > 0) put(q, x); else printf("%d\n", get(q));
	free(q); return 0; }`
	least := func(src string) time.Duration {
		d := time.Hour
		for range 3 {
			at := time.Now()
			checkedFor(t, src, lower.Default)
			d = min(d, time.Since(at))
		}
		return d
	}
	if with, without := least(src), least(strings.ReplaceAll(strings.ReplaceAll(src, "q->count++", "q->count = 1"), "q->count--", "q->count = 0")); with > 20*without {
		t.Errorf("the analysis takes %v with counters, and %v without", with, without)
	}
}
