#ifndef _WHET_SEMAPHORE_H
#define _WHET_SEMAPHORE_H
#include <time.h>
typedef struct { int __value; } sem_t;
extern int sem_init(sem_t *s, int shared, unsigned int value);
extern int sem_destroy(sem_t *s);
extern int sem_wait(sem_t *s);
extern int sem_trywait(sem_t *s);
extern int sem_timedwait(sem_t *s, const struct timespec *t);
extern int sem_post(sem_t *s);
extern int sem_getvalue(sem_t *s, int *value);
#define SEM_FAILED ((sem_t *) 0)
extern sem_t *sem_open(const char *, int, ...);
extern int sem_close(sem_t *);
extern int sem_unlink(const char *);
#ifdef _GNU_SOURCE
extern int sem_clockwait(sem_t *, clockid_t clock, const struct timespec *);
#endif
#endif
