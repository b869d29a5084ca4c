package certify

import "testing"

// Memory that memset and calloc fill, the number of arguments, and blocks from functions that allocate. Each wrong program
// is like one before it.
func TestSettledFilled(t *testing.T) {
	const head = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
	} {
		leaves(t, head, c.src, c.left)
	}
}
