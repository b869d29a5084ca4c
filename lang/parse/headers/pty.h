#ifndef _WHET_PTY_H
#define _WHET_PTY_H
#include <sys/types.h>
#include <termios.h>
#include <sys/ioctl.h>
struct termios;
struct winsize;
extern int openpty(int *, int *, char *, const struct termios *, const struct winsize *);
extern int forkpty(int *, char *, const struct termios *, const struct winsize *);
#endif
