#ifndef _WHET_ULIMIT_H
#define _WHET_ULIMIT_H
#include <sys/types.h>
#define UL_GETFSIZE UL_GETFSIZE
#define UL_SETFSIZE UL_SETFSIZE
enum { UL_GETFSIZE = 1, UL_SETFSIZE, __UL_GETMAXBRK, __UL_GETOPENMAX };
extern long int ulimit(int, ...);
#endif
