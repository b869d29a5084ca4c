// exit: 100
// __attribute__((cleanup)) runs at every end of a scope: at its bottom, at break, continue, return and goto.
#define CHECK(n, c) if (!(c)) return n
#define TRACED __attribute__((cleanup(leave))) int

static int trace;
static void leave(int *p) { trace = trace * 10 + *p; }
static void change(int *p) { *p = 9; }
static void free_box(int **p) { trace = trace * 10 + **p; }
static void nested(int *p) { TRACED inner = *p + 1; trace = trace * 10 + *p; }

static int falls(void) { trace = 0; { TRACED a = 1; TRACED b = 2; TRACED c = 3; b = 4; } return trace; }
static int returned(void) { TRACED a = 1; { TRACED b = 2; return trace = 5, trace; } }
static int result_first(void) { __attribute__((cleanup(change))) int x = 3; return x; }
static int breaks(int n) {
  int i;
  trace = 0;
  for (i = 0; i < 5; i++) {
    TRACED a = i;
    if (i == n) break;
    { TRACED b = 7; if (i == 1) continue; }
    trace = trace * 10 + 8;
  }
  return trace;
}
static int in_for(void) { trace = 0; for (TRACED i = 0; i < 3; i++) { TRACED b = 5; if (i == 1) break; } return trace; }
static int jumps(int n) {
  trace = 0;
again:;
  TRACED a = n;
  n++;
  if (n == 2) goto again;
  {
    TRACED b = 6;
    {
      TRACED c = 7;
      if (n == 3) goto out;
      goto inner;
    }
    trace = trace * 10 + 9;
inner:
    trace = trace * 10 + 8;
  }
out:
  return trace;
}
static int into(int n) {
  trace = 0;
  {
    if (n) goto inside;
    TRACED a = 1;
inside:
    a = 2;
  }
  return trace;
}
static int switches(int n) {
  trace = 0;
  switch (n) {
  case 0: { TRACED a = 1; break; }
  case 1: { TRACED a = 2; }
  default: { TRACED a = 3; }
  }
  return trace;
}
static int expression(void) {
  trace = 0;
  int v = ({ __attribute__((cleanup(change))) int x = 4; x; });
  int w = ({ TRACED y = 5; TRACED z = 6; y + z; });
  return v * 1000 + w * 10 + (trace == 65);
}
static int loops(void) {
  int n = 0;
  trace = 0;
  while (n < 3) { TRACED a = ++n; }
  do { TRACED b = n--; if (n == 1) continue; } while (n > 0);
  return trace;
}
static int pointed(void) { int v = 3; trace = 0; { __attribute__((__cleanup__(free_box))) int *p = &v; v = 8; } return trace; }
static int calls(int n) { TRACED a = n; return n ? calls(n - 1) + 1 : 0; }
static int shadow(void) { trace = 0; TRACED a = 1; { TRACED a = 2; } { TRACED a = 3; goto end; } end: return trace; }

int main(void) {
  CHECK(1, falls() == 341);
  CHECK(2, returned() == 5 && trace == 521);
  CHECK(3, result_first() == 3);
  CHECK(5, breaks(0) == 0);
  CHECK(6, breaks(2) == 780712);
  CHECK(7, in_for() == 551);
  CHECK(8, jumps(2) == 7 * 10 + 6 && trace == 762);
  CHECK(9, jumps(5) == 786 && trace == 7865);
  CHECK(10, jumps(1) == 176 && trace == 1762);
  CHECK(11, into(0) == 2 && into(1) == 2);
  CHECK(12, switches(0) == 1 && switches(1) == 23 && switches(2) == 3);
  CHECK(13, expression() == 4111);
  CHECK(14, loops() == 123321);
  CHECK(15, pointed() == 8);
  trace = 0;
  CHECK(16, calls(3) == 3 && trace == 123);
  CHECK(17, shadow() == 23 && trace == 231);
  trace = 0;
  { __attribute__((cleanup(nested))) int a = 3; }
  CHECK(18, trace == 34);
  return 100;
}
