#ifndef _WHET_SMMINTRIN_H
#define _WHET_SMMINTRIN_H
#include <tmmintrin.h>
#include <popcntintrin.h>
static __inline __m128i _mm_stream_load_si128(__m128i *__p) { return *__p; }
#define _mm_test_all_zeros(m, v) _mm_testz_si128((m), (v))
#define _mm_test_all_ones(v) _mm_testc_si128((v), _mm_cmpeq_epi32((v), (v)))
#define _mm_test_mix_ones_zeros(m, v) _mm_testnzc_si128((m), (v))
#define _MM_MK_INSERTPS_NDX(s, d, m) (((s) << 6) | ((d) << 4) | (m))
#define _MM_EXTRACT_FLOAT(d, s, n) ((d) = ((__v4sf)(s))[n])
#define _MM_PICK_OUT_PS(x, n) _mm_insert_ps(_mm_setzero_ps(), (x), _MM_MK_INSERTPS_NDX((n), 0, 0x0e))
#define _MM_FROUND_TO_NEAREST_INT 0x00
#define _MM_FROUND_TO_NEG_INF 0x01
#define _MM_FROUND_TO_POS_INF 0x02
#define _MM_FROUND_TO_ZERO 0x03
#define _MM_FROUND_CUR_DIRECTION 0x04
#define _MM_FROUND_RAISE_EXC 0x00
#define _MM_FROUND_NO_EXC 0x08
#define _MM_FROUND_NINT 0x00
#define _MM_FROUND_FLOOR 0x01
#define _MM_FROUND_CEIL 0x02
#define _MM_FROUND_TRUNC 0x03
#define _MM_FROUND_RINT 0x04
#define _MM_FROUND_NEARBYINT 0x0c
#define _mm_ceil_pd(v) _mm_round_pd((v), _MM_FROUND_CEIL)
#define _mm_floor_pd(v) _mm_round_pd((v), _MM_FROUND_FLOOR)
#define _mm_ceil_ps(v) _mm_round_ps((v), _MM_FROUND_CEIL)
#define _mm_floor_ps(v) _mm_round_ps((v), _MM_FROUND_FLOOR)
#define _mm_ceil_sd(d, v) _mm_round_sd((d), (v), _MM_FROUND_CEIL)
#define _mm_floor_sd(d, v) _mm_round_sd((d), (v), _MM_FROUND_FLOOR)
#define _mm_ceil_ss(d, v) _mm_round_ss((d), (v), _MM_FROUND_CEIL)
#define _mm_floor_ss(d, v) _mm_round_ss((d), (v), _MM_FROUND_FLOOR)
#define _SIDD_UBYTE_OPS 0x00
#define _SIDD_UWORD_OPS 0x01
#define _SIDD_SBYTE_OPS 0x02
#define _SIDD_SWORD_OPS 0x03
#define _SIDD_CMP_EQUAL_ANY 0x00
#define _SIDD_CMP_RANGES 0x04
#define _SIDD_CMP_EQUAL_EACH 0x08
#define _SIDD_CMP_EQUAL_ORDERED 0x0c
#define _SIDD_POSITIVE_POLARITY 0x00
#define _SIDD_NEGATIVE_POLARITY 0x10
#define _SIDD_MASKED_POSITIVE_POLARITY 0x20
#define _SIDD_MASKED_NEGATIVE_POLARITY 0x30
#define _SIDD_LEAST_SIGNIFICANT 0x00
#define _SIDD_MOST_SIGNIFICANT 0x40
#define _SIDD_BIT_MASK 0x00
#define _SIDD_UNIT_MASK 0x40
#define __F(n) static __inline int n(__m128i __a, __m128i __b) { return ((__v4si)(__a ^ __b))[0] & 1; }
__F(_mm_testz_si128) __F(_mm_testc_si128) __F(_mm_testnzc_si128)
#undef __F
static __inline __m128d _mm_round_pd(__m128d __a, int __b) { return (__m128d)((__m128i)__a); }
#define __F(n) static __inline __m128d n(__m128d __a, __m128d __b, int __c) { return (__m128d)((__m128i)__a ^ (__m128i)__b); }
__F(_mm_round_sd) __F(_mm_blend_pd) __F(_mm_dp_pd)
#undef __F
static __inline __m128 _mm_round_ps(__m128 __a, int __b) { return (__m128)((__m128i)__a); }
#define __F(n) static __inline __m128 n(__m128 __a, __m128 __b, int __c) { return (__m128)((__m128i)__a ^ (__m128i)__b); }
__F(_mm_round_ss) __F(_mm_blend_ps) __F(_mm_dp_ps)
#undef __F
#define __F(n) static __inline __m128i n(__m128i __a, __m128i __b, int __c) { return __a ^ __b; }
__F(_mm_blend_epi16) __F(_mm_mpsadbw_epu8) __F(_mm_cmpistrm)
#undef __F
static __inline __m128i _mm_blendv_epi8(__m128i __a, __m128i __b, __m128i __c) { return __a ^ __b ^ __c; }
static __inline __m128 _mm_blendv_ps(__m128 __a, __m128 __b, __m128 __c) { return (__m128)((__m128i)__a ^ (__m128i)__b ^ (__m128i)__c); }
static __inline __m128d _mm_blendv_pd(__m128d __a, __m128d __b, __m128d __c) { return (__m128d)((__m128i)__a ^ (__m128i)__b ^ (__m128i)__c); }
#define __F(n) static __inline __m128i n(__m128i __a, __m128i __b) { return __a ^ __b; }
__F(_mm_cmpeq_epi64) __F(_mm_min_epi8) __F(_mm_max_epi8) __F(_mm_min_epu16) __F(_mm_max_epu16) __F(_mm_min_epi32) __F(_mm_max_epi32) __F(_mm_min_epu32)
__F(_mm_max_epu32) __F(_mm_mullo_epi32) __F(_mm_mul_epi32) __F(_mm_packus_epi32) __F(_mm_cmpgt_epi64)
#undef __F
static __inline __m128 _mm_insert_ps(__m128 __a, __m128 __b, int __c) { return (__m128)((__m128i)__a ^ (__m128i)__b ^ (__m128i){ __c }); }
static __inline int _mm_extract_ps(__m128 __a, int __b) { return ((__v4si)((__m128i)__a))[0]; }
#define __F(n) static __inline __m128i n(__m128i __a, int __b, int __c) { return __a ^ (__m128i){ __b }; }
__F(_mm_insert_epi8) __F(_mm_insert_epi32)
#undef __F
static __inline __m128i _mm_insert_epi64(__m128i __a, long long __b, int __c) { return __a ^ (__m128i){ __b }; }
static __inline int _mm_extract_epi8(__m128i __a, int __b) { return ((__v4si)(__a))[0] & 0xff; }
static __inline int _mm_extract_epi32(__m128i __a, int __b) { return ((__v4si)(__a))[0]; }
static __inline long long _mm_extract_epi64(__m128i __a, int __b) { return ((__m128i)(__a))[0]; }
#define __F(n) static __inline __m128i n(__m128i __a) { return __a; }
__F(_mm_minpos_epu16) __F(_mm_cvtepi8_epi32) __F(_mm_cvtepi16_epi32) __F(_mm_cvtepi8_epi64) __F(_mm_cvtepi32_epi64) __F(_mm_cvtepi16_epi64)
__F(_mm_cvtepi8_epi16) __F(_mm_cvtepu8_epi32) __F(_mm_cvtepu16_epi32) __F(_mm_cvtepu8_epi64) __F(_mm_cvtepu32_epi64) __F(_mm_cvtepu16_epi64)
__F(_mm_cvtepu8_epi16)
#undef __F
static __inline int _mm_cmpistri(__m128i __a, __m128i __b, int __c) { return (int)((unsigned)((__v4si)(__a ^ __b))[0] % 17); }
static __inline __m128i _mm_cmpestrm(__m128i __a, int __b, __m128i __c, int __d, int __e) { return __a ^ __c; }
static __inline int _mm_cmpestri(__m128i __a, int __b, __m128i __c, int __d, int __e) { return (int)((unsigned)((__v4si)(__a ^ __c))[0] % 17); }
#define __F(n) static __inline int n(__m128i __a, __m128i __b, int __c) { return ((__v4si)(__a ^ __b))[0] & 1; }
__F(_mm_cmpistra) __F(_mm_cmpistrc) __F(_mm_cmpistro) __F(_mm_cmpistrs) __F(_mm_cmpistrz)
#undef __F
#define __F(n) static __inline int n(__m128i __a, int __b, __m128i __c, int __d, int __e) { return ((__v4si)(__a ^ __c))[0] & 1; }
__F(_mm_cmpestra) __F(_mm_cmpestrc) __F(_mm_cmpestro) __F(_mm_cmpestrs) __F(_mm_cmpestrz)
#undef __F
static __inline unsigned __whet_crc32(unsigned __c, unsigned long long __v, int __n)
{
	for (__n *= 8; __n > 0; __n--, __v >>= 1)
		__c = (__c ^ __v) & 1 ? __c >> 1 ^ 0x82f63b78 : __c >> 1;
	return __c;
}
static __inline unsigned _mm_crc32_u8(unsigned __c, unsigned char __v) { return __whet_crc32(__c, __v, 1); }
static __inline unsigned _mm_crc32_u16(unsigned __c, unsigned short __v) { return __whet_crc32(__c, __v, 2); }
static __inline unsigned _mm_crc32_u32(unsigned __c, unsigned __v) { return __whet_crc32(__c, __v, 4); }
static __inline unsigned long long _mm_crc32_u64(unsigned long long __c, unsigned long long __v) { return __whet_crc32(__c, __v, 8); }
#endif
