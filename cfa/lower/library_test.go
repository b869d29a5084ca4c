package lower

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/rule"
)

// contracts are programs that use one input x, with inputs on which the call of a library function
// breaks its contract, and others on which none does. say is the call that is told of.
var contracts = []struct {
	name, src string
	bad, good []int64
	say       string
	alone     bool // the sanitizers do not see it
	sure      bool // a bug may rest on it: the run depends on nothing that is not modelled
}{
	// Arguments behind the dots: the sanitizers do not look at them.
	{name: "va_arg of too many", src: `static int f(int n, ...) { va_list a; int s = 0; va_start(a, n); while (n-- > 0) s += va_arg(a, int); va_end(a); return s; }
int main(void) { return f(x, 1, 2, 3) == 7; }`, bad: []int64{4, 5}, good: []int64{3, 0}, say: "va_arg(a, int)", alone: true, sure: true},
	{name: "va_arg of another type", src: `static int f(int n, ...) { va_list a; va_start(a, n); int r = n ? *va_arg(a, char *) : va_arg(a, int); va_end(a); return r; }
int main(void) { return f(x, "a"); }`, bad: []int64{0}, good: []int64{1}, say: "va_arg(a, int)", alone: true, sure: true},
	{name: "va_arg of a record", src: `struct s { int i; long k; }; static int f(int n, ...) { va_list a; va_start(a, n); int r = n ? va_arg(a, struct s).i : va_arg(a, double) > 0; va_end(a); return r; }
int main(void) { struct s v = {0}; return f(x, v); }`, bad: []int64{0}, good: []int64{1}, say: "va_arg(a, double)", alone: true, sure: true},
	{name: "va_arg through a pointer", src: `static int f(int n, ...) { va_list a; va_start(a, n); long long r = n ? va_arg(a, long long) : va_arg(a, int); va_end(a); return r != 0; }
int main(void) { int (*volatile p)(int, ...) = f; return p(x, 1); }`, bad: []int64{1}, good: []int64{0}, say: "va_arg(a, long long)", alone: true, sure: true},
	{name: "va_arg behind vprintf", src: `static int f(int n, ...) { va_list a; va_start(a, n); if (n) vprintf("%d", a); int s = va_arg(a, int); va_end(a); return s; }
int main(void) { return f(x, 1, 2) == 7; }`, bad: []int64{1}, good: []int64{0}, say: "va_arg(a, int)", alone: true},
	{name: "va_arg in a function that is handed the list", src: `static int g(int n, va_list a) { int s = 0; while (n-- > 0) s += va_arg(a, int); return s; }
static int f(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); int s = g(n, a) - g(n, b); va_end(b); va_end(a); return s; }
int main(void) { return f(x, 1, 2, 3) != 0; }`, bad: []int64{4}, good: []int64{3, 0}, say: "va_arg(a, int)", alone: true, sure: true},
	// Sizes.
	{name: "memcpy to", src: `int main(void) { char a[9], b[99] = {0}; memcpy(a, b, x); return a[0]; }`, bad: []int64{10, -1}, good: []int64{9, 1}, say: "memcpy(a, b, x)"},
	{name: "memcpy from", src: `int main(void) { char a[99], b[9] = {0}; memcpy(a, b, x); return a[0]; }`, bad: []int64{10, -1}, good: []int64{9, 1}},
	{name: "memcpy of an int", src: `int main(void) { int a[4], b[9] = {0}; memcpy(a, b, x); return a[0]; }`, bad: []int64{17}, good: []int64{16, 4}},
	{name: "mempcpy", src: `int main(void) { char a[9], b[99] = {0}; mempcpy(a, b, x); return a[0]; }`, bad: []int64{10}, good: []int64{9, 1}, alone: true},
	{name: "strftime without a format", src: `int main(void) { struct tm t = {0}; char a[9]; strftime(a, sizeof a, x ? "%Y" : (char *)0, &t); return 0; }`, bad: []int64{0}, good: []int64{1}, alone: true, sure: true},
	{name: "memmove", src: `int main(void) { char a[9] = {0}; memmove(a, a + 1, x); return a[0]; }`, bad: []int64{9}, good: []int64{8}},
	{name: "memset", src: `int main(void) { char a[9]; memset(a, 1, x); return a[0]; }`, bad: []int64{10}, good: []int64{9, 1}},
	{name: "memset of a block", src: `int main(void) { char *a = malloc(9); if (!a) return 0; memset(a, 1, x); return a[0]; }`, bad: []int64{10}, good: []int64{9, 1}},
	{name: "bzero", src: `int main(void) { char a[9]; bzero(a, x); return a[0]; }`, bad: []int64{10}, good: []int64{9, 1}},
	{name: "memcmp", src: `int main(void) { char a[9] = "abc", b[99] = "bc"; return memcmp(a, b, x) < 0; }`, bad: []int64{10}, good: []int64{9, 0}},
	{name: "memchr", src: `int main(void) { char a[9] = "abc"; return memchr(a, 'x', x) != 0; }`, bad: []int64{10}, good: []int64{9, 0}},
	{name: "memchr, found before", src: `int main(void) { char a[9] = "abc"; return memchr(a, 'c', x) != 0; }`, good: []int64{9, 2, 20}},
	{name: "memrchr", src: `int main(void) { char a[9] = "abc"; return memrchr(a, 'c', x) != 0; }`, bad: []int64{10}, good: []int64{9, 0}, alone: true},
	{name: "memmem", src: `int main(void) { char a[9] = "abc"; return memmem(a, x, "cd", 2) != 0; }`, bad: []int64{10}, good: []int64{9, 0}},
	{name: "memccpy", src: `int main(void) { char a[9], b[20] = "abc"; return memccpy(a, b, 'x', x) != 0; }`, bad: []int64{10}, good: []int64{9}, alone: true},
	{name: "swab", src: `int main(void) { char a[9], b[20] = "abc"; swab(b, a, x); return a[0]; }`, bad: []int64{10}, good: []int64{9, -4}, alone: true},
	{name: "strcpy", src: `int main(void) { char a[4], b[9] = "abcdefg"; b[x] = 0; strcpy(a, b); return a[0]; }`, bad: []int64{4, 7}, good: []int64{3, 0}, say: "strcpy(a, b)"},
	{name: "strcpy without an end", src: `int main(void) { char a[20], b[4] = {1, 2, 3, 4}; b[x] = b[x] - 3; strcpy(a, b); return a[0]; }`, bad: []int64{3}, good: []int64{2}},
	{name: "stpcpy", src: `int main(void) { char a[4], b[9] = "abcdefg"; b[x] = 0; stpcpy(a, b); return a[0]; }`, bad: []int64{4, 7}, good: []int64{3, 0}, alone: true},
	{name: "strcat", src: `int main(void) { char a[6] = "ab", b[9] = "abcdefg"; b[x] = 0; strcat(a, b); return a[0]; }`, bad: []int64{4, 7}, good: []int64{3, 0}},
	{name: "strncpy", src: `int main(void) { char a[6]; strncpy(a, "ab", x); return a[0]; }`, bad: []int64{7}, good: []int64{6, 1, 0}},
	{name: "stpncpy", src: `int main(void) { char a[6]; stpncpy(a, "ab", x); return 0; }`, bad: []int64{7}, good: []int64{6, 1, 0}, alone: true},
	{name: "strncat", src: `int main(void) { char a[6] = "ab"; strncat(a, "defghi", x); return a[0]; }`, bad: []int64{4, 50}, good: []int64{3, 0}},
	{name: "strlcpy", src: `size_t strlcpy(char *, const char *, size_t); int main(void) { char a[6]; return strlcpy(a, "defghi", x) == 6; }`, bad: []int64{7}, good: []int64{6, 0}, alone: true},
	{name: "strlen", src: `int main(void) { char a[4] = {1, 1, 1, 1}; if (x < 4) a[x] = 0; return strlen(a) == 7; }`, bad: []int64{4}, good: []int64{3}},
	{name: "strnlen", src: `int main(void) { char a[4] = {1, 1, 1, 1}; return strnlen(a, x) == 7; }`, bad: []int64{5}, good: []int64{4}},
	{name: "strcmp", src: `int main(void) { char a[4] = {1, 1, 1, 1}; if (x < 4) a[x] = 0; return strcmp(a, "\1\1\1\1\1") == 0; }`, bad: []int64{4}, good: []int64{3}},
	{name: "strncmp", src: `int main(void) { char a[4] = {1, 1, 1, 1}; return strncmp(a, "\1\1\1\1\1\1\1", x) == 0; }`, bad: []int64{5}, good: []int64{4}},
	{name: "strchr", src: `int main(void) { char a[4] = {1, 1, 1, 1}; if (x < 4) a[x] = 0; return strchr(a, 7) != 0; }`, bad: []int64{4}, good: []int64{3}},
	{name: "strstr", src: `int main(void) { char a[4] = {1, 1, 1, 1}; if (x < 4) a[x] = 0; return strstr(a, "\1\2") != 0; }`, bad: []int64{4}, good: []int64{3}},
	{name: "strdup", src: `int main(void) { char a[4] = {1, 1, 1, 1}, *p; if (x < 4) a[x] = 0; p = strdup(a); return p[0]; }`, bad: []int64{4}, good: []int64{3}},
	{name: "strtok", src: `int main(void) { char a[4] = {1, 1, 1, 1}; if (x < 4) a[x] = 0; return strtok(a, "\2") != 0; }`, bad: []int64{4}, good: []int64{3}},
	{name: "atoi", src: `int main(void) { char a[4] = "1234"; if (x < 4) a[x] = 0; return atoi(a) == 7; }`, bad: []int64{4}, good: []int64{3}},
	{name: "wcscpy", src: `int main(void) { wchar_t a[4], b[9] = L"abcdefg"; b[x] = 0; wcscpy(a, b); return a[0]; }`, bad: []int64{4, 7}, good: []int64{3, 0}, alone: true},
	{name: "wcsncpy", src: `int main(void) { wchar_t a[6]; wcsncpy(a, L"ab", x); return 0; }`, say: `wcsncpy(a, L"ab", x)`, bad: []int64{7}, good: []int64{6, 1, 0}, alone: true},
	{name: "wcscat", src: `int main(void) { wchar_t a[6] = L"ab", b[9] = L"abcdefg"; b[x] = 0; wcscat(a, b); return a[0]; }`, bad: []int64{4, 7}, good: []int64{3, 0}},
	{name: "wcsncat", src: `int main(void) { wchar_t a[6] = L"ab"; wcsncat(a, L"defghi", x); return a[0]; }`, bad: []int64{4, 50}, good: []int64{3, 0}},
	{name: "wcslen", src: `int main(void) { wchar_t a[4] = {1, 1, 1, 1}; if (x < 4) a[x] = 0; return wcslen(a) == 7; }`, bad: []int64{4}, good: []int64{3}},
	{name: "wmemset", src: `int main(void) { wchar_t a[9]; wmemset(a, 1, x); return a[0]; }`, bad: []int64{10, -1}, good: []int64{9, 1}, alone: true},
	{name: "wmemcpy", src: `int main(void) { wchar_t a[9], b[20] = {0}; wmemcpy(a, b, x); return a[0]; }`, bad: []int64{10, 0x4000000000000001}, good: []int64{9, 1}, alone: true},
	{name: "fgets", src: `int main(void) { char a[9]; return fgets(a, x, stdin) != 0; }`, bad: []int64{10}, good: []int64{9, 1, 0, -5}, alone: true},
	{name: "fread", src: `int main(void) { char a[9]; return fread(a, 3, x, stdin) == 1; }`, bad: []int64{4, 0x5555555555555556}, good: []int64{3, 0}, alone: true},
	{name: "read", src: `int main(void) { char a[9]; return read(0, a, x) == 1; }`, bad: []int64{10, -1}, good: []int64{9, 0}, alone: true},
	{name: "checked memcpy", src: `int main(void) { char a[9], b[99] = {0}; __builtin___memcpy_chk(a, b, x, -1); return a[0]; }`, bad: []int64{10, -1}, good: []int64{9, 1}, alone: true},
	{name: "checked strncat", src: `int main(void) { char a[6] = "ab"; __builtin___strncat_chk(a, "defghi", x, -1); return a[0]; }`, bad: []int64{4, 50}, good: []int64{3, 0}, alone: true},
	{name: "checked stpcpy", src: `int main(void) { char a[4], b[9] = "abcdefg"; b[x] = 0; __builtin___stpcpy_chk(a, b, -1); return a[0]; }`, bad: []int64{4, 7}, good: []int64{3, 0}, alone: true},
	{name: "a function to call once", src: `int pthread_once(int *, void (*)(void)); static void f(void) {} int main(void) { static int o; return pthread_once(&o, x ? f : 0); }`,
		bad: []int64{0}, good: []int64{1}, alone: true},
	{name: "a member's array", src: `struct s { char a[9]; void *p; } s; int main(void) { char b[99] = {0}; memcpy(s.a, b, x); return s.a[0]; }`, bad: []int64{10, 16, 90}, good: []int64{9, 1}, alone: true},
	{name: "the rest of a record", src: `struct s { int n; char a[9]; } s; int main(void) { memset(&s.n, 1, x); return s.a[0]; }`, bad: []int64{17}, good: []int64{4}},
	// Null pointers.
	{name: "a null source", src: `int main(void) { char a[9] = ""; strcpy(a, x ? "abc" : 0); return a[0]; }`, bad: []int64{0}, good: []int64{1}},
	{name: "always null", src: `int main(void) { return x ? strlen(0) == 1 : 0; }`, bad: []int64{1}, good: []int64{0}},
	{name: "nothing at null", src: `int main(void) { memcpy(0, 0, x); memset(0, 1, x); return 0; }`, bad: []int64{1}, good: []int64{0}, alone: true},
	{name: "strdup of null", src: `int main(void) { return strdup(x ? "a" : 0) != 0; }`, bad: []int64{0}, good: []int64{1}},
	{name: "through a function of the program", src: `static void set(char *p, long n) { memset(p, 1, n); } int main(void) { char a[9]; set(a, x); return a[0]; }`,
		bad: []int64{10}, good: []int64{9}, say: "memset(p, 1, n)"},
	{name: "through a pointer to the function", src: `int main(void) { void (*f)(void *, size_t) = bzero; char a[9]; f(a, x); return a[0]; }`,
		bad: []int64{10}, good: []int64{9}, say: "bzero"},
	// Overlap.
	{name: "memcpy overlaps", src: `int main(void) { char a[99] = {0}; memcpy(a, a + x, 9); return a[0]; }`, bad: []int64{8, 1}, good: []int64{9, 20, 0}},
	{name: "memcpy overlaps, behind", src: `int main(void) { char a[99] = {0}; memcpy(a + x, a, 9); return a[0]; }`, bad: []int64{8, 1}, good: []int64{9, 20, 0}},
	{name: "memmove overlaps", src: `int main(void) { char a[99] = {0}; memmove(a + x, a, 9); return a[0]; }`, good: []int64{8, 1, 9}},
	{name: "strcpy overlaps", src: `int main(void) { char a[99] = "abcd"; strcpy(a, a + x); return a[0]; }`, bad: []int64{1, 2, 0}, good: []int64{3, 4}},
	{name: "strcpy overlaps, behind", src: `int main(void) { char a[99] = "abcd"; strcpy(a + x, a); return a[0]; }`, bad: []int64{1, 4}, good: []int64{5}},
	{name: "strcat overlaps", src: `int main(void) { char a[99] = "abcd"; a[x] = 0; strcat(a, a + 2); return a[0]; }`, bad: []int64{3, 98}, good: []int64{2}},
	{name: "strncat overlaps", src: `int main(void) { char a[99] = "abcd"; strncat(a, a + 1, x); return a[0]; }`, bad: []int64{3, 9}, good: []int64{0}},
	{name: "strncpy overlaps", src: `int main(void) { char a[99] = "abcdefgh"; strncpy(a, a + 3, x); return a[0]; }`, bad: []int64{4, 5}, good: []int64{3, 2}},
	{name: "wcscpy overlaps", src: `int main(void) { wchar_t a[99] = L"abcd"; wcscpy(a, a + x); return a[0]; }`, bad: []int64{1, 2}, good: []int64{3, 4}, alone: true},
	{name: "wmemcpy overlaps", src: `int main(void) { wchar_t a[99] = {0}; wmemcpy(a, a + x, 9); return a[0]; }`, bad: []int64{8, 1}, good: []int64{9, 20}, alone: true},
	// Rows: strings, sizes, streams.
	{name: "puts", src: `int main(void) { char a[4] = {1, 1, 1, 1}; if (x < 4) a[x] = 0; return puts(a) == 7; }`, bad: []int64{4}, good: []int64{3}, say: "puts(a)"},
	{name: "puts of a null pointer", src: `int main(void) { return puts(x ? "abc" : 0) == 7; }`, bad: []int64{0}, good: []int64{1}},
	{name: "puts of what is read only", src: `int main(void) { const char *s = "abc"; return puts(s + x) == 7; }`, bad: []int64{5}, good: []int64{3}, alone: true},
	{name: "fputs", src: `int main(void) { char a[4] = {1, 1, 1, 1}; if (x < 4) a[x] = 0; return fputs(a, stdout) == 7; }`, bad: []int64{4}, good: []int64{3}},
	{name: "fclose", src: `int main(void) { FILE *f = fopen("/dev/null", "r"); if (!f && x) return 0; return x ? fclose(f) == 7 : fclose(0); }`, bad: []int64{0}, good: []int64{1}, say: "fclose(0)"},
	{name: "fgets of no file", src: `int main(void) { char a[9]; FILE *f = x ? fopen("/dev/null", "r") : 0; if (!f && x) return 0; return fgets(a, 9, f) == a; }`, bad: []int64{0}, good: []int64{1}},
	{name: "fwrite", src: `int main(void) { char a[9] = {0}; return fwrite(a, 3, x, stdout) == 7; }`, bad: []int64{4}, good: []int64{3, 0}},
	{name: "write", src: `int main(void) { char a[9] = {0}; return write(1, a, x) == 7; }`, bad: []int64{10}, good: []int64{9, 0}},
	{name: "mktime", src: `int main(void) { struct tm t = {0}; return mktime(x ? &t : 0) == 7; }`, bad: []int64{0}, good: []int64{1}},
	{name: "gmtime_r into less", src: `int main(void) { time_t t = 0; static char a[200]; gmtime_r(&t, (struct tm *)(a + x)); return 0; }`, bad: []int64{152, 199}, good: []int64{0, 144}, alone: true},
	{name: "system", src: `int main(void) { return system(x ? 0 : "true") == 7; }`, good: []int64{0, 1}},
	// Formats.
	{name: "printf %s", src: `int main(void) { char a[4] = {1, 1, 1, 1}; if (x < 4) a[x] = 0; return printf("%d %s", 1, a) == 7; }`, bad: []int64{4}, good: []int64{3}, say: "printf(\"%d %s\", 1, a)"},
	{name: "printf %.3s", src: `int main(void) { char a[4] = {1, 1, 1, 1}; return printf("%.*s", (int)x, a) == 7; }`, bad: []int64{5, -1}, good: []int64{4, 0}, alone: true},
	{name: "printf %ls", src: `int main(void) { wchar_t a[4] = {1, 1, 1, 1}; if (x < 4) a[x] = 0; return printf("%ls", a) == 7; }`, bad: []int64{4}, good: []int64{3}, alone: true},
	{name: "wprintf %ls", src: `int main(void) { wchar_t a[4] = {1, 1, 1, 1}; if (x < 4) a[x] = 0; return wprintf(L"%ls", a) == 7; }`, bad: []int64{4}, good: []int64{3}, alone: true},
	{name: "printf without the argument", src: `int main(void) { return x ? printf("%d %d", 1, 2) : printf("%d %d", 1); }`, bad: []int64{0}, good: []int64{1}, alone: true},
	{name: "printf of more", src: `int main(void) { return printf("%d%%", 1, x) == 77; }`, good: []int64{0}},
	{name: "printf %d of a long", src: `int main(void) { return x ? printf("%ld %c", x, 7) : printf("%d", x); }`, bad: []int64{0}, good: []int64{1}, alone: true},
	{name: "printf %s of an int", src: `int main(void) { return x ? printf("%p", "x") : printf("%s", 7); }`, bad: []int64{0}, good: []int64{1}, alone: true},
	{name: "printf %f of an int", src: `int main(void) { return x ? printf("%f %Lf", 1.0f, 1.0L) : printf("%f", 7); }`, bad: []int64{0}, good: []int64{1}, alone: true},
	{name: "printf, other sign", src: `int main(void) { return printf("%u %x %lld %zu %hhd", 1, 2, x, x, 'c') == 99; }`, good: []int64{0}},
	{name: "fclose twice", src: `int main(void) { FILE *f = fopen("a", "r"); if (!f) return 0; fclose(f); if (x) fclose(f); return 0; }`, bad: []int64{1}, good: []int64{0}, alone: true},
	{name: "fgetc behind fclose", src: `static void done(FILE **p) { fclose(*p); } int main(void) { FILE *f = fopen("a", "r"); if (!f) return 0; if (x) done(&f); return fgetc(f) == 7; }`, bad: []int64{1}, good: []int64{0}, alone: true},
	{name: "fread behind pclose", src: `int main(void) { char b[4]; FILE *f = popen("a", "r"); if (!f) return 0; if (x) pclose(f); return fread(b, 1, 4, f) == 7; }`, bad: []int64{1}, good: []int64{0}, alone: true},
	{name: "fclose of one of two", src: `int main(void) { FILE *f = fopen("a", "r"), *g = fopen("b", "r"); if (!f || !g) return 0; fclose(f); fclose(x ? f : g); return 0; }`, bad: []int64{1}, good: []int64{0}, alone: true},
	{name: "fprintf to nowhere", src: `int main(void) { return fprintf(x ? stdout : 0, "a") == 7; }`, good: []int64{1}, alone: true},
	{name: "scanf", src: `int main(void) { int n = 0; if (!x) scanf("%d", (int *)0); else scanf("%d", &n); return n; }`, bad: []int64{0}, good: []int64{1}, alone: true},
	{name: "scanf of another size", src: `int main(void) { char n = 0; long m; if (!x) scanf("%d", &n); else scanf("%hhd %ld", &n, &m); return n; }`, bad: []int64{0}, good: []int64{1}, alone: true},
	{name: "scanf with too little room", src: `int main(void) { char a[5]; if (!x) scanf("%5s", a); else scanf("%4s %c", a, a + 4); return 0; }`, bad: []int64{0}, good: []int64{1}, alone: true},
	{name: "scanf of a set", src: `int main(void) { char a[5]; if (!x) scanf("%5[^]a-z]%*d", a); else scanf("%4[]a]", a); return 0; }`, bad: []int64{0}, good: []int64{1}, alone: true},
	{name: "scanf without an argument", src: `int main(void) { int a; if (!x) scanf("%d%d", &a); else scanf("%d%*d", &a); return 0; }`, bad: []int64{0}, good: []int64{1}, alone: true},
	{name: "sscanf of a word", src: `int main(void) { char a[3], s[9] = "abcdefgh"; s[x] = 0; return sscanf(s, "%s", a) == 2; }`, bad: []int64{3, 8}, good: []int64{2, 0}, say: "sscanf(s, \"%s\", a)", sure: true},
	{name: "sscanf of a number", src: `int main(void) { char s[3] = {x, '4'}; int n = 5, r = sscanf(s, "%d", &n); return r == 1 ? n != (x == '-' ? -4 : x >= '0' && x <= '9' ? 10 * (x - '0') + 4 : 4) ? strlen(0) : 0 : n != 5 || r != (x ? 0 : -1) ? strlen(0) : 0; }`, good: []int64{'0', '9', '-', ' ', 'x', 0}},
	{name: "sscanf of characters", src: `int main(void) { char s[5] = "a,bc", a[2]; int n = 0; s[2] = x; return sscanf(s, "%*[a],%2c%n", a, &n) == 1 && n == 4 && a[0] == x ? 0 : strlen(0); }`, good: []int64{'b', ' '}},
	{name: "sscanf without an end", src: `int main(void) { char s[2] = "12"; int n; if (x) s[1] = 0; return sscanf(s, "%1d", &n) == 1 ? n == 7 : 0; }`, bad: []int64{0}, good: []int64{1}, say: "sscanf(s, \"%1d\", &n)", alone: true},
	{name: "sscanf onto itself", src: `int main(void) { char s[9] = "ab cd"; return sscanf(s, "%s", s + x) == 2; }`, bad: []int64{0, 1, 2}, good: []int64{3}, alone: true},
	{name: "sscanf to nowhere", src: `int main(void) { int n; return sscanf("12", "%d", x ? &n : 0) == 7; }`, bad: []int64{0}, good: []int64{1}, alone: true, sure: true},
	{name: "sscanf of nothing", src: `int main(void) { int n; return sscanf(x ? "12" : 0, "%d", &n) == 7; }`, bad: []int64{0}, good: []int64{1}, alone: true, sure: true},
	{name: "sscanf without an argument", src: `int main(void) { int n; return x ? sscanf("12", "%d%*d", &n) == 7 : sscanf("12", "%d%d", &n) == 7; }`, bad: []int64{0}, good: []int64{1}, alone: true},
	// Printing to memory.
	{name: "sprintf of text", src: `int main(void) { char a[9]; sprintf(a + x, "abc%%d"); return a[x + 1]; }`, bad: []int64{4}, good: []int64{3}, say: "sprintf(a + x, \"abc%%d\")"},
	{name: "sprintf of a string", src: `int main(void) { char a[6], b[9] = "abcdefg"; b[x] = 0; sprintf(a, "%s:", b); return a[0] != (x ? 'a' : ':') ? strlen(0) : 0; }`, bad: []int64{5, 7}, good: []int64{4, 0}},
	{name: "sprintf of a string with a width", src: `int main(void) { char a[6], b[9] = "abcdefg"; b[x] = 0; sprintf(a, "%3s%.1s", b, b); return a[0]; }`, bad: []int64{5, 7}, good: []int64{4, 1}},
	{name: "sprintf of a number", src: `int main(void) { char a[6]; sprintf(a, "%d%c", (int)x, 'c'); return a[0]; }`, bad: []int64{10000, -1000, -123456}, good: []int64{9999, -999, 0}},
	{name: "sprintf of an unsigned number", src: `int main(void) { char a[6]; sprintf(a, "%lx", x); return a[0]; }`, bad: []int64{0x100000, -1}, good: []int64{0xfffff, 0}},
	{name: "sprintf of a short", src: `int main(void) { char a[6]; sprintf(a, "%hhd %u", (int)x, 7u); return a[0]; }`, bad: []int64{-100}, good: []int64{-99, 127, 300}},
	{name: "sprintf of two", src: `int main(void) { char a[9], *p = a; sprintf(a, "%s%s", "abc", "def" + x); return strcmp(a, "abcf") ? strlen(0) : 0; }`, good: []int64{2}},
	{name: "sprintf overlaps", src: `int main(void) { char a[99] = "abcd"; sprintf(a + x, "%s", a); return 0; }`, bad: []int64{1, 4}, good: []int64{5}, alone: true},
	{name: "snprintf", src: `int main(void) { char a[6]; int r = snprintf(a, x, "%s", "abcdefgh"); return r != 8 || x && strlen(a) != x - 1 ? strlen(0) : 0; }`, bad: []int64{7, 99}, good: []int64{6, 1, 0}},
	{name: "snprintf of less", src: `int main(void) { char a[6]; int r = snprintf(a, x, "%s%d", "abc", 7); return r != 4; }`, good: []int64{6, 1, 0, 5, 99}},
	{name: "vsprintf of a number", src: `static char b[4]; static void print1(const char *f, ...) { va_list a; va_start(a, f); vsprintf(b, f, a); va_end(a); } int main(void) { print1("%ld", x); print1("a%c", 'b'); return b[1] != 'b' ? strlen(0) : 0; }`, bad: []int64{1000, -100}, good: []int64{999, -99}, say: "vsprintf(b, f, a)", sure: true},
	{name: "vsnprintf of another type", src: `static char b[4]; static void print2(const char *f, ...) { va_list a; va_start(a, f); vsnprintf(b, 4, f, a); va_end(a); } int main(void) { if (x) print2("%d", 5); else print2("%s", 5); return 0; }`, bad: []int64{0}, good: []int64{1}, say: "vsnprintf(b, 4UL, f, a)", alone: true, sure: true},
	{name: "vsnprintf of less", src: `static char b[4]; static int print3(const char *f, ...) { va_list a; va_start(a, f); int n = vsnprintf(b, 4, f, a); va_end(a); return n; } int main(void) { return print3("%s:%ld", "ab", x) != (x < 10 ? 4 : 5) || strcmp(b, "ab:") ? strlen(0) : 0; }`, good: []int64{0, 99}},
	{name: "asprintf", src: `int main(void) { char *p; int n = asprintf(&p, "%ld", x); if (n < 0) return 0; n = p[1]; free(p); return n; }`, good: []int64{5, 50}},
	{name: "vsscanf", src: `static int scan1(const char *s, const char *f, ...) { va_list a; va_start(a, f); int n = vsscanf(s, f, a); va_end(a); return n; } int main(void) { char w[3], s[9] = "abcdefgh"; s[x] = 0; return scan1(s, "%s", w) == 2; }`, bad: []int64{3, 8}, good: []int64{2, 0}, sure: true},
	{name: "one of two formats", src: `int main(void) { const char *f = x ? "%d" : "%s"; return printf(f, 5) == 9; }`, bad: []int64{0}, good: []int64{1}, alone: true, sure: true},
	{name: "a table of formats", src: `static const char two[] = "%ld"; static const char *const f[] = {"%d", two}; int main(void) { return printf(f[x], 5) == 9; }`, bad: []int64{1}, good: []int64{0}, alone: true, sure: true},
	{name: "swprintf", src: `int main(void) { wchar_t a[6]; return swprintf(a, x, L"%ls", L"abcdefgh") > 9; }`, bad: []int64{7, 99}, good: []int64{6, 1}, alone: true},
	{name: "swprintf of less", src: `int main(void) { wchar_t a[6]; return swprintf(a, x, L"%ls!", L"abcd") == 5 ? a[4] != '!' ? strlen(0) : 0 : 1; }`, good: []int64{6, 99}},
	// Numbers.
	{name: "ctype", src: `int main(void) { return isdigit(x) && isalpha(x) && toupper(x); }`, bad: []int64{-2, 256}, good: []int64{-1, 0, 255}, say: "isdigit(x)", alone: true},
	{name: "abs", src: `int main(void) { return abs((int)x) == 7; }`, bad: []int64{-1 << 31}, good: []int64{-1<<31 + 1, 7}, alone: true},
	{name: "labs", src: `int main(void) { return labs(x) == 7; }`, bad: []int64{-1 << 63}, good: []int64{-1<<63 + 1, 7}, alone: true},
	{name: "strtol", src: `int main(void) { return strtol("7", 0, x) == 7; }`, bad: []int64{1, -1, 37}, good: []int64{0, 2, 36}, alone: true},
	{name: "unreachable", src: `int main(void) { if (x == 3) __builtin_unreachable(); return 0; }`, bad: []int64{3}, good: []int64{4}, say: "__builtin_unreachable()"},
	{name: "clz", src: `int main(void) { return __builtin_clz((unsigned)x) == 7; }`, bad: []int64{0}, good: []int64{1}},
	{name: "ctz", src: `int main(void) { return __builtin_ctzl(x) == 7; }`, bad: []int64{0}, good: []int64{1}, alone: true},
}

// libraryHeaders are the headers of what a program calls: reading all of them is most of the work of
// these tests.
func libraryHeaders(src string) string {
	out := "#define _GNU_SOURCE\n#include <stdlib.h>\n"
	for _, h := range []struct{ name, of string }{
		{"string.h", `mem|str`}, {"strings.h", `strcase|strncase|ffs|bcmp|bzero|index`},
		{"stdio.h", `printf|scanf|puts|gets|getline|getdelim|std(in|out|err)|FILE|fopen|fread|fwrite`}, {"ctype.h", `\b(is|to)[a-z]+\(`},
		{"wchar.h", `wchar|wcs|wmem|wprintf|mb`}, {"unistd.h", `\b(p?read|p?write|close|getcwd|readlink|pipe|gethostname)\(`},
		{"time.h", `time`}, {"stdarg.h", `va_list`},
	} {
		if regexp.MustCompile(h.of).MatchString(src) {
			out += "#include <" + h.name + ">\n"
		}
	}
	return out
}

func TestContracts(t *testing.T) {
	for _, c := range contracts {
		t.Run(c.name, func(t *testing.T) {
			for _, arith := range []cfa.Arith{cfa.Machine, cfa.Int} {
				p := loadFor(t, libraryHeaders(c.src)+source(c.src), arith, Library)
				for _, x := range c.bad {
					if arith == cfa.Int && (x < 0 || x > 1<<31) {
						continue // what the conversion to size_t gives is another number there
					}
					o := runOn(p, x)
					if o.Kind != interp.ErrorFound || o.Error.Kind != rule.LibraryContract || c.sure && o.Tainted {
						t.Errorf("%v: on %d: %v %s, not a broken contract", arith, x, o.Kind, o.Reason)
					} else if say := inputNamedX(o.Error.Text); c.say != "" && say != c.say {
						t.Errorf("%v: on %d: %s is told of, not %s", arith, x, say, c.say)
					} else if !o.Error.Pos.Valid() || o.Error.Func == "" {
						t.Errorf("%v: on %d: no place: %+v", arith, x, o.Error)
					}
				}
				for _, x := range c.good {
					if arith == cfa.Int && x < 0 {
						continue
					}
					if o := runOn(p, x); o.Kind != interp.Exited {
						t.Errorf("%v: on %d: %v %s %+v", arith, x, o.Kind, o.Reason, o.Error)
					}
				}
			}
		})
	}
}

// Where contracts are not looked for, the library's accesses are those of the program: what breaks one
// is an access of a rule, and what breaks none is never a bug.
func TestContractsAsAccesses(t *testing.T) {
	for _, c := range contracts {
		p := loadFor(t, libraryHeaders(c.src)+source(c.src), cfa.Machine, accesses)
		for _, x := range c.bad {
			if o := runOn(p, x); o.Kind == interp.ErrorFound && o.Error.Kind == rule.LibraryContract {
				t.Errorf("%s: on %d: %v", c.name, x, o.Error)
			}
		}
		for _, x := range c.good {
			if o := runOn(p, x); o.Kind != interp.Exited {
				t.Errorf("%s: on %d: %v %s %+v", c.name, x, o.Kind, o.Reason, o.Error)
			}
		}
	}
	for _, c := range []struct {
		src   string
		check Check
		kind  string // "": nothing fails
	}{
		{`strcpy(x ? 0 : b, "abc")`, Null, rule.NullAccess},
		{`strcpy(x ? 0 : b, "abc")`, Bounds, rule.OutOfBounds},
		{`strcpy(x ? 0 : b, "abc")`, Bounds | Null, rule.NullAccess},
		{`strcpy(b, "0123456789")`, Null, ""},
		{`strcpy(b, "0123456789")`, Bounds | Null, rule.OutOfBounds},
		{`memcpy(b + 1, d, 10)`, Bounds, rule.OutOfBounds},
		{`memcpy(b, b + 1, 8)`, accesses, ""}, // they overlap: a contract only
		{`puts(x ? 0 : b)`, Null, rule.NullAccess},
		{`printf("%s", x ? 0 : b)`, Null, rule.NullAccess},
		{`printf("%d", "no number")`, accesses, ""},
		{`sprintf(b, "%d", 1000000000)`, Bounds, rule.OutOfBounds},
		{`sprintf(b, "%d", "no number")`, accesses, ""},
		{`fgets(b, 10 + x, stdin)`, Bounds, rule.OutOfBounds},
		{`fopen(x ? 0 : b, "r")`, Null, rule.NullAccess},
		{`free(p); strlen(p)`, Lifetime, rule.DeadAccess},
		{`free(p); memset(p, 0, 1)`, accesses, rule.DeadAccess},
		{`toupper(1000 * x)`, accesses, ""},
	} {
		src := source(`char b[10], d[20]; int main(void) { char *p = calloc(4, 1); ` + c.src + `; return 0; }`)
		o := runOn(loadFor(t, libraryHeaders(src)+src, cfa.Machine, c.check), 1)
		if o.Tainted {
			t.Errorf("%s: it is not known", c.src)
		}
		kind := ""
		if o.Kind == interp.ErrorFound {
			kind = o.Error.Kind
		}
		if kind != c.kind {
			t.Errorf("%s: %v %q, not %q", c.src, o.Kind, kind, c.kind)
		}
	}
}

// inputNamedX is the text of a property with the input's name as the programs have it.
func inputNamedX(text string) string { return strings.ReplaceAll(text, "input", "x") }

// The table says what the sanitizers of gcc say, where they know the function. All programs are
// compiled as one: their names get numbers.
func TestContractsTable(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the programs")
	}
	var b, all strings.Builder
	for _, c := range contracts {
		all.WriteString(c.src)
	}
	b.WriteString(libraryHeaders(all.String()) + "static long input;\n#define x input\n")
	for i, c := range contracts {
		if c.alone {
			continue
		}
		fmt.Fprintf(&b, "#define main main_%d\n#define s s_%d\n#define set set_%d\n%s\n#undef main\n#undef s\n#undef set\n", i, i, i, c.src)
	}
	b.WriteString("#undef x\nint main(int argc, char **argv) { input = atol(argv[2]); switch (atoi(argv[1])) {\n")
	for i, c := range contracts {
		if !c.alone {
			fmt.Fprintf(&b, "case %d: main_%d(); break;\n", i, i)
		}
	}
	b.WriteString(`} return 0; }
const char *__asan_default_options(void) { return "exitcode=99:detect_leaks=0:handle_segv=1"; }
const char *__ubsan_default_options(void) { return "exitcode=99"; }
`)
	s := newSanitized(t, "gcc", "-fno-builtin", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	if err := s.build(b.String()); err != nil {
		t.Fatal(err)
	}
	for i, c := range contracts {
		if c.alone {
			continue
		}
		s.agrees(t, c.name, c.bad, c.good, fmt.Sprint(i))
	}
}

// The library calls what it is given. Where that has another type, nothing is claimed.
func TestCallBackOfAnotherType(t *testing.T) {
	p := loadFor(t, libraryHeaders("")+source(`static int three(const void *a, const void *b, int c) { return c; }
		int main(void) { int a[2] = {2, 1}; qsort(a, 2, 4, (int (*)(const void *, const void *))three); return 0; }`), cfa.Machine, 0)
	if o := runOn(p, 0); o.Kind != interp.ErrorFound || !o.Error.Unsupported {
		t.Errorf("%v %s", o.Kind, o.Reason)
	}
}
