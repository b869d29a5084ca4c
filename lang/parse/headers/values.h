#ifndef _WHET_VALUES_H
#define _WHET_VALUES_H
#include <limits.h>
#include <float.h>
#define MAXINT INT_MAX
#define MININT INT_MIN
#endif
