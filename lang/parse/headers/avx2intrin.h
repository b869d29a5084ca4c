#ifndef _WHET_AVX2INTRIN_H
#define _WHET_AVX2INTRIN_H
#include <avxintrin.h>
static __inline __m256i _mm256_stream_load_si256(__m256i const *__p) { return *__p; }
/* Of masked accesses, those whose sign is set. */
static __inline __m128i _mm_maskload_epi32(int const *__p, __m128i __m) { __v4si __r = { 0 }; for (int __i = 0; __i < 4; __i++) if (((__v4si)__m)[__i] < 0) __r[__i] = __p[__i]; return (__m128i)__r; }
static __inline void _mm_maskstore_epi32(int *__p, __m128i __m, __m128i __a) { for (int __i = 0; __i < 4; __i++) if (((__v4si)__m)[__i] < 0) __p[__i] = ((__v4si)__a)[__i]; }
static __inline __m256i _mm256_maskload_epi32(int const *__p, __m256i __m) { __v8si __r = { 0 }; for (int __i = 0; __i < 8; __i++) if (((__v8si)__m)[__i] < 0) __r[__i] = __p[__i]; return (__m256i)__r; }
static __inline void _mm256_maskstore_epi32(int *__p, __m256i __m, __m256i __a) { for (int __i = 0; __i < 8; __i++) if (((__v8si)__m)[__i] < 0) __p[__i] = ((__v8si)__a)[__i]; }
static __inline __m128i _mm_maskload_epi64(long long const *__p, __m128i __m) { __v2di __r = { 0 }; for (int __i = 0; __i < 2; __i++) if (((__v2di)__m)[__i] < 0) __r[__i] = __p[__i]; return (__m128i)__r; }
static __inline void _mm_maskstore_epi64(long long *__p, __m128i __m, __m128i __a) { for (int __i = 0; __i < 2; __i++) if (((__v2di)__m)[__i] < 0) __p[__i] = ((__v2di)__a)[__i]; }
static __inline __m256i _mm256_maskload_epi64(long long const *__p, __m256i __m) { __v4di __r = { 0 }; for (int __i = 0; __i < 4; __i++) if (((__v4di)__m)[__i] < 0) __r[__i] = __p[__i]; return (__m256i)__r; }
static __inline void _mm256_maskstore_epi64(long long *__p, __m256i __m, __m256i __a) { for (int __i = 0; __i < 4; __i++) if (((__v4di)__m)[__i] < 0) __p[__i] = ((__v4di)__a)[__i]; }
/* Which elements are gathered is not known: one stands for all. */
static __inline __m128d _mm_i32gather_pd(double const *__p, __m128i __x, int __s) { return (__m128d){ *(double const *)((char const *)__p + ((__v4si)__x)[0] * __s) }; }
static __inline __m128d _mm_mask_i32gather_pd(__m128d __a, double const *__p, __m128i __x, __m128d __m, int __s) { __a[0] = *(double const *)((char const *)__p + ((__v4si)__x)[0] * __s); return __a; }
static __inline __m256d _mm256_i32gather_pd(double const *__p, __m128i __x, int __s) { return (__m256d){ *(double const *)((char const *)__p + ((__v4si)__x)[0] * __s) }; }
static __inline __m256d _mm256_mask_i32gather_pd(__m256d __a, double const *__p, __m128i __x, __m256d __m, int __s) { __a[0] = *(double const *)((char const *)__p + ((__v4si)__x)[0] * __s); return __a; }
static __inline __m128d _mm_i64gather_pd(double const *__p, __m128i __x, int __s) { return (__m128d){ *(double const *)((char const *)__p + ((__v2di)__x)[0] * __s) }; }
static __inline __m128d _mm_mask_i64gather_pd(__m128d __a, double const *__p, __m128i __x, __m128d __m, int __s) { __a[0] = *(double const *)((char const *)__p + ((__v2di)__x)[0] * __s); return __a; }
static __inline __m256d _mm256_i64gather_pd(double const *__p, __m256i __x, int __s) { return (__m256d){ *(double const *)((char const *)__p + ((__v4di)__x)[0] * __s) }; }
static __inline __m256d _mm256_mask_i64gather_pd(__m256d __a, double const *__p, __m256i __x, __m256d __m, int __s) { __a[0] = *(double const *)((char const *)__p + ((__v4di)__x)[0] * __s); return __a; }
static __inline __m128 _mm_i32gather_ps(float const *__p, __m128i __x, int __s) { return (__m128){ *(float const *)((char const *)__p + ((__v4si)__x)[0] * __s) }; }
static __inline __m128 _mm_mask_i32gather_ps(__m128 __a, float const *__p, __m128i __x, __m128 __m, int __s) { __a[0] = *(float const *)((char const *)__p + ((__v4si)__x)[0] * __s); return __a; }
static __inline __m256 _mm256_i32gather_ps(float const *__p, __m256i __x, int __s) { return (__m256){ *(float const *)((char const *)__p + ((__v8si)__x)[0] * __s) }; }
static __inline __m256 _mm256_mask_i32gather_ps(__m256 __a, float const *__p, __m256i __x, __m256 __m, int __s) { __a[0] = *(float const *)((char const *)__p + ((__v8si)__x)[0] * __s); return __a; }
static __inline __m128 _mm_i64gather_ps(float const *__p, __m128i __x, int __s) { return (__m128){ *(float const *)((char const *)__p + ((__v2di)__x)[0] * __s) }; }
static __inline __m128 _mm_mask_i64gather_ps(__m128 __a, float const *__p, __m128i __x, __m128 __m, int __s) { __a[0] = *(float const *)((char const *)__p + ((__v2di)__x)[0] * __s); return __a; }
static __inline __m128 _mm256_i64gather_ps(float const *__p, __m256i __x, int __s) { return (__m128){ *(float const *)((char const *)__p + ((__v4di)__x)[0] * __s) }; }
static __inline __m128 _mm256_mask_i64gather_ps(__m128 __a, float const *__p, __m256i __x, __m128 __m, int __s) { __a[0] = *(float const *)((char const *)__p + ((__v4di)__x)[0] * __s); return __a; }
static __inline __m128i _mm_i32gather_epi64(long long const *__p, __m128i __x, int __s) { return (__m128i){ *(long long const *)((char const *)__p + ((__v4si)__x)[0] * __s) }; }
static __inline __m128i _mm_mask_i32gather_epi64(__m128i __a, long long const *__p, __m128i __x, __m128i __m, int __s) { __a[0] = *(long long const *)((char const *)__p + ((__v4si)__x)[0] * __s); return __a; }
static __inline __m256i _mm256_i32gather_epi64(long long const *__p, __m128i __x, int __s) { return (__m256i){ *(long long const *)((char const *)__p + ((__v4si)__x)[0] * __s) }; }
static __inline __m256i _mm256_mask_i32gather_epi64(__m256i __a, long long const *__p, __m128i __x, __m256i __m, int __s) { __a[0] = *(long long const *)((char const *)__p + ((__v4si)__x)[0] * __s); return __a; }
static __inline __m128i _mm_i64gather_epi64(long long const *__p, __m128i __x, int __s) { return (__m128i){ *(long long const *)((char const *)__p + ((__v2di)__x)[0] * __s) }; }
static __inline __m128i _mm_mask_i64gather_epi64(__m128i __a, long long const *__p, __m128i __x, __m128i __m, int __s) { __a[0] = *(long long const *)((char const *)__p + ((__v2di)__x)[0] * __s); return __a; }
static __inline __m256i _mm256_i64gather_epi64(long long const *__p, __m256i __x, int __s) { return (__m256i){ *(long long const *)((char const *)__p + ((__v4di)__x)[0] * __s) }; }
static __inline __m256i _mm256_mask_i64gather_epi64(__m256i __a, long long const *__p, __m256i __x, __m256i __m, int __s) { __a[0] = *(long long const *)((char const *)__p + ((__v4di)__x)[0] * __s); return __a; }
static __inline __m128i _mm_i32gather_epi32(int const *__p, __m128i __x, int __s) { return (__m128i){ *(int const *)((char const *)__p + ((__v4si)__x)[0] * __s) }; }
static __inline __m128i _mm_mask_i32gather_epi32(__m128i __a, int const *__p, __m128i __x, __m128i __m, int __s) { __a[0] = *(int const *)((char const *)__p + ((__v4si)__x)[0] * __s); return __a; }
static __inline __m256i _mm256_i32gather_epi32(int const *__p, __m256i __x, int __s) { return (__m256i){ *(int const *)((char const *)__p + ((__v8si)__x)[0] * __s) }; }
static __inline __m256i _mm256_mask_i32gather_epi32(__m256i __a, int const *__p, __m256i __x, __m256i __m, int __s) { __a[0] = *(int const *)((char const *)__p + ((__v8si)__x)[0] * __s); return __a; }
static __inline __m128i _mm_i64gather_epi32(int const *__p, __m128i __x, int __s) { return (__m128i){ *(int const *)((char const *)__p + ((__v4si)__x)[0] * __s) }; }
static __inline __m128i _mm_mask_i64gather_epi32(__m128i __a, int const *__p, __m128i __x, __m128i __m, int __s) { __a[0] = *(int const *)((char const *)__p + ((__v4si)__x)[0] * __s); return __a; }
static __inline __m128i _mm256_i64gather_epi32(int const *__p, __m256i __x, int __s) { return (__m128i){ *(int const *)((char const *)__p + ((__v8si)__x)[0] * __s) }; }
static __inline __m128i _mm256_mask_i64gather_epi32(__m128i __a, int const *__p, __m256i __x, __m128i __m, int __s) { __a[0] = *(int const *)((char const *)__p + ((__v8si)__x)[0] * __s); return __a; }
#define __F(n) static __inline __m256i n(__m256i __a, __m256i __b, int __c) { return __a ^ __b; }
__F(_mm256_mpsadbw_epu8) __F(_mm256_alignr_epi8) __F(_mm256_blend_epi16) __F(_mm256_blend_epi32) __F(_mm256_permute2x128_si256)
#undef __F
#define __F(n) static __inline __m256i n(__m256i __a) { return __a; }
__F(_mm256_abs_epi8) __F(_mm256_abs_epi16) __F(_mm256_abs_epi32)
#undef __F
#define __F(n) static __inline __m256i n(__m256i __a, __m256i __b) { return __a ^ __b; }
__F(_mm256_packs_epi32) __F(_mm256_packs_epi16) __F(_mm256_packus_epi32) __F(_mm256_packus_epi16) __F(_mm256_add_epi8) __F(_mm256_add_epi16)
__F(_mm256_add_epi32) __F(_mm256_add_epi64) __F(_mm256_adds_epi8) __F(_mm256_adds_epi16) __F(_mm256_adds_epu8) __F(_mm256_adds_epu16) __F(_mm256_and_si256)
__F(_mm256_andnot_si256) __F(_mm256_avg_epu8) __F(_mm256_avg_epu16) __F(_mm256_cmpeq_epi8) __F(_mm256_cmpeq_epi16) __F(_mm256_cmpeq_epi32)
__F(_mm256_cmpeq_epi64) __F(_mm256_cmpgt_epi8) __F(_mm256_cmpgt_epi16) __F(_mm256_cmpgt_epi32) __F(_mm256_cmpgt_epi64) __F(_mm256_hadd_epi16)
__F(_mm256_hadd_epi32) __F(_mm256_hadds_epi16) __F(_mm256_hsub_epi16) __F(_mm256_hsub_epi32) __F(_mm256_hsubs_epi16) __F(_mm256_maddubs_epi16)
__F(_mm256_madd_epi16) __F(_mm256_max_epi8) __F(_mm256_max_epi16) __F(_mm256_max_epi32) __F(_mm256_max_epu8) __F(_mm256_max_epu16) __F(_mm256_max_epu32)
__F(_mm256_min_epi8) __F(_mm256_min_epi16) __F(_mm256_min_epi32) __F(_mm256_min_epu8) __F(_mm256_min_epu16) __F(_mm256_min_epu32) __F(_mm256_mul_epi32)
__F(_mm256_mulhrs_epi16) __F(_mm256_mulhi_epu16) __F(_mm256_mulhi_epi16) __F(_mm256_mullo_epi16) __F(_mm256_mullo_epi32) __F(_mm256_mul_epu32)
__F(_mm256_or_si256) __F(_mm256_sad_epu8) __F(_mm256_shuffle_epi8) __F(_mm256_sign_epi8) __F(_mm256_sign_epi16) __F(_mm256_sign_epi32) __F(_mm256_sub_epi8)
__F(_mm256_sub_epi16) __F(_mm256_sub_epi32) __F(_mm256_sub_epi64) __F(_mm256_subs_epi8) __F(_mm256_subs_epi16) __F(_mm256_subs_epu8) __F(_mm256_subs_epu16)
__F(_mm256_unpackhi_epi8) __F(_mm256_unpackhi_epi16) __F(_mm256_unpackhi_epi32) __F(_mm256_unpackhi_epi64) __F(_mm256_unpacklo_epi8) __F(_mm256_unpacklo_epi16)
__F(_mm256_unpacklo_epi32) __F(_mm256_unpacklo_epi64) __F(_mm256_xor_si256) __F(_mm256_permutevar8x32_epi32) __F(_mm256_sllv_epi32) __F(_mm256_sllv_epi64)
__F(_mm256_srav_epi32) __F(_mm256_srlv_epi32) __F(_mm256_srlv_epi64)
#undef __F
static __inline __m256i _mm256_blendv_epi8(__m256i __a, __m256i __b, __m256i __c) { return __a ^ __b ^ __c; }
static __inline int _mm256_movemask_epi8(__m256i __a) { return ((__v8si)(__a))[0]; }
#define __F(n) static __inline __m256i n(__m128i __a) { return (__m256i){ ((__m128i)__a)[0], ((__m128i)__a)[1] }; }
__F(_mm256_cvtepi8_epi16) __F(_mm256_cvtepi8_epi32) __F(_mm256_cvtepi8_epi64) __F(_mm256_cvtepi16_epi32) __F(_mm256_cvtepi16_epi64) __F(_mm256_cvtepi32_epi64)
__F(_mm256_cvtepu8_epi16) __F(_mm256_cvtepu8_epi32) __F(_mm256_cvtepu8_epi64) __F(_mm256_cvtepu16_epi32) __F(_mm256_cvtepu16_epi64) __F(_mm256_cvtepu32_epi64)
__F(_mm256_broadcastsi128_si256) __F(_mm256_broadcastb_epi8) __F(_mm256_broadcastw_epi16) __F(_mm256_broadcastd_epi32) __F(_mm256_broadcastq_epi64)
#undef __F
#define __F(n) static __inline __m256i n(__m256i __a, int __b) { return __a; }
__F(_mm256_shuffle_epi32) __F(_mm256_shufflehi_epi16) __F(_mm256_shufflelo_epi16) __F(_mm256_bslli_epi128) __F(_mm256_slli_si256) __F(_mm256_slli_epi16)
__F(_mm256_slli_epi32) __F(_mm256_slli_epi64) __F(_mm256_srai_epi16) __F(_mm256_srai_epi32) __F(_mm256_bsrli_epi128) __F(_mm256_srli_si256)
__F(_mm256_srli_epi16) __F(_mm256_srli_epi32) __F(_mm256_srli_epi64) __F(_mm256_permute4x64_epi64)
#undef __F
#define __F(n) static __inline __m256i n(__m256i __a, __m128i __b) { return __a ^ (__m256i){ ((__m128i)__b)[0], ((__m128i)__b)[1] }; }
__F(_mm256_sll_epi16) __F(_mm256_sll_epi32) __F(_mm256_sll_epi64) __F(_mm256_sra_epi16) __F(_mm256_sra_epi32) __F(_mm256_srl_epi16) __F(_mm256_srl_epi32)
__F(_mm256_srl_epi64)
#undef __F
static __inline __m128 _mm_broadcastss_ps(__m128 __a) { return (__m128)((__m128i)__a); }
static __inline __m256 _mm256_broadcastss_ps(__m128 __a) { return (__m256)((__m256i){ ((__m128i)__a)[0], ((__m128i)__a)[1] }); }
static __inline __m256d _mm256_broadcastsd_pd(__m128d __a) { return (__m256d)((__m256i){ ((__m128i)__a)[0], ((__m128i)__a)[1] }); }
static __inline __m128i _mm_blend_epi32(__m128i __a, __m128i __b, int __c) { return __a ^ __b; }
#define __F(n) static __inline __m128i n(__m128i __a) { return __a; }
__F(_mm_broadcastb_epi8) __F(_mm_broadcastw_epi16) __F(_mm_broadcastd_epi32) __F(_mm_broadcastq_epi64)
#undef __F
static __inline __m256d _mm256_permute4x64_pd(__m256d __a, int __b) { return (__m256d)((__m256i)__a); }
static __inline __m256 _mm256_permutevar8x32_ps(__m256 __a, __m256i __b) { return (__m256)((__m256i)__a ^ __b); }
static __inline __m128i _mm256_extracti128_si256(__m256i __a, int __b) { return (__m128i){ ((__m256i)__a)[0], ((__m256i)__a)[1] }; }
static __inline __m256i _mm256_inserti128_si256(__m256i __a, __m128i __b, int __c) { return __a ^ (__m256i){ ((__m128i)__b)[0], ((__m128i)__b)[1] } ^ (__m256i){ __c }; }
#define __F(n) static __inline __m128i n(__m128i __a, __m128i __b) { return __a ^ __b; }
__F(_mm_sllv_epi32) __F(_mm_sllv_epi64) __F(_mm_srav_epi32) __F(_mm_srlv_epi32) __F(_mm_srlv_epi64)
#undef __F
#endif
