#ifndef _WHET_SETJMP_H
#define _WHET_SETJMP_H
struct __jmp_buf_tag { long __regs[8]; };
typedef struct __jmp_buf_tag jmp_buf[1];
typedef struct __jmp_buf_tag sigjmp_buf[1];
extern int setjmp(jmp_buf env);
extern int _setjmp(jmp_buf env);
extern int sigsetjmp(sigjmp_buf env, int mask);
extern void longjmp(jmp_buf env, int value) __attribute__((noreturn));
extern void siglongjmp(sigjmp_buf env, int value) __attribute__((noreturn));
#endif
