#ifndef _WHET_SYS_ERRNO_H
#define _WHET_SYS_ERRNO_H
#include <errno.h>
#endif
