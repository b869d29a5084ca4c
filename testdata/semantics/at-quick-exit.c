// exit: error
// quick_exit calls what at_quick_exit registered, and neither exit's handlers nor destructors.
#include <assert.h>
#include <stdlib.h>
static int n;
static void wrong(void) { _Exit(3); }
static void final(void) { assert(n != 2); }
static void up(void) { n = 2; }
__attribute__((destructor)) static void gone(void) { _Exit(5); }
int main(void) { atexit(wrong); at_quick_exit(final); at_quick_exit(up); quick_exit(1); }
