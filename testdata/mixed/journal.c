// The journal of a database: each transaction is BEGIN, any number of WRITE, then COMMIT or ABORT.
// expected: safe
// Invariant: open is 1 exactly where n > 0 and the last entry is BEGIN or WRITE; for all k with k + 1 < n:
// log[k + 1] is BEGIN exactly where log[k] is COMMIT or ABORT; log[0] is BEGIN where n > 0; all are 1 to 4.
// Needs: values (open, kinds of entries), neighbouring cells, predicates.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { BEGIN = 1, WRITE, COMMIT, ABORT, SIZE = 2000 };

int log_[SIZE];

int main(void) {
	int n = 0, open = 0;
	while (n < SIZE) {
		int request = __VERIFIER_nondet_int();
		if (request == 0)
			break;
		if (!open) {
			log_[n++] = BEGIN;
			open = 1;
		} else if (request > 0) {
			log_[n++] = WRITE;
		} else {
			log_[n++] = request == -1 ? COMMIT : ABORT;
			open = 0;
		}
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
	assert(active == open);
	return 0;
}
