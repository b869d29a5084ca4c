#ifndef _WHET_MALLOC_H
#define _WHET_MALLOC_H
#include <stdlib.h>
extern void *memalign(size_t alignment, size_t size);
extern size_t malloc_usable_size(void *p);
#include <stdio.h>
#define M_MXFAST 1
#define M_NLBLKS 2
#define M_GRAIN 3
#define M_KEEP 4
#define M_TRIM_THRESHOLD -1
#define M_TOP_PAD -2
#define M_MMAP_THRESHOLD -3
#define M_MMAP_MAX -4
#define M_CHECK_ACTION -5
#define M_PERTURB -6
#define M_ARENA_TEST -7
#define M_ARENA_MAX -8
extern void *valloc(size_t);
extern void *pvalloc(size_t);
struct mallinfo { int arena; int ordblks; int smblks; int hblks; int hblkhd; int usmblks; int fsmblks; int uordblks; int fordblks; int keepcost; };
struct mallinfo2 { size_t arena; size_t ordblks; size_t smblks; size_t hblks; size_t hblkhd; size_t usmblks; size_t fsmblks; size_t uordblks; size_t fordblks; size_t keepcost; };
extern struct mallinfo mallinfo(void);
extern struct mallinfo2 mallinfo2(void);
extern int mallopt(int, int);
extern int malloc_trim(size_t);
extern void malloc_stats(void);
extern int malloc_info(int, FILE *);
#endif
