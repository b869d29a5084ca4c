// exit: error
// exit from a function calls the handlers, in a loop through pointers; abort, _Exit and quick_exit do not.
#include <assert.h>
#include <stdlib.h>
static int n;
static void final(void) { assert(n != 3); }
static void up(void) { n++; }
static void (*const handlers[])(void) = { final, up, up };
static void deep(int k) { if (k == 0) exit(1); deep(k - 1); }
int main(void) {
  int i;
  for (i = 0; i < 3; i++) atexit(handlers[i]);
  n = 1;
  deep(2);
  return 2;
}
