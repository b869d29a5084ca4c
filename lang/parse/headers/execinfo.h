#ifndef _WHET_EXECINFO_H
#define _WHET_EXECINFO_H
#include <sys/types.h>
extern int backtrace(void **, int);
extern char **backtrace_symbols(void *const *, int);
extern void backtrace_symbols_fd(void *const *, int, int);
#endif
