// A lift door, with a bug: to save power, the brake is released after some time.
// expected: unsafe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum state { CLOSED, OPENING, OPEN, CLOSING };

int main(void) {
	enum state door = CLOSED;
	int brake = 1; // the brake holds the lift
	unsigned ticks = 0;
	while (1) {
		int button = __VERIFIER_nondet_int();
		if (++ticks > 6)
			brake = 0;
		switch (door) {
		case CLOSED:
			if (button) {
				brake = 1;
				door = OPENING;
			} else {
				brake = 0;
			}
			break;
		case OPENING:
			door = OPEN;
			break;
		case OPEN:
			if (!button)
				door = CLOSING;
			break;
		case CLOSING:
			door = button ? OPENING : CLOSED;
			break;
		}
		assert(door == CLOSED || brake);
	}
}
