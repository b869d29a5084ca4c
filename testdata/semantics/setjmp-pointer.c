// exit: 100
// checks: open
// siglongjmp is called through a pointer. With checks nothing is claimed of the run, as the model's type is not the header's.
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdlib.h>
#define CHECK(n, c) if (!(c)) return n

/* On the heap, through a pointer to longjmp, and with a mask of signals. */
struct parser { int pos; const char *text; sigjmp_buf env; void (*jump)(sigjmp_buf, int); };
static int number(struct parser *p) {
  int n = 0;
  if (p->text[p->pos] < '0' || p->text[p->pos] > '9') p->jump(p->env, 5);
  while (p->text[p->pos] >= '0' && p->text[p->pos] <= '9') n = n * 10 + p->text[p->pos++] - '0';
  return n;
}
static int sum(struct parser *p) { int n = number(p); while (p->text[p->pos] == '+') { p->pos++; n += number(p); } return n; }
static int parse(const char *text) {
  struct parser *p = malloc(sizeof *p);
  int r;
  if (!p) return -1;
  p->pos = 0; p->text = text; p->jump = siglongjmp;
  if (sigsetjmp(p->env, 1)) { r = -10 - p->pos; free(p); return r; }
  r = sum(p);
  free(p);
  return r;
}

int main(void) {
  CHECK(1, parse("12+3+4") == 19 && parse("1+2+x") == -14 && parse("") == -10);
  return 100;
}
