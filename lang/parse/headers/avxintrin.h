#ifndef _WHET_AVXINTRIN_H
#define _WHET_AVXINTRIN_H
#include <smmintrin.h>
typedef float __m256 __attribute__((__vector_size__(32), __may_alias__));
typedef float __m256_u __attribute__((__vector_size__(32), __may_alias__, __aligned__(1)));
typedef double __m256d __attribute__((__vector_size__(32), __may_alias__));
typedef double __m256d_u __attribute__((__vector_size__(32), __may_alias__, __aligned__(1)));
typedef long long __m256i __attribute__((__vector_size__(32), __may_alias__));
typedef long long __m256i_u __attribute__((__vector_size__(32), __may_alias__, __aligned__(1)));
typedef double __v4df __attribute__((__vector_size__(32)));
typedef float __v8sf __attribute__((__vector_size__(32)));
typedef long long __v4di __attribute__((__vector_size__(32)));
typedef unsigned long long __v4du __attribute__((__vector_size__(32)));
typedef int __v8si __attribute__((__vector_size__(32)));
typedef unsigned __v8su __attribute__((__vector_size__(32)));
typedef short __v16hi __attribute__((__vector_size__(32)));
typedef unsigned short __v16hu __attribute__((__vector_size__(32)));
typedef char __v32qi __attribute__((__vector_size__(32)));
typedef signed char __v32qs __attribute__((__vector_size__(32)));
typedef unsigned char __v32qu __attribute__((__vector_size__(32)));
static __inline void _mm256_zeroall(void) { }
#define _mm256_ceil_pd(v) _mm256_round_pd((v), _MM_FROUND_CEIL)
#define _mm256_floor_pd(v) _mm256_round_pd((v), _MM_FROUND_FLOOR)
#define _mm256_ceil_ps(v) _mm256_round_ps((v), _MM_FROUND_CEIL)
#define _mm256_floor_ps(v) _mm256_round_ps((v), _MM_FROUND_FLOOR)
static __inline void _mm256_zeroupper(void) { }
#define _CMP_EQ_OQ 0x00
#define _CMP_LT_OS 0x01
#define _CMP_LE_OS 0x02
#define _CMP_UNORD_Q 0x03
#define _CMP_NEQ_UQ 0x04
#define _CMP_NLT_US 0x05
#define _CMP_NLE_US 0x06
#define _CMP_ORD_Q 0x07
#define _CMP_EQ_UQ 0x08
#define _CMP_NGE_US 0x09
#define _CMP_NGT_US 0x0a
#define _CMP_FALSE_OQ 0x0b
#define _CMP_NEQ_OQ 0x0c
#define _CMP_GE_OS 0x0d
#define _CMP_GT_OS 0x0e
#define _CMP_TRUE_UQ 0x0f
#define _CMP_EQ_OS 0x10
#define _CMP_LT_OQ 0x11
#define _CMP_LE_OQ 0x12
#define _CMP_UNORD_S 0x13
#define _CMP_NEQ_US 0x14
#define _CMP_NLT_UQ 0x15
#define _CMP_NLE_UQ 0x16
#define _CMP_ORD_S 0x17
#define _CMP_EQ_US 0x18
#define _CMP_NGE_UQ 0x19
#define _CMP_NGT_UQ 0x1a
#define _CMP_FALSE_OS 0x1b
#define _CMP_NEQ_OS 0x1c
#define _CMP_GE_OQ 0x1d
#define _CMP_GT_OQ 0x1e
#define _CMP_TRUE_US 0x1f
static __inline __m256 _mm256_load_ps(float const *__p) { return *(__m256 const *)__p; }
static __inline __m256 _mm256_loadu_ps(float const *__p) { return *(__m256_u const *)__p; }
static __inline __m256d _mm256_load_pd(double const *__p) { return *(__m256d const *)__p; }
static __inline __m256d _mm256_loadu_pd(double const *__p) { return *(__m256d_u const *)__p; }
static __inline __m256i _mm256_load_si256(__m256i const *__p) { return *(__m256i const *)__p; }
static __inline __m256i _mm256_lddqu_si256(__m256i const *__p) { return *(__m256i_u const *)__p; }
static __inline __m256i _mm256_loadu_si256(__m256i_u const *__p) { return *(__m256i_u const *)__p; }
static __inline void _mm256_store_ps(float *__p, __m256 __a) { *(__m256 *)__p = __a; }
static __inline void _mm256_storeu_ps(float *__p, __m256 __a) { *(__m256_u *)__p = __a; }
static __inline void _mm256_stream_ps(float *__p, __m256 __a) { *(__m256 *)__p = __a; }
static __inline void _mm256_store_pd(double *__p, __m256d __a) { *(__m256d *)__p = __a; }
static __inline void _mm256_storeu_pd(double *__p, __m256d __a) { *(__m256d_u *)__p = __a; }
static __inline void _mm256_stream_pd(double *__p, __m256d __a) { *(__m256d *)__p = __a; }
static __inline void _mm256_store_si256(__m256i *__p, __m256i __a) { *(__m256i *)__p = __a; }
static __inline void _mm256_stream_si256(__m256i *__p, __m256i __a) { *(__m256i *)__p = __a; }
static __inline void _mm256_storeu_si256(__m256i_u *__p, __m256i __a) { *(__m256i_u *)__p = __a; }
static __inline __m128 _mm_broadcast_ss(float const *__p) { return (__m128){ *__p }; }
static __inline __m256 _mm256_broadcast_ss(float const *__p) { return (__m256){ *__p }; }
static __inline __m256d _mm256_broadcast_sd(double const *__p) { return (__m256d){ *__p }; }
static __inline __m256d _mm256_broadcast_pd(__m128d const *__p) { return (__m256d){ (*__p)[0], (*__p)[1] }; }
static __inline __m256 _mm256_broadcast_ps(__m128 const *__p) { return (__m256){ (*__p)[0], (*__p)[1] }; }
static __inline __m256 _mm256_loadu2_m128(float const *__h, float const *__l) { __m128 __v = *(__m128_u const *)__h + *(__m128_u const *)__l; return (__m256){ __v[0] }; }
static __inline __m256d _mm256_loadu2_m128d(double const *__h, double const *__l) { __m128d __v = *(__m128d_u const *)__h + *(__m128d_u const *)__l; return (__m256d){ __v[0] }; }
static __inline __m256i _mm256_loadu2_m128i(__m128i_u const *__h, __m128i_u const *__l) { __m128i __v = *(__m128i_u const *)__h ^ *(__m128i_u const *)__l; return (__m256i){ __v[0] }; }
static __inline void _mm256_storeu2_m128(float *__h, float *__l, __m256 __a) { *(__m128_u *)__h = *(__m128_u *)__l = (__m128){ __a[0] }; }
static __inline void _mm256_storeu2_m128d(double *__h, double *__l, __m256d __a) { *(__m128d_u *)__h = *(__m128d_u *)__l = (__m128d){ __a[0] }; }
static __inline void _mm256_storeu2_m128i(__m128i_u *__h, __m128i_u *__l, __m256i __a) { *(__m128i_u *)__h = *(__m128i_u *)__l = (__m128i){ __a[0] }; }

/* Of masked accesses, those whose sign is set. */
#define __L(name, R, T, M, N, S) static __inline R name(T const *__p, M __m) { R __r = { 0 }; for (int __i = 0; __i < N; __i++) if (((S)__m)[__i] < 0) __r[__i] = __p[__i]; return __r; }
#define __S(name, R, T, M, N, S) static __inline void name(T *__p, M __m, R __a) { for (int __i = 0; __i < N; __i++) if (((S)__m)[__i] < 0) __p[__i] = __a[__i]; }
__L(_mm_maskload_ps, __m128, float, __m128i, 4, __v4si)
__L(_mm256_maskload_ps, __m256, float, __m256i, 8, __v8si)
__L(_mm_maskload_pd, __m128d, double, __m128i, 2, __v2di)
__L(_mm256_maskload_pd, __m256d, double, __m256i, 4, __v4di)
__S(_mm_maskstore_ps, __m128, float, __m128i, 4, __v4si)
__S(_mm256_maskstore_ps, __m256, float, __m256i, 8, __v8si)
__S(_mm_maskstore_pd, __m128d, double, __m128i, 2, __v2di)
__S(_mm256_maskstore_pd, __m256d, double, __m256i, 4, __v4di)
#undef __L
#undef __S
#define __F(n) static __inline __m256d n(__m256d __a, __m256d __b) { return (__m256d)((__m256i)__a ^ (__m256i)__b); }
__F(_mm256_add_pd) __F(_mm256_addsub_pd) __F(_mm256_and_pd) __F(_mm256_andnot_pd) __F(_mm256_div_pd) __F(_mm256_hadd_pd) __F(_mm256_hsub_pd) __F(_mm256_max_pd)
__F(_mm256_min_pd) __F(_mm256_mul_pd) __F(_mm256_or_pd) __F(_mm256_sub_pd) __F(_mm256_xor_pd) __F(_mm256_unpackhi_pd) __F(_mm256_unpacklo_pd)
#undef __F
#define __F(n) static __inline __m256 n(__m256 __a, __m256 __b) { return (__m256)((__m256i)__a ^ (__m256i)__b); }
__F(_mm256_add_ps) __F(_mm256_addsub_ps) __F(_mm256_and_ps) __F(_mm256_andnot_ps) __F(_mm256_div_ps) __F(_mm256_hadd_ps) __F(_mm256_hsub_ps) __F(_mm256_max_ps)
__F(_mm256_min_ps) __F(_mm256_mul_ps) __F(_mm256_or_ps) __F(_mm256_sub_ps) __F(_mm256_xor_ps) __F(_mm256_unpackhi_ps) __F(_mm256_unpacklo_ps)
#undef __F
#define __F(n) static __inline __m256d n(__m256d __a, __m256d __b, int __c) { return (__m256d)((__m256i)__a ^ (__m256i)__b); }
__F(_mm256_blend_pd) __F(_mm256_shuffle_pd) __F(_mm256_cmp_pd) __F(_mm256_permute2f128_pd)
#undef __F
#define __F(n) static __inline __m256 n(__m256 __a, __m256 __b, int __c) { return (__m256)((__m256i)__a ^ (__m256i)__b); }
__F(_mm256_blend_ps) __F(_mm256_dp_ps) __F(_mm256_shuffle_ps) __F(_mm256_cmp_ps) __F(_mm256_permute2f128_ps)
#undef __F
static __inline __m256d _mm256_blendv_pd(__m256d __a, __m256d __b, __m256d __c) { return (__m256d)((__m256i)__a ^ (__m256i)__b ^ (__m256i)__c); }
static __inline __m256 _mm256_blendv_ps(__m256 __a, __m256 __b, __m256 __c) { return (__m256)((__m256i)__a ^ (__m256i)__b ^ (__m256i)__c); }
#define __F(n) static __inline __m128d n(__m128d __a, __m128d __b, int __c) { return (__m128d)((__m128i)__a ^ (__m128i)__b); }
__F(_mm_cmp_pd) __F(_mm_cmp_sd)
#undef __F
#define __F(n) static __inline __m128 n(__m128 __a, __m128 __b, int __c) { return (__m128)((__m128i)__a ^ (__m128i)__b); }
__F(_mm_cmp_ps) __F(_mm_cmp_ss)
#undef __F
static __inline int _mm256_cvtsi256_si32(__m256i __a) { return ((__v8si)(__a))[0]; }
static __inline __m256d _mm256_cvtepi32_pd(__m128i __a) { return (__m256d)((__m256i){ ((__m128i)__a)[0], ((__m128i)__a)[1] }); }
#define __F(n) static __inline __m256 n(__m256i __a) { return (__m256)(__a); }
__F(_mm256_cvtepi32_ps) __F(_mm256_castsi256_ps)
#undef __F
static __inline __m128 _mm256_cvtpd_ps(__m256d __a) { return (__m128)((__m128i){ ((__m256i)__a)[0], ((__m256i)__a)[1] }); }
#define __F(n) static __inline __m256i n(__m256 __a) { return (__m256i)__a; }
__F(_mm256_cvtps_epi32) __F(_mm256_cvttps_epi32) __F(_mm256_castps_si256)
#undef __F
static __inline __m256d _mm256_cvtps_pd(__m128 __a) { return (__m256d)((__m256i){ ((__m128i)__a)[0], ((__m128i)__a)[1] }); }
#define __F(n) static __inline __m128i n(__m256d __a) { return (__m128i){ ((__m256i)__a)[0], ((__m256i)__a)[1] }; }
__F(_mm256_cvttpd_epi32) __F(_mm256_cvtpd_epi32)
#undef __F
static __inline double _mm256_cvtsd_f64(__m256d __a) { return ((__v4df)((__m256i)__a))[0]; }
static __inline float _mm256_cvtss_f32(__m256 __a) { return ((__v8sf)((__m256i)__a))[0]; }
static __inline __m128d _mm256_extractf128_pd(__m256d __a, int __b) { return (__m128d)((__m128i){ ((__m256i)__a)[0], ((__m256i)__a)[1] }); }
static __inline __m128 _mm256_extractf128_ps(__m256 __a, int __b) { return (__m128)((__m128i){ ((__m256i)__a)[0], ((__m256i)__a)[1] }); }
static __inline __m128i _mm256_extractf128_si256(__m256i __a, int __b) { return (__m128i){ ((__m256i)__a)[0], ((__m256i)__a)[1] }; }
static __inline int _mm256_extract_epi32(__m256i __a, int __b) { return ((__v8si)(__a))[0]; }
static __inline int _mm256_extract_epi16(__m256i __a, int __b) { return ((__v8si)(__a))[0] & 0xffff; }
static __inline int _mm256_extract_epi8(__m256i __a, int __b) { return ((__v8si)(__a))[0] & 0xff; }
static __inline long long _mm256_extract_epi64(__m256i __a, int __b) { return ((__m256i)(__a))[0]; }
static __inline __m128d _mm_permutevar_pd(__m128d __a, __m128i __b) { return (__m128d)((__m128i)__a ^ __b); }
static __inline __m256d _mm256_permutevar_pd(__m256d __a, __m256i __b) { return (__m256d)((__m256i)__a ^ __b); }
static __inline __m128 _mm_permutevar_ps(__m128 __a, __m128i __b) { return (__m128)((__m128i)__a ^ __b); }
static __inline __m256 _mm256_permutevar_ps(__m256 __a, __m256i __b) { return (__m256)((__m256i)__a ^ __b); }
static __inline __m128d _mm_permute_pd(__m128d __a, int __b) { return (__m128d)((__m128i)__a); }
#define __F(n) static __inline __m256d n(__m256d __a, int __b) { return (__m256d)((__m256i)__a); }
__F(_mm256_permute_pd) __F(_mm256_round_pd)
#undef __F
static __inline __m128 _mm_permute_ps(__m128 __a, int __b) { return (__m128)((__m128i)__a); }
#define __F(n) static __inline __m256 n(__m256 __a, int __b) { return (__m256)((__m256i)__a); }
__F(_mm256_permute_ps) __F(_mm256_round_ps)
#undef __F
static __inline __m256i _mm256_permute2f128_si256(__m256i __a, __m256i __b, int __c) { return __a ^ __b; }
static __inline __m256d _mm256_insertf128_pd(__m256d __a, __m128d __b, int __c) { return (__m256d)((__m256i)__a ^ (__m256i){ ((__m128i)__b)[0], ((__m128i)__b)[1] } ^ (__m256i){ __c }); }
static __inline __m256 _mm256_insertf128_ps(__m256 __a, __m128 __b, int __c) { return (__m256)((__m256i)__a ^ (__m256i){ ((__m128i)__b)[0], ((__m128i)__b)[1] } ^ (__m256i){ __c }); }
static __inline __m256i _mm256_insertf128_si256(__m256i __a, __m128i __b, int __c) { return __a ^ (__m256i){ ((__m128i)__b)[0], ((__m128i)__b)[1] } ^ (__m256i){ __c }; }
#define __F(n) static __inline __m256i n(__m256i __a, int __b, int __c) { return __a ^ (__m256i){ __b }; }
__F(_mm256_insert_epi32) __F(_mm256_insert_epi16) __F(_mm256_insert_epi8)
#undef __F
static __inline __m256i _mm256_insert_epi64(__m256i __a, long long __b, int __c) { return __a ^ (__m256i){ __b }; }
#define __F(n) static __inline __m256 n(__m256 __a) { return (__m256)((__m256i)__a); }
__F(_mm256_movehdup_ps) __F(_mm256_moveldup_ps) __F(_mm256_rcp_ps) __F(_mm256_rsqrt_ps) __F(_mm256_sqrt_ps)
#undef __F
#define __F(n) static __inline __m256d n(__m256d __a) { return (__m256d)((__m256i)__a); }
__F(_mm256_movedup_pd) __F(_mm256_sqrt_pd)
#undef __F
#define __F(n) static __inline int n(__m128d __a, __m128d __b) { return ((__v4si)((__m128i)__a ^ (__m128i)__b))[0] & 1; }
__F(_mm_testz_pd) __F(_mm_testc_pd) __F(_mm_testnzc_pd)
#undef __F
#define __F(n) static __inline int n(__m128 __a, __m128 __b) { return ((__v4si)((__m128i)__a ^ (__m128i)__b))[0] & 1; }
__F(_mm_testz_ps) __F(_mm_testc_ps) __F(_mm_testnzc_ps)
#undef __F
#define __F(n) static __inline int n(__m256d __a, __m256d __b) { return ((__v8si)((__m256i)__a ^ (__m256i)__b))[0] & 1; }
__F(_mm256_testz_pd) __F(_mm256_testc_pd) __F(_mm256_testnzc_pd)
#undef __F
#define __F(n) static __inline int n(__m256 __a, __m256 __b) { return ((__v8si)((__m256i)__a ^ (__m256i)__b))[0] & 1; }
__F(_mm256_testz_ps) __F(_mm256_testc_ps) __F(_mm256_testnzc_ps)
#undef __F
#define __F(n) static __inline int n(__m256i __a, __m256i __b) { return ((__v8si)(__a ^ __b))[0] & 1; }
__F(_mm256_testz_si256) __F(_mm256_testc_si256) __F(_mm256_testnzc_si256)
#undef __F
static __inline int _mm256_movemask_pd(__m256d __a) { return ((__v8si)((__m256i)__a))[0] & 15; }
static __inline int _mm256_movemask_ps(__m256 __a) { return ((__v8si)((__m256i)__a))[0] & 255; }
#define __F(n) static __inline __m256d n(void) { return (__m256d)((__m256i){ 0 }); }
__F(_mm256_undefined_pd) __F(_mm256_setzero_pd)
#undef __F
#define __F(n) static __inline __m256 n(void) { return (__m256)((__m256i){ 0 }); }
__F(_mm256_undefined_ps) __F(_mm256_setzero_ps)
#undef __F
#define __F(n) static __inline __m256i n(void) { return (__m256i){ 0 }; }
__F(_mm256_undefined_si256) __F(_mm256_setzero_si256)
#undef __F
#define __F(n) static __inline __m256d n(double __a, double __b, double __c, double __d) { return (__m256d)((__m256i)(__m256d){ __a }); }
__F(_mm256_set_pd) __F(_mm256_setr_pd)
#undef __F
#define __F(n) static __inline __m256 n(float __a, float __b, float __c, float __d, float __e, float __f, float __g, float __h) { return (__m256)((__m256i)(__m256d){ __a }); }
__F(_mm256_set_ps) __F(_mm256_setr_ps)
#undef __F
#define __F(n) static __inline __m256i n(int __a, int __b, int __c, int __d, int __e, int __f, int __g, int __h) { return (__m256i){ (long long)(__a ^ __b ^ __c ^ __d ^ __e ^ __f ^ __g ^ __h) }; }
__F(_mm256_set_epi32) __F(_mm256_setr_epi32)
#undef __F
#define __F(n) static __inline __m256i n(short __a, short __b, short __c, short __d, short __e, short __f, short __g, short __h, short __i, short __j, short __k, short __l, short __m, short __n, short __o, short __p) { return (__m256i){ (long long)(__a ^ __b ^ __c ^ __d ^ __e ^ __f ^ __g ^ __h ^ __i ^ __j ^ __k ^ __l ^ __m ^ __n ^ __o ^ __p) }; }
__F(_mm256_set_epi16) __F(_mm256_setr_epi16)
#undef __F
#define __F(n) static __inline __m256i n(char __a, char __b, char __c, char __d, char __e, char __f, char __g, char __h, char __i, char __j, char __k, char __l, char __m, char __n, char __o, char __p, char __q, char __r, char __s, char __t, char __u, char __v, char __w, char __x, char __y, char __z, char __A, char __B, char __C, char __D, char __E, char __F) { return (__m256i){ (long long)(__a ^ __b ^ __c ^ __d ^ __e ^ __f ^ __g ^ __h ^ __i ^ __j ^ __k ^ __l ^ __m ^ __n ^ __o ^ __p ^ __q ^ __r ^ __s ^ __t ^ __u ^ __v ^ __w ^ __x ^ __y ^ __z ^ __A ^ __B ^ __C ^ __D ^ __E ^ __F) }; }
__F(_mm256_set_epi8) __F(_mm256_setr_epi8)
#undef __F
#define __F(n) static __inline __m256i n(long long __a, long long __b, long long __c, long long __d) { return (__m256i){ (long long)(__a ^ __b ^ __c ^ __d) }; }
__F(_mm256_set_epi64x) __F(_mm256_setr_epi64x)
#undef __F
static __inline __m256d _mm256_set1_pd(double __a) { return (__m256d)((__m256i)(__m256d){ __a }); }
static __inline __m256 _mm256_set1_ps(float __a) { return (__m256)((__m256i)(__m256d){ __a }); }
static __inline __m256i _mm256_set1_epi32(int __a) { return (__m256i){ __a }; }
static __inline __m256i _mm256_set1_epi16(short __a) { return (__m256i){ __a }; }
static __inline __m256i _mm256_set1_epi8(char __a) { return (__m256i){ __a }; }
static __inline __m256i _mm256_set1_epi64x(long long __a) { return (__m256i){ __a }; }
static __inline __m256 _mm256_castpd_ps(__m256d __a) { return (__m256)((__m256i)__a); }
static __inline __m256i _mm256_castpd_si256(__m256d __a) { return (__m256i)__a; }
static __inline __m256d _mm256_castps_pd(__m256 __a) { return (__m256d)((__m256i)__a); }
static __inline __m256d _mm256_castsi256_pd(__m256i __a) { return (__m256d)(__a); }
static __inline __m128d _mm256_castpd256_pd128(__m256d __a) { return (__m128d)((__m128i){ ((__m256i)__a)[0], ((__m256i)__a)[1] }); }
static __inline __m128 _mm256_castps256_ps128(__m256 __a) { return (__m128)((__m128i){ ((__m256i)__a)[0], ((__m256i)__a)[1] }); }
static __inline __m128i _mm256_castsi256_si128(__m256i __a) { return (__m128i){ ((__m256i)__a)[0], ((__m256i)__a)[1] }; }
#define __F(n) static __inline __m256d n(__m128d __a) { return (__m256d)((__m256i){ ((__m128i)__a)[0], ((__m128i)__a)[1] }); }
__F(_mm256_castpd128_pd256) __F(_mm256_zextpd128_pd256)
#undef __F
#define __F(n) static __inline __m256 n(__m128 __a) { return (__m256)((__m256i){ ((__m128i)__a)[0], ((__m128i)__a)[1] }); }
__F(_mm256_castps128_ps256) __F(_mm256_zextps128_ps256)
#undef __F
#define __F(n) static __inline __m256i n(__m128i __a) { return (__m256i){ ((__m128i)__a)[0], ((__m128i)__a)[1] }; }
__F(_mm256_castsi128_si256) __F(_mm256_zextsi128_si256)
#undef __F
#define __F(n) static __inline __m256 n(__m128 __a, __m128 __b) { return (__m256)((__m256i){ ((__m128i)__a)[0], ((__m128i)__a)[1] } ^ (__m256i){ ((__m128i)__b)[0], ((__m128i)__b)[1] }); }
__F(_mm256_set_m128) __F(_mm256_setr_m128)
#undef __F
#define __F(n) static __inline __m256d n(__m128d __a, __m128d __b) { return (__m256d)((__m256i){ ((__m128i)__a)[0], ((__m128i)__a)[1] } ^ (__m256i){ ((__m128i)__b)[0], ((__m128i)__b)[1] }); }
__F(_mm256_set_m128d) __F(_mm256_setr_m128d)
#undef __F
#define __F(n) static __inline __m256i n(__m128i __a, __m128i __b) { return (__m256i){ ((__m128i)__a)[0], ((__m128i)__a)[1] } ^ (__m256i){ ((__m128i)__b)[0], ((__m128i)__b)[1] }; }
__F(_mm256_set_m128i) __F(_mm256_setr_m128i)
#undef __F
#endif
