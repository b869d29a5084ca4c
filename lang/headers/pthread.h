#ifndef _WHET_PTHREAD_H
#define _WHET_PTHREAD_H
#include <sys/types.h>
#include <time.h>
typedef unsigned long pthread_t;
typedef struct { int __state; } pthread_attr_t;
typedef struct { int __lock; int __owner; } pthread_mutex_t;
typedef struct { int __kind; } pthread_mutexattr_t;
typedef struct { int __waiters; } pthread_cond_t;
typedef struct { int __kind; } pthread_condattr_t;
typedef struct { int __readers; int __writer; } pthread_rwlock_t;
typedef struct { int __kind; } pthread_rwlockattr_t;
typedef struct { int __count; } pthread_barrier_t;
typedef struct { int __kind; } pthread_barrierattr_t;
typedef volatile int pthread_spinlock_t;
typedef int pthread_once_t;
typedef unsigned int pthread_key_t;
#define PTHREAD_MUTEX_INITIALIZER { 0, 0 }
#define PTHREAD_COND_INITIALIZER { 0 }
#define PTHREAD_RWLOCK_INITIALIZER { 0, 0 }
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT PTHREAD_MUTEX_NORMAL
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_CANCELED ((void *)-1)
extern int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg);
extern int pthread_join(pthread_t thread, void **result);
extern int pthread_detach(pthread_t thread);
extern void pthread_exit(void *result) __attribute__((noreturn));
extern int pthread_cancel(pthread_t thread);
extern pthread_t pthread_self(void);
extern int pthread_equal(pthread_t a, pthread_t b);
extern int pthread_attr_init(pthread_attr_t *a);
extern int pthread_attr_destroy(pthread_attr_t *a);
extern int pthread_attr_setdetachstate(pthread_attr_t *a, int state);
extern int pthread_attr_setstacksize(pthread_attr_t *a, size_t size);
extern int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a);
extern int pthread_mutex_destroy(pthread_mutex_t *m);
extern int pthread_mutex_lock(pthread_mutex_t *m);
extern int pthread_mutex_trylock(pthread_mutex_t *m);
extern int pthread_mutex_unlock(pthread_mutex_t *m);
extern int pthread_mutexattr_init(pthread_mutexattr_t *a);
extern int pthread_mutexattr_destroy(pthread_mutexattr_t *a);
extern int pthread_mutexattr_settype(pthread_mutexattr_t *a, int type);
extern int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a);
extern int pthread_cond_destroy(pthread_cond_t *c);
extern int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m);
extern int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t);
extern int pthread_cond_signal(pthread_cond_t *c);
extern int pthread_cond_broadcast(pthread_cond_t *c);
extern int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *a);
extern int pthread_rwlock_destroy(pthread_rwlock_t *l);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *l);
extern int pthread_rwlock_wrlock(pthread_rwlock_t *l);
extern int pthread_rwlock_unlock(pthread_rwlock_t *l);
extern int pthread_spin_init(pthread_spinlock_t *l, int shared);
extern int pthread_spin_destroy(pthread_spinlock_t *l);
extern int pthread_spin_lock(pthread_spinlock_t *l);
extern int pthread_spin_unlock(pthread_spinlock_t *l);
extern int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *a, unsigned count);
extern int pthread_barrier_destroy(pthread_barrier_t *b);
extern int pthread_barrier_wait(pthread_barrier_t *b);
extern int pthread_once(pthread_once_t *once, void (*f)(void));
extern int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
extern int pthread_key_delete(pthread_key_t key);
extern void *pthread_getspecific(pthread_key_t key);
extern int pthread_setspecific(pthread_key_t key, const void *value);
extern int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));
extern int pthread_kill(pthread_t thread, int sig);
extern int pthread_setcancelstate(int state, int *old);
extern int pthread_setcanceltype(int type, int *old);
extern void pthread_testcancel(void);
extern int pthread_attr_getdetachstate(const pthread_attr_t *a, int *state);
/* A handler runs when it is popped, or when the thread is cancelled or ends inside, which is not modelled. */
#define pthread_cleanup_push(f, arg) do { void (*__cleanup)(void *) = (f); void *__cleanup_arg = (arg); {
#define pthread_cleanup_pop(run) } if (run) __cleanup(__cleanup_arg); } while (0)
#endif
