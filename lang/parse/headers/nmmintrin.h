#ifndef _WHET_NMMINTRIN_H
#define _WHET_NMMINTRIN_H
#include <smmintrin.h>
#endif
