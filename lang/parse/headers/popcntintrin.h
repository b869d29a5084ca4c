#ifndef _WHET_POPCNTINTRIN_H
#define _WHET_POPCNTINTRIN_H
static __inline int _mm_popcnt_u32(unsigned __x) { return __builtin_popcount(__x); }
static __inline long long _mm_popcnt_u64(unsigned long long __x) { return __builtin_popcountll(__x); }
#endif
