// An editor with two modes and an undo log: what an insertion added, undo takes away, and never more than there is.
// expected: safe
// Invariant: for all k < n: 0 <= before[k] < after[k], after[k] = before[k + 1] where k + 1 < n; before[0] = 0;
// in COMMAND, length = after[n - 1], or 0 where n = 0; in INSERT, began is that, and began <= length.
// Needs: values (mode), neighbouring cells, linear relations (lengths).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 500 };
enum mode { COMMAND, INSERT };

int before[SIZE], after[SIZE];

int main(void) {
	enum mode mode = COMMAND;
	int n = 0, length = 0, began = 0;
	for (;;) {
		int key = __VERIFIER_nondet_int();
		if (key == 4) // the end of the input
			break;
		if (mode == INSERT) {
			if (key == 27) { // escape
				if (length > began && n < SIZE) {
					before[n] = began;
					after[n++] = length;
				} else {
					length = began;
				}
				mode = COMMAND;
			} else if (length < 1000000) {
				length++;
			}
		} else if (key == 'i') {
			mode = INSERT;
			began = length;
		} else if (key == 'u' && n > 0) {
			n--;
			assert(after[n] == length && before[n] < length);
			length = before[n];
			assert(n == 0 || after[n - 1] == length);
		}
		assert(length >= 0 && (n > 0 || mode == INSERT || length == 0));
	}
	return 0;
}
