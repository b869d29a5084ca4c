// expected: safe
// One cell of an array matters, the others are filled with whatever comes in.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { MAGIC, SIZE = 16 };

int main(void) {
	int header[SIZE];
	header[MAGIC] = 0x7f454c46;
	for (int i = MAGIC + 1; i < SIZE; i++)
		header[i] = __VERIFIER_nondet_int();
	assert(header[MAGIC] == 0x7f454c46);
	return 0;
}
