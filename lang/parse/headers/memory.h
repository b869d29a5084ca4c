#ifndef _WHET_MEMORY_H
#define _WHET_MEMORY_H
#include <string.h>
#endif
