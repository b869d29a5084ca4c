#ifndef _WHET_SYS_TIMEB_H
#define _WHET_SYS_TIMEB_H
#include <sys/types.h>
extern int ftime(struct timeb *);
#endif
