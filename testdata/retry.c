// expected: unsafe
// The error shows only after a fixed number of failures: the third one switches to a channel that is not open.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
	int open[3] = {1, 1, 0};
	int channel = 0, failures = 0;
	while (failures < 5) {
		assert(open[channel]);
		if (__VERIFIER_nondet_int() == 0)
			break; // sent
		failures++;
		if (failures == 1)
			channel = 1;
		if (failures == 3)
			channel = 2;
	}
	return 0;
}
