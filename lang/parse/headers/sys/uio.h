#ifndef _WHET_SYS_UIO_H
#define _WHET_SYS_UIO_H
#include <sys/types.h>
#include <stddef.h>
struct iovec { void *iov_base; size_t iov_len; };
extern ssize_t readv(int, const struct iovec *, int);
extern ssize_t writev(int, const struct iovec *, int);
extern ssize_t preadv(int, const struct iovec *, int, off_t);
extern ssize_t pwritev(int, const struct iovec *, int, off_t);
#ifdef _GNU_SOURCE
#define RWF_HIPRI 0x00000001
#define RWF_DSYNC 0x00000002
#define RWF_SYNC 0x00000004
#define RWF_NOWAIT 0x00000008
#define RWF_APPEND 0x00000010
#define RWF_NOAPPEND 0x00000020
extern ssize_t preadv2(int, const struct iovec *, int, off_t, int ___flags);
extern ssize_t pwritev2(int, const struct iovec *, int, off_t, int);
extern ssize_t preadv64v2(int, const struct iovec *, int, off64_t, int ___flags);
extern ssize_t pwritev64v2(int, const struct iovec *, int, off64_t, int);
extern ssize_t process_vm_readv(pid_t, const struct iovec *, unsigned long int, const struct iovec *, unsigned long int, unsigned long int);
extern ssize_t process_vm_writev(pid_t, const struct iovec *, unsigned long int, const struct iovec *, unsigned long int, unsigned long int);
#endif
#define UIO_MAXIOV 1024
#endif
