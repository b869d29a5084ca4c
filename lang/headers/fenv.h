#ifndef _WHET_FENV_H
#define _WHET_FENV_H
typedef unsigned int fexcept_t;
typedef struct { unsigned int __word[8]; } fenv_t;
#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
#define FE_ALL_EXCEPT 61
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
#define FE_DFL_ENV ((const fenv_t *)-1)
extern int feclearexcept(int e);
extern int fetestexcept(int e);
extern int feraiseexcept(int e);
extern int fegetround(void);
extern int fesetround(int mode);
extern int fegetenv(fenv_t *env);
extern int fesetenv(const fenv_t *env);
extern int feholdexcept(fenv_t *env);
extern int feupdateenv(const fenv_t *env);
extern int fegetexceptflag(fexcept_t *flags, int e);
extern int fesetexceptflag(const fexcept_t *flags, int e);
#endif
