#ifndef _WHET_SYS_SYSLIMITS_H
#define _WHET_SYS_SYSLIMITS_H
#include <limits.h>
#endif
