package library_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/test"
)

// sizes are calls whose models have to do with the sizes of types.
var sizes = regexp.MustCompile("memalign|strtol|time|read|scanf|sigaction|errno|nondet")

// What library functions do, by their contracts: a bug rests only on what the environment can
// choose, a proof covers all of that, and nothing is claimed behind what is not modelled. In "not
// safe" and "not unsafe" any other verdict is right.
func TestLibrary(t *testing.T) {
	for name, c := range map[string]struct{ want, headers, text string }{
		"getchar in its range":     {"safe", "stdio", "int c = getchar(); if (c < -1 || c > 255) reach_error();"},
		"getchar can be any":       {"unsafe", "stdio", "if (getchar() == 200) reach_error();"},
		"getchar can end":          {"unsafe", "stdio", "if (getchar() == EOF) reach_error();"},
		"fgetc of what is read":    {"unsafe", "stdio", `FILE *f = fopen("x", "r"); if (f && fgetc(f) == 'q') reach_error();`},
		"fgetc of what is written": {"unknown", "stdio", `FILE *f = fopen("x", "w+"); if (f && fgetc(f) == 'q') reach_error();`},
		"read before writing":      {"unsafe", "stdio", `FILE *f = fopen("x", "r"); int c = f ? fgetc(f) : 0; FILE *g = fopen("x", "w"); if (g && c == 'q') reach_error();`},
		"rewind":                   {"unknown", "stdio", `FILE *f = fopen("x", "r"); if (!f) return 0; int c = fgetc(f); rewind(f); if (fgetc(f) != c) reach_error();`},
		"read before rewind":       {"unsafe", "stdio", `FILE *f = fopen("x", "r"); if (!f) return 0; int c = fgetc(f); rewind(f); if (c == 'q') reach_error();`},
		"ungetc":                   {"safe", "stdio", `ungetc('a', stdin); if (getchar() != 'a') reach_error();`},
		"ungetc of a large byte":   {"safe", "stdio", `ungetc((char)200, stdin); if (getc(stdin) != 200) reach_error();`},
		"ungetc of EOF":            {"unsafe", "stdio", `ungetc(EOF, stdin); if (getchar() == 'b') reach_error();`},
		"read after ungetc":        {"unsafe", "stdio", `ungetc('a', stdin); getchar(); if (getchar() == 'b') reach_error();`},
		"ungetc twice":             {"unknown", "stdio", `ungetc('a', stdin); ungetc('b', stdin); if (getchar() == 'c') reach_error();`},
		"ungetc, then scanf":       {"not unsafe", "stdio", `int n; ungetc('7', stdin); if (scanf("%d", &n) != 1) reach_error();`},
		"ungetc, scanf, getchar":   {"not unsafe", "stdio", `char c; ungetc('7', stdin); scanf("%c", &c); if (getchar() == '7') reach_error();`},
		"ungetc, then fgets":       {"not unsafe", "stdio", `char s[3]; ungetc('7', stdin); if (fgets(s, 3, stdin) && *s != '7') reach_error();`},
		"ungetc, fgets, getchar":   {"not unsafe", "stdio", `char s[2]; ungetc('7', stdin); fgets(s, 2, stdin); if (getchar() == '7') reach_error();`},
		"ungetc, fread, getchar":   {"not unsafe", "stdio", `char s[2]; ungetc('7', stdin); fread(s, 1, 1, stdin); if (getchar() == '7') reach_error();`},
		"ungetc, fflush, getchar":  {"not safe", "stdio", `ungetc('7', stdin); fflush(stdin); if (getchar() != '7') reach_error();`},
		"ungetc, fseek, getchar":   {"not safe", "stdio", `ungetc('7', stdin); fseek(stdin, 0, SEEK_SET); if (getchar() != '7') reach_error();`},
		"ungetc to another":        {"unknown", "stdio", `FILE *f = fopen("x", "r"); if (!f) return 0; ungetc('a', f); if (getc(f) == 'b') reach_error();`},
		"ungetc, unknown code":     {"not safe", "stdio", `extern void any(void); ungetc('7', stdin); any(); if (getchar() != '7') reach_error();`},
		"rand is not negative":     {"safe", "stdlib", "if (rand() < 0) reach_error();"},
		"rand % 6 + 1":             {"safe", "stdlib", "int d = rand() % 6 + 1; if (d < 1 || d > 6) reach_error();"},
		"rand can be any":          {"unsafe", "stdlib", "if (rand() % 6 == 5) reach_error();"},
		"rand once more":           {"not unsafe", "stdlib", "srand(1); int a = rand(); srand(1); if (rand() != a) reach_error();"},
		"fork":                     {"safe", "unistd", "int p = fork(); if (p < -1) reach_error();"},
		"fork in the child":        {"unsafe", "unistd", "if (fork() == 0) reach_error();"},
		"isatty":                   {"safe", "unistd", "int p = isatty(0); if (p != 0 && p != 1) reach_error();"},
		"read at most":             {"safe", "unistd", "char b[4]; if (read(0, b, 4) > 4) reach_error();"},
		"read changes no more":     {"safe", "unistd", "char b[8]; b[5] = 1; read(0, b, 4); if (b[5] != 1) reach_error();"},
		"read can be any":          {"unsafe", "unistd", "char b[8]; if (read(0, b, 8) == 8 && b[6] == 'k') reach_error();"},
		"fread at most":            {"safe", "stdio", "int b[4]; if (fread(b, 4, 3, stdin) > 3) reach_error();"},
		"fgets terminates":         {"safe", "stdio", "char b[4]; int i; if (!fgets(b, 4, stdin)) return 0; for (i = 0; i < 4 && b[i]; i++) ; if (i == 4) reach_error();"},
		"fgets stops at a line":    {"safe", "stdio", "char b[4]; if (fgets(b, 4, stdin) && b[0] == '\\n' && b[1]) reach_error();"},
		"fgets reads anything":     {"unsafe", "stdio", "char b[4]; if (fgets(b, 4, stdin) && b[0] == 'x' && b[1] == 'y' && !b[2]) reach_error();"},
		"scanf stores a number":    {"unsafe", "stdio", `int n = 1; if (scanf("%d", &n) == 1 && n == 77) reach_error();`},
		"scanf stores nothing":     {"safe", "stdio", `int n = 1; if (scanf("%d", &n) != 1 && n != 1) reach_error();`},
		"scanf stores a float":     {"unsafe", "stdio", `double d = 1; if (scanf("%lf", &d) == 1 && d == 0.5) reach_error();`},
		"scanf stores no float":    {"safe", "stdio", `float f = 1; if (scanf("%f", &f) != 1 && f != 1) reach_error();`},
		"scanf may store no float": {"unsafe", "stdio", `float f = 1; scanf("%f", &f); if (f == 1) reach_error();`},
		"scanf, long double":       {"safe", "stdio", `long double f = 1; if (scanf("%Lf", &f) != 1 && f != 1) reach_error();`},
		"scanf, %n may not store":  {"not safe", "stdio", `int n = 1, k = 7; scanf("%d%n", &n, &k); if (k == 7) reach_error();`},
		"scanf of a word":          {"safe", "stdio", `char s[9] = ""; if (scanf("%8s", s) == 1 && !s[0] && !s[8] && s[8]) reach_error();`},
		"scanf can read a letter":  {"unsafe", "stdio", `char s[8]; if (scanf("%7s", s) == 1 && s[0] == 'q' && !s[1]) reach_error();`},
		"scanf can read a byte":    {"unsafe", "stdio", `char s[8]; if (scanf("%7s", s) == 1 && s[0] < 0) reach_error();`},
		"scanf reads no space":     {"not unsafe", "stdio", `char s[8]; if (scanf("%7s", s) == 1 && s[0] == ' ') reach_error();`},
		"scanf reads no newline":   {"not unsafe", "stdio", `char s[8]; if (scanf("%7s", s) == 1 && s[1] == '\n') reach_error();`},
		"scanf reads of a set":     {"unsafe", "stdio", `char s[8]; if (scanf("%7[a-f]", s) == 1 && s[0] == 'c') reach_error();`},
		"scanf reads only a set":   {"not unsafe", "stdio", `char s[8]; if (scanf("%7[a-f]", s) == 1 && s[0] == 'g') reach_error();`},
		"scanf reads but a set":    {"unsafe", "stdio", `char s[8]; if (scanf("%7[^a-f]", s) == 1 && s[0] == ' ') reach_error();`},
		"scanf reads none of it":   {"not unsafe", "stdio", `char s[8]; if (scanf("%7[^a-f]", s) == 1 && s[0] == 'f') reach_error();`},
		"scanf reads a line":       {"not unsafe", "stdio", `char s[8]; if (scanf("%7[^\n]", s) == 1 && s[0] == '\n') reach_error();`},
		"scanf reads a bracket":    {"unsafe", "stdio", `char s[8]; if (scanf("%7[]x]", s) == 1 && s[0] == ']') reach_error();`},
		"stat may fail":            {"unsafe", "sys/stat", `struct stat s; s.st_size = 3; if (stat("x", &s) < 0 && s.st_size == 3) reach_error();`},
		"stat fails":               {"safe", "sys/stat", `struct stat s; s.st_size = 3; if (stat("x", &s) < 0 && s.st_size != 3) reach_error();`},
		"stat, not tested":         {"unsafe", "sys/stat", `struct stat s; s.st_size = 3; stat("x", &s); if (s.st_size == 3) reach_error();`},
		"pipe fails":               {"safe", "unistd", `int p[2]; p[0] = 9; if (pipe(p) < 0 && p[0] != 9) reach_error();`},
		"wait fails":               {"safe", "sys/wait", `int s = 9; if (wait(&s) < 0 && s != 9) reach_error();`},
		"scanf counts":             {"safe", "stdio", `int n, m; if (scanf("%d %d", &n, &m) > 2) reach_error();`},
		"sscanf is exact":          {"safe", "stdio", `int n = 0; char c; if (sscanf("5, x", "%d ,%c", &n, &c) != 2 || n != 5 || c != ' ') reach_error();`},
		"sscanf of any digit":      {"unsafe", "stdio", `int n = 0; char s[3]; s[0] = getchar(); s[1] = '4'; s[2] = 0; if (sscanf(s, "%d", &n) == 1 && n == 74) reach_error();`},
		"sscanf of a float":        {"unknown", "stdio", `float f = 0; sscanf("5", "%f", &f); if (f != 5) reach_error();`},
		"sscanf, format in memory": {"unknown", "stdio", `int n = 0; char f[] = "%d"; sscanf("5", f, &n); if (n != 5) reach_error();`},
		"printf's length":          {"not unsafe", "stdio", `if (printf("%x", 0xabu) != 2) reach_error();`},
		"a bug behind printf":      {"unsafe", "stdio", `printf("%d", 7); reach_error();`},
		"printf's least":           {"safe", "stdio", `if (printf("%d", 7) < -1) reach_error();`},
		"printf with a count":      {"unknown", "stdio", `int n = 0; printf("ab%n", &n); if (n == 2) reach_error();`},
		"sprintf terminates":       {"safe", "stdio", `char b[16]; int n = sprintf(b, "%d", 7); if (n < 1 || n > 11 || b[n]) reach_error();`},
		"snprintf writes at most":  {"safe", "stdio", `char b[4]; b[3] = 7; snprintf(b, 3, "%d", 123456); if (b[3] != 7) reach_error();`},
		"snprintf's text":          {"safe", "stdio", `char b[4]; snprintf(b, 4, "%d", 7); if (b[0] != '7' || b[1]) reach_error();`},
		"snprintf of a string":     {"safe", "stdio", `char b[9]; const char *s = "ab"; if (snprintf(b, 9, "%s", s) != 2 || b[0] != 'a' || b[2]) reach_error();`},
		"asprintf":                 {"safe", "stdio stdlib", `char *p; int n = asprintf(&p, "%c%s", 'x', "ab"); if (n != -1 && (n != 3 || p[0] != 'x' || p[2] != 'b' || p[3])) reach_error(); if (n != -1) free(p);`},
		"asprintf, memory":         {"unknown", "stdio", `char *p; static char f[3] = "%d"; int n = asprintf(&p, f, 7); if (n == 1) reach_error();`},
		"snprintf's text, float":   {"unknown", "stdio", `char b[9]; snprintf(b, 9, "%.0f", 7.0); if (b[0] != '7') reach_error();`},
		"time stores":              {"safe", "time", "time_t t, r = time(&t); if (r != t) reach_error();"},
		"time does not go back":    {"safe", "time", "time_t a = time(0), b = time(0); if (a >= 0 && b >= 0 && b < a) reach_error();"},
		"fopen is new":             {"safe", "stdio", `int x; FILE *f = fopen("a", "r"), *g = fopen("a", "r"); if (f && (f == g || (void *)f == &x)) reach_error();`},
		"fopen can fail":           {"unsafe", "stdio", `if (!fopen("a", "r")) reach_error();`},
		"getenv is a string":       {"unsafe", "stdlib", `char *s = getenv("A"); if (s && s[0] == 'a' && s[1] == 0) reach_error();`},
		"isalpha in a locale":      {"unsafe", "locale ctype", `setlocale(LC_ALL, ""); if (isalpha(0xe4)) reach_error();`},
		"isalpha in the C locale":  {"safe", "locale ctype", `setlocale(LC_ALL, ""); setlocale(LC_ALL, "C"); if (isalpha(0xe4)) reach_error();`},
		"isalpha, other category":  {"safe", "locale ctype", `setlocale(LC_NUMERIC, "de_DE"); if (isalpha(0xe4) || toupper(0xe4) != 0xe4) reach_error();`},
		"isalpha of ASCII":         {"safe", "locale ctype", `setlocale(LC_ALL, ""); if (!isalpha('a') || isalpha('1')) reach_error();`},
		"isdigit in a locale":      {"safe", "locale ctype", `setlocale(LC_ALL, ""); if (isdigit(0xb2) || isxdigit(0xe4) || !isdigit('7')) reach_error();`},
		// In a locale of another character set each answer is on its own, though a capital letter is a letter (C11 7.4.1.2).
		"isalpha and isupper":      {"not unsafe", "locale ctype", `setlocale(LC_ALL, ""); if (!isalpha(0xc4) && isupper(0xc4) && islower(0xc4)) reach_error();`},
		"isalpha's number":         {"unsafe", "ctype", `if (isalpha('a') != 1) reach_error();`},
		"toupper in a locale":      {"unsafe", "locale ctype", `setlocale(LC_CTYPE, "de_DE"); if (toupper(0xe4) != 0xe4) reach_error();`},
		"iswalpha in a locale":     {"unsafe", "locale wctype", `setlocale(LC_CTYPE, ""); if (iswalpha(0xe4)) reach_error();`},
		"iswalpha":                 {"safe", "wctype", `if (iswalpha(0xe4) || !iswalpha('z') || towupper('z') != 'Z') reach_error();`},
		"setlocale in C":           {"safe", "locale", `char *s = setlocale(LC_ALL, 0); if (s[0] != 'C' || s[1]) reach_error();`},
		"wcsdup":                   {"safe", "wchar stdlib", `wchar_t *p = wcsdup(L"ab"); if (p && (p[0] != 'a' || p[1] != 'b' || p[2])) reach_error(); free(p);`},
		"getcwd":                   {"safe", "unistd", `char b[9]; b[8] = 1; if (getcwd(b, 8) && b[0] != '/' || b[8] != 1) reach_error();`},
		"octal of no digits":       {"safe", "stdio", `char b[8]; if (snprintf(b, 8, "%#.0o", 0) != 1 || b[0] != '0') reach_error();`},
		"leading signs":            {"safe", "stdio", `if (__builtin_clrsb(0) != 31 || __builtin_clrsb(-1) != 31 || __builtin_clrsbll(-256) != 55 || __builtin_clrsb(0x7fffffff)) reach_error();`},
		"errno":                    {"safe", "errno", "errno = 3; if (errno != 3) reach_error();"},
		"errno is 0 at first":      {"safe", "errno", "if (errno) reach_error();"},
		"errno by hand":            {"safe", "", "extern int errno; errno = 3; if (errno != 3) reach_error();"},
		"errno after a call":       {"unknown", "errno stdio", `errno = 0; puts("x"); if (errno) reach_error();`},
		"errno of strtol":          {"unsafe", "errno stdlib", `errno = 0; strtol("99999999999999999999", 0, 10); if (errno == ERANGE) reach_error();`},
		"errno of ilogb":           {"unknown", "errno math", `volatile double z = 0; errno = 0; ilogb(z); if (errno) reach_error();`},
		"strtol's end":             {"safe", "stdlib", `char *e; long n = strtol(" 0x1fz", &e, 0); if (n != 31 || *e != 'z') reach_error();`},
		"strtod's end":             {"safe", "stdlib", `char *e; strtod("1.5e3k", &e); if (*e != 'k') reach_error();`},
		"strsep writes":            {"unsafe", "string", `char b[4] = "a,b", *p = b; strsep(&p, ","); if (!b[1]) reach_error();`},
		"memrchr points into":      {"unsafe", "string", `char b[4] = "abc", *e = memrchr(b, 'b', 3); if (e) *e = 'y'; if (b[1] == 'y') reach_error();`},
		"strcoll in C":             {"safe", "string", `if (strcoll("a", "b") >= 0) reach_error();`},
		"isnan":                    {"not unsafe", "math", "double x = 1; if (isnan(x)) reach_error();"},
		"signal ignored":           {"unsafe", "signal", "signal(SIGINT, SIG_IGN); reach_error();"},
		"signal handled":           {"unknown", "signal", "signal(SIGINT, (void (*)(int))handler); reach_error();"},
		"sigaction handled":        {"unknown", "signal", "struct sigaction a = {0}; a.sa_handler = (void (*)(int))handler; sigaction(SIGINT, &a, 0); reach_error();"},
		"sigaction ignored":        {"not safe", "signal", "struct sigaction a = {0}; a.sa_handler = SIG_IGN; sigaction(SIGINT, &a, 0); reach_error();"},
		"setjmp returns 0":         {"safe", "setjmp", "static jmp_buf b; if (setjmp(b)) reach_error();"},
		"longjmp":                  {"unsafe", "setjmp", "static jmp_buf b; if (setjmp(b)) reach_error(); longjmp(b, 1);"},
		"getopt":                   {"safe", "unistd", `char *v[] = {"t", "-ab", "x", 0}; if (getopt(3, v, "ab") != 'a' || getopt(3, v, "ab") != 'b' || getopt(3, v, "ab") != -1 || optind != 2) reach_error();`},
		"POSIXLY_CORRECT":          {"unsafe", "unistd", `char *v[] = {"t", "x", "-a", 0}; if (getopt(3, v, "a") == -1) reach_error();`},
		"getopt by hand":           {"safe", "", `extern int optind; extern int getopt(int, char *const *, const char *); char *v[] = {"t", "-a", 0}; getopt(2, v, "a"); if (optind != 2) reach_error();`},
		"getopt_long":              {"safe", "getopt", `char *v[] = {"t", "--fi=7", 0}; struct option o[] = {{"file", 1, 0, 'f'}, {0}}; if (getopt_long(2, v, "", o, 0) != 'f' || *optarg != '7') reach_error();`},
		"pthread_once":             {"unsafe", "pthread", "static pthread_once_t o = PTHREAD_ONCE_INIT; pthread_once(&o, (void (*)(void))failing);"},
		"pthread_once once":        {"safe", "pthread", "static pthread_once_t o; pthread_once(&o, (void (*)(void))counting); pthread_once(&o, (void (*)(void))counting); if (counted != 1) reach_error();"},
		"pthread_create":           {"unknown", "pthread", "pthread_t t; pthread_create(&t, 0, (void *(*)(void *))counting, 0); reach_error();"},
		"pthread_key_create":       {"unknown", "pthread", "pthread_key_t k; pthread_key_create(&k, (void (*)(void *))failing); pthread_exit(0);"},
		"cleanup":                  {"unsafe", "pthread", "pthread_cleanup_push((void (*)(void *))failing, 0); pthread_cleanup_pop(1);"},
		"cleanup not run":          {"safe", "pthread", "pthread_cleanup_push((void (*)(void *))failing, 0); pthread_cleanup_pop(0);"},
		"qsort":                    {"unsafe", "stdlib", "int a[2] = {2, 1}; qsort(a, 2, 4, (int (*)(const void *, const void *))failing); "},
		"realloc to nothing":       {"unknown", "stdlib", "if (realloc(malloc(8), 0)) reach_error();"},
		"realloc to nothing, null": {"unknown", "stdlib", "if (!realloc(malloc(8), 0)) reach_error();"},
		"aligned_alloc":            {"safe", "stdlib", "malloc(3); char *p = aligned_alloc(64, 64), *q = malloc(1); if (p && ((unsigned long)p % 64 || p == q)) reach_error();"},
		"aligned to what":          {"unknown", "stdlib", "unsigned n = __VERIFIER_nondet_uint(); char *p = aligned_alloc(n, n); if (p && n && (unsigned long)p % n) reach_error();"},
		"aligned to 24":            {"unknown", "stdlib", "void *p = memalign(24, 24); reach_error();"},
		"posix_memalign":           {"safe", "stdlib", "char *p; if (!posix_memalign((void **)&p, 1 << 12, 10)) { if ((unsigned long)p % 4096) reach_error(); p[9] = 1; }"},
		"posix_memalign fails":     {"safe", "stdlib", "char c, *p = &c; if (posix_memalign((void **)&p, 32, -1ul / 2) && p != &c) reach_error();"},
		"constant_p of a const":    {"unknown", "", "static const int k = 1; if (__builtin_constant_p(k)) reach_error();"},
		"no constant_p of a const": {"unknown", "", "static const int k = 1; if (!__builtin_constant_p(k)) reach_error();"},
		"constant_p":               {"safe", "", "static int k = 1; if (__builtin_constant_p(k) || !__builtin_constant_p(2 + 3)) reach_error();"},
		"kzalloc without flags":    {"safe", "", "void *kzalloc(unsigned long); int *p = kzalloc(8), *q = kzalloc(8); if (p && (p == q || p[1])) reach_error();"},
		"kzalloc without, fails":   {"unsafe", "", "void *kzalloc(unsigned long); if (!kzalloc(8)) reach_error();"},
		"kzalloc without, address": {"unknown", "", "void *kzalloc(unsigned long), *(*f)(unsigned long) = kzalloc; if (f(8)) reach_error();"},
		"a misfit without a type":  {"unknown", "", "void (*f)() = (void (*)())misfit; f(5);"},
		"a fit without a type":     {"unsafe", "", "void (*f)() = (void (*)())misfit; f(5, 6);"},
		"qsort, with effects":      {"unknown", "stdlib", "int a[2] = {2, 1}; qsort(a, 2, 4, (int (*)(const void *, const void *))counting); if (counted != 1) reach_error(); "},
		"bsearch":                  {"unsafe", "stdlib", "int k = 1, a[2] = {2, 1}; bsearch(&k, a, 2, 4, (int (*)(const void *, const void *))failing); "},
		"undeclared tsearch":       {"unknown", "", "static void *r; tsearch(&r, &r, failing);"},
		"scandir without":          {"not safe", "", "extern int scandir(const char *, void *, int (*)(), int (*)()); static void *n; scandir(\"/\", &n, 0, 0); reach_error();"},
		"a function handed on":     {"unknown", "", "extern void run(int (*)()); run(failing);"},
		"nothing handed on":        {"safe", "", "extern void run(int (*)()); run(0);"},
		"a pipe":                   {"not safe", "unistd", "int fd[2]; static int *p, *q, x; p = &x; pipe(fd); write(fd[1], &p, sizeof p); if (read(fd[0], &q, sizeof q) == sizeof q) *q = 1; if (x) reach_error();"},
		"getpid is the same":       {"not unsafe", "unistd", "if (getpid() != getpid()) reach_error();"},
		"localtime's own":          {"not safe", "time", "time_t t = 0, u = 5; struct tm *a = localtime(&t); int s; if (!a) return 0; s = a->tm_sec; localtime(&u); if (a->tm_sec != s) reach_error();"},
		"nondet_bool":              {"safe", "", "if (__VERIFIER_nondet_bool() > 1 || __VERIFIER_nondet_bool() < 0) reach_error();"},
		"undeclared nondet_uint":   {"unknown", "", "unsigned x = nondet_uint() % 10; if (x >= 10) reach_error();"},
		"undeclared nondet_ulong":  {"not unsafe", "", "if (__VERIFIER_nondet_ulong() > 2147483647ul) reach_error();"},
		"undeclared, and a bug":    {"unsafe", "", "unsigned x = nondet_uint() % 10; if (x == 7) reach_error();"},
		"undeclared nondet_int":    {"unsafe", "", "if (nondet_int() == -7) reach_error();"},
		"declared nondet_uint()":   {"unsafe", "", "extern unsigned nondet_uint(); if (nondet_uint() == 4000000000u) reach_error();"},
		"declared nondet_uint":     {"safe", "", "extern unsigned nondet_uint(); unsigned x = nondet_uint() % 10; if (x >= 10) reach_error();"},
		"nondet_uchar":             {"safe", "", "if (__VERIFIER_nondet_uchar() > 255 || __VERIFIER_nondet_uchar() < 0) reach_error();"},
		"nondet_bool can be 1":     {"unsafe", "", "if (__VERIFIER_nondet_bool() == 1) reach_error();"},
		"malloc_hook":              {"unknown", "stdlib", "extern void *(*__malloc_hook)(); __malloc_hook = (void *(*)())failing; malloc(1);"},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			b.WriteString("#define _GNU_SOURCE\n")
			for _, h := range strings.Fields(c.headers) {
				b.WriteString("#include <" + h + ".h>\n")
			}
			b.WriteString("extern void reach_error(void);\nstatic int counted;\nint handler() { return 0; }\n" +
				"int counting() { counted++; return 0; }\nint failing() { reach_error(); return 0; }\n" +
				"void misfit(int x, int y) { reach_error(); }\nint main(void) { " + c.text + " return 0; }\n")
			for _, m := range []string{"lp64", "ilp32"} {
				if m == "ilp32" && !sizes.MatchString(c.text) {
					continue
				}
				r := test.Verify(t, b.String(), whet.Options{DataModel: m, Engine: "auto", Checks: []string{"none"}})
				got := string(r.Verdict)
				ok := got == c.want
				if bad, isNot := strings.CutPrefix(c.want, "not "); isNot {
					ok = got != bad
				}
				if !ok {
					t.Errorf("%s: %s (%s), want %s", m, got, r.Reason, c.want)
				}
			}
		})
	}
}

// The arguments of main are strings, and a null pointer stands behind the last.
func TestArguments(t *testing.T) {
	for text, want := range map[string]whet.Verdict{
		"if (argv[argc] != 0) reach_error();":                     whet.Safe,
		"if (argc > 1 && argv[1] == 0) reach_error();":            whet.Safe,
		"if (argc == 2 && argv[0] == argv[1]) reach_error();":     whet.Safe,
		"if (argc < 1) reach_error();":                            whet.Safe,
		"if (argc > 1 && argv[1][0] == '-') reach_error();":       whet.Unsafe,
		"if (argc > 1 && argv[1] != 0) reach_error();":            whet.Unsafe,
		"char *p = argv[1]; if (p && p[0] == 'x') reach_error();": whet.Unsafe, // it is argc, though nobody reads it, that says what there is
		"argv[0][0] = 'x'; if (argv[0][0] == 'x') reach_error();": whet.Unsafe,
	} {
		for _, m := range []string{"lp64", "ilp32"} {
			r := test.Verify(t, "extern void reach_error(void);\nint main(int argc, char **argv) { "+text+" return 0; }", whet.Options{DataModel: m, Engine: "auto", Checks: []string{"none"}})
			if r.Verdict != want {
				t.Errorf("%s: %s: %s (%s), want %s", m, text, r.Verdict, r.Reason, want)
			}
		}
	}
}
