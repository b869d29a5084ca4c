// Two buffers take turns: one is shown while the other one is drawn, line by line.
// expected: safe
// Invariant: active is the parity of frame; all lines of the active buffer are frame; of the other one, those
// before line are frame + 1; line = 0 in state WAITING, 0 < line <= lines in DRAWING.
// Needs: values (state, active), all cells of the array that a value chooses, predicates (parity).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { MOST = 1080 };
enum state { WAITING, DRAWING };

int even[MOST], odd[MOST];

int main(void) {
	int lines = __VERIFIER_nondet_int();
	if (lines < 1 || lines > MOST)
		return 0;
	for (int k = 0; k < lines; k++)
		even[k] = 0;
	enum state state = WAITING;
	int frame = 0, active = 0, line = 0;
	while (frame < 1000000) {
		int event = __VERIFIER_nondet_int();
		if (event < 0)
			break;
		if (event < lines) { // the beam reads a line
			int shown = active ? odd[event] : even[event];
			assert(shown == frame);
			assert((shown & 1) == active);
		}
		if (state == WAITING) {
			line = 0;
			if (event == 0)
				state = DRAWING;
			else
				continue;
		}
		if (line < lines) {
			if (active)
				even[line] = frame + 1;
			else
				odd[line] = frame + 1;
			line++;
		} else { // swap
			active = 1 - active;
			frame++;
			line = 0;
			state = WAITING;
		}
	}
	return 0;
}
