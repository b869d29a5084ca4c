// expected: safe
// Flags in one word are set, tested and cleared one by one.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define READY (1u << 0)
#define DIRTY (1u << 3)
#define LOCKED (1u << 31)

int main(void) {
	unsigned flags = READY;
	while (__VERIFIER_nondet_uint()) {
		flags |= LOCKED;
		if (__VERIFIER_nondet_uint())
			flags |= DIRTY;
		if (flags & DIRTY)
			flags ^= DIRTY;
		flags &= ~LOCKED;
		assert(flags == READY);
	}
	return 0;
}
