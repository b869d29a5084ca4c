// A decoder of SLIP frames: a byte behind ESC is translated, and marked as quoted.
// expected: safe
// Invariant: n = 0 in state OUTSIDE; for all k < n: quoted[k] is 1 where data[k] is END or ESC, and 0 elsewhere.
// Needs: values (state), cells of two arrays at one index, predicates (data[k] is one of two values, or not).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { END = 192, ESC = 219, ESC_END = 220, ESC_ESC = 221, SIZE = 1500 };
enum state { OUTSIDE, INSIDE, ESCAPED };

int data[SIZE], quoted[SIZE];

void deliver(int n) {
	for (int k = 0; k < n; k++)
		assert(quoted[k] == (data[k] == END || data[k] == ESC));
}

int main(void) {
	enum state state = OUTSIDE;
	int n = 0;
	while (n < SIZE) {
		int c = __VERIFIER_nondet_int();
		if (c < 0 || c > 255)
			return 0; // the line is closed
		switch (state) {
		case OUTSIDE:
			if (c == END)
				state = INSIDE;
			break;
		case INSIDE:
			if (c == END) {
				deliver(n);
				n = 0;
				state = OUTSIDE;
			} else if (c == ESC) {
				state = ESCAPED;
			} else {
				data[n] = c;
				quoted[n++] = 0;
			}
			break;
		case ESCAPED:
			if (c == ESC_END || c == ESC_ESC) {
				data[n] = c == ESC_END ? END : ESC;
				quoted[n++] = 1;
				state = INSIDE;
			} else { // a broken frame is dropped
				n = 0;
				state = OUTSIDE;
			}
			break;
		}
	}
	deliver(n);
	return 0;
}
