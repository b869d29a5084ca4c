// A reader of a line of comma-separated values, some in quotes, which fills a table of fields.
// expected: safe
// Invariant: for all k < n: start[k] <= stop[k] < i, stop[k] < start[k + 1] where k + 1 < n, and stop[k] - start[k]
// >= 2 where quoted[k] is 1; begin <= i, and stop[n - 1] < begin where n > 0; begin < i in state QUOTED, and
// begin + 2 <= i in AFTER.
// Needs: values (state), neighbouring cells, linear relations (places), predicates (quoted).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { FIELDS = 200 };
enum state { PLAIN, QUOTED, AFTER };

int start[FIELDS], stop[FIELDS], quoted[FIELDS];

int main(void) {
	enum state state = PLAIN;
	int n = 0, begin = 0, i = 0;
	for (; n < FIELDS && i < 1000000; i++) {
		int c = __VERIFIER_nondet_int();
		if (c == ',' && state != QUOTED) {
			start[n] = begin;
			stop[n] = i;
			quoted[n++] = state == AFTER;
			begin = i + 1;
			state = PLAIN;
		} else if (c == '\n') {
			break;
		} else if (state == PLAIN && c == '"') {
			if (i > begin)
				return 1; // a quote within a plain field
			state = QUOTED;
		} else if (state == QUOTED && c == '"') {
			state = AFTER;
		} else if (state == AFTER) {
			if (c != '"')
				return 1;
			state = QUOTED; // two quotes are one
		}
	}
	int end = -1;
	for (int k = 0; k < n; k++) {
		assert(end < start[k] && start[k] <= stop[k]);
		if (quoted[k])
			assert(start[k] + 1 < stop[k]);
		end = stop[k];
	}
	assert(end < i);
	return 0;
}
