// expected: unsafe
// A sequence number of eight bits starts again at 0, which here means "no message yet".
#include <assert.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
	uint8_t sequence = 250;
	for (int sent = 0; sent < 10; sent++) {
		if (__VERIFIER_nondet_int())
			sequence++;
		assert(sequence != 0);
	}
	return 0;
}
