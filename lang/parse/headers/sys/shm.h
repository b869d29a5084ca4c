#ifndef _WHET_SYS_SHM_H
#define _WHET_SYS_SHM_H
#include <sys/types.h>
#include <stddef.h>
#include <sys/ipc.h>
#define SHM_R 0400
#define SHM_W 0200
#define SHM_RDONLY 010000
#define SHM_RND 020000
#define SHM_REMAP 040000
#define SHM_EXEC 0100000
#define SHM_LOCK 11
#define SHM_UNLOCK 12
#define SHM_STAT 13
#define SHM_INFO 14
#define SHM_STAT_ANY 15
#define SHM_DEST 01000
#define SHM_LOCKED 02000
#define SHM_HUGETLB 04000
#define SHM_NORESERVE 010000
typedef unsigned long shmatt_t;
struct shminfo { unsigned long shmmax; unsigned long shmmin; unsigned long shmmni; unsigned long shmseg; unsigned long shmall; unsigned long __glibc_reserved1; unsigned long __glibc_reserved2; unsigned long __glibc_reserved3; unsigned long __glibc_reserved4; };
struct shm_info { int used_ids; unsigned long shm_tot; unsigned long shm_rss; unsigned long shm_swp; unsigned long swap_attempts; unsigned long swap_successes; };
extern int shmctl(int, int, struct shmid_ds *);
extern int shmget(key_t, size_t, int);
extern void *shmat(int, const void *, int);
extern int shmdt(const void *);
#define SHMLBA 4096
#endif
