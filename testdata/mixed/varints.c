// A reader of numbers of variable length: bit 7 of a byte says that another one follows, five at most.
// expected: safe
// Invariant: begin[0] = 0; for all k < n: 1 <= begin[k + 1] - begin[k] <= 5, wide[k] is 1 exactly where that
// is more than 1; begin[n] + bytes = i, 0 <= bytes <= 4, bytes = 0 where state is FIRST, and > 0 in MORE.
// Needs: values (state), neighbouring cells, linear relations (lengths), predicates (bit 7, wide).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 1000 };
enum state { FIRST, MORE };

int begin[SIZE + 1], wide[SIZE];

int main(void) {
	enum state state = FIRST;
	int n = 0, i = 0, bytes = 0;
	begin[0] = 0;
	while (n < SIZE) {
		int b = __VERIFIER_nondet_int();
		if (b < 0 || b > 255)
			break;
		i++;
		bytes++;
		if (b & 128) {
			if (bytes == 5)
				return 1; // too long
			state = MORE;
		} else {
			wide[n] = state == MORE;
			begin[++n] = i;
			state = FIRST;
			bytes = 0;
		}
	}
	assert((state == MORE) == (bytes > 0));
	for (int k = 0; k < n; k++) {
		int length = begin[k + 1] - begin[k];
		assert(1 <= length && length <= 5);
		assert(wide[k] == (length > 1));
	}
	assert(begin[n] + bytes == i);
	return 0;
}
