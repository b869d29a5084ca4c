// A window of packets in a ring, with a bug: the sender is stopped one packet too late.
// expected: unsafe
// Failing input: 64, 1*65, -1
// The ring of 64 is full; packet 64 overwrites number 0, which is received then.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { LEAST = 64, MOST = 4096 };
enum state { FLOWING, STALLED };

int ring[MOST];

int main(void) {
	int size = __VERIFIER_nondet_int();
	if (size < LEAST || size > MOST)
		return 0;
	enum state state = FLOWING;
	int first = 0, last = 0, count = 0;
	int sent = 0, received = 0;
	while (sent < 1000000) {
		int event = __VERIFIER_nondet_int();
		if (event == 0)
			break;
		if (event > 0 && state == FLOWING) {
			ring[last] = sent++;
			if (++last == size)
				last = 0;
			if (count++ == size)
				state = STALLED;
		} else if (event < 0 && count > 0) {
			assert(ring[first] == received);
			received++;
			count--;
			if (++first == size)
				first = 0;
			state = FLOWING;
		}
	}
	return 0;
}
