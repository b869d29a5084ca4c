#ifndef _WHET_ALLOCA_H
#define _WHET_ALLOCA_H
#include <stddef.h>
extern void *alloca(size_t size);
#define alloca(n) __builtin_alloca(n)
#endif
