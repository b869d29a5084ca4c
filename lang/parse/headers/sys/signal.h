#ifndef _WHET_SYS_SIGNAL_H
#define _WHET_SYS_SIGNAL_H
#include <signal.h>
#endif
