// A decoder of SLIP frames, with a bug: marks of plain bytes are not cleared when a buffer is used again.
// expected: unsafe
// Failing input: 192, 219, 220, 65*23, 192*2, 65*24, 192
// A frame of 24 bytes whose first one is quoted, then one of 24 plain bytes: quoted[0] is still 1.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { END = 192, ESC = 219, ESC_END = 220, ESC_ESC = 221, SHORTEST = 24, SIZE = 1500 };
enum state { OUTSIDE, INSIDE, ESCAPED };

int data[SIZE], quoted[SIZE];

void deliver(int n) {
	for (int k = 0; k < n; k++)
		assert(quoted[k] == (data[k] == END || data[k] == ESC));
}

void drop(int n) {
	for (int k = 0; k < n; k++)
		quoted[k] = 0;
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
				if (n >= SHORTEST)
					deliver(n);
				else
					drop(n); // noise
				n = 0;
				state = OUTSIDE;
			} else if (c == ESC) {
				state = ESCAPED;
			} else {
				data[n++] = c;
			}
			break;
		case ESCAPED:
			if (c == ESC_END || c == ESC_ESC) {
				data[n] = c == ESC_END ? END : ESC;
				quoted[n++] = 1;
				state = INSIDE;
			} else { // a broken frame is dropped
				drop(n);
				n = 0;
				state = OUTSIDE;
			}
			break;
		}
	}
	return 0;
}
