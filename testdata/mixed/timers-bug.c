// A list of timers in the order of their ends, with a bug: when it is moved to the front of the array, one is lost sight of.
// expected: unsafe
// Failing input: 5, 9*63, 0*11, 8, -1
// 64 timers, the first of which is due after five ticks and is taken; the list is moved, and its last cell is in it twice.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 64 };
enum state { WAITING, RUNNING };

int end[SIZE];

int main(void) {
	enum state state = WAITING;
	int first = 0, n = 0, now = 0, timers = 0;
	while (now < 1000000) {
		int event = __VERIFIER_nondet_int();
		if (event < 0)
			break;
		if (state == RUNNING) {
			if (first < n && end[first] <= now) {
				first++;
				timers--;
			} else {
				state = WAITING;
			}
		} else if (event == 0) {
			now++;
			state = RUNNING;
		} else if (event < 10000) {
			if (n == SIZE && first > 0) { // to the front
				for (int k = first; k < n; k++)
					end[k - first] = end[k];
				n = n - first + 1;
				first = 0;
			}
			if (n == SIZE)
				continue;
			int when = now + event, k = n++;
			while (k > first && end[k - 1] > when) {
				end[k] = end[k - 1];
				k--;
			}
			end[k] = when;
			timers++;
		}
	}
	assert(timers == n - first);
	return 0;
}
