#ifndef _WHET_SYS_FSUID_H
#define _WHET_SYS_FSUID_H
#include <sys/types.h>
extern int setfsuid(uid_t);
extern int setfsgid(gid_t);
#endif
