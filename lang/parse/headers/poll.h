#ifndef _WHET_POLL_H
#define _WHET_POLL_H
#include <sys/types.h>
#include <sys/poll.h>
#endif
