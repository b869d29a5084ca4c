#ifndef _WHET_TIME_H
#define _WHET_TIME_H
#include <stddef.h>
#include <sys/types.h>
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
struct timespec { time_t tv_sec; long tv_nsec; };
struct itimerspec { struct timespec it_interval; struct timespec it_value; };
struct tm { int tm_sec; int tm_min; int tm_hour; int tm_mday; int tm_mon; int tm_year; int tm_wday; int tm_yday; int tm_isdst; long tm_gmtoff; const char *tm_zone; };
extern clock_t clock(void);
extern time_t time(time_t *t);
extern double difftime(time_t a, time_t b);
extern time_t mktime(struct tm *tm);
extern struct tm *gmtime(const time_t *t);
extern struct tm *localtime(const time_t *t);
extern struct tm *gmtime_r(const time_t *t, struct tm *tm);
extern struct tm *localtime_r(const time_t *t, struct tm *tm);
extern char *asctime(const struct tm *tm);
extern char *ctime(const time_t *t);
extern size_t strftime(char *s, size_t n, const char *format, const struct tm *tm);
extern int nanosleep(const struct timespec *t, struct timespec *rest);
extern int clock_gettime(clockid_t clock, struct timespec *t);
extern int clock_settime(clockid_t clock, const struct timespec *t);
extern int clock_getres(clockid_t clock, struct timespec *t);
#endif
