// A window of packets in a ring: the sender numbers them, the receiver has to see the numbers in order.
// expected: safe
// Invariant: 0 <= first, last < size; sent - received = count, 0 <= count <= size; last = first + count or
// first + count - size; for all j < count: ring[first + j], or ring[first + j - size] where that is beyond
// the end, is received + j. In state STALLED, count = size.
// Needs: values (state), cells at an index that wraps, linear relations (numbers and positions).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { MOST = 4096 };
enum state { FLOWING, STALLED };

int ring[MOST];

int main(void) {
	int size = __VERIFIER_nondet_int();
	if (size < 1 || size > MOST)
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
			count++;
			if (++last == size)
				last = 0;
			if (count == size)
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
