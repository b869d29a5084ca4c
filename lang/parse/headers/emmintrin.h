#ifndef _WHET_EMMINTRIN_H
#define _WHET_EMMINTRIN_H
#include <xmmintrin.h>
static __inline __m128d _mm_load_pd(double const *__p) { return *(__m128d const *)__p; }
static __inline __m128d _mm_loadu_pd(double const *__p) { return *(__m128d_u const *)__p; }
static __inline __m128d _mm_loadr_pd(double const *__p) { return *(__m128d const *)__p; }
static __inline __m128d _mm_load_sd(double const *__p) { return (__m128d){ *__p }; }
static __inline __m128d _mm_load1_pd(double const *__p) { return (__m128d){ *__p }; }
static __inline __m128d _mm_load_pd1(double const *__p) { return (__m128d){ *__p }; }
static __inline __m128d _mm_loadh_pd(__m128d __a, double const *__p) { return __a + (__m128d){ *__p }; }
static __inline __m128d _mm_loadl_pd(__m128d __a, double const *__p) { return __a + (__m128d){ *__p }; }
static __inline void _mm_store_pd(double *__p, __m128d __a) { *(__m128d *)__p = __a; }
static __inline void _mm_storeu_pd(double *__p, __m128d __a) { *(__m128d_u *)__p = __a; }
static __inline void _mm_store1_pd(double *__p, __m128d __a) { *(__m128d *)__p = __a; }
static __inline void _mm_store_pd1(double *__p, __m128d __a) { *(__m128d *)__p = __a; }
static __inline void _mm_storer_pd(double *__p, __m128d __a) { *(__m128d *)__p = __a; }
static __inline void _mm_stream_pd(double *__p, __m128d __a) { *(__m128d *)__p = __a; }
static __inline void _mm_store_sd(double *__p, __m128d __a) { *__p = ((__v2df)__a)[0]; }
static __inline void _mm_storel_pd(double *__p, __m128d __a) { *__p = ((__v2df)__a)[0]; }
static __inline void _mm_storeh_pd(double *__p, __m128d __a) { *__p = ((__v2df)__a)[1]; }
static __inline __m128i _mm_load_si128(__m128i const *__p) { return *(__m128i const *)__p; }
static __inline __m128i _mm_loadu_si128(__m128i_u const *__p) { return *(__m128i_u const *)__p; }
static __inline void _mm_store_si128(__m128i *__p, __m128i __a) { *(__m128i *)__p = __a; }
static __inline void _mm_stream_si128(__m128i *__p, __m128i __a) { *(__m128i *)__p = __a; }
static __inline void _mm_storeu_si128(__m128i_u *__p, __m128i __a) { *(__m128i_u *)__p = __a; }
static __inline __m128i _mm_loadl_epi64(__m128i_u const *__p) { return (__m128i){ *(__whet_i64 const *)__p }; }
static __inline __m128i _mm_loadu_si64(void const *__p) { return (__m128i){ *(__whet_i64 const *)__p }; }
static __inline __m128i _mm_loadu_si32(void const *__p) { return (__m128i){ *(__whet_i32 const *)__p }; }
static __inline __m128i _mm_loadu_si16(void const *__p) { return (__m128i){ *(__whet_i16 const *)__p }; }
static __inline void _mm_storel_epi64(__m128i_u *__p, __m128i __a) { *(__whet_i64 *)__p = __a[0]; }
static __inline void _mm_storeu_si64(void *__p, __m128i __a) { *(__whet_i64 *)__p = __a[0]; }
static __inline void _mm_storeu_si32(void *__p, __m128i __a) { *(__whet_i32 *)__p = ((__v4si)__a)[0]; }
static __inline void _mm_storeu_si16(void *__p, __m128i __a) { *(__whet_i16 *)__p = ((__v8hi)__a)[0]; }
static __inline void _mm_stream_si32(int *__p, int __a) { *__p = __a; }
static __inline void _mm_stream_si64(long long *__p, long long __a) { *__p = __a; }
static __inline void _mm_maskmoveu_si128(__m128i __a, __m128i __m, char *__p) { for (int __i = 0; __i < 16; __i++) if (((__v16qi)__m)[__i] < 0) __p[__i] = ((__v16qi)__a)[__i]; }
static __inline void _mm_clflush(void const *__p) { }
static __inline void _mm_lfence(void) { }
static __inline void _mm_mfence(void) { }
#define __F(n) static __inline __m128d n(double __a) { return (__m128d)((__m128i)(__m128d){ __a }); }
__F(_mm_set_sd) __F(_mm_set1_pd) __F(_mm_set_pd1)
#undef __F
#define __F(n) static __inline __m128d n(double __a, double __b) { return (__m128d)((__m128i)(__m128d){ __a }); }
__F(_mm_set_pd) __F(_mm_setr_pd)
#undef __F
#define __F(n) static __inline __m128d n(void) { return (__m128d)((__m128i){ 0 }); }
__F(_mm_undefined_pd) __F(_mm_setzero_pd)
#undef __F
#define __F(n) static __inline __m128d n(__m128d __a, __m128d __b) { return (__m128d)((__m128i)__a ^ (__m128i)__b); }
__F(_mm_move_sd) __F(_mm_add_pd) __F(_mm_add_sd) __F(_mm_sub_pd) __F(_mm_sub_sd) __F(_mm_mul_pd) __F(_mm_mul_sd) __F(_mm_div_pd) __F(_mm_div_sd)
__F(_mm_sqrt_sd) __F(_mm_min_pd) __F(_mm_min_sd) __F(_mm_max_pd) __F(_mm_max_sd) __F(_mm_and_pd) __F(_mm_andnot_pd) __F(_mm_or_pd) __F(_mm_xor_pd)
__F(_mm_cmpeq_pd) __F(_mm_cmplt_pd) __F(_mm_cmple_pd) __F(_mm_cmpgt_pd) __F(_mm_cmpge_pd) __F(_mm_cmpneq_pd) __F(_mm_cmpnlt_pd) __F(_mm_cmpnle_pd)
__F(_mm_cmpngt_pd) __F(_mm_cmpnge_pd) __F(_mm_cmpord_pd) __F(_mm_cmpunord_pd) __F(_mm_cmpeq_sd) __F(_mm_cmplt_sd) __F(_mm_cmple_sd) __F(_mm_cmpgt_sd)
__F(_mm_cmpge_sd) __F(_mm_cmpneq_sd) __F(_mm_cmpnlt_sd) __F(_mm_cmpnle_sd) __F(_mm_cmpngt_sd) __F(_mm_cmpnge_sd) __F(_mm_cmpord_sd) __F(_mm_cmpunord_sd)
__F(_mm_unpackhi_pd) __F(_mm_unpacklo_pd)
#undef __F
static __inline double _mm_cvtsd_f64(__m128d __a) { return ((__v2df)((__m128i)__a))[0]; }
static __inline int _mm_cvtsi128_si32(__m128i __a) { return ((__v4si)(__a))[0]; }
#define __F(n) static __inline long long n(__m128i __a) { return ((__m128i)(__a))[0]; }
__F(_mm_cvtsi128_si64) __F(_mm_cvtsi128_si64x)
#undef __F
static __inline __m128d _mm_sqrt_pd(__m128d __a) { return (__m128d)((__m128i)__a); }
#define __F(n) static __inline int n(__m128d __a, __m128d __b) { return ((__v4si)((__m128i)__a ^ (__m128i)__b))[0] & 1; }
__F(_mm_comieq_sd) __F(_mm_comilt_sd) __F(_mm_comile_sd) __F(_mm_comigt_sd) __F(_mm_comige_sd) __F(_mm_comineq_sd) __F(_mm_ucomieq_sd) __F(_mm_ucomilt_sd)
__F(_mm_ucomile_sd) __F(_mm_ucomigt_sd) __F(_mm_ucomige_sd) __F(_mm_ucomineq_sd)
#undef __F
static __inline __m128i _mm_set_epi64x(long long __a, long long __b) { return (__m128i){ (long long)(__a ^ __b) }; }
#define __F(n) static __inline __m128i n(__m64 __a, __m64 __b) { return (__m128i){ (long long)__a } ^ (__m128i){ (long long)__b }; }
__F(_mm_set_epi64) __F(_mm_setr_epi64)
#undef __F
#define __F(n) static __inline __m128i n(int __a, int __b, int __c, int __d) { return (__m128i){ (long long)(__a ^ __b ^ __c ^ __d) }; }
__F(_mm_set_epi32) __F(_mm_setr_epi32)
#undef __F
#define __F(n) static __inline __m128i n(short __a, short __b, short __c, short __d, short __e, short __f, short __g, short __h) { return (__m128i){ (long long)(__a ^ __b ^ __c ^ __d ^ __e ^ __f ^ __g ^ __h) }; }
__F(_mm_set_epi16) __F(_mm_setr_epi16)
#undef __F
#define __F(n) static __inline __m128i n(char __a, char __b, char __c, char __d, char __e, char __f, char __g, char __h, char __i, char __j, char __k, char __l, char __m, char __n, char __o, char __p) { return (__m128i){ (long long)(__a ^ __b ^ __c ^ __d ^ __e ^ __f ^ __g ^ __h ^ __i ^ __j ^ __k ^ __l ^ __m ^ __n ^ __o ^ __p) }; }
__F(_mm_set_epi8) __F(_mm_setr_epi8)
#undef __F
#define __F(n) static __inline __m128i n(long long __a) { return (__m128i){ __a }; }
__F(_mm_set1_epi64x) __F(_mm_cvtsi64_si128) __F(_mm_cvtsi64x_si128)
#undef __F
#define __F(n) static __inline __m128i n(__m64 __a) { return (__m128i){ (long long)__a }; }
__F(_mm_set1_epi64) __F(_mm_movpi64_epi64)
#undef __F
#define __F(n) static __inline __m128i n(int __a) { return (__m128i){ __a }; }
__F(_mm_set1_epi32) __F(_mm_cvtsi32_si128)
#undef __F
static __inline __m128i _mm_set1_epi16(short __a) { return (__m128i){ __a }; }
static __inline __m128i _mm_set1_epi8(char __a) { return (__m128i){ __a }; }
static __inline __m64 _mm_movepi64_pi64(__m128i __a) { return (__m64)((__m128i)__a)[0]; }
static __inline __m128i _mm_move_epi64(__m128i __a) { return __a; }
#define __F(n) static __inline __m128i n(void) { return (__m128i){ 0 }; }
__F(_mm_undefined_si128) __F(_mm_setzero_si128)
#undef __F
#define __F(n) static __inline __m128d n(__m128i __a) { return (__m128d)(__a); }
__F(_mm_cvtepi32_pd) __F(_mm_castsi128_pd)
#undef __F
#define __F(n) static __inline __m128 n(__m128i __a) { return (__m128)(__a); }
__F(_mm_cvtepi32_ps) __F(_mm_castsi128_ps)
#undef __F
#define __F(n) static __inline __m128i n(__m128d __a) { return (__m128i)__a; }
__F(_mm_cvtpd_epi32) __F(_mm_cvttpd_epi32) __F(_mm_castpd_si128)
#undef __F
#define __F(n) static __inline __m64 n(__m128d __a) { return (__m64)((__m128i)__a)[0]; }
__F(_mm_cvtpd_pi32) __F(_mm_cvttpd_pi32)
#undef __F
#define __F(n) static __inline __m128 n(__m128d __a) { return (__m128)((__m128i)__a); }
__F(_mm_cvtpd_ps) __F(_mm_castpd_ps)
#undef __F
static __inline __m128d _mm_cvtpi32_pd(__m64 __a) { return (__m128d)((__m128i){ (long long)__a }); }
#define __F(n) static __inline __m128i n(__m128 __a) { return (__m128i)__a; }
__F(_mm_cvtps_epi32) __F(_mm_cvttps_epi32) __F(_mm_castps_si128)
#undef __F
#define __F(n) static __inline __m128d n(__m128 __a) { return (__m128d)((__m128i)__a); }
__F(_mm_cvtps_pd) __F(_mm_castps_pd)
#undef __F
#define __F(n) static __inline int n(__m128d __a) { return ((__v4si)((__m128i)__a))[0]; }
__F(_mm_cvtsd_si32) __F(_mm_cvttsd_si32)
#undef __F
#define __F(n) static __inline long long n(__m128d __a) { return ((__m128i)((__m128i)__a))[0]; }
__F(_mm_cvtsd_si64) __F(_mm_cvtsd_si64x) __F(_mm_cvttsd_si64) __F(_mm_cvttsd_si64x)
#undef __F
static __inline __m128 _mm_cvtsd_ss(__m128 __a, __m128d __b) { return (__m128)((__m128i)__a ^ (__m128i)__b); }
static __inline __m128d _mm_cvtsi32_sd(__m128d __a, int __b) { return (__m128d)((__m128i)__a ^ (__m128i){ __b }); }
#define __F(n) static __inline __m128d n(__m128d __a, long long __b) { return (__m128d)((__m128i)__a ^ (__m128i){ __b }); }
__F(_mm_cvtsi64_sd) __F(_mm_cvtsi64x_sd)
#undef __F
static __inline __m128d _mm_cvtss_sd(__m128d __a, __m128 __b) { return (__m128d)((__m128i)__a ^ (__m128i)__b); }
static __inline __m128d _mm_shuffle_pd(__m128d __a, __m128d __b, int __c) { return (__m128d)((__m128i)__a ^ (__m128i)__b); }
static __inline int _mm_movemask_pd(__m128d __a) { return ((__v4si)((__m128i)__a))[0] & 3; }
#define __F(n) static __inline __m128i n(__m128i __a, __m128i __b) { return __a ^ __b; }
__F(_mm_packs_epi16) __F(_mm_packs_epi32) __F(_mm_packus_epi16) __F(_mm_unpackhi_epi8) __F(_mm_unpackhi_epi16) __F(_mm_unpackhi_epi32) __F(_mm_unpackhi_epi64)
__F(_mm_unpacklo_epi8) __F(_mm_unpacklo_epi16) __F(_mm_unpacklo_epi32) __F(_mm_unpacklo_epi64) __F(_mm_add_epi8) __F(_mm_add_epi16) __F(_mm_add_epi32)
__F(_mm_add_epi64) __F(_mm_adds_epi8) __F(_mm_adds_epi16) __F(_mm_adds_epu8) __F(_mm_adds_epu16) __F(_mm_sub_epi8) __F(_mm_sub_epi16) __F(_mm_sub_epi32)
__F(_mm_sub_epi64) __F(_mm_subs_epi8) __F(_mm_subs_epi16) __F(_mm_subs_epu8) __F(_mm_subs_epu16) __F(_mm_madd_epi16) __F(_mm_mulhi_epi16) __F(_mm_mullo_epi16)
__F(_mm_mul_epu32) __F(_mm_sll_epi16) __F(_mm_sll_epi32) __F(_mm_sll_epi64) __F(_mm_sra_epi16) __F(_mm_sra_epi32) __F(_mm_srl_epi16) __F(_mm_srl_epi32)
__F(_mm_srl_epi64) __F(_mm_and_si128) __F(_mm_andnot_si128) __F(_mm_or_si128) __F(_mm_xor_si128) __F(_mm_cmpeq_epi8) __F(_mm_cmpeq_epi16) __F(_mm_cmpeq_epi32)
__F(_mm_cmplt_epi8) __F(_mm_cmplt_epi16) __F(_mm_cmplt_epi32) __F(_mm_cmpgt_epi8) __F(_mm_cmpgt_epi16) __F(_mm_cmpgt_epi32) __F(_mm_max_epi16) __F(_mm_max_epu8)
__F(_mm_min_epi16) __F(_mm_min_epu8) __F(_mm_mulhi_epu16) __F(_mm_avg_epu8) __F(_mm_avg_epu16) __F(_mm_sad_epu8)
#undef __F
static __inline __m64 _mm_mul_su32(__m64 __a, __m64 __b) { return __a ^ __b; }
#define __F(n) static __inline __m128i n(__m128i __a, int __b) { return __a; }
__F(_mm_slli_epi16) __F(_mm_slli_epi32) __F(_mm_slli_epi64) __F(_mm_srai_epi16) __F(_mm_srai_epi32) __F(_mm_bsrli_si128) __F(_mm_bslli_si128)
__F(_mm_srli_si128) __F(_mm_slli_si128) __F(_mm_srli_epi16) __F(_mm_srli_epi32) __F(_mm_srli_epi64) __F(_mm_shufflehi_epi16) __F(_mm_shufflelo_epi16)
__F(_mm_shuffle_epi32)
#undef __F
static __inline int _mm_extract_epi16(__m128i __a, int __b) { return ((__v4si)(__a))[0] & 0xffff; }
static __inline __m128i _mm_insert_epi16(__m128i __a, int __b, int __c) { return __a ^ (__m128i){ __b }; }
static __inline int _mm_movemask_epi8(__m128i __a) { return ((__v4si)(__a))[0] & 0xffff; }
#endif
