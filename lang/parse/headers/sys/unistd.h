#ifndef _WHET_SYS_UNISTD_H
#define _WHET_SYS_UNISTD_H
#include <unistd.h>
#endif
