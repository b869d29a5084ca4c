#ifndef _WHET_SYS_TIMERFD_H
#define _WHET_SYS_TIMERFD_H
#include <sys/types.h>
#include <time.h>
#define TFD_CLOEXEC TFD_CLOEXEC
#define TFD_NONBLOCK TFD_NONBLOCK
#define TFD_TIMER_ABSTIME TFD_TIMER_ABSTIME
#define TFD_TIMER_CANCEL_ON_SET TFD_TIMER_CANCEL_ON_SET
enum { TFD_CLOEXEC = 02000000, TFD_NONBLOCK = 00004000 };
enum { TFD_TIMER_ABSTIME = 1 << 0, TFD_TIMER_CANCEL_ON_SET = 1 << 1 };
extern int timerfd_create(clockid_t, int);
extern int timerfd_settime(int, int, const struct itimerspec *, struct itimerspec *);
extern int timerfd_gettime(int, struct itimerspec *);
#endif
