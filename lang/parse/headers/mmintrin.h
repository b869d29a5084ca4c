#ifndef _WHET_MMINTRIN_H
#define _WHET_MMINTRIN_H
/* What gcc's manual calls x86 built-in functions, as far as programs call them by the names of Intel's manual. The values
   of vectors are not modelled: they are any values, and no bug rests on them. What matters of a function here is which
   memory it reads and writes, whether it stops, and what its result may be made of (pointers are followed through vectors).
   Functions on words are exact. */
typedef long long __m64 __attribute__((__vector_size__(8), __may_alias__));
typedef int __v2si __attribute__((__vector_size__(8)));
typedef short __v4hi __attribute__((__vector_size__(8)));
typedef char __v8qi __attribute__((__vector_size__(8)));
static __inline void _mm_empty(void) { }
static __inline void _m_empty(void) { }
#define __F(n) static __inline __m64 n(int __a) { return (__m64)(long long)(__a); }
__F(_mm_cvtsi32_si64) __F(_mm_set1_pi32)
#undef __F
static __inline __m64 _m_from_int(int __a) { return (__m64)0LL; }
static __inline __m64 _m_from_int64(long long __a) { return (__m64)0LL; }
#define __F(n) static __inline __m64 n(long long __a) { return (__m64)(long long)(__a); }
__F(_mm_cvtsi64_m64) __F(_mm_cvtsi64x_si64) __F(_mm_set_pi64x)
#undef __F
#define __F(n) static __inline int n(__m64 __a) { return (int)(long long)(__a); }
__F(_mm_cvtsi64_si32) __F(_m_to_int)
#undef __F
#define __F(n) static __inline long long n(__m64 __a) { return (long long)(__a); }
__F(_m_to_int64) __F(_mm_cvtm64_si64) __F(_mm_cvtsi64_si64x)
#undef __F
#define __F(n) static __inline __m64 n(__m64 __a, __m64 __b) { return __a ^ __b; }
__F(_mm_packs_pi16) __F(_m_packsswb) __F(_mm_packs_pi32) __F(_m_packssdw) __F(_mm_packs_pu16) __F(_m_packuswb) __F(_mm_unpackhi_pi8) __F(_m_punpckhbw)
__F(_mm_unpackhi_pi16) __F(_m_punpckhwd) __F(_mm_unpackhi_pi32) __F(_m_punpckhdq) __F(_mm_unpacklo_pi8) __F(_m_punpcklbw) __F(_mm_unpacklo_pi16)
__F(_m_punpcklwd) __F(_mm_unpacklo_pi32) __F(_m_punpckldq) __F(_mm_add_pi8) __F(_m_paddb) __F(_mm_add_pi16) __F(_m_paddw) __F(_mm_add_pi32) __F(_m_paddd)
__F(_mm_add_si64) __F(_mm_adds_pi8) __F(_m_paddsb) __F(_mm_adds_pi16) __F(_m_paddsw) __F(_mm_adds_pu8) __F(_m_paddusb) __F(_mm_adds_pu16) __F(_m_paddusw)
__F(_mm_sub_pi8) __F(_m_psubb) __F(_mm_sub_pi16) __F(_m_psubw) __F(_mm_sub_pi32) __F(_m_psubd) __F(_mm_sub_si64) __F(_mm_subs_pi8) __F(_m_psubsb)
__F(_mm_subs_pi16) __F(_m_psubsw) __F(_mm_subs_pu8) __F(_m_psubusb) __F(_mm_subs_pu16) __F(_m_psubusw) __F(_mm_madd_pi16) __F(_m_pmaddwd) __F(_mm_mulhi_pi16)
__F(_m_pmulhw) __F(_mm_mullo_pi16) __F(_m_pmullw) __F(_mm_sll_pi16) __F(_m_psllw) __F(_mm_sll_pi32) __F(_m_pslld) __F(_mm_sll_si64) __F(_m_psllq)
__F(_mm_sra_pi16) __F(_m_psraw) __F(_mm_sra_pi32) __F(_m_psrad) __F(_mm_srl_pi16) __F(_m_psrlw) __F(_mm_srl_pi32) __F(_m_psrld) __F(_mm_srl_si64) __F(_m_psrlq)
__F(_mm_and_si64) __F(_m_pand) __F(_mm_andnot_si64) __F(_m_pandn) __F(_mm_or_si64) __F(_m_por) __F(_mm_xor_si64) __F(_m_pxor) __F(_mm_cmpeq_pi8) __F(_m_pcmpeqb)
__F(_mm_cmpgt_pi8) __F(_m_pcmpgtb) __F(_mm_cmpeq_pi16) __F(_m_pcmpeqw) __F(_mm_cmpgt_pi16) __F(_m_pcmpgtw) __F(_mm_cmpeq_pi32) __F(_m_pcmpeqd)
__F(_mm_cmpgt_pi32) __F(_m_pcmpgtd)
#undef __F
#define __F(n) static __inline __m64 n(__m64 __a, int __b) { return __a; }
__F(_mm_slli_pi16) __F(_m_psllwi) __F(_mm_slli_pi32) __F(_m_pslldi) __F(_mm_slli_si64) __F(_m_psllqi) __F(_mm_srai_pi16) __F(_m_psrawi) __F(_mm_srai_pi32)
__F(_m_psradi) __F(_mm_srli_pi16) __F(_m_psrlwi) __F(_mm_srli_pi32) __F(_m_psrldi) __F(_mm_srli_si64) __F(_m_psrlqi)
#undef __F
static __inline __m64 _mm_setzero_si64(void) { return (__m64)0LL; }
#define __F(n) static __inline __m64 n(int __a, int __b) { return (__m64)(long long)(__a ^ __b); }
__F(_mm_set_pi32) __F(_mm_setr_pi32)
#undef __F
#define __F(n) static __inline __m64 n(short __a, short __b, short __c, short __d) { return (__m64)(long long)(__a ^ __b ^ __c ^ __d); }
__F(_mm_set_pi16) __F(_mm_setr_pi16)
#undef __F
#define __F(n) static __inline __m64 n(char __a, char __b, char __c, char __d, char __e, char __f, char __g, char __h) { return (__m64)(long long)(__a ^ __b ^ __c ^ __d ^ __e ^ __f ^ __g ^ __h); }
__F(_mm_set_pi8) __F(_mm_setr_pi8)
#undef __F
static __inline __m64 _mm_set1_pi16(short __a) { return (__m64)(long long)(__a); }
static __inline __m64 _mm_set1_pi8(char __a) { return (__m64)(long long)(__a); }
#endif
