// A scheduler: of n tasks one runs at most, and it is the one that the scheduler thinks of.
// expected: safe
// Invariant: for all t < n: status[t] is RUNNING exactly where t = current; status[t] is one of four;
// current is -1 or from 0 to n - 1; slice = 0 where current = -1, and 0 <= slice < QUANTUM.
// Needs: values (the event, current = -1), all cells, predicates (status), linear relations (slice).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { MOST = 256, QUANTUM = 4 };
enum { READY, RUNNING, BLOCKED, DONE };

int status[MOST];

int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 1 || n > MOST)
		return 0;
	for (int t = 0; t < n; t++)
		status[t] = READY;
	int current = -1, slice = 0;
	for (;;) {
		int event = __VERIFIER_nondet_int(), t = __VERIFIER_nondet_int();
		if (t < 0 || t >= n)
			break;
		if (current == -1) {
			assert(status[t] != RUNNING);
			if (event == 0 && status[t] == READY) {
				status[t] = RUNNING;
				current = t;
				slice = 0;
			} else if (event == 1 && status[t] == BLOCKED) {
				status[t] = READY;
			}
			continue;
		}
		assert(status[current] == RUNNING);
		assert(t == current || status[t] != RUNNING);
		if (event == 2 || event == 3) {
			status[current] = event == 2 ? BLOCKED : DONE;
			current = -1;
			slice = 0;
		} else if (event == 1 && status[t] == BLOCKED) {
			status[t] = READY;
		} else if (++slice == QUANTUM) {
			status[current] = READY;
			current = -1;
			slice = 0;
		}
	}
	return 0;
}
