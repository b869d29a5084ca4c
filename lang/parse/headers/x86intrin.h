#ifndef _WHET_X86INTRIN_H
#define _WHET_X86INTRIN_H
#include <immintrin.h>
static __inline int __bsfd(int __x) { return __builtin_ctz(__x); }
static __inline int __bsrd(int __x) { return 31 - __builtin_clz(__x); }
static __inline int __bsfq(long long __x) { return __builtin_ctzll(__x); }
static __inline int __bsrq(long long __x) { return 63 - __builtin_clzll(__x); }
#define _bit_scan_forward __bsfd
#define _bit_scan_reverse __bsrd
static __inline int __bswapd(int __x) { return __builtin_bswap32(__x); }
static __inline long long __bswapq(long long __x) { return __builtin_bswap64(__x); }
#define _bswap __bswapd
#define _bswap64 __bswapq
static __inline int __popcntd(unsigned __x) { return __builtin_popcount(__x); }
static __inline long long __popcntq(unsigned long long __x) { return __builtin_popcountll(__x); }
#define _popcnt32 __popcntd
#define _popcnt64 __popcntq
static __inline unsigned __crc32b(unsigned __c, unsigned char __v) { return __whet_crc32(__c, __v, 1); }
static __inline unsigned __crc32w(unsigned __c, unsigned short __v) { return __whet_crc32(__c, __v, 2); }
static __inline unsigned __crc32d(unsigned __c, unsigned __v) { return __whet_crc32(__c, __v, 4); }
static __inline unsigned long long __crc32q(unsigned long long __c, unsigned long long __v) { return __whet_crc32(__c, __v, 8); }
static __inline unsigned long long __rdtsc(void) { return __builtin_ia32_rdtsc(); }
static __inline unsigned long long __rdtscp(unsigned *__p) { *__p = ((__v4si)(__m128i){ 0 })[0]; return __builtin_ia32_rdtsc(); }
static __inline unsigned long long __rdpmc(int __x) { return __builtin_ia32_rdpmc(__x); }
#define __pause() _mm_pause()
#define _rdpmc(x) __rdpmc(x)
#define _rdtsc() __rdtsc()
#define _rdtscp(p) __rdtscp(p)
#define __R(T, s, bits) \
	static __inline T __rol##s(T __x, int __n) { __n &= bits - 1; return __n ? __x << __n | __x >> (bits - __n) : __x; } \
	static __inline T __ror##s(T __x, int __n) { __n &= bits - 1; return __n ? __x >> __n | __x << (bits - __n) : __x; }
__R(unsigned char, b, 8)
__R(unsigned short, w, 16)
__R(unsigned, d, 32)
__R(unsigned long long, q, 64)
#undef __R
#define _rotl(x, n) __rold((x), (n))
#define _rotr(x, n) __rord((x), (n))
#define _rotwl(x, n) __rolw((x), (n))
#define _rotwr(x, n) __rorw((x), (n))
#define _lrotl(x, n) __rolq((x), (n))
#define _lrotr(x, n) __rorq((x), (n))
#endif
