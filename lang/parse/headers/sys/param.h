#ifndef _WHET_SYS_PARAM_H
#define _WHET_SYS_PARAM_H
#include <limits.h>
#include <sys/types.h>
#define MAXPATHLEN 4096
#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
#include <sys/types.h>
#include <signal.h>
#include <endian.h>
#define NBBY 8
#define NGROUPS NGROUPS_MAX
#define NCARGS 131072
#define NOFILE 256
#define NODEV ((dev_t)-1)
#define DEV_BSIZE 512
#define MAXHOSTNAMELEN 64
#define MAXSYMLINKS 20
#define CANBSIZ MAX_CANON
#define EXEC_PAGESIZE 4096
#define HZ 100
#define NOGROUP (-1)
#define howmany(x, y) (((x) + ((y) - 1)) / (y))
#define roundup(x, y) ((((x) + ((y) - 1)) / (y)) * (y))
#define powerof2(x) ((((x) - 1) & (x)) == 0)
#define setbit(a, i) ((a)[(i) / NBBY] |= 1 << ((i) % NBBY))
#define clrbit(a, i) ((a)[(i) / NBBY] &= ~(1 << ((i) % NBBY)))
#define isset(a, i) ((a)[(i) / NBBY] & (1 << ((i) % NBBY)))
#define isclr(a, i) (((a)[(i) / NBBY] & (1 << ((i) % NBBY))) == 0)
#endif
