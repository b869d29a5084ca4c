package oracle

// The C code that runs a program.

// stub is linked with each program. Its main runs the program's main once for each seed, in a separate process, and
// prints how it ended:
//
//	seed, "exit" or "signal", the number, and how many bytes of the standard error follow
//
// The environment gives the seeds, the time limit for all of them, and the file with the numbers and words of the
// program's text.
const stub = `#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
#include <errno.h>
#include <signal.h>
#include <time.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <sys/resource.h>

enum { ANNOTATED = 96, FAILED = 97, DISCARDED = 98, REPORTED = 86, POOL = 400 };
static long long numbers[POOL];
static char words[POOL][64];
static int n_numbers, n_words;
static unsigned long long state = 1;
static int style, succeeds, fail_rate;
static long long same;
/* all processes share these two: something was asked for; how the run ended, 0 by itself */
static volatile int *used;
static void finish(int how) { used[1] = how; _exit(how); }

static unsigned long long next(void) {
  unsigned long long z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}
static unsigned below(unsigned n) { return (unsigned)(next() % n); }

/* an integer of so many bits, with interesting values more often than others */
static long long integer(int bits) {
  int s = style;
  *used = 1;
  if (s == 9) s = 10 + below(7);
  switch (s) {
  case 0: return 0;
  case 1: return 1;
  case 2: return -1;
  case 3: return (long long)(1ULL << (bits - 1));
  case 4: return (long long)((1ULL << (bits - 1)) - 1);
  case 5: return 2;
  case 6: return same;
  case 7: return same++;
  case 10: return below(4);
  case 11: return (long long)below(40) - 10;
  case 12: return n_numbers ? numbers[below(n_numbers)] + below(3) - 1 : below(9);
  case 13: return (long long)((1ULL << below(bits)) + below(3) - 1);
  case 14: return -(long long)((1ULL << below(bits)) + below(3) - 1);
  case 15: return (long long)next();
  default: return below(300);
  }
}

static double real(void) {
  *used = 1;
  switch (below(8)) {
  case 0: return (double)integer(32);
  case 1: return integer(32) / 8.0;
  case 2: return below(2) ? 0.0 : -0.0;
  case 3: { double v[] = { 1e-320, 1e308, -1e308, 3.4e38, 2147483648.0, 0.1, 1e-7, 9007199254740993.0 }; return v[below(8)]; }
  case 4: return below(4) ? 1.5 : below(2) ? __builtin_inf() : below(2) ? -__builtin_inf() : __builtin_nan("");
  case 5: { double d; unsigned long long u = next(); memcpy(&d, &u, 8); return d; }
  default: return (double)((long long)below(2000) - 1000) / (1 + below(16));
  }
}

/* oracle_draw stores a value: kind 'i' an integer, 'b' a _Bool, 'f' a real number, else zeros */
void oracle_draw(void *p, int size, int kind) {
  *used = 1;
  memset(p, 0, size);
  if (kind == 'b') *(char *)p = below(2);
  else if (kind == 'i' && size <= 8) { long long v = integer(8 * size); memcpy(p, &v, size); }
  else if (kind == 'i') { long long v = integer(64); memcpy(p, &v, 8); v = v < 0 ? -1 : 0; memcpy((char *)p + 8, &v, 8); }
  else if (kind == 'f' && size == 4) *(float *)p = (float)real();
  else if (kind == 'f' && size == 8) *(double *)p = real();
  else if (kind == 'f') *(long double *)p = real();
}
int oracle_below(int n) { return below(n); }

/* what means something by its name */
static void failed(void) { finish(FAILED); }
static void discarded(void) { finish(DISCARDED); }
void reach_error(void) { failed(); }
void __VERIFIER_error(void) { failed(); }
void __assert_fail(const char *a, const char *b, unsigned c, const char *d) { failed(); abort(); }
#define WEAK __attribute__((weak))
WEAK void __VERIFIER_assert(int c) { if (!c) failed(); }
WEAK void __CPROVER_assert(int c) { if (!c) failed(); }
WEAK void __ESBMC_assert(int c) { if (!c) failed(); }
WEAK void klee_assert(int c) { if (!c) failed(); }
WEAK void __VERIFIER_assume(int c) { if (!c) discarded(); }
WEAK void __CPROVER_assume(int c) { if (!c) discarded(); }
WEAK void __ESBMC_assume(int c) { if (!c) discarded(); }
WEAK void klee_assume(int c) { if (!c) discarded(); }
WEAK void assume_abort_if_not(int c) { if (!c) discarded(); }
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}
WEAK void abort(void) { finish(DISCARDED); }
void oracle_annotation(void) { finish(ANNOTATED); }
void oracle_discard(void) { finish(DISCARDED); }

/* the linker has the program call these instead of the library's */
static int fails(void) {
  if (succeeds) return 0;
  *used = 1;
  return fail_rate && below(fail_rate) == 0;
}
static void *given(void *p) { if (!p && succeeds) discarded(); return p; }
void *__real_malloc(size_t);
void *__wrap_malloc(size_t n) { return fails() ? 0 : given(__real_malloc(n)); }
void *__real_calloc(size_t, size_t);
void *__wrap_calloc(size_t k, size_t n) { return fails() ? 0 : given(__real_calloc(k, n)); }
void *__real_realloc(void *, size_t);
void *__wrap_realloc(void *p, size_t n) { return n && fails() ? 0 : n ? given(__real_realloc(p, n)) : __real_realloc(p, n); }
char *__real_strdup(const char *);
char *__wrap_strdup(const char *s) { return fails() ? 0 : given(__real_strdup(s)); }
int __wrap_rand(void) { return integer(31) & 0x7fffffff; }
long __wrap_random(void) { return integer(31) & 0x7fffffff; }
char *__real_getenv(const char *);
char *__wrap_getenv(const char *s) { *used = 1; return n_words && below(2) ? words[below(n_words)] : 0; }

static long long number(const char *name) { const char *s = __real_getenv(name); return s ? atoll(s) : 0; }
static int word(char *to, int max) {
  int n = 0;
  switch (below(8)) {
  case 0: case 1: n = snprintf(to, max, "%lld", integer(32)); break;
  case 2: if (n_words) { n = snprintf(to, max, "%s", words[below(n_words)]); break; } /* fall through */
  case 3: n = snprintf(to, max, "-%c", "abcdefhilnoprstuvwx1"[below(20)]); break;
  case 4: n = snprintf(to, max, "%g", real()); break;
  case 5: n = below(6) ? below(12) : below(400); if (n >= max) n = max - 1; for (int i = 0; i < n; i++) to[i] = 'a' + below(26); break;
  case 6: n = below(8); for (int i = 0; i < n; i++) to[i] = 1 + below(255); break;
  default: n = 1; to[0] = "+-*/()[]{}<>=!&|,.;:\"'\\#%0123456789xyz"[below(39)];
  }
  if (n >= max) n = max - 1;
  to[n] = 0;
  return n;
}

static int input(void) {
  static char buf[20000];
  int n = 0, tokens = below(5) ? below(30) : below(3) * 100;
  for (int i = 0; i < tokens && n < (int)sizeof buf - 500; i++) {
    n += word(buf + n, 450);
    buf[n++] = below(3) ? ' ' : below(20) ? '\n' : below(256);
  }
  if (below(3)) buf[n++] = '\n';
  int fd = memfd_create("input", 0);
  if (fd < 0 || write(fd, buf, n) != n) discarded();
  lseek(fd, 0, SEEK_SET);
  return fd;
}

static void pools(void) {
  const char *name = __real_getenv("ORACLE_POOL");
  FILE *f = name ? fopen(name, "r") : 0;
  char line[200];
  while (f && fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    if (line[0] == 'n' && n_numbers < POOL) numbers[n_numbers++] = strtoll(line + 1, 0, 10);
    if (line[0] == 'w' && n_words < POOL) snprintf(words[n_words++], sizeof words[0], "%s", line + 1);
  }
  if (f) fclose(f);
}

static long long clock_ms(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000LL + t.tv_nsec / 1000000; }

int __real_main(int, char **, char **);

static char text[6][450], *args[8];
static int n_args;

/* begin sets up the inputs of a run, and returns its standard input */
static int begin(unsigned long long seed, char *self) {
  state = seed * 0xd1342543de82ef95ULL + 1;
  style = seed < 6 ? (int)seed : below(3) ? 9 : 6 + below(2);
  if (seed >= 6 && style == 9 && below(2)) style = 10 + below(7);
  same = below(2) ? below(20) : n_numbers ? numbers[below(n_numbers)] : 7;
  fail_rate = seed < 6 || below(3) ? 0 : 1 + below(6);
  int n = n_args = below(3) ? 1 + below(4) : 1;
  args[0] = self;
  for (int i = 1; i < n; i++) { word(text[i], sizeof text[i]); args[i] = text[i]; }
  args[n] = 0;
  return input();
}

static void child(char **envp) {
  struct rlimit r = { 1 << 20, 1 << 20 };
  setrlimit(RLIMIT_FSIZE, &r);
  r.rlim_cur = r.rlim_max = 0;
  setrlimit(RLIMIT_CORE, &r);
  int slow = number("ORACLE_SLOW") > 0;
  struct itimerval t = { { 0, 0 }, { 20 * slow, 400000 } };
  setitimer(ITIMER_PROF, &t, 0);
  t.it_value.tv_sec = slow ? 25 : 3;
  setitimer(ITIMER_REAL, &t, 0);
  exit(__real_main(n_args, args, envp));
}

int __wrap_main(int argc, char **argv, char **envp) {
  pools();
  succeeds = number("ORACLE_SUCCEEDS");
  long long from = number("ORACLE_FROM"), to = number("ORACLE_TO"), until = clock_ms() + number("ORACLE_MS");
  int out = dup(1), null = open("/dev/null", O_RDWR), late = 0;
  int inputs = number("ORACLE_INPUTS"); /* its runs differ */
  used = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (used == MAP_FAILED) return 3;
  for (long long seed = from; seed < to && clock_ms() < until && late < 4; seed++) {
    if (seed == from + 3 && !*used && !inputs) break; /* all runs are the same */
    int in = begin(seed, argv[0]);
    *used = inputs;
    used[1] = 0;
    int err = memfd_create("errors", 0), st = 0;
    pid_t p = fork();
    if (p < 0) return 3;
    if (p == 0) {
      dup2(in, 0);
      dup2(null, 1);
      dup2(err, 2);
      close(out); close(null); close(err); close(in);
      child(envp);
    }
    while (waitpid(p, &st, 0) != p) ;
    if (lseek(in, 0, SEEK_CUR) > 0) inputs = 1;
    inputs |= *used;
    close(in);
    int sig = WIFSIGNALED(st) ? WTERMSIG(st) : 0, code = WIFEXITED(st) ? WEXITSTATUS(st) : sig;
    if (!sig && code != REPORTED) code = used[1]; /* its own status says nothing */
    late = sig == SIGPROF || sig == SIGALRM || sig == SIGKILL ? late + 1 : 0;
    static char said[1 << 16];
    long n = 0;
    if (sig || code == REPORTED) { lseek(err, 0, SEEK_SET); n = read(err, said, sizeof said); if (n < 0) n = 0; }
    char head[100];
    int h = snprintf(head, sizeof head, "%lld %s %d %ld\n", seed, sig ? "signal" : "exit", code, n);
    if (write(out, head, h) != h || write(out, said, n) != n) return 3;
    close(err);
  }
  _exit(0);
}
`

// failed and discarded are exit statuses of the stub, reported is the one of the sanitizers.
const (
	annotated = 96
	failed    = 97
	discarded = 98
	reported  = 86
)

// wrapped are the functions of the library that the stub replaces.
var wrapped = []string{"main", "malloc", "calloc", "realloc", "strdup", "rand", "random", "getenv"}
