#ifndef _WHET_SYS_TERMIOS_H
#define _WHET_SYS_TERMIOS_H
#include <termios.h>
#endif
