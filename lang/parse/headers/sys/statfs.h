#ifndef _WHET_SYS_STATFS_H
#define _WHET_SYS_STATFS_H
#include <sys/types.h>
extern int statfs(const char *, struct statfs *);
extern int fstatfs(int, struct statfs *);
#endif
