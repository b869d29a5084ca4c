// expected: unsafe
// Copying a string into a buffer of fixed size, with the mistake that everybody makes once: no room for the terminator.
#include <assert.h>

#define SIZE 4

extern char __VERIFIER_nondet_char(void);

int main(void) {
	char from[2 * SIZE], to[SIZE];
	for (int i = 0; i < 2 * SIZE - 1; i++)
		from[i] = __VERIFIER_nondet_char();
	from[2 * SIZE - 1] = '\0';

	int n = 0;
	while (from[n] != '\0' && n < SIZE) {
		to[n] = from[n];
		n++;
	}
	assert(n < SIZE);
	to[n] = '\0';
	return 0;
}
