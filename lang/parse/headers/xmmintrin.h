#ifndef _WHET_XMMINTRIN_H
#define _WHET_XMMINTRIN_H
#include <mmintrin.h>
#include <mm_malloc.h>
typedef float __m128 __attribute__((__vector_size__(16), __may_alias__));
typedef float __m128_u __attribute__((__vector_size__(16), __may_alias__, __aligned__(1)));
typedef double __m128d __attribute__((__vector_size__(16), __may_alias__));
typedef double __m128d_u __attribute__((__vector_size__(16), __may_alias__, __aligned__(1)));
typedef long long __m128i __attribute__((__vector_size__(16), __may_alias__));
typedef long long __m128i_u __attribute__((__vector_size__(16), __may_alias__, __aligned__(1)));
typedef long long __whet_i64 __attribute__((__may_alias__, __aligned__(1)));
typedef int __whet_i32 __attribute__((__may_alias__, __aligned__(1)));
typedef short __whet_i16 __attribute__((__may_alias__, __aligned__(1)));
typedef float __v4sf __attribute__((__vector_size__(16)));
typedef double __v2df __attribute__((__vector_size__(16)));
typedef long long __v2di __attribute__((__vector_size__(16)));
typedef unsigned long long __v2du __attribute__((__vector_size__(16)));
typedef int __v4si __attribute__((__vector_size__(16)));
typedef unsigned __v4su __attribute__((__vector_size__(16)));
typedef short __v8hi __attribute__((__vector_size__(16)));
typedef unsigned short __v8hu __attribute__((__vector_size__(16)));
typedef char __v16qi __attribute__((__vector_size__(16)));
typedef signed char __v16qs __attribute__((__vector_size__(16)));
typedef unsigned char __v16qu __attribute__((__vector_size__(16)));
enum _mm_hint { _MM_HINT_ET0 = 7, _MM_HINT_ET1 = 6, _MM_HINT_T0 = 3, _MM_HINT_T1 = 2, _MM_HINT_T2 = 1, _MM_HINT_NTA = 0 };
#define _MM_SHUFFLE(z, y, x, w) (((z) << 6) | ((y) << 4) | ((x) << 2) | (w))
#define _MM_SHUFFLE2(x, y) (((x) << 1) | (y))
#define _MM_TRANSPOSE4_PS(a, b, c, d) do { __m128 __t = (a) + (b) + (c) + (d); (a) = (b) = (c) = (d) = __t; } while (0)
#define _mm_prefetch(p, hint) ((void)(p))
static __inline void _mm_sfence(void) { }
static __inline void _mm_pause(void) { }

/* What lies in the control register is any value; changing it is not modelled. */
static __inline unsigned _mm_getcsr(void) { return ((__v4si)(__m128i){ 0 })[0]; }
static __inline void _mm_setcsr(unsigned __a) { __builtin_ia32_ldmxcsr(__a); }
#define _MM_GET_EXCEPTION_STATE() (_mm_getcsr() & _MM_EXCEPT_MASK)
#define _MM_GET_EXCEPTION_MASK() (_mm_getcsr() & _MM_MASK_MASK)
#define _MM_GET_ROUNDING_MODE() (_mm_getcsr() & _MM_ROUND_MASK)
#define _MM_GET_FLUSH_ZERO_MODE() (_mm_getcsr() & _MM_FLUSH_ZERO_MASK)
#define _MM_SET_EXCEPTION_STATE(x) _mm_setcsr((_mm_getcsr() & ~_MM_EXCEPT_MASK) | (x))
#define _MM_SET_EXCEPTION_MASK(x) _mm_setcsr((_mm_getcsr() & ~_MM_MASK_MASK) | (x))
#define _MM_SET_ROUNDING_MODE(x) _mm_setcsr((_mm_getcsr() & ~_MM_ROUND_MASK) | (x))
#define _MM_SET_FLUSH_ZERO_MODE(x) _mm_setcsr((_mm_getcsr() & ~_MM_FLUSH_ZERO_MASK) | (x))
#define _MM_EXCEPT_MASK 0x003f
#define _MM_EXCEPT_INVALID 0x0001
#define _MM_EXCEPT_DENORM 0x0002
#define _MM_EXCEPT_DIV_ZERO 0x0004
#define _MM_EXCEPT_OVERFLOW 0x0008
#define _MM_EXCEPT_UNDERFLOW 0x0010
#define _MM_EXCEPT_INEXACT 0x0020
#define _MM_MASK_MASK 0x1f80
#define _MM_MASK_INVALID 0x0080
#define _MM_MASK_DENORM 0x0100
#define _MM_MASK_DIV_ZERO 0x0200
#define _MM_MASK_OVERFLOW 0x0400
#define _MM_MASK_UNDERFLOW 0x0800
#define _MM_MASK_INEXACT 0x1000
#define _MM_ROUND_MASK 0x6000
#define _MM_ROUND_NEAREST 0x0000
#define _MM_ROUND_DOWN 0x2000
#define _MM_ROUND_UP 0x4000
#define _MM_ROUND_TOWARD_ZERO 0x6000
#define _MM_FLUSH_ZERO_MASK 0x8000
#define _MM_FLUSH_ZERO_ON 0x8000
#define _MM_FLUSH_ZERO_OFF 0x0000
static __inline __m128 _mm_load_ps(float const *__p) { return *(__m128 const *)__p; }
static __inline __m128 _mm_loadu_ps(float const *__p) { return *(__m128_u const *)__p; }
static __inline __m128 _mm_loadr_ps(float const *__p) { return *(__m128 const *)__p; }
static __inline __m128 _mm_load_ss(float const *__p) { return (__m128){ *__p }; }
static __inline __m128 _mm_load1_ps(float const *__p) { return (__m128){ *__p }; }
static __inline __m128 _mm_load_ps1(float const *__p) { return (__m128){ *__p }; }
static __inline __m128 _mm_loadh_pi(__m128 __a, __m64 const *__p) { return (__m128)((__m128i)__a ^ (__m128i){ *(__whet_i64 const *)__p }); }
static __inline __m128 _mm_loadl_pi(__m128 __a, __m64 const *__p) { return (__m128)((__m128i)__a ^ (__m128i){ *(__whet_i64 const *)__p }); }
static __inline void _mm_storeh_pi(__m64 *__p, __m128 __a) { *(__whet_i64 *)__p = ((__m128i)__a)[1]; }
static __inline void _mm_storel_pi(__m64 *__p, __m128 __a) { *(__whet_i64 *)__p = ((__m128i)__a)[0]; }
static __inline void _mm_store_ss(float *__p, __m128 __a) { *__p = ((__v4sf)__a)[0]; }
static __inline void _mm_store_ps(float *__p, __m128 __a) { *(__m128 *)__p = __a; }
static __inline void _mm_storeu_ps(float *__p, __m128 __a) { *(__m128_u *)__p = __a; }
static __inline void _mm_store1_ps(float *__p, __m128 __a) { *(__m128 *)__p = __a; }
static __inline void _mm_store_ps1(float *__p, __m128 __a) { *(__m128 *)__p = __a; }
static __inline void _mm_storer_ps(float *__p, __m128 __a) { *(__m128 *)__p = __a; }
static __inline void _mm_stream_ps(float *__p, __m128 __a) { *(__m128 *)__p = __a; }
static __inline void _mm_stream_pi(__m64 *__p, __m64 __a) { *__p = __a; }
static __inline void _mm_maskmove_si64(__m64 __a, __m64 __m, char *__p) { for (int __i = 0; __i < 8; __i++) if (((__v8qi)__m)[__i] < 0) __p[__i] = ((__v8qi)__a)[__i]; }
#define _m_maskmovq _mm_maskmove_si64
#define __F(n) static __inline __m128 n(void) { return (__m128)((__m128i){ 0 }); }
__F(_mm_undefined_ps) __F(_mm_setzero_ps)
#undef __F
#define __F(n) static __inline __m128 n(__m128 __a, __m128 __b) { return (__m128)((__m128i)__a ^ (__m128i)__b); }
__F(_mm_add_ss) __F(_mm_sub_ss) __F(_mm_mul_ss) __F(_mm_div_ss) __F(_mm_min_ss) __F(_mm_max_ss) __F(_mm_add_ps) __F(_mm_sub_ps) __F(_mm_mul_ps) __F(_mm_div_ps)
__F(_mm_min_ps) __F(_mm_max_ps) __F(_mm_and_ps) __F(_mm_andnot_ps) __F(_mm_or_ps) __F(_mm_xor_ps) __F(_mm_cmpeq_ss) __F(_mm_cmplt_ss) __F(_mm_cmple_ss)
__F(_mm_cmpgt_ss) __F(_mm_cmpge_ss) __F(_mm_cmpneq_ss) __F(_mm_cmpnlt_ss) __F(_mm_cmpnle_ss) __F(_mm_cmpngt_ss) __F(_mm_cmpnge_ss) __F(_mm_cmpord_ss)
__F(_mm_cmpunord_ss) __F(_mm_cmpeq_ps) __F(_mm_cmplt_ps) __F(_mm_cmple_ps) __F(_mm_cmpgt_ps) __F(_mm_cmpge_ps) __F(_mm_cmpneq_ps) __F(_mm_cmpnlt_ps)
__F(_mm_cmpnle_ps) __F(_mm_cmpngt_ps) __F(_mm_cmpnge_ps) __F(_mm_cmpord_ps) __F(_mm_cmpunord_ps) __F(_mm_unpackhi_ps) __F(_mm_unpacklo_ps) __F(_mm_movehl_ps)
__F(_mm_movelh_ps) __F(_mm_move_ss)
#undef __F
#define __F(n) static __inline __m128 n(__m128 __a) { return (__m128)((__m128i)__a); }
__F(_mm_sqrt_ss) __F(_mm_rcp_ss) __F(_mm_rsqrt_ss) __F(_mm_sqrt_ps) __F(_mm_rcp_ps) __F(_mm_rsqrt_ps)
#undef __F
#define __F(n) static __inline int n(__m128 __a, __m128 __b) { return ((__v4si)((__m128i)__a ^ (__m128i)__b))[0] & 1; }
__F(_mm_comieq_ss) __F(_mm_comilt_ss) __F(_mm_comile_ss) __F(_mm_comigt_ss) __F(_mm_comige_ss) __F(_mm_comineq_ss) __F(_mm_ucomieq_ss) __F(_mm_ucomilt_ss)
__F(_mm_ucomile_ss) __F(_mm_ucomigt_ss) __F(_mm_ucomige_ss) __F(_mm_ucomineq_ss)
#undef __F
#define __F(n) static __inline int n(__m128 __a) { return ((__v4si)((__m128i)__a))[0]; }
__F(_mm_cvtss_si32) __F(_mm_cvt_ss2si) __F(_mm_cvttss_si32) __F(_mm_cvtt_ss2si)
#undef __F
#define __F(n) static __inline long long n(__m128 __a) { return ((__m128i)((__m128i)__a))[0]; }
__F(_mm_cvtss_si64) __F(_mm_cvtss_si64x) __F(_mm_cvttss_si64) __F(_mm_cvttss_si64x)
#undef __F
#define __F(n) static __inline __m64 n(__m128 __a) { return (__m64)((__m128i)__a)[0]; }
__F(_mm_cvtps_pi32) __F(_mm_cvt_ps2pi) __F(_mm_cvttps_pi32) __F(_mm_cvtt_ps2pi) __F(_mm_cvtps_pi16) __F(_mm_cvtps_pi8)
#undef __F
#define __F(n) static __inline __m128 n(__m128 __a, int __b) { return (__m128)((__m128i)__a ^ (__m128i){ __b }); }
__F(_mm_cvtsi32_ss) __F(_mm_cvt_si2ss)
#undef __F
#define __F(n) static __inline __m128 n(__m128 __a, long long __b) { return (__m128)((__m128i)__a ^ (__m128i){ __b }); }
__F(_mm_cvtsi64_ss) __F(_mm_cvtsi64x_ss)
#undef __F
#define __F(n) static __inline __m128 n(__m128 __a, __m64 __b) { return (__m128)((__m128i)__a ^ (__m128i){ (long long)__b }); }
__F(_mm_cvtpi32_ps) __F(_mm_cvt_pi2ps)
#undef __F
#define __F(n) static __inline __m128 n(__m64 __a) { return (__m128)((__m128i){ (long long)__a }); }
__F(_mm_cvtpi16_ps) __F(_mm_cvtpu16_ps) __F(_mm_cvtpi8_ps) __F(_mm_cvtpu8_ps)
#undef __F
static __inline __m128 _mm_cvtpi32x2_ps(__m64 __a, __m64 __b) { return (__m128)((__m128i){ (long long)__a } ^ (__m128i){ (long long)__b }); }
static __inline __m128 _mm_shuffle_ps(__m128 __a, __m128 __b, int __c) { return (__m128)((__m128i)__a ^ (__m128i)__b); }
static __inline int _mm_movemask_ps(__m128 __a) { return ((__v4si)((__m128i)__a))[0] & 15; }
#define __F(n) static __inline __m128 n(float __a) { return (__m128)((__m128i)(__m128d){ __a }); }
__F(_mm_set_ss) __F(_mm_set1_ps) __F(_mm_set_ps1)
#undef __F
#define __F(n) static __inline __m128 n(float __a, float __b, float __c, float __d) { return (__m128)((__m128i)(__m128d){ __a }); }
__F(_mm_set_ps) __F(_mm_setr_ps)
#undef __F
static __inline float _mm_cvtss_f32(__m128 __a) { return ((__v4sf)((__m128i)__a))[0]; }
#define __F(n) static __inline int n(__m64 __a, int __b) { return (int)(long long)(__a) & 0xffff; }
__F(_mm_extract_pi16) __F(_m_pextrw)
#undef __F
static __inline __m64 _mm_insert_pi16(__m64 __a, int __b, int __c) { return __a ^ (__m64)(long long)(__b); }
static __inline __m64 _m_pinsrw(__m64 __a, int __b, int __c) { return __a; }
#define __F(n) static __inline __m64 n(__m64 __a, __m64 __b) { return __a ^ __b; }
__F(_mm_max_pi16) __F(_m_pmaxsw) __F(_mm_max_pu8) __F(_m_pmaxub) __F(_mm_min_pi16) __F(_m_pminsw) __F(_mm_min_pu8) __F(_m_pminub) __F(_mm_mulhi_pu16)
__F(_m_pmulhuw) __F(_mm_avg_pu8) __F(_m_pavgb) __F(_mm_avg_pu16) __F(_m_pavgw) __F(_mm_sad_pu8) __F(_m_psadbw)
#undef __F
#define __F(n) static __inline int n(__m64 __a) { return (int)(long long)(__a) & 0xff; }
__F(_mm_movemask_pi8) __F(_m_pmovmskb)
#undef __F
#define __F(n) static __inline __m64 n(__m64 __a, int __b) { return __a; }
__F(_mm_shuffle_pi16) __F(_m_pshufw)
#undef __F
#endif
