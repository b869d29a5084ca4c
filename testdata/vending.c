// expected: unsafe
// A missing break: in one state a coin also triggers what the button is for.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
	int credit = 0, sold = 0, paid = 0;
	while (sold < 3) {
		switch (__VERIFIER_nondet_int()) {
		case 1: // a coin
			paid++;
			if (credit < 2) {
				credit++;
				break;
			}
			// the third coin falls through
		case 2: // the button
			if (credit >= 2) {
				credit = 0;
				sold++;
			}
			break;
		case 3: // the return key
			paid -= credit;
			credit = 0;
			break;
		}
		assert(paid == 2 * sold + credit);
	}
	return 0;
}
