#ifndef _WHET_SYS_KLOG_H
#define _WHET_SYS_KLOG_H
#include <sys/types.h>
extern int klogctl(int, char *, int);
#endif
