// exit: 100
// longjmp goes up the stack to a call of setjmp that is live; what it passes is left without cleanups.
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdlib.h>
#define CHECK(n, c) if (!(c)) return n

static jmp_buf env;
static int trace;
static void step(int n) { trace = trace * 10 + n; }
static void left(int *p) { step(*p); }
__attribute__((noreturn)) static void fail(int code) { longjmp(env, code); }
static int positive(int n) { if (n <= 0) fail(n); return n; }

struct pair { int a, b; };
static struct pair both(int n) { struct pair p = { n, positive(n - 1) }; return p; }
static int deep(int n) { __attribute__((cleanup(left))) int x = n; return n == 0 ? positive(-4) : deep(n - 1) + 1; }
static int many(int n, int (*f)(int)) { int i, s = 0; for (i = 0; i < 3; i++) s += f(n - i); return s; }

static int in_switch(int n) {
  trace = 0;
  switch (setjmp(env)) {
  case 0: step(1); many(n, positive); step(2); return trace;
  case 1: step(3); return trace;
  default: step(4); return trace;
  }
}
static int compared(int n) { if (setjmp(env) == 0) return both(n).a; return -1; }
static int negated(int n) { if (!setjmp(env)) return deep(n); return -2; }
static int again(int n) {
  volatile int tries = 0;
  while (setjmp(env) != 0) if (++tries == n) return tries;
  positive(0);
  return -3;
}
static int within(void) {
  volatile int n = 0, x = 1;
  if (setjmp(env)) { n++; x = x * 10 + n; }
  { __attribute__((cleanup(left))) int y = 9; if (n < 3) longjmp(env, n); trace = y; }
  return x;
}

/* Handlers in a chain, as in an interpreter. */
struct handler { jmp_buf b; struct handler *up; volatile int status; };
static struct handler *top;
static void throw(int code) { top->status = code; longjmp(top->b, 1); }
static int protected(void (*f)(int), int n) {
  struct handler h;
  h.status = 0;
  h.up = top;
  top = &h;
  if (setjmp(h.b) == 0) f(n);
  top = h.up;
  return h.status;
}
static void leaf(int n) { step(n); if (n % 2) throw(n); }
static void outer(int n) {
  int got = protected(leaf, n);
  step(7);
  if (got > 3) throw(got + 1);
}
static int recursive(int n) {
  jmp_buf b;
  volatile int got = 0;
  switch (setjmp(b)) {
  case 0: if (n > 0) got = recursive(n - 1); longjmp(b, n + 2);
  default: return n * 10 + got;
  }
}

/* On the heap, and with a mask of signals. */
struct parser { int pos; const char *text; sigjmp_buf env; };
static int number(struct parser *p) {
  int n = 0;
  if (p->text[p->pos] < '0' || p->text[p->pos] > '9') siglongjmp(p->env, 5);
  while (p->text[p->pos] >= '0' && p->text[p->pos] <= '9') n = n * 10 + p->text[p->pos++] - '0';
  return n;
}
static int sum(struct parser *p) { int n = number(p); while (p->text[p->pos] == '+') { p->pos++; n += number(p); } return n; }
static int parse(const char *text) {
  struct parser *p = malloc(sizeof *p);
  int r;
  if (!p) return -1;
  p->pos = 0; p->text = text;
  if (sigsetjmp(p->env, 1)) { r = -10 - p->pos; free(p); return r; }
  r = sum(p);
  free(p);
  return r;
}

static int once(int n) { int r = setjmp(env); if (r) return r; positive(n); return 50; }
static int twice(void) { int r = once(-7); return r * 10 + once(0); }

int main(void) {
  volatile int r = 0;
  CHECK(1, in_switch(3) == 12 && in_switch(1) == 13 && in_switch(-3) == 14 && in_switch(2) == 13);
  CHECK(2, compared(5) == 5 && compared(1) == -1);
  trace = 0;
  CHECK(3, negated(3) == -2 && trace == 0);
  CHECK(4, again(4) == 4);
  trace = 0;
  CHECK(5, within() == 1123 && trace == 99);
  trace = 0;
  CHECK(6, protected(leaf, 2) == 0 && protected(leaf, 3) == 3 && trace == 23 && top == NULL);
  trace = 0;
  CHECK(7, protected(outer, 3) == 0 && protected(outer, 5) == 6 && trace == 3757);
  CHECK(8, recursive(2) == 2 * 10 + 10 && recursive(0) == 0);
  CHECK(9, parse("12+3+4") == 19 && parse("1+2+x") == -14 && parse("") == -10);
  CHECK(10, twice() == -70 + 1);
  if ((r = _setjmp(env)) == 0) _longjmp(env, 33);
  CHECK(11, r == 33);
  return 100;
}
