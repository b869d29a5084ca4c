// The journal of a database, with a bug: a transaction of 60 entries has a checkpoint, and is forgotten then.
// expected: unsafe
// Failing input: 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 0
// BEGIN and 59 times WRITE, with keys that grow; the next request begins another transaction within the first.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { BEGIN = 1, WRITE, COMMIT, ABORT, SIZE = 2000, PERIOD = 60 };

int log_[SIZE];

int main(void) {
	int n = 0, open = 0, entries = 0, last = 0;
	while (n < SIZE) {
		int request = __VERIFIER_nondet_int();
		if (request == 0)
			break;
		if (!open) {
			log_[n++] = BEGIN;
			open = 1;
			entries = last = 0;
		} else if (request > last) {
			log_[n++] = WRITE;
			last = request;
		} else if (request > 0) {
			continue; // keys have to grow
		} else {
			log_[n++] = request == -1 ? COMMIT : ABORT;
			open = 0;
		}
		if (++entries == PERIOD)
			open = 0;
	}
	// Recovery plays the journal.
	int active = 0;
	for (int k = 0; k < n; k++) {
		if (log_[k] == BEGIN) {
			assert(!active);
			active = 1;
		} else {
			assert(active);
			if (log_[k] != WRITE)
				active = 0;
		}
	}
	return 0;
}
