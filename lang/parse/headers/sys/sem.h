#ifndef _WHET_SYS_SEM_H
#define _WHET_SYS_SEM_H
#include <sys/types.h>
#include <time.h>
#include <stddef.h>
#include <sys/ipc.h>
#define SEM_UNDO 0x1000
#define GETPID 11
#define GETVAL 12
#define GETALL 13
#define GETNCNT 14
#define GETZCNT 15
#define SETVAL 16
#define SETALL 17
#define _SEM_SEMUN_UNDEFINED 1
#define SEM_STAT 18
#define SEM_INFO 19
#define SEM_STAT_ANY 20
struct seminfo { int semmap; int semmni; int semmns; int semmnu; int semmsl; int semopm; int semume; int semusz; int semvmx; int semaem; };
struct sembuf { unsigned short int sem_num; short int sem_op; short int sem_flg; };
extern int semctl(int, int, int, ...);
extern int semget(key_t, int, int);
extern int semop(int, struct sembuf *, size_t);
#ifdef _GNU_SOURCE
extern int semtimedop(int, struct sembuf *, size_t, const struct timespec *);
#endif
#endif
