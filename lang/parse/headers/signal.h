#ifndef _WHET_SIGNAL_H
#define _WHET_SIGNAL_H
#include <sys/types.h>
typedef int sig_atomic_t;
typedef void (*__sighandler_t)(int);
typedef __sighandler_t sighandler_t;
typedef struct { unsigned long __bits[16]; } sigset_t;
union sigval { int sival_int; void *sival_ptr; };
typedef struct {
	int si_signo;
	int si_errno;
	int si_code;
#ifdef __LP64__
	int __pad0;
#endif
	union {
		int _pad[128 / sizeof(int) - (sizeof(long) == 8 ? 4 : 3)];
		struct { pid_t si_pid; uid_t si_uid; } _kill;
		struct { int si_tid; int si_overrun; union sigval si_sigval; } _timer;
		struct { pid_t si_pid; uid_t si_uid; union sigval si_sigval; } _rt;
		struct { pid_t si_pid; uid_t si_uid; int si_status; long si_utime; long si_stime; } _sigchld;
		struct { void *si_addr; short si_addr_lsb; union { struct { void *_lower; void *_upper; } _addr_bnd; unsigned int _pkey; } _bounds; } _sigfault;
		struct { long si_band; int si_fd; } _sigpoll;
		struct { void *_call_addr; int _syscall; unsigned int _arch; } _sigsys;
	} _sifields;
} siginfo_t;
#define si_pid _sifields._kill.si_pid
#define si_uid _sifields._kill.si_uid
#define si_timerid _sifields._timer.si_tid
#define si_overrun _sifields._timer.si_overrun
#define si_status _sifields._sigchld.si_status
#define si_utime _sifields._sigchld.si_utime
#define si_stime _sifields._sigchld.si_stime
#define si_addr _sifields._sigfault.si_addr
#define si_band _sifields._sigpoll.si_band
#define si_fd _sifields._sigpoll.si_fd

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
typedef struct { void *ss_sp; int ss_flags; size_t ss_size; } stack_t;
#include <time.h>
#include <stdint.h>
#include <pthread.h>
#define SIGIO SIGPOLL
#define SIGIOT SIGABRT
#define SIGCLD SIGCHLD
#define SIGSTKFLT 16
#define SIGPWR 30
#define SIGSYS 31
#define SIGURG 23
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGPOLL 29
#define SIGXFSZ 25
#define SIGXCPU 24
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define si_value _sifields._rt.si_sigval
#define si_int _sifields._rt.si_sigval.sival_int
#define si_ptr _sifields._rt.si_sigval.sival_ptr
#define SI_ASYNCNL SI_ASYNCNL
#define SI_DETHREAD SI_DETHREAD
#define SI_TKILL SI_TKILL
#define SI_SIGIO SI_SIGIO
#define SI_ASYNCIO SI_ASYNCIO
#define SI_MESGQ SI_MESGQ
#define SI_TIMER SI_TIMER
#define SI_QUEUE SI_QUEUE
#define SI_USER SI_USER
#define SI_KERNEL SI_KERNEL
#define ILL_ILLOPC ILL_ILLOPC
#define ILL_ILLOPN ILL_ILLOPN
#define ILL_ILLADR ILL_ILLADR
#define ILL_ILLTRP ILL_ILLTRP
#define ILL_PRVOPC ILL_PRVOPC
#define ILL_PRVREG ILL_PRVREG
#define ILL_COPROC ILL_COPROC
#define ILL_BADSTK ILL_BADSTK
#define ILL_BADIADDR ILL_BADIADDR
#define FPE_INTDIV FPE_INTDIV
#define FPE_INTOVF FPE_INTOVF
#define FPE_FLTDIV FPE_FLTDIV
#define FPE_FLTOVF FPE_FLTOVF
#define FPE_FLTUND FPE_FLTUND
#define FPE_FLTRES FPE_FLTRES
#define FPE_FLTINV FPE_FLTINV
#define FPE_FLTSUB FPE_FLTSUB
#define FPE_FLTUNK FPE_FLTUNK
#define FPE_CONDTRAP FPE_CONDTRAP
#define SEGV_MAPERR SEGV_MAPERR
#define SEGV_ACCERR SEGV_ACCERR
#define SEGV_BNDERR SEGV_BNDERR
#define SEGV_PKUERR SEGV_PKUERR
#define SEGV_ACCADI SEGV_ACCADI
#define SEGV_ADIDERR SEGV_ADIDERR
#define SEGV_ADIPERR SEGV_ADIPERR
#define SEGV_MTEAERR SEGV_MTEAERR
#define SEGV_MTESERR SEGV_MTESERR
#define BUS_ADRALN BUS_ADRALN
#define BUS_ADRERR BUS_ADRERR
#define BUS_OBJERR BUS_OBJERR
#define BUS_MCEERR_AR BUS_MCEERR_AR
#define BUS_MCEERR_AO BUS_MCEERR_AO
#define CLD_EXITED CLD_EXITED
#define CLD_KILLED CLD_KILLED
#define CLD_DUMPED CLD_DUMPED
#define CLD_TRAPPED CLD_TRAPPED
#define CLD_STOPPED CLD_STOPPED
#define CLD_CONTINUED CLD_CONTINUED
#define POLL_IN POLL_IN
#define POLL_OUT POLL_OUT
#define POLL_MSG POLL_MSG
#define POLL_ERR POLL_ERR
#define POLL_PRI POLL_PRI
#define POLL_HUP POLL_HUP
#define sigev_notify_function _sigev_un._sigev_thread._function
#define sigev_notify_attributes _sigev_un._sigev_thread._attribute
#define SIGEV_NONE SIGEV_NONE
#define SIGEV_THREAD SIGEV_THREAD
#define SIGEV_THREAD_ID SIGEV_THREAD_ID
#define NSIG _NSIG
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_ONSTACK 0x08000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SA_INTERRUPT 0x20000000
#define SA_NOMASK SA_NODEFER
#define SA_ONESHOT SA_RESETHAND
#define SA_STACK SA_ONSTACK
#define FP_XSTATE_MAGIC1 0x46505853U
#define FP_XSTATE_MAGIC2 0x46505845U
#define FP_XSTATE_MAGIC2_SIZE sizeof (FP_XSTATE_MAGIC2)
#define MINSIGSTKSZ 2048
#define SIGSTKSZ 8192
#define SS_ONSTACK SS_ONSTACK
#define SS_DISABLE SS_DISABLE
enum { SI_ASYNCNL = -60, SI_DETHREAD = -7, SI_TKILL, SI_SIGIO, SI_ASYNCIO, SI_MESGQ, SI_TIMER, SI_QUEUE, SI_USER, SI_KERNEL = 0x80 };
enum { ILL_ILLOPC = 1, ILL_ILLOPN, ILL_ILLADR, ILL_ILLTRP, ILL_PRVOPC, ILL_PRVREG, ILL_COPROC, ILL_BADSTK, ILL_BADIADDR };
enum { FPE_INTDIV = 1, FPE_INTOVF, FPE_FLTDIV, FPE_FLTOVF, FPE_FLTUND, FPE_FLTRES, FPE_FLTINV, FPE_FLTSUB, FPE_FLTUNK = 14, FPE_CONDTRAP };
enum { SEGV_MAPERR = 1, SEGV_ACCERR, SEGV_BNDERR, SEGV_PKUERR, SEGV_ACCADI, SEGV_ADIDERR, SEGV_ADIPERR, SEGV_MTEAERR, SEGV_MTESERR };
enum { BUS_ADRALN = 1, BUS_ADRERR, BUS_OBJERR, BUS_MCEERR_AR, BUS_MCEERR_AO };
enum { CLD_EXITED = 1, CLD_KILLED, CLD_DUMPED, CLD_TRAPPED, CLD_STOPPED, CLD_CONTINUED };
enum { POLL_IN = 1, POLL_OUT, POLL_MSG, POLL_ERR, POLL_PRI, POLL_HUP };
enum { SIGEV_SIGNAL = 0, SIGEV_NONE, SIGEV_THREAD, SIGEV_THREAD_ID = 4 };
extern int killpg(pid_t, int);
extern __sighandler_t ssignal(int, __sighandler_t);
extern int gsignal(int);
extern void psignal(int, const char *);
extern void psiginfo(const siginfo_t *, const char *);
extern int sigblock(int);
extern int sigsetmask(int);
extern int siggetmask(void);
typedef __sighandler_t sig_t;
extern int sigsuspend(const sigset_t *);
extern int sigpending(sigset_t *);
extern int sigwait(const sigset_t *, int *);
extern int sigwaitinfo(const sigset_t *, siginfo_t *);
extern int sigtimedwait(const sigset_t *, siginfo_t *, const struct timespec *);
extern int sigqueue(pid_t, int, const union sigval);
struct _fpx_sw_bytes { uint32_t magic1; uint32_t extended_size; uint64_t xstate_bv; uint32_t xstate_size; uint32_t __glibc_reserved1[7]; };
struct _fpreg { unsigned short significand[4]; unsigned short exponent; };
struct _fpxreg { unsigned short significand[4]; unsigned short exponent; unsigned short __glibc_reserved1[3]; };
struct _xmmreg { uint32_t element[4]; };
struct _fpstate { uint16_t cwd; uint16_t swd; uint16_t ftw; uint16_t fop; uint64_t rip; uint64_t rdp; uint32_t mxcsr; uint32_t mxcr_mask; struct _fpxreg _st[8]; struct _xmmreg _xmm[16]; uint32_t __glibc_reserved1[24]; };
struct sigcontext { uint64_t r8; uint64_t r9; uint64_t r10; uint64_t r11; uint64_t r12; uint64_t r13; uint64_t r14; uint64_t r15; uint64_t rdi; uint64_t rsi; uint64_t rbp; uint64_t rbx; uint64_t rdx; uint64_t rax; uint64_t rcx; uint64_t rsp; uint64_t rip; uint64_t eflags; unsigned short cs; unsigned short gs; unsigned short fs; unsigned short __pad0; uint64_t err; uint64_t trapno; uint64_t oldmask; uint64_t cr2; union { struct _fpstate *fpstate; uint64_t __fpstate_word; }; uint64_t __reserved1 [8]; };
struct _xsave_hdr { uint64_t xstate_bv; uint64_t __glibc_reserved1[2]; uint64_t __glibc_reserved2[5]; };
struct _ymmh_state { uint32_t ymmh_space[64]; };
struct _xstate { struct _fpstate fpstate; struct _xsave_hdr xstate_hdr; struct _ymmh_state ymmh; };
extern int sigreturn(struct sigcontext *);
extern int siginterrupt(int, int);
enum { SS_ONSTACK = 1, SS_DISABLE };
extern int sigaltstack(const stack_t *, stack_t *);
extern int sigstack(struct sigstack *, struct sigstack *);
extern int pthread_sigmask(int, const sigset_t *, sigset_t *);
#ifdef _GNU_SOURCE
#define SIG_HOLD ((__sighandler_t) 2)
#define TRAP_BRKPT TRAP_BRKPT
#define TRAP_TRACE TRAP_TRACE
#define TRAP_BRANCH TRAP_BRANCH
#define TRAP_HWBKPT TRAP_HWBKPT
#define TRAP_UNK TRAP_UNK
enum { TRAP_BRKPT = 1, TRAP_TRACE, TRAP_BRANCH, TRAP_HWBKPT, TRAP_UNK };
extern __sighandler_t sysv_signal(int, __sighandler_t);
extern int sigisemptyset(const sigset_t *);
extern int sigandset(sigset_t *, const sigset_t *, const sigset_t *);
extern int sigorset(sigset_t *, const sigset_t *, const sigset_t *);
extern int tgkill(pid_t, pid_t, int);
#endif
typedef struct sigevent { union sigval sigev_value; int sigev_signo; int sigev_notify; union { int _pad[((64 / sizeof(int)) - 4)]; pid_t _tid; struct { void (*_function) (union sigval); void *_attribute; } _sigev_thread; } _sigev_un; } sigevent_t;
#define _NSIG 65
#define SIGRTMIN 34
#define SIGRTMAX 64
#define SIGEV_SIGNAL SIGEV_SIGNAL
#define sigmask(sig) (1 << ((sig) - 1))
#ifndef SIG_HOLD
#define SIG_HOLD ((__sighandler_t)2)
#endif
extern int sighold(int);
extern int sigignore(int);
extern int sigpause(int);
extern int sigrelse(int);
extern __sighandler_t sigset(int, __sighandler_t);
#endif
