// expected: unsafe
// One path leaves a variable without a value: it may hold anything, also the one that is not handled.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
	int mode;
	int option = __VERIFIER_nondet_int();
	if (option == 'r')
		mode = 1;
	else if (option == 'w')
		mode = 2;
	// and otherwise?
	assert(mode == 1 || mode == 2);
	return 0;
}
