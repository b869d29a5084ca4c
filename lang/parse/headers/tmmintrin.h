#ifndef _WHET_TMMINTRIN_H
#define _WHET_TMMINTRIN_H
#include <pmmintrin.h>
#define __F(n) static __inline __m128i n(__m128i __a, __m128i __b) { return __a ^ __b; }
__F(_mm_hadd_epi16) __F(_mm_hadd_epi32) __F(_mm_hadds_epi16) __F(_mm_hsub_epi16) __F(_mm_hsub_epi32) __F(_mm_hsubs_epi16) __F(_mm_maddubs_epi16)
__F(_mm_mulhrs_epi16) __F(_mm_shuffle_epi8) __F(_mm_sign_epi8) __F(_mm_sign_epi16) __F(_mm_sign_epi32)
#undef __F
#define __F(n) static __inline __m64 n(__m64 __a, __m64 __b) { return __a ^ __b; }
__F(_mm_hadd_pi16) __F(_mm_hadd_pi32) __F(_mm_hadds_pi16) __F(_mm_hsub_pi16) __F(_mm_hsub_pi32) __F(_mm_hsubs_pi16) __F(_mm_maddubs_pi16) __F(_mm_mulhrs_pi16)
__F(_mm_shuffle_pi8) __F(_mm_sign_pi8) __F(_mm_sign_pi16) __F(_mm_sign_pi32)
#undef __F
static __inline __m128i _mm_alignr_epi8(__m128i __a, __m128i __b, int __c) { return __a ^ __b; }
static __inline __m64 _mm_alignr_pi8(__m64 __a, __m64 __b, int __c) { return __a ^ __b; }
#define __F(n) static __inline __m128i n(__m128i __a) { return __a; }
__F(_mm_abs_epi8) __F(_mm_abs_epi16) __F(_mm_abs_epi32)
#undef __F
#define __F(n) static __inline __m64 n(__m64 __a) { return __a; }
__F(_mm_abs_pi8) __F(_mm_abs_pi16) __F(_mm_abs_pi32)
#undef __F
#endif
