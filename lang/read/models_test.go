package read

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/models"
	"github.com/whet-mc/whet/lang/pass/variadic"
	"github.com/whet-mc/whet/num"
)

// TestModelsAgainstLibc compiles the models beside the C library and compares the two on random
// arguments.
func TestModelsAgainstLibc(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed")
	}
	var joined strings.Builder
	for _, f := range []string{"b_locale.c", "string.c", "string_search.c", "ctype.c", "ctype_tables.c", "stdlib.c", "number.c", "math.c", "wide.c", "bits.c", "environment.c", "sort.c", "lines.c"} {
		b, err := models.Files.ReadFile("c/" + f)
		if err != nil {
			t.Fatal(err)
		}
		joined.Write(b)
	}
	text := strings.ReplaceAll(joined.String(), "__builtin_", "b_")
	// Every function of the models gets a name of its own.
	var names, renames strings.Builder
	for name := range models2names(t) {
		if name == "__errno_location" {
			continue // the models have an errno of their own
		}
		if n, ok := strings.CutPrefix(name, "__builtin_"); ok {
			name = "b_" + n
		}
		names.WriteString("#define " + name + " m_" + name + "\n")
		renames.WriteString("#undef " + name + "\n")
	}
	const errno = "static int __whet_errno;\n#undef errno\n#define errno __whet_errno\n"
	const libcErrno = "#undef errno\n#define errno (*__errno_location())\n"
	scans, compared := scanTest()
	src := libcPrelude + names.String() + errno + text + scans + renames.String() + libcErrno + strings.Replace(libcTest, "SCANS", compared, 1)
	dir := t.TempDir()
	c, exe := filepath.Join(dir, "m.c"), filepath.Join(dir, "m")
	if err := os.WriteFile(c, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-w", "-O1", "-fno-builtin", "-fwrapv", c, "-o", exe, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("gcc cannot compile the models: %.1000s", out)
	}
	out, err := exec.Command(exe).CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("all the same")) {
		t.Errorf("%v\n%s", err, out)
	}
}

// models2names is the set of functions with models.
func models2names(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for n := range modelsFor(lang.LP64).spots {
		out[n] = true
	}
	return out
}

const libcPrelude = `
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <stdio.h>
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <errno.h>
#include <wchar.h>
#include <unistd.h>
#include <math.h>
static void __whet_fill(void *p, int c, size_t n) { memset(p, c, n); }
static void __whet_copy(void *d, const void *s, size_t n) { memmove(d, s, n); }
static void *__whet_alloc(size_t n) { return malloc(n ? n : 1); }
static void *__whet_lasting(size_t n) { return malloc(n ? n : 1); }
static void *__whet_alloca(size_t n) { return malloc(n ? n : 1); }
static void __whet_align(size_t alignment) {}
static int __whet_may_lack(size_t n, size_t size) { return 1; }
static int __whet_stays(void *p, size_t n) { return 0; }
static void __whet_grown(void *q, void *p, size_t n) {}
static void __whet_making(const void *p, size_t n) {}
static void __whet_terminated(const void *p, size_t least, size_t most) {}
static void __whet_copied(const void *to, const void *from, size_t n) {}
static void __whet_free(void *p) { free(p); }
static void __whet_halt(void) { exit(0); }
// What the environment decides comes from a text, as what a real file has.
static const unsigned char *input; static int inputs;
static int __whet_stream(int lo, int hi) { return hi <= 2 ? 0 : inputs > 0 ? (inputs--, *input++) : -1; }
static long long __whet_lstream(long long lo, long long hi) { return hi < inputs ? hi : inputs; }
static void __whet_stream_bytes(void *p, size_t n) { memcpy(p, input, n); }
static int __whet_choice(void) { return 1; }
static void __whet_pure(const char *what) {}
static int __whet_may_fail(void) { return 0; }
static int __whet_input(int lo, int hi) { return lo; }
static long long __whet_linput(long long lo, long long hi) { return lo; }
// What the model leaves open is what glibc does where that is the lowest value, or is not compared.
static int unsure;
static int __whet_computed(int lo, int hi) { unsure |= lo < -1; return lo; }
static long long __whet_lcomputed(long long lo, long long hi) { unsure |= lo < -1; return lo; }
static void __whet_input_bytes(void *p, size_t n) { memset(p, 'i', n); }
static void __whet_computed_bytes(void *p, size_t n) { memset(p, 'c', n); }
static int __whet_c_locale(void) { return 1; }
static int __whet_other_locale(void) { return 0; }
static void __whet_raises(int must, int may) {}
static int __whet_checked(void) { return 1; }
static size_t __whet_product(size_t n, size_t size) { return n * size; }
static void __whet_room(const void *p, size_t n, size_t size) {}
static void __whet_object(const void *p) {}
static void __whet_disjoint(const void *p, size_t n, const void *q, size_t m) {}
static void __whet_apart(const void *p, const void *q, size_t n) {}
static void __whet_require(int c) {}
static void __whet_trusted(const void *p) {}
static void __whet_string(const char *s) {}
static void __whet_unmodelled(const char *what) { abort(); }
// Floating numbers.
static double b_inf(void) { return INFINITY; }
static double __whet_anydouble(void) { return 0; }
static float __whet_anyfloat(void) { return 0; }
static long double __whet_anyldouble(void) { return 0; }
static int __whet_exponent(double x) { int e = 0; frexp(x, &e); return e; }
static int __whet_exponentf(float x) { int e = 0; frexpf(x, &e); return e; }
static int __whet_exponentl(long double x) { int e = 0; frexpl(x, &e); return e; }
static double __whet_fraction(double x) { int e; return frexp(x, &e); }
static float __whet_fractionf(float x) { int e; return frexpf(x, &e); }
static long double __whet_fractionl(long double x) { int e; return frexpl(x, &e); }
// Before the functions get other names: the library's own.
static unsigned short *b_loc(void) { return (unsigned short *)*__ctype_b_loc(); }
static int *lower_loc(void) { return (int *)*__ctype_tolower_loc(); }
static int *upper_loc(void) { return (int *)*__ctype_toupper_loc(); }
// As C11 has them, whatever the headers make of their names.
long c11_strtol(const char *, char **, int) __asm__("strtol");
unsigned long c11_strtoul(const char *, char **, int) __asm__("strtoul");
long long c11_strtoll(const char *, char **, int) __asm__("strtoll");
unsigned long long c11_strtoull(const char *, char **, int) __asm__("strtoull");
intmax_t c11_strtoimax(const char *, char **, int) __asm__("strtoimax");
uintmax_t c11_strtoumax(const char *, char **, int) __asm__("strtoumax");
long long c11_strtoq(const char *, char **, int) __asm__("strtoq");
unsigned long long c11_strtouq(const char *, char **, int) __asm__("strtouq");
void *__memcpy_chk(void *, const void *, size_t, size_t), *__memmove_chk(void *, const void *, size_t, size_t), *__mempcpy_chk(void *, const void *, size_t, size_t), *__memset_chk(void *, int, size_t, size_t);
char *__strcpy_chk(char *, const char *, size_t), *__stpcpy_chk(char *, const char *, size_t), *__strcat_chk(char *, const char *, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t), *__stpncpy_chk(char *, const char *, size_t, size_t), *__strncat_chk(char *, const char *, size_t, size_t);
int c11_sscanf(const char *, const char *, ...) __asm__("__isoc99_sscanf");
static FILE *file(const char *s, int n) { FILE *f = tmpfile(); fwrite(s, 1, n, f); rewind(f); return f; }
`

const libcTest = `
static int by_first(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }
static int by_column(const void *x, const void *y, void *m) { int k = *(int *)m & 1; return ((const int *)y)[k] - ((const int *)x)[k]; }
static const char *const numbers[] = { "", "", "7", "-", "2147483", "4294967", "9223372036854775", "99999999999999999" };
static int sign(int x) { return (x > 0) - (x < 0); }
static char *text(char *b) { int n = rand() % 7, i; for (i = 0; i < n; i++) b[i] = "abAB 1\xe4"[rand() % 7]; b[n] = 0; return b; }
#define SAME(what, x, y) do { long long u = (long long)(x), v = (long long)(y); if (u != v) { printf("%s: %lld, libc %lld (\"%s\", \"%s\", %d)\n", what, u, v, a, b, n); return 1; } } while (0)
static const char *const pieces[] = { "", " ", "\t\n", "a", "ab", "x", ",", "%", "-", "+", "-1", "0", "0x", "0x1f", "0b1", "017", "08", "12", "128", "65536",
	"2147483647", "-2147483648", "2147483648", "4294967295", "4294967296", "9223372036854775807", "-9223372036854775808", "18446744073709551615",
	"9223372036854775808", "ffffffffffffffff", "0xffffffffffffffff1", "hello", "]z", "\xe4", "99999999999999999999999" };
#define SCAN(format, mine, libcs, size) do { \
	char string[200], one[400], two[400]; \
	sprintf(string, "%s%s%s%s", pieces[rand() % 35], pieces[rand() % 35], pieces[rand() % 35], pieces[rand() % 35]); \
	memset(one, 'z', sizeof one); memset(two, 'z', sizeof two); \
	unsure = 0; strcpy(a, format); strncpy(b, string, 63); \
	int r1 = mine, r2 = libcs; \
	SAME("sscanf", r1, r2); \
	if (!unsure) SAME("what sscanf stores", memcmp(one, two, size), 0); } while (0)
#define EDGE(format, string, f, open) do { \
	long long one = 0, two = 0; unsure = 0; strcpy(a, format); strcpy(b, string); \
	SAME("sscanf", f(string, (void *)&one), c11_sscanf(string, format, &two)); \
	SAME("a number that is too large", unsure, open); \
	if (!open) SAME("the largest number", one, two); } while (0)
int main(void)
{
	char a[64], b[64], p[64], q[64];
	int k, n = 0;
	srand(7);
#define FLOATS(T, s, bytes) { \
		const T v[] = { 0, -0.0, 1, -1, 0.5, 2.75, -3.5, 1e30, 1e-40, -1e-310, 7e-4940L, 8, INFINITY, -INFINITY, NAN }; \
		for (int i = 0; i < 15; i++) for (int j = 0; j < 15; j++) { \
			T x = v[i], y = v[j], r[4] = { m_fdim##s(x, y), m_logb##s(x), m_nexttoward##s(x, y), m_modf##s(x, &y) }; \
			T w = v[j], l[4] = { fdim##s(x, w), logb##s(x), nexttoward##s(x, w), modf##s(x, &w) }; \
			n = 100 * i + j; \
			for (k = 0; k < 4; k++) \
				SAME("floating", isnan(r[k]) && isnan(l[k]) || !memcmp(&r[k], &l[k], bytes), 1); \
			SAME("modf", isnan(y) && isnan(w) || !memcmp(&y, &w, bytes), 1); \
			SAME("ilogb", m_ilogb##s(x), ilogb##s(x)); \
		} \
	}
	FLOATS(float, f, 4) FLOATS(double, , 8) FLOATS(long double, l, 10)
	for (k = 0; k < 60000; k++) {
		text(a); text(b);
		n = rand() % 8;
		int ch = "abAB 1\xe4\0x"[rand() % 9];
		SAME("strlen", m_strlen(a), strlen(a));
		SAME("strnlen", m_strnlen(a, n), strnlen(a, n));
		SAME("strcmp", sign(m_strcmp(a, b)), sign(strcmp(a, b)));
		SAME("strncmp", sign(m_strncmp(a, b, n)), sign(strncmp(a, b, n)));
		{
			char one[8], two[8];
			for (int i = 0; i < 8; i++) {
				one[i] = "0019a"[rand() % 5];
				two[i] = rand() % 4 ? one[i] : "019"[rand() % 3];
			}
			one[rand() % 8] = two[rand() % 8] = one[7] = two[7] = 0;
			SAME("strverscmp", sign(m_strverscmp(one, two)), sign(strverscmp(one, two)));
		}
		{ // of pairs, by their first numbers: those that are equal stay in their order, as in the library
			int one[7][2], two[7][2], m = rand() % 8, key = rand() % 4;
			for (int i = 0; i < 7; i++) {
				one[i][0] = two[i][0] = rand() % 5 - 1;
				one[i][1] = two[i][1] = i;
			}
			m_qsort(one, m, sizeof *one, by_first);
			qsort(two, m, sizeof *two, by_first);
			SAME("qsort", memcmp(one, two, sizeof one), 0);
			m_qsort_r(one, 7, sizeof *one, by_column, &m);
			qsort_r(two, 7, sizeof *two, by_column, &m);
			SAME("qsort_r", memcmp(one, two, sizeof one), 0);
			qsort(one, 7, sizeof *one, by_first);
			int *f = m_bsearch(&key, one, 7, sizeof *one, by_first), *g = bsearch(&key, one, 7, sizeof *one, by_first);
			SAME("bsearch", f ? *f : -9, g ? *g : -9);
		}
		SAME("strcasecmp", sign(m_strcasecmp(a, b)), sign(strcasecmp(a, b)));
		SAME("strncasecmp", sign(m_strncasecmp(a, b, n)), sign(strncasecmp(a, b, n)));
		SAME("memcmp", sign(m_memcmp(a, b, 5)), sign(memcmp(a, b, 5)));
		SAME("bcmp", !m_bcmp(a, b, 5), !bcmp(a, b, 5));
		SAME("strchr", m_strchr(a, ch), strchr(a, ch));
		SAME("strrchr", m_strrchr(a, ch), strrchr(a, ch));
		SAME("strchrnul", m_strchrnul(a, ch), strchrnul(a, ch));
		SAME("memchr", m_memchr(a, ch, 5), memchr(a, ch, 5));
		SAME("strspn", m_strspn(a, b), strspn(a, b));
		SAME("strcspn", m_strcspn(a, b), strcspn(a, b));
		SAME("strpbrk", m_strpbrk(a, b), strpbrk(a, b));
		SAME("strstr", m_strstr(a, b), strstr(a, b));
		memset(p, 'z', 64); memset(q, 'z', 64);
		SAME("strcpy", m_strcpy(p, a) - p, strcpy(q, a) - q);
		SAME("strcpy bytes", memcmp(p, q, 64), 0);
		SAME("strcat", m_strcat(p, b) - p, strcat(q, b) - q);
		SAME("strcat bytes", memcmp(p, q, 64), 0);
		SAME("strncat", m_strncat(p, a, n) - p, strncat(q, a, n) - q);
		SAME("strncat bytes", memcmp(p, q, 64), 0);
		SAME("stpcpy", m_stpcpy(p, b) - p, stpcpy(q, b) - q);
		SAME("strncpy", m_strncpy(p, a, n) - p, strncpy(q, a, n) - q);
		SAME("strncpy bytes", memcmp(p, q, 64), 0);
		SAME("memset", (char *)m_memset(p + 3, n, n) - p, (char *)memset(q + 3, n, n) - q);
		SAME("memmove", (char *)m_memmove(p + 2, p, n) - p, (char *)memmove(q + 2, q, n) - q);
		SAME("bytes", memcmp(p, q, 64), 0);
		char *d = m_strdup(a), *e = m_strndup(a, n), *f = strndup(a, n);
		SAME("strdup", strcmp(d, a), 0);
		SAME("strndup", strcmp(e, f), 0);
		free(d); free(e); free(f);
		sprintf(a, "%s%s%s%d%s", n & 1 ? " \t" : "", n & 2 ? "-" : n & 4 ? "+" : "", numbers[rand() % 8], rand() % 1000, b);
#define NO_OVERFLOW(f) do { unsure = 0; long long one = m_##f(a), two = f(a); if (!unsure) SAME(#f, one, two); } while (0)
		NO_OVERFLOW(atoi); NO_OVERFLOW(atol); NO_OVERFLOW(atoll);
		int x = rand() ^ rand() << 16;
		unsigned long long y = (unsigned long long)rand() << 33 ^ rand(), z = y >> rand() % 64 | 1;
		SAME("abs", m_abs(x), abs(x));
		SAME("labs", m_labs(y >> 1), labs(y >> 1)); SAME("llabs", m_llabs(-(y >> 2)), llabs(-(y >> 2))); SAME("imaxabs", m_imaxabs(x), imaxabs(x));
		SAME("ffsl", m_ffsl(y), __builtin_ffsl(y)); SAME("ffsll", m_ffsll(z << 3), __builtin_ffsll(z << 3)); SAME("ffsll", m_ffsll(0), 0);
		SAME("popcountl", m_b_popcountl(y), __builtin_popcountl(y)); SAME("ctzl", m_b_ctzl(z << 5), __builtin_ctzl(z << 5));
		SAME("parity", m_b_parity(x), __builtin_parity(x)); SAME("parityl", m_b_parityl(y), __builtin_parityl(y));
		SAME("index", m_index(a, ch), index(a, ch)); SAME("rindex", m_rindex(a, ch), rindex(a, ch));
		SAME("strcoll", sign(m_strcoll(a, b)), sign(strcoll(a, b)));
		SAME("isascii", m_isascii(x >> n), isascii(x >> n)); SAME("toascii", m_toascii(x), toascii(x));
		memset(p, 'z', 64); memset(q, 'z', 64);
		SAME("memcpy", (char *)m_memcpy(p + 1, a, n) - p, (char *)memcpy(q + 1, a, n) - q);
		SAME("mempcpy", (char *)m_mempcpy(p + 9, a, n) - p, (char *)mempcpy(q + 9, a, n) - q);
		m_bcopy(p + 9, p + 11, n); bcopy(q + 9, q + 11, n);
		m_bzero(p + 20, n); bzero(q + 20, n); m_explicit_bzero(p + 30, n); explicit_bzero(q + 30, n);
#define CHECKED(f, at, from, size) SAME(#f, (char *)m_##f(p + at, from, size 64 - at) - p, (char *)f(q + at, from, size 64 - at) - q)
#define TAKES , // between arguments
		CHECKED(__memcpy_chk, 2, a, n TAKES); CHECKED(__memmove_chk, 3, a, n TAKES); CHECKED(__mempcpy_chk, 11, b, n TAKES); CHECKED(__memset_chk, 13, n, n TAKES);
		CHECKED(__strncpy_chk, 21, b, n TAKES); CHECKED(__stpncpy_chk, 31, b, n TAKES);
		p[40] = q[40] = 0;
		CHECKED(__strncat_chk, 40, "abc", n TAKES); CHECKED(__strcat_chk, 40, "def", ); CHECKED(__strcpy_chk, 52, "xy", ); CHECKED(__stpcpy_chk, 53, "z", );
		SAME("bytes", memcmp(p, q, 64), 0);
		d = malloc(12); memcpy(d, p, 12); d = m_realloc(d, 4 + n % 4);
		SAME("realloc", memcmp(d, p, 4 + n % 4), 0);
		free(d);
		SAME("ffs", m_ffs(x), __builtin_ffs(x));
		SAME("bswap16", m_b_bswap16(x), __builtin_bswap16(x));
		SAME("bswap32", m_b_bswap32(x), __builtin_bswap32(x));
		SAME("bswap64", m_b_bswap64(y), __builtin_bswap64(y));
		SAME("popcount", m_b_popcount(x), __builtin_popcount(x));
		SAME("popcountll", m_b_popcountll(y), __builtin_popcountll(y));
		SAME("parity", m_b_parityll(y), __builtin_parityll(y));
		SAME("clz", m_b_clz((unsigned)z | 1), __builtin_clz((unsigned)z | 1));
		SAME("clzl", m_b_clzl(z), __builtin_clzl(z));
		SAME("clzll", m_b_clzll(z), __builtin_clzll(z));
		SAME("ctz", m_b_ctz((unsigned)z), __builtin_ctz((unsigned)z));
		SAME("ctzll", m_b_ctzll(z << 7), __builtin_ctzll(z << 7));
	}
	{ // C23's prefix for base 2
		char *e = 0;
		SAME("0b in C23", m___isoc23_strtol("-0b101x", &e, 0), -5); SAME("0b in C23", *e, 'x');
		SAME("0b in C23", m___isoc23_strtoull("0B11", &e, 2), 3); SAME("0b in C11", m_strtol("0b1", &e, 0), 0); SAME("0b in C11", *e, 'b');
	}
	for (k = 0; k < 20000; k++) {
		text(a); text(b);
		n = rand() % 8;
		int ch = "abAB 1\xe4\0x"[rand() % 9];
		SAME("memrchr", m_memrchr(a, ch, 5), memrchr(a, ch, 5));
		SAME("memmem", m_memmem(a, n, b, n / 3), memmem(a, n, b, n / 3));
		strcpy(p, a); strcat(p, "x");
		SAME("rawmemchr", m_rawmemchr(p, 'x'), rawmemchr(p, 'x'));
		SAME("strcasestr", m_strcasestr(a, b), strcasestr(a, b));
		b[n / 3] = 0;
		SAME("strcasestr", m_strcasestr(a, b), strcasestr(a, b));
		memset(p, 'z', 64); memset(q, 'z', 64);
		char *e1 = m_memccpy(p, a, ch, n), *e2 = memccpy(q, a, ch, n);
		SAME("memccpy", e1 ? e1 - p : -1, e2 ? e2 - q : -1);
		m_swab(a, p, n); swab(a, q, n);
		SAME("stpncpy", m_stpncpy(p + 20, a, n) - p, stpncpy(q + 20, a, n) - q);
		SAME("strxfrm", m_strxfrm(p + 40, a, n), strxfrm(q + 40, a, n));
		SAME("bytes", memcmp(p, q, 64), 0);
		// Words: strtok_r and strsep leave the same places and bytes.
		strcpy(p, a); strcpy(q, a);
		char *at1 = p, *at2 = q, *s1 = 0, *s2 = 0, *t1 = p, *t2 = q;
		int use = rand() % 2, round;
		for (round = 0; round < 9; round++) {
			char *w1 = use ? m_strsep(&at1, b) : m_strtok_r(t1, b, &s1), *w2 = use ? strsep(&at2, b) : strtok_r(t2, b, &s2);
			SAME("words", w1 ? w1 - p : -1, w2 ? w2 - q : -1);
			SAME("words end", use ? at1 ? at1 - p : -1 : s1 - p, use ? at2 ? at2 - q : -1 : s2 - q);
			SAME("words bytes", memcmp(p, q, strlen(a) + 1), 0);
			t1 = t2 = 0;
			if (!w1) break;
		}
		strcpy(p, a); strcpy(q, a);
		for (t1 = p, t2 = q;; t1 = t2 = 0) {
			char *w1 = m_strtok(t1, b), *w2 = strtok(t2, b);
			SAME("strtok", w1 ? w1 - p : -1, w2 ? w2 - q : -1);
			if (!w1) break;
		}
		// Numbers in every base, in and beyond the range, with their ends and errno.
		static const char *const shapes[] = { "%s%s%llu%s", "%s%s0x%llx%s", "%s%s0%llo%s", "%s%s0b1%llu%s", "%s%s%llx%s", "%s%sz%lluy%s" };
		unsigned long long big = (unsigned long long)rand() << 40 ^ (unsigned long long)rand() << 20 ^ rand();
		big >>= rand() % 64;
		if (rand() % 4 == 0) big = "\x7f\x80\xff"[rand() % 3] * 0x0100000000000000ull - rand() % 3;
		char number[128];
		snprintf(number, sizeof number, shapes[rand() % 6], rand() % 3 ? "" : " \t\n", rand() % 3 ? "" : rand() % 2 ? "-" : "+", big, rand() % 8 ? a : "00000000000");
		int base = rand() % 3 ? (int[]){ 0, 2, 8, 10, 16, 36 }[rand() % 6] : rand() % 40 - 1;
		char *d1 = 0, *d2 = 0;
#define NUMBER_SAME(f) do { __whet_errno = errno = 5; d1 = d2 = a; SAME(#f, m_##f(number, &d1, base), c11_##f(number, &d2, base)); \
	SAME(#f " errno", __whet_errno, errno); SAME(#f " end", d1 - a, d2 - a); } while (0)
		strcpy(b, number); // for the message
		NUMBER_SAME(strtol); NUMBER_SAME(strtoul); NUMBER_SAME(strtoll); NUMBER_SAME(strtoull);
		NUMBER_SAME(strtoimax); NUMBER_SAME(strtoumax); NUMBER_SAME(strtoq); NUMBER_SAME(strtouq);
		// Floating numbers: the end, and errno where it can be told.
		static const char *const floats[] = { "%s%s.%s", "%s.%s%s", "%s%se%s", "%s%se-%s", "0x%s%sp%s", "%sinf%s%s", "%snan(%s)%s", "%sinfinity%s%s", "-%s%s%s", "0x.%s%s%s" };
		static const char *const bits[] = { "", "1", "23", "x", "a", "e", "1e", ".", "p1", "+", "-2", "inf", "nan", " " };
		snprintf(number, sizeof number, floats[rand() % 10], bits[rand() % 14], bits[rand() % 14], bits[rand() % 14]);
		strcpy(b, number);
		m_strtod(number, &d1); strtod(number, &d2);
		SAME("strtod end", d1 - number, d2 - number);
		m_strtof(number, &d1); strtof(number, &d2);
		SAME("strtof end", d1 - number, d2 - number);
		m_strtold(number, &d1); strtold(number, &d2);
		SAME("strtold end", d1 - number, d2 - number);
		// Paths.
		extern char *__xpg_basename(char *), *dirname(char *);
		for (int i = 0; i < 9; i++) p[i] = q[i] = "/a"[rand() % 2];
		p[n] = q[n] = 0; strcpy(a, p);
		SAME("basename of GNU", m_basename(p) - p, basename(q) - q);
		char *base1 = m___xpg_basename(p), *base2 = __xpg_basename(q);
		SAME("basename", n ? base1 - p : *base1, n ? base2 - q : *base2);
		SAME("basename bytes", memcmp(p, q, 9), 0);
		strcpy(p, a); strcpy(q, a);
		char *dir1 = m_dirname(p), *dir2 = dirname(q);
		SAME("dirname", dir1 == p ? 1 : *dir1, dir2 == q ? 1 : *dir2);
		SAME("dirname bytes", memcmp(p, q, 9), 0);
		// Wide strings.
		wchar_t wu[32], wv[32], ww[64], wx[64];
		text(a); text(b);
		for (round = 0; (wu[round] = a[round]) != 0; round++) ;
		for (round = 0; (wv[round] = b[round]) != 0; round++) ;
		SAME("wcslen", m_wcslen(wu), wcslen(wu));
		SAME("wcsnlen", m_wcsnlen(wu, n), wcsnlen(wu, n));
		SAME("wcscmp", sign(m_wcscmp(wu, wv)), sign(wcscmp(wu, wv)));
		SAME("wcsncmp", sign(m_wcsncmp(wu, wv, n)), sign(wcsncmp(wu, wv, n)));
		SAME("wcschr", m_wcschr(wu, ch), wcschr(wu, ch));
		SAME("wcsrchr", m_wcsrchr(wu, ch), wcsrchr(wu, ch));
		SAME("wcsspn", m_wcsspn(wu, wv), wcsspn(wu, wv));
		SAME("wcscspn", m_wcscspn(wu, wv), wcscspn(wu, wv));
		SAME("wcspbrk", m_wcspbrk(wu, wv), wcspbrk(wu, wv));
		SAME("wcsstr", m_wcsstr(wu, wv), wcsstr(wu, wv));
		SAME("wmemchr", m_wmemchr(wu, ch, wcslen(wu)), wmemchr(wu, ch, wcslen(wu)));
		SAME("wmemcmp", sign(m_wmemcmp(wu, wv, 1)), sign(wmemcmp(wu, wv, 1)));
		memset(ww, 3, sizeof ww); memset(wx, 3, sizeof wx);
		SAME("wcscpy", m_wcscpy(ww, wu) - ww, wcscpy(wx, wu) - wx);
		SAME("wcscat", m_wcscat(ww, wv) - ww, wcscat(wx, wv) - wx);
		SAME("wcsncat", m_wcsncat(ww, wv, n) - ww, wcsncat(wx, wv, n) - wx);
		SAME("wcpcpy", m_wcpcpy(ww + 30, wv) - ww, wcpcpy(wx + 30, wv) - wx);
		SAME("wcsncpy", m_wcsncpy(ww + 40, wv, n) - ww, wcsncpy(wx + 40, wv, n) - wx);
		SAME("wcpncpy", m_wcpncpy(ww + 50, wv, n) - ww, wcpncpy(wx + 50, wv, n) - wx);
		SAME("wmemset", m_wmemset(ww + 58, n, 5) - ww, wmemset(wx + 58, n, 5) - wx);
		SAME("wmemmove", m_wmemmove(ww + 2, ww, n) - ww, wmemmove(wx + 2, wx, n) - wx);
		SAME("wmempcpy", m_wmempcpy(ww + 20, wu, n) - ww, wmempcpy(wx + 20, wu, n) - wx);
		SAME("wide bytes", memcmp(ww, wx, sizeof ww), 0);
	}
	// What is read from a file.
	for (k = 0; k < 500; k++) {
		char line[16];
		int length = rand() % 12, round;
		for (round = 0; round < length; round++) line[round] = "ab\n\0"[rand() % 4];
		FILE *f = file(line, length);
		input = (unsigned char *)line; inputs = length;
		memset(p, 'z', 64); memset(q, 'z', 64);
		for (round = 0; round < 5; round++) {
			n = rand() % 7;
			char *r1 = m_fgets(p + 10 * round, n, f), *r2 = fgets(q + 10 * round, n, f);
			SAME("fgets", r1 ? r1 - p : -1, r2 ? r2 - q : -1);
		}
		SAME("fgets bytes", memcmp(p, q, 64), 0);
		fclose(f);
		if (length > 0) { // a file of one line
			char *one = rand() % 2 ? malloc(3) : NULL, *two = one ? malloc(3) : NULL;
			size_t room1 = one ? 3 : 77, room2 = room1;
			char text[40];
			for (round = 0; round < length; round++) text[round] = "ab \0"[rand() % 4];
			if (rand() % 2) text[length - 1] = '\n';
			f = file(text, length);
			input = (unsigned char *)text; inputs = length;
			SAME("getline", m_getline(&one, &room1, f), getline(&two, &room2, f));
			SAME("getline bytes", memcmp(one, two, length + 1), 0);
			SAME("getline room", room1 > length && room1 <= room2, 1);
			free(one); free(two); fclose(f);
		}
		f = file(line, length);
		input = (unsigned char *)line; inputs = length;
		SAME("read", m_read(fileno(f), p, 4), read(fileno(f), q, 4));
		SAME("read bytes", memcmp(p, q, 64), 0);
		fclose(f);
		f = file(line, length);
		SAME("fread", m_fread(p, 1, 9, f), fread(q, 1, 9, f));
		SAME("fread bytes", memcmp(p, q, 64), 0);
		fclose(f);
	}
	for (k = 0; k < 500; k++) {
		SCANS
	}
	for (n = -128; n < 256; n++) {
		SAME("ctype", (*m___ctype_b_loc())[n], b_loc()[n]);
		SAME("tolower table", (*m___ctype_tolower_loc())[n], lower_loc()[n]);
		SAME("toupper table", (*m___ctype_toupper_loc())[n], upper_loc()[n]);
	}
	for (n = -1; n < 256; n++) {
		SAME("isdigit", m_isdigit(n), isdigit(n));
		SAME("isalpha", m_isalpha(n), isalpha(n));
		SAME("isalnum", m_isalnum(n), isalnum(n));
		SAME("islower", m_islower(n), islower(n));
		SAME("isupper", m_isupper(n), isupper(n));
		SAME("isspace", m_isspace(n), isspace(n));
		SAME("isblank", m_isblank(n), isblank(n));
		SAME("ispunct", m_ispunct(n), ispunct(n));
		SAME("isprint", m_isprint(n), isprint(n));
		SAME("isgraph", m_isgraph(n), isgraph(n));
		SAME("iscntrl", m_iscntrl(n), iscntrl(n));
		SAME("isxdigit", m_isxdigit(n), isxdigit(n));
		SAME("tolower", m_tolower(n), tolower(n));
		SAME("toupper", m_toupper(n), toupper(n));
	}
	char *r = m_calloc(3, 5);
	for (n = 0; n < 15; n++) SAME("calloc", r[n], 0);
	puts("all the same");
	return 0;
}
`

// scanTest is what sscanf becomes for random formats, and their comparison on random strings, which are
// made of pieces that the format could go with.
func scanTest() (funcs, compared string) {
	r := rand.New(rand.NewSource(3))
	pick := func(list ...string) string { return list[r.Intn(len(list))] }
	basic := build.NewBasic(lang.LP64, false)
	var f, c strings.Builder
	for k := range 60 {
		format := ""
		for range 1 + r.Intn(3) {
			star, width := pick("", "", "", "*"), pick("", "", "", "1", "2", "3", "9", "19")
			switch r.Intn(8) {
			case 0:
				format += pick(" ", "a", "-", ",", "%%", " x", "\t")
			case 1:
				format += "%" + star + width + pick("c", "s")
			case 2:
				format += "%" + star + width + pick("[ab]", "[^a]", "[]x]", "[^]x]", "[0-9-]", "[ -~]", "[^0-9a]", "[\xe4z]")
			case 3:
				format += "%" + pick("", "hh", "h", "l", "ll", "j", "z", "t") + "n"
			default:
				format += "%" + star + width + pick("", "", "hh", "h", "l", "ll", "j", "z", "t", "q", "L") + pick("d", "i", "u", "x", "o", "X")
			}
		}
		g := variadic.NewScanModel(&basic, format)
		if g == nil {
			panic("not modelled: " + format)
		}
		name := fmt.Sprintf("m_sscanf_%d", k)
		f.WriteString(g.Text(name))
		args := func(of string) (s string) {
			for i := range g.Stores {
				s += fmt.Sprintf(", (void *)(%s + %d)", of, 80*i)
			}
			return s
		}
		fmt.Fprintf(&c, "SCAN(%q, %s(string%s), c11_sscanf(string, %q%s), %d);\n", format, name, args("one"), format, args("two"), 80*len(g.Stores))
	}
	// The largest numbers are known; those beyond are any.
	for k, size := range []string{"", "hh", "h", "l", "ll", "z"} {
		for _, verb := range []string{"d", "i", "u", "o", "x"} {
			format := "%" + size + verb
			g, name := variadic.NewScanModel(&basic, format), fmt.Sprintf("m_edge_%d%s", k, verb)
			f.WriteString(g.Text(name))
			for add := range 3 {
				v := variadic.Most(g.Stores[0]).Add(num.Of(int64(add))).Big().Text(map[string]int{"o": 8, "x": 16}[verb] + map[string]int{"d": 10, "i": 10, "u": 10}[verb])
				signed := add + map[string]int{"u": 1, "o": 1, "x": 1}[verb]
				fmt.Fprintf(&c, "EDGE(%q, %q, %s, %d); EDGE(%[1]q, \"-%[2]s\", %[3]s, %[5]d);\n", format, v, name, min(add, 1), oneIf(signed > 1))
			}
		}
	}
	return f.String(), c.String()
}

func oneIf(c bool) int {
	if c {
		return 1
	}
	return 0
}

// TestModels checks when a model is used, and that odd declarations are served.
func TestModels(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		model lang.DataModel
		funcs string // name=1: with the model, name=0: external, name=2: the program's
	}{
		"header":         {text: "#include <stdlib.h>\nint main(void) { free(malloc(3)); return abs(-1); }", funcs: "malloc=1 free=1 abs=1 calloc=0 __whet_alloc=0"},
		"own":            {text: "int strlen(const char *s) { return 1; }\nint main(void) { return strlen(\"a\"); }", funcs: "strlen=2"},
		"own later":      {text: "unsigned long strlen(const char *s);\nint main(void) { return strlen(\"a\"); }\nunsigned long strlen(const char *s) { return 1; }", funcs: "strlen=2"},
		"implicit":       {text: "int main(void) { char *p = malloc(3); return p[0]; }", funcs: "malloc=1"},
		"no prototype":   {text: "char *malloc(); int main(void) { char *p = malloc(3); return p[0]; }", funcs: "malloc=1"},
		"unsigned long":  {text: "void *malloc(unsigned long); int main(void) { return malloc(3) == 0; }", model: lang.ILP32, funcs: "malloc=1"},
		"int argument":   {text: "void *malloc(int); void free(char *); int main(void) { free(malloc(3)); return 0; }", funcs: "malloc=1 free=1"},
		"another index":  {text: "int index(int a, int b); int main(void) { return index(1, 2); }", funcs: "index=0"},
		"another result": {text: "int strdup(const char *); int main(void) { return strdup(\"a\"); }", funcs: "strdup=0"},
		"builtin":        {text: "int main(void) { char c[3]; __builtin_memset(c, 0, 3); __builtin___memcpy_chk(c, c, 1, 3); return __builtin_strlen(c); }", funcs: "memset=1 strlen=1 __memcpy_chk=1"},
		"builtin own":    {text: "void *memset(void *p, int c, unsigned long n) { return p; }\nint main(void) { char c; __builtin_memset(&c, 0, 1); return c; }", funcs: "memset=2"},
		"declared":       {text: "extern void *__builtin_alloca(unsigned long); extern void *__builtin_alloca(unsigned long);\nint main(void) { return __builtin_alloca(3) == 0; }", funcs: "alloca=1"},
		"pointer":        {text: "#include <string.h>\nint main(void) { void *(*f)(void *, int, size_t) = memset; f(&f, 0, 8); return 0; }", funcs: "memset=1"},
		"bits":           {text: "int main(void) { return __builtin_ctz(8) + ffs(3); }", funcs: "__builtin_ctz=1 __builtin_popcountll=1 ffs=1"},
		"exit":           {text: "int main(void) { exit(1); exit(); }", funcs: "exit=1 __whet_halt=0"},
		"printf":         {text: "#include <stdio.h>\nint main(void) { return printf(\"%d\", 1) + puts(\"\"); }", funcs: "printf=0 puts=0"},
	} {
		t.Run(name, func(t *testing.T) {
			u, err := LoadBytes("m.c", []byte(c.text), Options{Model: c.model})
			if err != nil {
				t.Fatal(err)
			}
			if err := Check(u); err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, f := range u.Funcs {
				switch {
				case f.Model:
					got[f.Name] = "1"
				case f.Body != nil:
					got[f.Name] = "2"
				default:
					got[f.Name] = "0"
				}
			}
			for _, w := range strings.Fields(c.funcs) {
				n, want, _ := strings.Cut(w, "=")
				if got[n] != want {
					t.Errorf("%s is %q, want %s", n, got[n], want)
				}
			}
		})
	}
}
