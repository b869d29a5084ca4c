// A run-length encoder: runs have a length of at least one, and neighbours have different values.
// expected: safe
// Invariant: in state START, n = 0 and i = 0; in RUN, i >= 1, value and length are those of the run not yet
// written, length >= 1, start + length = i; for all k < n: count[k] >= 1, and from[k] + count[k] is from[k + 1]
// where k + 1 < n and start where k + 1 = n; symbol[k] != symbol[k + 1], and symbol[n - 1] != value.
// Needs: values (state), neighbouring cells, linear relations (starts), predicates (disequalities).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 1000 };
enum state { START, RUN };

int symbol[SIZE], from[SIZE], count[SIZE];

int main(void) {
	enum state state = START;
	int n = 0, value = 0, length = 0, i = 0, start = 0;
	while (n < SIZE - 1 && i < 1000000) {
		int c = __VERIFIER_nondet_int();
		if (c < 0)
			break;
		if (state == START || c != value) {
			if (state == RUN) {
				symbol[n] = value;
				from[n] = start;
				count[n++] = length;
			}
			state = RUN;
			value = c;
			start = i;
			length = 1;
		} else {
			length++;
		}
		i++;
	}
	if (state == RUN) {
		symbol[n] = value;
		from[n] = start;
		count[n++] = length;
	}
	// The decoder.
	int at = 0;
	for (int k = 0; k < n; k++) {
		assert(count[k] >= 1 && from[k] == at);
		assert(k == 0 || symbol[k - 1] != symbol[k]);
		at += count[k];
	}
	assert(at == i);
	return 0;
}
