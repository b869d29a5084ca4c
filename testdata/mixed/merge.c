// Two sorted streams are merged; the state says which of them is not at its end.
// expected: safe
// Invariant: for all k with k + 1 < n: out[k] <= out[k + 1]; x and y are the next of the streams, and out[n - 1] is
// at most x where the left one is alive (BOTH, LEFT), at most y where the right one is (BOTH, RIGHT);
// from[k] is 0 or 1, and taken from the left + taken from the right = n.
// Needs: values (state), neighbouring cells, linear relations (orders, counts).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 1000 };
enum state { BOTH, LEFT, RIGHT, NONE };

int out[SIZE], from[SIZE];

int main(void) {
	enum state state = BOTH;
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
	int n = 0, left = 0, right = 0;
	while (state != NONE && n < SIZE) {
		int take = state == LEFT || (state == BOTH && x <= y);
		out[n] = take ? x : y;
		from[n++] = take ? 0 : 1;
		int next = __VERIFIER_nondet_int();
		if (take) {
			left++;
			if (next < x)
				state = state == BOTH ? RIGHT : NONE; // the end of the stream
			else
				x = next;
		} else {
			right++;
			if (next < y)
				state = state == BOTH ? LEFT : NONE;
			else
				y = next;
		}
	}
	for (int k = 0; k < n; k++) {
		assert(from[k] == 0 || from[k] == 1);
		assert(k == 0 || out[k - 1] <= out[k]);
	}
	assert(left + right == n);
	return 0;
}
