#ifndef _WHET_MM_MALLOC_H
#define _WHET_MM_MALLOC_H
#include <stdlib.h>
extern int posix_memalign(void **, size_t, size_t);
static __inline void *_mm_malloc(size_t __n, size_t __align)
{
	void *__p;
	if (__align == 1)
		return malloc(__n);
	if (__align == 2 || sizeof(void *) == 8 && __align == 4)
		__align = sizeof(void *);
	return posix_memalign(&__p, __align, __n) == 0 ? __p : 0;
}
static __inline void _mm_free(void *__p) { free(__p); }
#endif
