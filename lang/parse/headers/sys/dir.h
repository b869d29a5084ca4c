#ifndef _WHET_SYS_DIR_H
#define _WHET_SYS_DIR_H
#include <dirent.h>
#endif
