package certify

import (
	"fmt"
	"testing"
)

// Pointers that walk: while a counter counts down, and through strings. Each wrong program is like one before it: it makes one step
// too many, or too large ones.
func TestSettledCountdown(t *testing.T) {
	const head = `#include <stdio.h>
#include <stdlib.h>
`
	const (
		zero  = `static void zero(char *p, size_t n) { while (%s) *p++ = 0; } int main(int argc, char **argv) { int n = argc > 100 ? 100 : argc; char *p = malloc(n); if (!p) return 1; zero(p, %s); free(p); return 0; }`
		fill  = `static void fill(int *p, int n, int v) { for (; n %s; n--) { *p = v; p += %s; } } int main(int argc, char **argv) { int n = argc > 100 ? 100 : argc; int *p = malloc(n * sizeof *p); if (!p) return 1; fill(p, n, 3); free(p); return 0; }`
		sum   = `static int sum(const int *p, unsigned n) { int s = 0; while (n%s) s ^= *p++; return s; } int main(void) { static int a[10]; return sum(a, %d); }`
		index = `int main(int argc, char **argv) { static int a[50]; unsigned i = 0, n = argc > 50 ? 50 : argc; while (n-- > 0) a[i++] = argc; return a[0]; }`
	)
	for _, c := range []struct {
		src  string
		left int
	}{
		{fmt.Sprintf(zero, "n--", "n"), 0},
		{fmt.Sprintf(zero, "n-- != 0", "n"), 0},
		{fmt.Sprintf(zero, "n-- > 0", "n"), 0},
		{fmt.Sprintf(zero, "n--", "n + 1"), 2},
		{fmt.Sprintf(zero, "n-- != 1", "n"), 3},
		{fmt.Sprintf(fill, "> 0", "1"), 0},
		{fmt.Sprintf(fill, "> 0", "2"), 2},
		{fmt.Sprintf(fill, ">= 0", "1"), 3},
		{fmt.Sprintf(sum, "--", 10), 0},
		{fmt.Sprintf(sum, "--", 11), 1},
		{index, 0},
		// What getline has read is a string, and its parts lie in one object.
		{`int main(void) { char *s = 0; size_t n = 0; while (getline(&s, &n, stdin) > 0) puts(s); free(s); return 0; }`, 0},
		{`int main(void) { char *s = 0; size_t n = 0; getline(&s, &n, stdin); puts(s); free(s); return 0; }`, 2},
		{`int main(void) { char *s = malloc(4); size_t n = 0; if (!s) return 1; s[0] = 'a'; if (getline(&s, &n, stdin) < 0) { int a[1] = { 7 }; return a[n]; } free(s); return 0; }`, 1},
		{`#include <string.h>
			int main(void) { char *s = 0, *p; size_t n = 0; while (getline(&s, &n, stdin) > 0) if ((p = strchr(s, '='))) printf("%ld\n", (long)(p - s)); free(s); return 0; }`, 0},
		// What is read through s++ says whether the string goes on at s.
		{`static int f(const char *s) { int n = 0; while (*s++) if (n < 100) n++; return n; } int main(int argc, char **argv) { return f(argv[0]); }`, 0},
		{`static int f(const char *s) { int n = 0, c; while ((c = *s++) != 0) if (n < 100) n += c > 9; return n; } int main(int argc, char **argv) { return f(argv[0]); }`, 0},
		{`static int f(const char *s) { int n = 0; while (*s++) if (n < 100) n++; return *s; } int main(int argc, char **argv) { return f(argv[0]); }`, 3},
		{`static int f(const char *s) { int n = 0; while (*s++ != 1) if (n < 100) n++; return n; } int main(int argc, char **argv) { return f(argv[0]); }`, 4},
		// argc counts down in a function that gets it.
		{`static void all(int argc, char **argv) { for (; *argv; argc--, argv++) puts(*argv); } int main(int argc, char **argv) { all(argc - 1, argv + 1); return 0; }`, 0},
		{`static void all(int argc, char **argv) { for (; argc; argc--, argv++) puts(*argv); } int main(int argc, char **argv) { all(argc + 1, argv + 1); return 0; }`, 2}, // puts gets the null pointer first
		// A pointer behind the first n elements is in the object, if there are so many.
		{`int main(int argc, char **argv) { int n = argc > 100 ? 100 : argc; int *p = malloc(n * sizeof *p); if (!p) return 1; int *e = p + n; free(p); return e != p; }`, 0},
	} {
		leaves(t, head, c.src, c.left)
	}
}
