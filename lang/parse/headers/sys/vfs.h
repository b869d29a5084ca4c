#ifndef _WHET_SYS_VFS_H
#define _WHET_SYS_VFS_H
#include <sys/types.h>
#include <sys/statfs.h>
#endif
