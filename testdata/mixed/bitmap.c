// An allocator of 32 blocks: bit b of a word says whether block b is in use, owner[b] to whom it belongs.
// expected: safe
// Invariant: for all b < 32: owner[b] >= 0, and bit b of used is 1 exactly where owner[b] > 0.
// Needs: predicates (bits at an index), cells of all blocks, values (what a request is).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { BLOCKS = 32 };

int owner[BLOCKS];

int main(void) {
	unsigned used = 0;
	for (int requests = __VERIFIER_nondet_int(); requests > 0; requests--) {
		int who = __VERIFIER_nondet_int();
		int b = __VERIFIER_nondet_int();
		if (b < 0 || b >= BLOCKS)
			continue;
		if (who > 0) { // allocate: the first free block from b on
			while (b < BLOCKS && (used >> b & 1u))
				b++;
			if (b == BLOCKS)
				continue;
			assert(owner[b] == 0);
			owner[b] = who;
			used |= 1u << b;
		} else if (used >> b & 1u) { // free
			assert(owner[b] > 0);
			owner[b] = 0;
			used &= ~(1u << b);
		} else {
			assert(owner[b] == 0);
		}
	}
	return 0;
}
