#ifndef _WHET_MQUEUE_H
#define _WHET_MQUEUE_H
#include <sys/types.h>
#include <time.h>
#include <pthread.h>
#include <signal.h>
#include <fcntl.h>
#define sigev_notify_function _sigev_un._sigev_thread._function
#define sigev_notify_attributes _sigev_un._sigev_thread._attribute
typedef int mqd_t;
struct mq_attr { long mq_flags; long mq_maxmsg; long mq_msgsize; long mq_curmsgs; long __pad[4]; };
extern mqd_t mq_open(const char *, int, ...);
extern int mq_close(mqd_t);
extern int mq_getattr(mqd_t, struct mq_attr *);
extern int mq_setattr(mqd_t, const struct mq_attr *, struct mq_attr *);
extern int mq_unlink(const char *);
extern int mq_notify(mqd_t, const struct sigevent *);
extern ssize_t mq_receive(mqd_t, char *, size_t, unsigned int *);
extern int mq_send(mqd_t, const char *, size_t, unsigned int);
extern ssize_t mq_timedreceive(mqd_t, char *, size_t, unsigned int *, const struct timespec *);
extern int mq_timedsend(mqd_t, const char *, size_t, unsigned int, const struct timespec *);
#endif
