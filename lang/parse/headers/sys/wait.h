#ifndef _WHET_SYS_WAIT_H
#define _WHET_SYS_WAIT_H
#include <sys/types.h>
#include <bits/waitstatus.h>
#define WNOHANG 1
#define WUNTRACED 2
extern pid_t wait(int *status);
extern pid_t waitpid(pid_t pid, int *status, int options);
#include <signal.h>
#define WSTOPPED 2
#define WEXITED 4
#define WCONTINUED 8
#define WNOWAIT 0x01000000
#define WAIT_ANY (-1)
#define WAIT_MYPGRP 0
struct rusage;
extern pid_t wait3(int *, int, struct rusage *);
extern pid_t wait4(pid_t, int *, int, struct rusage *);
typedef enum { P_ALL, P_PID, P_PGID, P_PIDFD } idtype_t;
extern int waitid(idtype_t, id_t, siginfo_t *, int);
#define WCOREFLAG 0x80
#define WCOREDUMP(s) ((s) & WCOREFLAG)
#define W_EXITCODE(code, signal) ((code) << 8 | (signal))
#define W_STOPCODE(signal) ((signal) << 8 | 0x7f)
#endif
