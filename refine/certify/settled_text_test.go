package certify

import (
	"fmt"
	"testing"
)

// Strings that the program changes or that the library keeps. Each wrong program is like one before it.
func TestSettledText(t *testing.T) {
	const head = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <libgen.h>
#include <dirent.h>
#include <limits.h>
`
	const join = `static char *join(const char *a, const char *b) { size_t n = strlen(a), m = strlen(b); char *r = malloc(%s); if (!r) return NULL;
	strcpy(r, a); strcat(r, %s); strcat(r, b); return r; }
int main(int argc, char **argv) { if (argc < 3) return 1; char *s = join(argv[1], argv[2]); if (!s) return 1; puts(s); free(s); return 0; }`
	const dup = `static char *again(const char *s) { char *q = malloc(strlen(s) + %s); if (q) strcpy(q, s); return q; }
int main(int argc, char **argv) { char *s = again(argv[0]); if (s) puts(s); free(s); return 0; }`
	const two = `static char a[40], b[20]; static void put(const char *s) { fputs(s, stdout); }
int main(int argc, char **argv) { if (!fgets(a, sizeof a, stdin) || !fgets(b, sizeof b, stdin)) return 1; put(b); put(a);
	for (int i = 1; i < argc; i++) { %s put(argv[i]); put(a); } return 0; }`
	const path = `int main(int argc, char **argv) { char s[%s]; if (argc == 3) { if (!realpath(argv[1], s)) return 1; }
	else { ssize_t n = readlink(argv[0], s, %s); if (n < 0) return 1; s[n] = 0; } puts(s); return 0; }`
	const names = `int main(void) { int n = 0; DIR *d = opendir("."); if (!d) return 1; struct dirent *e = readdir(d); if (!e) return 1; %s; return n; }`
	for _, c := range []struct {
		src  string
		left int
	}{
		{fmt.Sprintf(join, "n + m + 2", `"/"`), 0},
		{fmt.Sprintf(join, "n + m + 1", `"/"`), 2},
		{fmt.Sprintf(join, "n + m + 2", `"//"`), 2},
		{fmt.Sprintf(join, "n + m + 2", "b"), 1},
		{fmt.Sprintf(dup, "1"), 0},
		{fmt.Sprintf(dup, "0"), 1},
		{`int main(int argc, char **argv) { if (argc < 2) return 1; char *s = argv[1]; if (strlen(s) > 3) s[3] = 0; puts(s); puts(argv[0]); return 0; }`, 0},
		{`int main(int argc, char **argv) { if (argc < 2) return 1; char *s = argv[1]; if (strlen(s) > 2) s[4] = 0; puts(s); return 0; }`, 1},
		{`int main(int argc, char **argv) { if (argc < 2) return 1; char *s = argv[1]; if (strlen(s) > 3) s[3] = 'x'; puts(argv[0]); return 0; }`, 0},
		{`int main(int argc, char **argv) { if (argc < 2) return 1; char *p = strchr(argv[1], '='); if (p) { *p++ = 0; puts(p); puts(argv[1]); } return 0; }`, 0},
		{`int main(int argc, char **argv) { if (argc < 2) return 1; char *p = strchr(argv[1], argc - 2); if (p) { *p++ = 0; puts(p); } return 0; }`, 2},
		{`int main(int argc, char **argv) { if (argc < 2) return 1; char *p = strrchr(argv[1], '/'); if (p) puts(p + 1); return 0; }`, 0},
		{`int main(int argc, char **argv) { if (argc < 2) return 1; puts(dirname(argv[1])); return 0; }`, 0},
		{`int main(int argc, char **argv) { if (argc < 2) return 1; puts(dirname("a/b")); return 0; }`, 1},
		{`extern char **environ; int main(void) { for (; *environ; environ++) puts(*environ); return 0; }`, 0},
		{`extern char **environ; int main(void) { for (; environ[0]; environ += 2) puts(*environ); return 0; }`, 4},
		{`int main(void) { char *t = ttyname(0); puts(t ? t : "none"); return 0; }`, 0},
		{`int main(void) { char *t = getenv("HOME"); if (t) while (*t) putchar(*t++); return 0; }`, 0},
		{`int main(void) { char *t = getenv("HOME"); if (t) { while (*t) putchar(*t++); putchar(t[1]); } return 0; }`, 2},
		{`int main(int argc, char **argv) { char *t = ttyname(0); puts(argv[0]); puts(t); return 0; }`, 2},
		{`int main(int argc, char **argv) { argc--, argv++; while (argv[0] && argv[0][0] == '-') argc--, argv++; if (!argc) return 1; execvp(argv[0], argv); return 0; }`, 0},
		{`int main(int argc, char **argv) { argc--, argv++; while (argv[0] && argv[0][0] == '-') argv++; if (!argc) return 1; execvp(argv[0], argv); return 0; }`, 2},
		{`int main(void) { char s[80]; while (fgets(s, sizeof s, stdin)) { size_t n = strlen(s); if (n > 0 && s[n - 1] == '\n') s[n - 1] = 0; puts(s); } return 0; }`, 0},
		{`int main(void) { char s[80]; while (fgets(s, sizeof s, stdin)) { size_t n = strlen(s); if (n > 0 && s[n - 1] == '\n') s[n] = 'x'; puts(s); } return 0; }`, 2},
		{fmt.Sprintf(two, "b[0] = argv[i][0]; if (b[0])"), 0},
		{fmt.Sprintf(two, "b[19] = argv[i][0]; put(b); if (b[0])"), 2},
		{fmt.Sprintf(two, "memset(argv[i], 'x', strlen(argv[i]) + 1); if (b[0])"), 5},
		{fmt.Sprintf(path, "PATH_MAX", "PATH_MAX - 1"), 0},
		{fmt.Sprintf(path, "PATH_MAX", "PATH_MAX"), 1},
		{fmt.Sprintf(path, "PATH_MAX - 1", "PATH_MAX - 2"), 1},
		{fmt.Sprintf(names, "n += e->d_name[0]; closedir(d)"), 0},
		{fmt.Sprintf(names, "closedir(d); n += e->d_name[0]"), 1},
		{`int main(void) { char s[32]; while (scanf("%31s", s) == 1) puts(s); return 0; }`, 0},
		{`int main(int argc, char **argv) { puts(argv[0]); char s[32]; while (scanf("%32s", s) == 1) { puts(s); } return 0; }`, 1},
		{`int main(int argc, char **argv) { char s[32]; while (scanf("%31s", s) != 0) { puts(argv[0]); puts(s); } return 0; }`, 2},
		{`int main(void) { char s[80]; int i = 0, c; while (i < 79 && (c = getchar()) != EOF) s[i++] = c; s[i] = 0; puts(s); return 0; }`, 0},
		{`int main(void) { char s[80]; int i = 0, c; while (i < 79 && (c = getchar()) != EOF) s[i++] = c; puts(s); return 0; }`, 2},
		{`int main(void) { char s[80]; int i = 1, c; while (i < 79 && (c = getchar()) != EOF) s[i++] = c; s[i] = 0; puts(s); return 0; }`, 2},
		{`int main(void) { char s[80]; int i = 0, c; while (i < 79 && (c = getchar()) != EOF) s[i++] = c; s[i] = 0; s[i] = 'x'; puts(s); return 0; }`, 2},
		{`static void bits(unsigned n, char *s) { int i; for (i = 0; i < 32; i++) s[i] = n >> (31 - i) & 1 ? '1' : '0'; s[32] = 0; }
			int main(int argc, char **argv) { char s[33]; bits(argc, s); puts(s); return 0; }`, 0},
		{`static void bits(unsigned n, char *s) { int i; for (i = 0; i < 31; i++) s[i] = n >> (31 - i) & 1 ? '1' : '0'; s[32] = 0; }
			int main(int argc, char **argv) { char s[33]; bits(argc, s); puts(s); return 0; }`, 2},
		{`int main(int argc, char **argv) { for (int k = 0; k < argc; k++) { size_t n = strlen(argv[k]); char *p = malloc(n + 1); if (!p) return 1;
			for (size_t i = 0; i < n; i++) p[i] = 'x'; p[n] = 0; puts(p); free(p); } return 0; }`, 0},
		{`int main(int argc, char **argv) { for (int k = 0; k < argc; k++) { size_t n = strlen(argv[k]); char *p = malloc(n + 1); if (!p) return 1;
			for (size_t i = 1; i < n; i++) p[i] = 'x'; p[n] = 0; puts(p); free(p); } return 0; }`, 2},
		{`static void copy(char *to, const char *from) { int i = 0; while ((to[i] = from[i]) != 0) i++; }
			int main(void) { char s[80], t[80]; if (!fgets(s, 80, stdin)) return 1; copy(t, s); puts(t); return 0; }`, 0},
		{`static void copy(char *to, const char *from) { int i = 0; while ((to[i] = from[i]) != '\n') i++; }
			int main(void) { char s[80], t[80]; if (!fgets(s, 80, stdin)) return 1; copy(t, s); puts(t); return 0; }`, 4},
		{`int main(int argc, char **argv) { for (int k = 0; k < argc; k++) { char *q = malloc(strlen(argv[k]) + 1); if (!q) return 1; strcpy(q, argv[k]); puts(q); free(q); } return 0; }`, 0},
		{`int main(int argc, char **argv) { for (int k = 0; k < argc; k++) { char *q = malloc(strlen(argv[k])); if (!q) return 1; strcpy(q, argv[k]); puts(q); free(q); } return 0; }`, 1},
		{`int main(int argc, char **argv) { for (int k = 0; k < argc; k++) { char *q = malloc(strlen(argv[0]) + 1); if (!q) return 1; strcpy(q, argv[k]); puts(q); free(q); } return 0; }`, 1},
		{`int main(int argc, char **argv) { for (int k = 0; k < argc; k++) { char *q = malloc(strlen(argv[k]) + 1); if (!q) return 1; strcpy(q, argv[k]); free(q); puts(q); } return 0; }`, 2},
		{`void *xmalloc(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }
			int main(int argc, char **argv) { char **v = xmalloc((argc + 1) * sizeof *v); for (int i = 0; i < argc; i++) { char *p = argv[i];
			if (p[0] == 'd') { v[i] = xmalloc(strlen(p) + 2); v[i][0] = 't'; } else v[i] = p; } for (int i = 0; i < argc; i++) puts(argv[i]); return 0; }`, 0},
		{`void *xmalloc(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }
			int main(int argc, char **argv) { char **v = xmalloc((argc + 1) * sizeof *v); for (int i = 0; i < argc; i++) { char *p = argv[i];
			if (p[0] == 'd') { v[i] = xmalloc(strlen(p) + 2); v[i][0] = 't'; } else v[i] = p; } for (int i = 0; i < argc; i++) puts(v[i]); return 0; }`, 2},
		{`struct s { char a[4]; int x; char b[4]; }; int main(int argc, char **argv) { static struct s v; struct s *p = &v; memset(p->a, argc, 4); p->b[0] = 0; puts(p->a); return 0; }`, 1},
		{`struct s { char a[4]; char b[4]; }; int main(int argc, char **argv) { struct s v; memset(v.a, 'x', 4); v.b[0] = 0; puts(v.a); return 0; }`, 1},
		// After the loop, argc is at least 0, and not at least 1.
		{`int main(int argc, char **argv) { int a = 0; size_t i, n; for (argv++, argc--; argv[0] && argv[0][0] == '-'; argc--, argv++) if (a < 9) a++;
			n = argc + 1; for (i = 0; i < n; i++) puts(i != argc ? argv[i] : "x"); return 0; }`, 2},
	} {
		leaves(t, head, c.src, c.left)
	}
}
