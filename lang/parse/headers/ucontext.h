#ifndef _WHET_UCONTEXT_H
#define _WHET_UCONTEXT_H
#include <signal.h>
#ifndef __stack_t_defined
#define __stack_t_defined 1
#endif
typedef struct { long __registers[64]; } mcontext_t;
typedef struct ucontext_t { unsigned long uc_flags; struct ucontext_t *uc_link; stack_t uc_stack; mcontext_t uc_mcontext; sigset_t uc_sigmask; } ucontext_t;
extern int getcontext(ucontext_t *c);
extern int setcontext(const ucontext_t *c);
extern int swapcontext(ucontext_t *from, const ucontext_t *to);
extern void makecontext(ucontext_t *c, void (*f)(void), int n, ...);
#endif
