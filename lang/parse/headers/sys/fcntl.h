#ifndef _WHET_SYS_FCNTL_H
#define _WHET_SYS_FCNTL_H
#include <fcntl.h>
#endif
