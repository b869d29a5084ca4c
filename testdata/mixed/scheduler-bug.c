// A scheduler with a watchdog that wakes what has been blocked for long, with a bug: it runs beside the current task.
// expected: unsafe
// Failing input: 8, 0, 5, 2, 0, 0, 3, (9, 2)*33, 3, 5, 9, 5
// Task 5 runs and is blocked, task 3 runs; after 32 ticks the watchdog sets task 5 to RUNNING, and then it is looked at.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { MOST = 256, PATIENCE = 32 };
enum { READY, RUNNING, BLOCKED };

int status[MOST], since[MOST];

int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 1 || n > MOST)
		return 0;
	for (int t = 0; t < n; t++)
		status[t] = READY;
	int current = -1;
	for (int now = 0; now < 1000000; now++) {
		int event = __VERIFIER_nondet_int(), t = __VERIFIER_nondet_int();
		if (t < 0 || t >= n)
			break;
		assert(t == current || status[t] != RUNNING);
		if (current == -1) {
			if (event == 0 && status[t] == READY) {
				status[t] = RUNNING;
				current = t;
			} else if (event == 1 && status[t] == BLOCKED) {
				status[t] = READY;
			}
		} else if (event == 2) {
			status[current] = BLOCKED;
			since[current] = now;
			current = -1;
		} else if (event == 3 && status[t] == BLOCKED && now - since[t] > PATIENCE) {
			status[t] = RUNNING; // the watchdog
		}
	}
	return 0;
}
