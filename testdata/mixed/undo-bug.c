// An editor with an undo log, with a bug: where the log is full, an insertion replaces the last entry, not its end only.
// expected: unsafe
// Failing input: (105, 7, 27)*33, 117*2
// 33 insertions of one character into a log of 32: what is undone first leads to 32, and then the last entry says 31.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 32 };
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
				if (length > began) {
					if (n == SIZE)
						n--;
					before[n] = began;
					after[n++] = length;
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
		}
	}
	return 0;
}
