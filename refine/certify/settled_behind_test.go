package certify

import "testing"

// Variables that stay behind others: loops that keep some elements of an array, or some characters of a string. Each wrong program
// is like one before it.
func TestSettledBehind(t *testing.T) {
	const head = `#include <stdio.h>
#include <stdlib.h>
#include <ctype.h>
int a[50];
`
	const numbers = `int main(void) { int n = 0, i, j; for (i = 0; i < 50; i++) a[i] = rand(); `
	const line = `int main(void) { char s[100]; if (!fgets(s, 100, stdin)) return 1; int i, j; `
	const args = `int main(int argc, char **argv) { for (int i = 1; i < argc; i++) { change(argv[i]); puts(argv[i]); } return 0; }`
	for _, c := range []struct {
		src  string
		left int
	}{
		{numbers + `for (i = j = 0; i < 50; i++) if (a[i] % 2) a[j++] = a[i]; n = j; for (i = 0; i < n; i++) printf("%d", a[i]); return 0; }`, 0},
		{numbers + `for (i = j = 0; i < 50; i++) if (a[i] % 2) a[j++] = a[i]; n = j; for (i = 0; i <= n; i++) printf("%d", a[i]); return 0; }`, 1},
		{numbers + `for (i = 1, j = 0; i < 50; i++) if (a[i] != a[j]) a[++j] = a[i]; printf("%d", a[j]); return 0; }`, 0},
		{numbers + `for (i = 1, j = 0; i < 50; i++) if (a[i] != a[j]) a[++j] = a[i]; printf("%d", a[j + 1]); return 0; }`, 1},
		{line + `for (i = j = 0; s[i]; i++) if (s[i] != 'x') s[j++] = s[i]; s[j] = 0; puts(s); return 0; }`, 0},
		{line + `for (i = j = 0; s[i]; i++) { s[j++] = s[i]; if (s[i] == 'x') s[j++] = 'y'; } s[j] = 0; puts(s); return 0; }`, 5},
		{`static void change(char *s) { char *r, *w; for (r = w = s; *r; r++) if (*r != 'x') *w++ = *r; *w = 0; } ` + args, 0},
		{`static void change(char *s) { char *r, *w; for (r = w = s; *r; r++) if (*r != 'x') *w++ = *r; w[1] = 0; } ` + args, 2},
		{`static void change(char *s) { char *r = s, *w = s; while (*r) { if (*r == '\\') { r++; if (*r == 0) *w++ = '\\'; else *w++ = *r++ - 64; }
			else *w++ = *r++; } *w = 0; } ` + args, 0},
		{`static void change(char *s) { char *r = s, *w = s; while (*r) { if (*r == '\\') { r++; *w++ = *r++ - 64; } else *w++ = *r++; } *w = 0; } ` + args, 16},
		{`static void change(char *s) { while (isxdigit((unsigned char)*s)) s++; puts(s); } ` + args, 0},
		{`static void change(char *s) { while (!isxdigit((unsigned char)*s)) s++; puts(s); } ` + args, 5},
	} {
		leaves(t, head, c.src, c.left)
	}
}
