#ifndef _WHET_LINUX_LIMITS_H
#define _WHET_LINUX_LIMITS_H
#include <limits.h>
#define NR_OPEN 1024
#define NGROUPS_MAX 65536
#define ARG_MAX 131072
#define LINK_MAX 127
#define MAX_CANON 255
#define MAX_INPUT 255
#define RTSIG_MAX 32
#define XATTR_NAME_MAX 255
#define XATTR_SIZE_MAX 65536
#define XATTR_LIST_MAX 65536
#endif
