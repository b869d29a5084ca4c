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
#include <sys/time.h>
#include <signal.h>
#ifndef __whet_locale_t
#define __whet_locale_t
typedef struct __locale_struct *locale_t;
#endif
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define CLOCK_REALTIME_ALARM 8
#define CLOCK_BOOTTIME_ALARM 9
#define CLOCK_TAI 11
#define TIMER_ABSTIME 1
#define TIME_UTC 1
struct sigevent;
extern size_t strftime_l(char *, size_t, const char *, const struct tm *, locale_t);
extern char *asctime_r(const struct tm *, char *);
extern char *ctime_r(const time_t *, char *);
extern char *tzname[2];
extern void tzset(void);
extern int daylight;
extern long int timezone;
extern time_t timegm(struct tm *);
extern time_t timelocal(struct tm *);
extern int dysize(int);
extern int clock_nanosleep(clockid_t, int, const struct timespec *, struct timespec *);
extern int clock_getcpuclockid(pid_t, clockid_t *);
extern int timer_create(clockid_t, struct sigevent *, timer_t *);
extern int timer_delete(timer_t);
extern int timer_settime(timer_t, int, const struct itimerspec *, struct itimerspec *);
extern int timer_gettime(timer_t, struct itimerspec *);
extern int timer_getoverrun(timer_t);
extern int timespec_get(struct timespec *, int);
#ifdef _GNU_SOURCE
#define ADJ_OFFSET 0x0001
#define ADJ_FREQUENCY 0x0002
#define ADJ_MAXERROR 0x0004
#define ADJ_ESTERROR 0x0008
#define ADJ_STATUS 0x0010
#define ADJ_TIMECONST 0x0020
#define ADJ_TAI 0x0080
#define ADJ_SETOFFSET 0x0100
#define ADJ_MICRO 0x1000
#define ADJ_NANO 0x2000
#define ADJ_TICK 0x4000
#define ADJ_OFFSET_SINGLESHOT 0x8001
#define ADJ_OFFSET_SS_READ 0xa001
#define MOD_OFFSET ADJ_OFFSET
#define MOD_FREQUENCY ADJ_FREQUENCY
#define MOD_MAXERROR ADJ_MAXERROR
#define MOD_ESTERROR ADJ_ESTERROR
#define MOD_STATUS ADJ_STATUS
#define MOD_TIMECONST ADJ_TIMECONST
#define MOD_CLKB ADJ_TICK
#define MOD_CLKA ADJ_OFFSET_SINGLESHOT
#define MOD_TAI ADJ_TAI
#define MOD_MICRO ADJ_MICRO
#define MOD_NANO ADJ_NANO
#define STA_PLL 0x0001
#define STA_PPSFREQ 0x0002
#define STA_PPSTIME 0x0004
#define STA_FLL 0x0008
#define STA_INS 0x0010
#define STA_DEL 0x0020
#define STA_UNSYNC 0x0040
#define STA_FREQHOLD 0x0080
#define STA_PPSSIGNAL 0x0100
#define STA_PPSJITTER 0x0200
#define STA_PPSWANDER 0x0400
#define STA_PPSERROR 0x0800
#define STA_CLOCKERR 0x1000
#define STA_NANO 0x2000
#define STA_MODE 0x4000
#define STA_CLK 0x8000
#define STA_RONLY (STA_PPSSIGNAL | STA_PPSJITTER | STA_PPSWANDER | STA_PPSERROR | STA_CLOCKERR | STA_NANO | STA_MODE | STA_CLK)
extern int clock_adjtime(clockid_t, struct timex *);
extern char *strptime_l(const char *, const char *, struct tm *, locale_t);
extern int timespec_getres(struct timespec *, int);
extern int getdate_err;
extern int getdate_r(const char *, struct tm *);
#endif
extern char *strptime(const char *, const char *, struct tm *);
extern struct tm *getdate(const char *);
#endif
