#ifndef _WHET_WAIT_H
#define _WHET_WAIT_H
#include <sys/wait.h>
#endif
