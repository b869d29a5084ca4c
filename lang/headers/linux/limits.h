#ifndef _WHET_LINUX_LIMITS_H
#define _WHET_LINUX_LIMITS_H
#include <limits.h>
#endif
