#ifndef _WHET_SIGNAL_H
#define _WHET_SIGNAL_H
#include <sys/types.h>
typedef int sig_atomic_t;
typedef void (*__sighandler_t)(int);
typedef __sighandler_t sighandler_t;
typedef struct { unsigned long __bits[16]; } sigset_t;
typedef struct { int si_signo; int si_code; int si_errno; pid_t si_pid; uid_t si_uid; void *si_addr; int si_status; } siginfo_t;
struct sigaction { union { __sighandler_t __handler; void (*__sigaction)(int, siginfo_t *, void *); } __h; sigset_t sa_mask; int sa_flags; };
#define sa_handler __h.__handler
#define sa_sigaction __h.__sigaction
#define SIG_ERR ((__sighandler_t)-1)
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_SIGINFO 4
#define SA_RESTART 0x10000000
extern __sighandler_t signal(int sig, __sighandler_t handler);
extern int raise(int sig);
extern int kill(pid_t pid, int sig);
extern int sigaction(int sig, const struct sigaction *act, struct sigaction *old);
extern int sigemptyset(sigset_t *set);
extern int sigfillset(sigset_t *set);
extern int sigaddset(sigset_t *set, int sig);
extern int sigdelset(sigset_t *set, int sig);
extern int sigismember(const sigset_t *set, int sig);
extern int sigprocmask(int how, const sigset_t *set, sigset_t *old);
#endif
