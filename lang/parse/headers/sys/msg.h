#ifndef _WHET_SYS_MSG_H
#define _WHET_SYS_MSG_H
#include <sys/types.h>
#include <stddef.h>
#include <sys/ipc.h>
#define MSG_NOERROR 010000
#define MSG_STAT 11
#define MSG_INFO 12
#define MSG_STAT_ANY 13
typedef unsigned long msgqnum_t;
typedef unsigned long msglen_t;
struct msginfo { int msgpool; int msgmap; int msgmax; int msgmnb; int msgmni; int msgssz; int msgtql; unsigned short int msgseg; };
extern int msgctl(int, int, struct msqid_ds *);
extern int msgget(key_t, int);
extern ssize_t msgrcv(int, void *, size_t, long int, int);
extern int msgsnd(int, const void *, size_t, int);
#ifdef _GNU_SOURCE
#define MSG_EXCEPT 020000
#define MSG_COPY 040000
struct msgbuf { long mtype; char mtext[1]; };
#endif
#endif
