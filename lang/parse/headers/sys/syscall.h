#ifndef _WHET_SYS_SYSCALL_H
#define _WHET_SYS_SYSCALL_H
#include <sys/types.h>
#endif
