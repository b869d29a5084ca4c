// exit: 100
// Constructors run before main, low priorities first; what they register with atexit runs before destructors.
#include <stdlib.h>
static int trace, table[3] = { 4, 5, 6 };
static int early = 7;
static void plain(void) __attribute__((constructor));
__attribute__((constructor(300))) static void third(void) { trace = trace * 10 + 3; }
__attribute__((constructor(150), used, noinline)) static void second(void) { trace = trace * 10 + 2; }
void __attribute__((__constructor__(101))) first(void) { trace = trace * 10 + table[0]; table[0]++; }
static void plain(void) { trace = trace * 10 + early; }
__attribute__((constructor)) static int last(void) { if (trace == 4237) trace = 1; return 5; }
int main(void) { return trace == 1 && table[0] == 5 ? 100 : 1; }
