// exit: error
// Returning from main calls what atexit registered, the last one first, then the destructors, high priorities first.
#include <assert.h>
#include <stdlib.h>
static int trace;
static void three(void) { trace = trace * 10 + 3; }
static void late(void) { trace = trace * 10 + 2; }
static void one(void) { trace = trace * 10 + 1; atexit(late); }
__attribute__((destructor(101))) static void final(void) { assert(trace != 123456); }
__attribute__((destructor(200))) static void six(void) { trace = trace * 10 + 6; }
__attribute__((destructor(201))) static void five(void) { trace = trace * 10 + 5; }
__attribute__((destructor)) static void four(void) { trace = trace * 10 + 4; }
int main(void) { if (atexit(three)) return 2; atexit(one); return 0; }
