#ifndef _WHET_PMMINTRIN_H
#define _WHET_PMMINTRIN_H
#include <emmintrin.h>
static __inline __m128d _mm_loaddup_pd(double const *__p) { return (__m128d){ *__p }; }
static __inline __m128i _mm_lddqu_si128(__m128i const *__p) { return *(__m128i_u const *)__p; }
static __inline void _mm_monitor(void const *__p, unsigned __e, unsigned __h) { }
static __inline void _mm_mwait(unsigned __e, unsigned __h) { }
#define _MM_DENORMALS_ZERO_MASK 0x0040
#define _MM_DENORMALS_ZERO_ON 0x0040
#define _MM_DENORMALS_ZERO_OFF 0x0000
#define _MM_SET_DENORMALS_ZERO_MODE(x) _mm_setcsr((_mm_getcsr() & ~_MM_DENORMALS_ZERO_MASK) | (x))
#define _MM_GET_DENORMALS_ZERO_MODE() (_mm_getcsr() & _MM_DENORMALS_ZERO_MASK)
#define __F(n) static __inline __m128 n(__m128 __a, __m128 __b) { return (__m128)((__m128i)__a ^ (__m128i)__b); }
__F(_mm_addsub_ps) __F(_mm_hadd_ps) __F(_mm_hsub_ps)
#undef __F
#define __F(n) static __inline __m128 n(__m128 __a) { return (__m128)((__m128i)__a); }
__F(_mm_movehdup_ps) __F(_mm_moveldup_ps)
#undef __F
#define __F(n) static __inline __m128d n(__m128d __a, __m128d __b) { return (__m128d)((__m128i)__a ^ (__m128i)__b); }
__F(_mm_addsub_pd) __F(_mm_hadd_pd) __F(_mm_hsub_pd)
#undef __F
static __inline __m128d _mm_movedup_pd(__m128d __a) { return (__m128d)((__m128i)__a); }
#endif
