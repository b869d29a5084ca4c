// A lift on its way up, and down again: what is requested on the way up is served when it comes by, or on the way back.
// expected: safe
// Invariant: for all f < floors, wanted[f] is 0 or 1; in DOWN, wanted[f] = 0 for f > floor; in REST, floor = 0 and
// wanted[f] = 0 for all f. In UP, floor <= top < floors, and wanted[f] = 0 for f > top. 0 <= floor < floors.
// Needs: values (state), all cells of a segment, linear relations (floor, top).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { MOST = 200 };
enum state { REST, UP, DOWN };

int wanted[MOST];

int main(void) {
	int floors = __VERIFIER_nondet_int();
	if (floors < 2 || floors > MOST)
		return 0;
	for (int f = 0; f < floors; f++)
		wanted[f] = 0;
	enum state state = REST;
	int floor = 0, top = 0;
	for (;;) {
		int f = __VERIFIER_nondet_int();
		if (f >= floors)
			break;
		if (f >= 0 && (state == UP || state == REST || f < floor)) {
			if (state == REST) {
				state = UP;
				top = f;
			}
			if (state == UP && f > top)
				top = f;
			wanted[f] = 1;
		} else if (f >= 0 && state == DOWN && f > floor) {
			assert(!wanted[f]); // it is too late for this one, and nobody waits there
		} else if (state == UP) {
			if (floor < top && !wanted[floor]) {
				floor++;
			} else if (wanted[floor]) {
				wanted[floor] = 0; // the doors open
			} else {
				state = DOWN;
			}
		} else if (state == DOWN) {
			if (wanted[floor])
				wanted[floor] = 0;
			else if (floor > 0)
				floor--;
			else
				state = REST;
		} else {
			int any = __VERIFIER_nondet_int();
			if (any >= 0 && any < floors)
				assert(floor == 0 && !wanted[any]);
		}
	}
	return 0;
}
