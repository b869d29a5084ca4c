#ifndef _WHET_SYS_SELECT_H
#define _WHET_SYS_SELECT_H
#include <sys/types.h>
#include <sys/time.h>
#include <time.h>
#include <signal.h>
typedef struct { long __fds_bits[1024 / (8 *(int) sizeof(long))]; } fd_set;
typedef long fd_mask;
extern int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
extern int pselect(int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *);
#define FD_SETSIZE 1024
#define NFDBITS (8 * (int)sizeof(long))
#define FD_SET(fd, set) ((void)((set)->__fds_bits[(fd) / NFDBITS] |= (long)(1UL << (fd) % NFDBITS)))
#define FD_CLR(fd, set) ((void)((set)->__fds_bits[(fd) / NFDBITS] &= ~(long)(1UL << (fd) % NFDBITS)))
#define FD_ISSET(fd, set) (((set)->__fds_bits[(fd) / NFDBITS] & (long)(1UL << (fd) % NFDBITS)) != 0)
#define FD_ZERO(set) do { for (unsigned whet_i = 0; whet_i < sizeof((set)->__fds_bits) / sizeof(long); whet_i++) (set)->__fds_bits[whet_i] = 0; } while (0)
#endif
