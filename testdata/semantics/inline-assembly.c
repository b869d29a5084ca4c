// exit: 100
// Inline assembly for x86, of the instructions in the front end's table.
#define CHECK(n, c) if (!(c)) return n

static long word[4];
static int count = 2;

static int set_bit(long nr, long *p)
{
	unsigned char was;
	__asm__ volatile("lock; bts %2,%1\n\tsetc %0" : "=q"(was), "+m"(*p) : "r"(nr) : "memory");
	return was;
}

static int clear_bit(int nr, int *p)
{
	int was;
	__asm__ volatile(".section .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.previous\n671:\n\tlock; btr %2,%1\n\tsbb %0,%0"
		: "=r"(was), "+m"(*p) : "Ir"(nr) : "memory");
	return was;
}

static int test_bit(int nr, const unsigned *p)
{
	int was;
	__asm__("bt %2,%1\n\tsbb %0,%0" : "=r"(was) : "m"(*p), "Ir"(nr));
	return was;
}

static int dec_and_test(int *p)
{
	unsigned char c;
	__asm__ volatile("lock; decl %0; sete %1" : "+m"(*p), "=qm"(c) : : "memory");
	return c != 0;
}

static int add_negative(int n, int *p)
{
	unsigned char c;
	__asm__ volatile("lock\n\taddl %2,%0; sets %1" : "+m"(*p), "=qm"(c) : "ir"(n) : "memory");
	return c;
}

static unsigned add_return(unsigned n, unsigned *p)
{
	unsigned was = n;
	__asm__ volatile("lock; xaddl %0, %1" : "+r"(n), "+m"(*p) : : "memory");
	return n + was;
}

static int compare_exchange(int *p, int old, int put)
{
	int prev;
	__asm__ volatile("lock; cmpxchgl %1,%2" : "=a"(prev) : "r"(put), "m"(*p), "0"(old) : "memory");
	return prev;
}

static void *exchange(void *x, void **p)
{
	__asm__ volatile("xchg %0,%1" : "=r"(x), "+m"(*p) : "0"(x) : "memory");
	return x;
}

static unsigned lowest(unsigned x) { unsigned r; __asm__("bsf %1,%0" : "=r"(r) : "rm"(x)); return r; }
static unsigned highest(unsigned x) { unsigned r; __asm__("bsrl %1,%0" : "=r"(r) : "r"(x)); return r; }

static unsigned hide(unsigned x) { __asm__("" : "+r"(x)); return x; }
static int same(int y) { int x; __asm__ volatile("" : "=r"(x) : "0"(y)); return x; }

static void add_wide(unsigned *lo, unsigned *hi, unsigned a, unsigned b)
{
	__asm__("addl %2,%0\n\tadcl %3,%1" : "+&r"(*lo), "+&r"(*hi) : "r"(a), "r"(b));
}

int main(void)
{
	CHECK(1, !set_bit(3, word) && word[0] == 8 && set_bit(3, word));
	long second = 8 * sizeof(long) + 1;
	CHECK(2, !set_bit(second, word) && word[1] == 2 && word[0] == 8);
	CHECK(3, !set_bit(-1, word + 2) && word[1] == (long)(2 | 1UL << (8 * sizeof(long) - 1)));

	int flags[2] = { 5, 5 };
	CHECK(4, clear_bit(2, flags) == -1 && flags[0] == 1 && clear_bit(2, flags) == 0);
	CHECK(5, clear_bit(32, flags) == -1 && flags[1] == 4 && flags[0] == 1);
	unsigned u[2] = { 1u << 31, 1 };
	CHECK(6, test_bit(31, u) == -1 && test_bit(32, u) == -1 && test_bit(0, u) == 0);

	CHECK(7, !dec_and_test(&count) && count == 1 && dec_and_test(&count) && count == 0);
	CHECK(8, add_negative(-3, &count) && count == -3 && !add_negative(3, &count));
	unsigned n = 0xfffffffeu;
	CHECK(9, add_return(5, &n) == 3 && n == 3);
	CHECK(10, compare_exchange(&count, 1, 9) == 0 && count == 0);
	CHECK(11, compare_exchange(&count, 0, 9) == 0 && count == 9);
	void *p = &n;
	CHECK(12, exchange(&count, &p) == &n && p == &count && *(int *)p == 9);
	*(int *)p = 4;
	CHECK(13, count == 4);

	CHECK(14, lowest(0x50) == 4 && highest(0x50) == 6 && lowest(1) == 0 && highest(0xffffffff) == 31);
	CHECK(15, hide(7) == 7 && same(-7) == -7);
	unsigned lo = 0xffffffff, hi = 1;
	add_wide(&lo, &hi, 1, 2);
	CHECK(16, lo == 0 && hi == 4);

	int x = 6, y = 7;
	__asm__("movl %1,%0" : "=r"(x) : "r"(y));
	CHECK(17, x == 7);
	__asm__("negl %0" : "+r"(x));
	__asm__("notl %0" : "+r"(y));
	CHECK(18, x == -7 && y == -8);
	__asm__("xchg %0,%1" : "+r"(x), "+r"(y));
	CHECK(19, x == -8 && y == -7);
	unsigned char b = 0xff, carry = 5;
	__asm__("incb %0" : "+q"(b));
	CHECK(20, b == 0);
	__asm__("subb %2,%0\n\tsetb %1" : "+q"(b), "=q"(carry) : "i"(1));
	CHECK(21, b == 255 && carry == 1);
	unsigned low = 0x12345678;
	__asm__("movb $1,%b0" : "+q"(low));
	CHECK(22, low == 0x12345601);
	__asm__("movw %w1,%w0" : "+r"(low) : "r"(0xabcd));
	CHECK(23, low == 0x1234abcd);
	int zero;
	__asm__("cmpl %2,%1" : "=@ccz"(zero) : "r"(x), "r"(-8));
	CHECK(24, zero);
	__asm__("xorl %0,%0" : "=r"(x));
	CHECK(25, x == 0);
	__asm__("orl %[bits],%[to]\n\tandl $6,%[to]\n\txorl $1,%[to]" : [to] "+r"(x) : [bits] "ir"(12));
	CHECK(26, x == 5);
	struct { int a, b[3]; } r = { 1, { 2, 3, 4 } }, *q = &r;
	int i = 1;
	__asm__("incl %0" : "+m"(q->b[i++]));
	CHECK(27, r.b[1] == 4 && i == 2 && r.b[0] == 2 && r.b[2] == 4);
	__asm__ volatile("mfence" : : : "memory");
	__asm__ volatile("rep; nop" : : : "memory");
	__asm__ volatile("btsl $4,%0\n\tbtcl $0,%0" : "+m"(r.a));
	CHECK(28, r.a == 16);
	return 100;
}
