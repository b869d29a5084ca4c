package brute

// The C code around the programs of a batch.

// driver comes before the programs of a batch. All processes map a file with the counts:
//
//	cells[k]   what program k has shown: place, value, number of times; and how its runs ended
//
// The process that the caller starts has, in its environment, the number of a program and of a copy of the file's
// descriptor. Functions that run before main see them, too.
const driver = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
extern char **environ;
#define ATTACK_CELLS 400
#define ATTACK_RUNS 400
struct attack_cell { int place; long long value; long long count; };
struct attack_state { int runs, undefined, crashed, late, full, n; struct attack_cell cells[ATTACK_CELLS]; };
static struct attack_state *attack_all;
static int attack_self = -1;
static void attack_see(int k, int place, long long v) {
  if (k != attack_self || !attack_all) return;
  struct attack_state *s = &attack_all[k];
  for (int i = 0; i < s->n; i++)
    if (s->cells[i].place == place && s->cells[i].value == v) { s->cells[i].count++; return; }
  if (s->n == ATTACK_CELLS) { s->full = 1; return; }
  struct attack_cell c = { place, v, 1 };
  s->cells[s->n++] = c;
}
static void attack_ended(struct attack_state *s, int st) {
  s->runs++;
  if (WIFEXITED(st) && WEXITSTATUS(st) == 86) s->undefined++;
  else if (WIFSIGNALED(st) && (WTERMSIG(st) == SIGALRM || WTERMSIG(st) == SIGKILL)) s->late++;
  else if (WIFSIGNALED(st)) s->crashed++;
}
static long long attack_pick(int k, long long low, long long high) {
  if (k != attack_self || !attack_all) return low;
  struct attack_state *s = &attack_all[k];
  for (long long v = low; v < high; v++) {
    if (s->runs >= ATTACK_RUNS || s->late) { s->full = 1; _Exit(0); }
    int st, p = fork();
    if (p < 0) { s->full = 1; _Exit(0); }
    if (p == 0) { alarm(ATTACK_SECONDS); return v; }
    while (waitpid(p, &st, 0) != p) ;
    attack_ended(s, st);
  }
  return high;
}
#define SEE(i, v) attack_see(PROG, i, (long long)(v))
#define MUST(i, ...) attack_see(PROG, i, !!(__VA_ARGS__))
#define ALL(i, k, low, high, ...) do { int attack_ok = 1; for (long long k = (low); k < (high); k++) if (!(__VA_ARGS__)) attack_ok = 0; attack_see(PROG, i, attack_ok); } while (0)
static void attack_begin(void) __attribute__((constructor(101)));
static void attack_begin(void) {
  const char *fd = getenv("ATTACK_FD"), *self = getenv("ATTACK_SELF");
  if (!fd) return;
  attack_all = mmap(0, ATTACK_PROGRAMS * sizeof(struct attack_state), PROT_READ | PROT_WRITE, MAP_SHARED, atoi(fd), 0);
  if (attack_all == MAP_FAILED) exit(3);
  if (self) attack_self = atoi(self);
}
`

// mainText comes after the programs. The first %s is a list of cases.
const mainText = `#undef PROG
#define PROG -1
static void attack_run(int k) {
  attack_self = k;
  alarm(ATTACK_SECONDS);
  switch (k) {
%s  }
}
static const char attack_restarts[] = { %s };
int main(int argc, char **argv) {
  if (getenv("ATTACK_SELF")) attack_run(attack_self);
  FILE *f = tmpfile();
  if (!f || ftruncate(fileno(f), ATTACK_PROGRAMS * sizeof(struct attack_state))) return 3;
  int fd = dup(fileno(f));
  char text[40];
  sprintf(text, "%%d", fd);
  setenv("ATTACK_FD", text, 1);
  attack_begin();
  int out = dup(1), null = open("/dev/null", O_RDWR);
  dup2(null, 0); dup2(null, 1); dup2(null, 2);
  for (int k = 0; k < ATTACK_PROGRAMS; k++) {
    int st, p = fork();
    if (p == 0) {
      if (attack_restarts[k]) {
        sprintf(text, "%%d", k);
        setenv("ATTACK_SELF", text, 1);
        alarm(ATTACK_SECONDS);
        execv("/proc/self/exe", argv);
        _Exit(86);
      }
      attack_run(k);
    }
    while (waitpid(p, &st, 0) != p) ;
    attack_ended(&attack_all[k], st);
  }
  dup2(out, 1);
  for (int k = 0; k < ATTACK_PROGRAMS; k++) {
    struct attack_state *s = &attack_all[k];
    printf("%%d %%d %%d %%d %%d", s->runs, s->undefined, s->crashed, s->late, s->full);
    for (int i = 0; i < s->n; i++) printf(" %%d:%%lld:%%lld", s->cells[i].place, s->cells[i].value, s->cells[i].count);
    printf("\n");
  }
  fflush(stdout);
  _Exit(0);
}
`
