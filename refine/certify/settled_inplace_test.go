package certify

import "testing"

// Strings whose characters the program changes in place. Each wrong program is like one before it: it may store the
// terminator elsewhere, or no longer has one. A terminator that is stored early makes no program wrong, but it is not followed.
func TestSettledInPlace(t *testing.T) {
	const head = `#include <stdio.h>
#include <ctype.h>
#include <string.h>
`
	const line = `int main(void) { char s[100]; if (!fgets(s, 100, stdin)) return 1; `
	for _, c := range []struct {
		src  string
		left int
	}{
		{line + `for (int i = 0; s[i]; i++) s[i] = toupper((unsigned char)s[i]); puts(s); return 0; }`, 0},
		{line + `for (int i = 0; s[i]; i++) s[i] = toupper((unsigned char)s[i]) - 65; puts(s); return 0; }`, 2},
		{line + `for (int i = 0; i < 99; i++) s[i] = toupper((unsigned char)s[i]); puts(s); return 0; }`, 1},
		{line + `for (char *p = s; *p; p++) if (*p == ' ') *p = '_'; puts(s); return 0; }`, 0},
		{line + `for (char *p = s; *p; p++) if (*p == ' ') p[1] = '_'; puts(s); return 0; }`, 5},
		{line + `for (int i = 0; s[i]; i++) if (s[i] >= 'a' && s[i] <= 'z') s[i] = 'a' + (s[i] - 'a' + 13) % 26; puts(s); return 0; }`, 0},
		{`static int f(int c) { return c + 200; } ` + line + `for (int i = 0; s[i]; i++) s[i] = f((unsigned char)s[i]); puts(s); return 0; }`, 2},
		{`static int f(int c) { return c + 200; } ` + line + `for (int i = 0; s[i]; i++) s[i] = f((unsigned char)s[i] % 50); puts(s); return 0; }`, 0},
		{`static void up(char *s) { while (*s) { *s = toupper((unsigned char)*s); s++; } } ` + line + `up(s); puts(s); return 0; }`, 0},
		{`int main(int argc, char **argv) { for (int i = 1; i < argc; i++) { for (char *p = argv[i]; *p; p++) *p = tolower((unsigned char)*p); puts(argv[i]); } return 0; }`, 0},
		{`static void turn(char *s) { int i, j; if (s[0] == 0) return; for (i = 0; s[i] != 0; ++i) ; j = i - 1;
			for (i = 0; i < j; ++i) { char c = s[i]; s[i] = s[j]; s[j] = c; --j; } } ` + line + `turn(s); puts(s); return 0; }`, 0},
		{`static void turn(char *s) { int i, j; if (s[0] == 0) return; for (i = 0; s[i] != 0; ++i) ; j = i;
			for (i = 0; i < j; ++i) { char c = s[i]; s[i] = s[j]; s[j] = c; --j; } } ` + line + `turn(s); puts(s); return 0; }`, 2},
		{`int main(void) { char s[4]; s[0] = getchar(); s[1] = getchar(); s[2] = getchar(); s[3] = 0; if (s[1] && s[2]) s[1] = s[2]; puts(s); return 0; }`, 0},
		{`int main(void) { char s[4]; s[0] = getchar(); s[1] = getchar(); s[2] = getchar(); s[3] = getchar(); if (s[1] && s[2]) s[1] = s[2]; puts(s); return 0; }`, 1},
	} {
		leaves(t, head, c.src, c.left)
	}
}
