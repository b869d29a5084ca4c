#ifndef _WHET_IMMINTRIN_H
#define _WHET_IMMINTRIN_H
#include <wmmintrin.h>
#include <nmmintrin.h>
#include <avx2intrin.h>
#define __W(T, s, bits, n) \
	static __inline T __tzcnt_##s(T __x) { return __x ? __builtin_ctz##n(__x) : bits; } \
	static __inline T _tzcnt_##s(T __x) { return __x ? __builtin_ctz##n(__x) : bits; } \
	static __inline T _lzcnt_##s(T __x) { return __x ? __builtin_clz##n(__x) : bits; } \
	static __inline T __andn_##s(T __x, T __y) { return ~__x & __y; } \
	static __inline T _andn_##s(T __x, T __y) { return ~__x & __y; } \
	static __inline T __blsi_##s(T __x) { return __x & -__x; } \
	static __inline T _blsi_##s(T __x) { return __x & -__x; } \
	static __inline T __blsmsk_##s(T __x) { return __x ^ (__x - 1); } \
	static __inline T _blsmsk_##s(T __x) { return __x ^ (__x - 1); } \
	static __inline T __blsr_##s(T __x) { return __x & (__x - 1); } \
	static __inline T _blsr_##s(T __x) { return __x & (__x - 1); } \
	static __inline T _bzhi_##s(T __x, T __y) { return (__y & 255) < bits ? __x & (((T)1 << (__y & 255)) - 1) : __x; } \
	static __inline T _bextr_##s(T __x, unsigned __from, unsigned __len) { return (__from & 255) < bits ? _bzhi_##s(__x >> (__from & 255), __len & 255) : 0; } \
	static __inline T __bextr_##s(T __x, T __c) { return _bextr_##s(__x, (unsigned)__c & 255, (unsigned)__c >> 8 & 255); } \
	static __inline T _pext_##s(T __x, T __m) { T __r = 0; int __i, __k = 0; for (__i = 0; __i < bits; __i++) if (__m >> __i & 1) __r |= (__x >> __i & 1) << __k++; return __r; } \
	static __inline T _pdep_##s(T __x, T __m) { T __r = 0; int __i, __k = 0; for (__i = 0; __i < bits; __i++) if (__m >> __i & 1) __r |= (__x >> __k++ & 1) << __i; return __r; }
__W(unsigned, u32, 32, )
__W(unsigned long long, u64, 64, ll)
#undef __W
static __inline unsigned short __tzcnt_u16(unsigned short __x) { return __x ? __builtin_ctz(__x) : 16; }
static __inline unsigned short _tzcnt_u16(unsigned short __x) { return __x ? __builtin_ctz(__x) : 16; }
static __inline unsigned short __lzcnt16(unsigned short __x) { return __x ? __builtin_clz(__x) - 16 : 16; }
static __inline unsigned __lzcnt32(unsigned __x) { return _lzcnt_u32(__x); }
static __inline unsigned long long __lzcnt64(unsigned long long __x) { return _lzcnt_u64(__x); }
static __inline unsigned _mulx_u32(unsigned __x, unsigned __y, unsigned *__p) { unsigned long long __r = (unsigned long long)__x * __y; *__p = __r >> 32; return __r; }
#ifdef __SIZEOF_INT128__
static __inline unsigned long long _mulx_u64(unsigned long long __x, unsigned long long __y, unsigned long long *__p) { unsigned __int128 __r = (unsigned __int128)__x * __y; *__p = __r >> 64; return __r; }
#endif
static __inline unsigned char _addcarry_u32(unsigned char __c, unsigned __x, unsigned __y, unsigned *__p) { unsigned long long __r = (unsigned long long)__x + __y + !!__c; *__p = __r; return __r >> 32; }
static __inline unsigned char _subborrow_u32(unsigned char __c, unsigned __x, unsigned __y, unsigned *__p) { unsigned long long __r = (unsigned long long)__x - __y - !!__c; *__p = __r; return __r >> 32 & 1; }
static __inline unsigned char _addcarry_u64(unsigned char __c, unsigned long long __x, unsigned long long __y, unsigned long long *__p)
{
	unsigned long long __s = __x + __y, __r = __s + !!__c;
	*__p = __r;
	return __s < __x || __r < __s;
}
static __inline unsigned char _subborrow_u64(unsigned char __c, unsigned long long __x, unsigned long long __y, unsigned long long *__p)
{
	*__p = __x - __y - !!__c;
	return __x < __y || __x - __y < !!__c;
}
/* What the machine gives. */
static __inline int _rdrand16_step(unsigned short *__p) { *__p = ((__v4si)(__m128i){ 0 })[0]; return ((__v4si)(__m128i){ 0 })[0] & 1; }
static __inline int _rdrand32_step(unsigned *__p) { *__p = ((__v4si)(__m128i){ 0 })[0]; return ((__v4si)(__m128i){ 0 })[0] & 1; }
static __inline int _rdrand64_step(unsigned long long *__p) { *__p = (__m128i){ 0 }[0]; return ((__v4si)(__m128i){ 0 })[0] & 1; }
static __inline int _rdseed32_step(unsigned *__p) { return _rdrand32_step(__p); }
static __inline int _rdseed64_step(unsigned long long *__p) { return _rdrand64_step(__p); }
static __inline unsigned long long _xgetbv(unsigned __x) { return (__m128i){ 0 }[0]; }
static __inline float _cvtsh_ss(unsigned short __x) { return ((__v4sf)(__m128i){ 0 })[0]; }
static __inline unsigned short _cvtss_sh(float __x, int __n) { return ((__v4si)(__m128i){ 0 })[0]; }
#define __F(n) static __inline __m128d n(__m128d __a, __m128d __b, __m128d __c) { return (__m128d)((__m128i)__a ^ (__m128i)__b ^ (__m128i)__c); }
__F(_mm_fmadd_pd) __F(_mm_fmadd_sd) __F(_mm_fmsub_pd) __F(_mm_fmsub_sd) __F(_mm_fnmadd_pd) __F(_mm_fnmadd_sd) __F(_mm_fnmsub_pd) __F(_mm_fnmsub_sd)
__F(_mm_fmaddsub_pd) __F(_mm_fmsubadd_pd)
#undef __F
#define __F(n) static __inline __m256d n(__m256d __a, __m256d __b, __m256d __c) { return (__m256d)((__m256i)__a ^ (__m256i)__b ^ (__m256i)__c); }
__F(_mm256_fmadd_pd) __F(_mm256_fmsub_pd) __F(_mm256_fnmadd_pd) __F(_mm256_fnmsub_pd) __F(_mm256_fmaddsub_pd) __F(_mm256_fmsubadd_pd)
#undef __F
#define __F(n) static __inline __m128 n(__m128 __a, __m128 __b, __m128 __c) { return (__m128)((__m128i)__a ^ (__m128i)__b ^ (__m128i)__c); }
__F(_mm_fmadd_ps) __F(_mm_fmadd_ss) __F(_mm_fmsub_ps) __F(_mm_fmsub_ss) __F(_mm_fnmadd_ps) __F(_mm_fnmadd_ss) __F(_mm_fnmsub_ps) __F(_mm_fnmsub_ss)
__F(_mm_fmaddsub_ps) __F(_mm_fmsubadd_ps)
#undef __F
#define __F(n) static __inline __m256 n(__m256 __a, __m256 __b, __m256 __c) { return (__m256)((__m256i)__a ^ (__m256i)__b ^ (__m256i)__c); }
__F(_mm256_fmadd_ps) __F(_mm256_fmsub_ps) __F(_mm256_fnmadd_ps) __F(_mm256_fnmsub_ps) __F(_mm256_fmaddsub_ps) __F(_mm256_fmsubadd_ps)
#undef __F
static __inline __m128 _mm_cvtph_ps(__m128i __a) { return (__m128)(__a); }
static __inline __m256 _mm256_cvtph_ps(__m128i __a) { return (__m256)((__m256i){ ((__m128i)__a)[0], ((__m128i)__a)[1] }); }
static __inline __m128i _mm_cvtps_ph(__m128 __a, int __b) { return (__m128i)__a; }
static __inline __m128i _mm256_cvtps_ph(__m256 __a, int __b) { return (__m128i){ ((__m256i)__a)[0], ((__m256i)__a)[1] }; }
#define __F(n) static __inline __m128i n(__m128i __a, __m128i __b) { return __a ^ __b; }
__F(_mm_sha1msg1_epu32) __F(_mm_sha1msg2_epu32) __F(_mm_sha1nexte_epu32) __F(_mm_sha256msg1_epu32) __F(_mm_sha256msg2_epu32) __F(_mm_gf2p8mul_epi8)
#undef __F
#define __F(n) static __inline __m128i n(__m128i __a, __m128i __b, int __c) { return __a ^ __b; }
__F(_mm_sha1rnds4_epu32) __F(_mm_gf2p8affineinv_epi64_epi8) __F(_mm_gf2p8affine_epi64_epi8)
#undef __F
static __inline __m128i _mm_sha256rnds2_epu32(__m128i __a, __m128i __b, __m128i __c) { return __a ^ __b ^ __c; }
#define __F(n) static __inline __m256i n(__m256i __a, __m256i __b) { return __a ^ __b; }
__F(_mm256_gf2p8mul_epi8) __F(_mm256_aesdec_epi128) __F(_mm256_aesdeclast_epi128) __F(_mm256_aesenc_epi128) __F(_mm256_aesenclast_epi128)
#undef __F
#define __F(n) static __inline __m256i n(__m256i __a, __m256i __b, int __c) { return __a ^ __b; }
__F(_mm256_gf2p8affineinv_epi64_epi8) __F(_mm256_gf2p8affine_epi64_epi8) __F(_mm256_clmulepi64_epi128)
#undef __F
#endif
