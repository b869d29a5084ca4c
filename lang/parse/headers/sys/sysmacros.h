#ifndef _WHET_SYS_SYSMACROS_H
#define _WHET_SYS_SYSMACROS_H
#include <sys/types.h>
#define major(dev) gnu_dev_major (dev)
#define minor(dev) gnu_dev_minor (dev)
#define makedev(maj,min) gnu_dev_makedev (maj, min)
extern unsigned int gnu_dev_major(dev_t);
extern unsigned int gnu_dev_minor(dev_t);
extern dev_t gnu_dev_makedev(unsigned int, unsigned int);
#endif
