// Handles and slots: an open handle leads to a slot that knows the handle; modes say what may be done with it.
// expected: safe
// Invariant: for all h < HANDLES: slot[h] is -1, or from 0 to SLOTS - 1 with used[slot[h]] = 1 and back[slot[h]] = h.
// For all s < SLOTS: used[s] is 0 or 1, and where it is 1, 0 <= back[s] < HANDLES, slot[back[s]] = s and mode[s] is
// READ or WRITE. writers is -1, or the only slot with used[s] = 1 and mode[s] = WRITE.
// Needs: predicates (modes), cells at indexes that are cells, values.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { HANDLES = 100, SLOTS = 50, READ = 1, WRITE = 2 };

int slot[HANDLES], used[SLOTS], back[SLOTS], mode[SLOTS];

int main(void) {
	int writer = -1;
	for (int h = 0; h < HANDLES; h++)
		slot[h] = -1;
	for (int s = 0; s < SLOTS; s++)
		used[s] = 0;
	for (;;) {
		int h = __VERIFIER_nondet_int(), wanted = __VERIFIER_nondet_int();
		if (h < 0 || h >= HANDLES)
			return 0;
		if (slot[h] == -1) { // open
			int s = __VERIFIER_nondet_int();
			if (s < 0 || s >= SLOTS || used[s] || (wanted == WRITE && writer != -1))
				continue;
			if (wanted == WRITE)
				writer = s;
			used[s] = 1;
			back[s] = h;
			mode[s] = wanted == WRITE ? WRITE : READ;
			slot[h] = s;
		} else {
			int s = slot[h];
			assert(used[s] && back[s] == h);
			if (wanted == WRITE && mode[s] == WRITE) {
				assert(writer == s);
			} else if (wanted == 0) { // close
				if (mode[s] == WRITE)
					writer = -1;
				used[s] = 0;
				slot[h] = -1;
			} else {
				assert(mode[s] == WRITE || writer != s);
			}
		}
	}
}
