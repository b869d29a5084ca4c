// A lock with a keypad and a log of attempts: three failures in a row lock it until it is reset.
// expected: safe
// Invariant: for all k < n: 0 <= failures[k] <= 3, and locked[k] is 1 exactly where it is 3; failures[k + 1] is 0 or
// failures[k] + 1 where k + 1 < n; tries = failures[n - 1], or 0 where n = 0; state is LOCKED exactly where tries = 3;
// in OPEN, tries = 0.
// Needs: values (state), neighbouring cells, linear relations (failures).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 2000 };
enum state { CLOSED, OPEN, LOCKED };

int failures[SIZE], locked[SIZE];

int main(void) {
	int pin = __VERIFIER_nondet_int();
	enum state state = CLOSED;
	int n = 0, tries = 0;
	while (n < SIZE) {
		int key = __VERIFIER_nondet_int();
		if (key == 0)
			break;
		if (state == OPEN) {
			if (key == 1)
				state = CLOSED;
			continue;
		}
		if (state == LOCKED) {
			if (key != 999999)
				continue;
			tries = 0; // the master key
			state = CLOSED;
		} else if (key == pin) {
			tries = 0;
			state = OPEN;
		} else if (++tries == 3) {
			state = LOCKED;
		}
		failures[n] = tries;
		locked[n++] = state == LOCKED;
	}
	int last = 0;
	for (int k = 0; k < n; k++) {
		assert(failures[k] <= 3 && locked[k] == (failures[k] == 3));
		assert(failures[k] == 0 || failures[k] == last + 1);
		last = failures[k];
	}
	assert(last == tries);
	return 0;
}
