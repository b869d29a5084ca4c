#ifndef _WHET_SYS_UCONTEXT_H
#define _WHET_SYS_UCONTEXT_H
#include <ucontext.h>
#endif
