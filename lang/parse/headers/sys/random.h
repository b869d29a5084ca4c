#ifndef _WHET_SYS_RANDOM_H
#define _WHET_SYS_RANDOM_H
#include <sys/types.h>
#define GRND_NONBLOCK 0x01
#define GRND_RANDOM 0x02
#define GRND_INSECURE 0x04
extern ssize_t getrandom(void *, size_t, unsigned int);
extern int getentropy(void *, size_t);
#endif
