// A run-length encoder whose runs are of 255 at most, with a bug: after a full one, an empty one may follow.
// expected: unsafe
// Failing input: 3, 7*255, 8, -1
// One 3; the run of 7 is full and is written, and the 8 ends the rest of it, which has length 0.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 1000, LONGEST = 255 };
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
		} else if (++length == LONGEST) {
			symbol[n] = value;
			from[n] = start;
			count[n++] = length;
			start = i + 1;
			length = 0;
		}
		i++;
	}
	if (state == RUN && length > 0) {
		symbol[n] = value;
		from[n] = start;
		count[n++] = length;
	}
	// The decoder.
	int at = 0;
	for (int k = 0; k < n; k++) {
		assert(count[k] >= 1 && from[k] == at);
		at += count[k];
	}
	assert(at == i);
	return 0;
}
