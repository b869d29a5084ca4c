// GNU C's builtins on the bits of a number, without loops.

unsigned short __builtin_bswap16(unsigned short x) { return x << 8 | x >> 8; }

unsigned int __builtin_bswap32(unsigned int x)
{
	return x << 24 | (x & 0xff00) << 8 | x >> 8 & 0xff00 | x >> 24;
}

unsigned long long __builtin_bswap64(unsigned long long x)
{
	return (unsigned long long)__builtin_bswap32(x) << 32 | __builtin_bswap32(x >> 32);
}

int __builtin_popcountll(unsigned long long x)
{
	x = x - (x >> 1 & 0x5555555555555555);
	x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
	x = x + (x >> 4) & 0x0f0f0f0f0f0f0f0f;
	return x * 0x0101010101010101 >> 56;
}

int __builtin_popcount(unsigned int x) { return __builtin_popcountll(x); }
int __builtin_popcountl(unsigned long x) { return __builtin_popcountll(x); }
int __builtin_parity(unsigned int x) { return __builtin_popcountll(x) & 1; }
int __builtin_parityl(unsigned long x) { return __builtin_popcountll(x) & 1; }
int __builtin_parityll(unsigned long long x) { return __builtin_popcountll(x) & 1; }

// The zeros below the lowest one are the ones of (x & -x) - 1.
int __builtin_ctzll(unsigned long long x) { __whet_require(x != 0); return __builtin_popcountll((x & -x) - 1); }
int __builtin_ctz(unsigned int x) { __whet_require(x != 0); return __builtin_popcountll((x & -x) - 1); }
int __builtin_ctzl(unsigned long x) { __whet_require(x != 0); return __builtin_popcountll((x & -x) - 1); }

int __builtin_clzll(unsigned long long x)
{
	__whet_require(x != 0);
	x = x | x >> 1;
	x = x | x >> 2;
	x = x | x >> 4;
	x = x | x >> 8;
	x = x | x >> 16;
	x = x | x >> 32;
	return 64 - __builtin_popcountll(x);
}

int __builtin_clz(unsigned int x) { __whet_require(x != 0); return __builtin_clzll(x) - 32; }
int __builtin_clzl(unsigned long x) { __whet_require(x != 0); return __builtin_clzll(x) - (int)(64 - 8 * sizeof x); }

int ffs(int x) { return x ? __builtin_ctz(x) + 1 : 0; }
int ffsl(long x) { return x ? __builtin_ctzl(x) + 1 : 0; }
int ffsll(long long x) { return x ? __builtin_ctzll(x) + 1 : 0; }

// x86 is little endian.
unsigned short htons(unsigned short x) { return x << 8 | x >> 8; }
unsigned short ntohs(unsigned short x) { return x << 8 | x >> 8; }
unsigned int htonl(unsigned int x) { return __builtin_bswap32(x); }
unsigned int ntohl(unsigned int x) { return __builtin_bswap32(x); }

// Leading bits that are like the sign.
int __builtin_clrsb(int x) { x ^= x >> 31; return x ? __builtin_clz(x) - 1 : 31; }
int __builtin_clrsbll(long long x) { x ^= x >> 63; return x ? __builtin_clzll(x) - 1 : 63; }
int __builtin_clrsbl(long x) { return sizeof x == 4 ? __builtin_clrsb(x) : __builtin_clrsbll(x); }
