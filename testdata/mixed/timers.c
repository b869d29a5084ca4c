// A list of timers in the order of their ends; the clock goes on, and those that are due are taken from the front.
// expected: safe
// Invariant: for all k with first <= k < n: end[k] > now (in RUNNING: >= now), end[k] <= end[k + 1] where k + 1 < n;
// while a timer is put in (the inner loop), the same without the hole at k, with when <= end[k + 1].
// Needs: values (state), segments of neighbouring cells, linear relations (times).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 500 };
enum state { WAITING, RUNNING };

int end[SIZE];

int main(void) {
	enum state state = WAITING;
	int first = 0, n = 0, now = 0, fired = 0;
	while (now < 1000000) {
		int event = __VERIFIER_nondet_int();
		if (event < 0)
			break;
		if (state == RUNNING) {
			if (first < n && end[first] <= now) {
				assert(end[first] == now && end[first] >= fired);
				fired = end[first++];
			} else {
				state = WAITING;
			}
		} else if (event == 0) {
			now++;
			state = RUNNING;
		} else if (event < 10000 && n < SIZE) {
			int when = now + event, k = n++;
			while (k > first && end[k - 1] > when) {
				end[k] = end[k - 1];
				k--;
			}
			end[k] = when;
		}
	}
	for (int k = first; k < n; k++) {
		assert(end[k] >= fired);
		assert(k == first || end[k - 1] <= end[k]);
	}
	return 0;
}
