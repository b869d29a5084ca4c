#ifndef _WHET_SYS_TIME_H
#define _WHET_SYS_TIME_H
#include <sys/types.h>
#include <time.h>
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct timezone { int tz_minuteswest; int tz_dsttime; };
struct itimerval { struct timeval it_interval; struct timeval it_value; };
extern int gettimeofday(struct timeval *t, void *tz);
extern int settimeofday(const struct timeval *t, const struct timezone *tz);
extern int utimes(const char *path, const struct timeval t[2]);
#endif
