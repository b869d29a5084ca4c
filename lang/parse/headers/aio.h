#ifndef _WHET_AIO_H
#define _WHET_AIO_H
#include <sys/types.h>
#include <time.h>
#include <pthread.h>
#include <signal.h>
#define sigev_notify_function _sigev_un._sigev_thread._function
#define sigev_notify_attributes _sigev_un._sigev_thread._attribute
#define AIO_CANCELED AIO_CANCELED
#define AIO_NOTCANCELED AIO_NOTCANCELED
#define AIO_ALLDONE AIO_ALLDONE
#define LIO_READ LIO_READ
#define LIO_WRITE LIO_WRITE
#define LIO_NOP LIO_NOP
#define LIO_WAIT LIO_WAIT
#define LIO_NOWAIT LIO_NOWAIT
struct aiocb { int aio_fildes; int aio_lio_opcode; int aio_reqprio; volatile void *aio_buf; size_t aio_nbytes; struct sigevent aio_sigevent; struct aiocb *__next_prio; int __abs_prio; int __policy; int __error_code; ssize_t __return_value; off_t aio_offset; char __pad[sizeof(off64_t) - sizeof(off_t)]; char __glibc_reserved[32]; };
enum { AIO_CANCELED, AIO_NOTCANCELED, AIO_ALLDONE };
enum { LIO_READ, LIO_WRITE, LIO_NOP };
enum { LIO_WAIT, LIO_NOWAIT };
extern int aio_read(struct aiocb *);
extern int aio_write(struct aiocb *);
extern int lio_listio(int, struct aiocb *const [], int, struct sigevent *);
extern int aio_error(const struct aiocb *);
extern ssize_t aio_return(struct aiocb *);
extern int aio_cancel(int, struct aiocb *);
extern int aio_suspend(const struct aiocb *const [], int, const struct timespec *);
extern int aio_fsync(int, struct aiocb *);
#ifdef _GNU_SOURCE
struct aiocb64 { int aio_fildes; int aio_lio_opcode; int aio_reqprio; volatile void *aio_buf; size_t aio_nbytes; struct sigevent aio_sigevent; struct aiocb *__next_prio; int __abs_prio; int __policy; int __error_code; ssize_t __return_value; off64_t aio_offset; char __glibc_reserved[32]; };
struct aioinit { int aio_threads; int aio_num; int aio_locks; int aio_usedba; int aio_debug; int aio_numusers; int aio_idle_time; int aio_reserved; };
extern void aio_init(const struct aioinit *);
#endif
#endif
