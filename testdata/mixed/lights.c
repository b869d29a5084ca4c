// The log of a traffic light: colours follow each other, and each shines at least as long as it has to.
// expected: safe
// Invariant: for all k < n: colour[k] is from 0 to 3, ticks[k] is at least 5 (RED), 1 (AMBER), 4 (GREEN), 2 (YELLOW);
// colour[k + 1] is the next of colour[k], cyclically, where k + 1 < n; the light is the next of colour[n - 1], or
// RED where n = 0; since >= 0.
// Needs: values (colour), neighbouring cells, linear relations (durations).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 1000 };
enum light { RED, AMBER, GREEN, YELLOW };

int colour[SIZE], ticks[SIZE];

int least(enum light l) {
	return l == RED ? 5 : l == AMBER ? 1 : l == GREEN ? 4 : 2;
}

int main(void) {
	enum light light = RED;
	int n = 0, since = 0;
	while (n < SIZE) {
		int waiting = __VERIFIER_nondet_int();
		if (waiting < 0)
			break;
		if (since < 100000)
			since++;
		// Green and red go on while nobody is waiting.
		if (since >= least(light) && (waiting || light == AMBER || light == YELLOW)) {
			colour[n] = light;
			ticks[n++] = since;
			light = light == YELLOW ? RED : light + 1;
			since = 0;
		}
	}
	for (int k = 0; k < n; k++) {
		assert(ticks[k] >= least(colour[k]));
		assert(k == 0 || colour[k] == (colour[k - 1] + 1) % 4);
	}
	return 0;
}
