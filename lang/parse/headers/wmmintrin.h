#ifndef _WHET_WMMINTRIN_H
#define _WHET_WMMINTRIN_H
#include <emmintrin.h>
#define __F(n) static __inline __m128i n(__m128i __a, __m128i __b) { return __a ^ __b; }
__F(_mm_aesdec_si128) __F(_mm_aesdeclast_si128) __F(_mm_aesenc_si128) __F(_mm_aesenclast_si128)
#undef __F
static __inline __m128i _mm_aesimc_si128(__m128i __a) { return __a; }
static __inline __m128i _mm_aeskeygenassist_si128(__m128i __a, int __b) { return __a; }
static __inline __m128i _mm_clmulepi64_si128(__m128i __a, __m128i __b, int __c) { return __a ^ __b; }
#endif
