#ifndef _WHET_SYS_SENDFILE_H
#define _WHET_SYS_SENDFILE_H
#include <sys/types.h>
extern ssize_t sendfile(int, int, off_t *, size_t);
#endif
