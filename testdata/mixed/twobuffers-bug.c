// Two buffers take turns, with a bug: the last line of the even one is not drawn again.
// expected: unsafe
// Failing input: 40, 0*84, 39
// Frame 1 is drawn into the odd buffer, frame 2 into the even one; then line 39 is shown.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { LEAST = 40, MOST = 1080 };
enum state { WAITING, DRAWING };

int even[MOST], odd[MOST];

int main(void) {
	int lines = __VERIFIER_nondet_int();
	if (lines < LEAST || lines > MOST)
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
		}
		if (state == WAITING) {
			if (event == 0)
				state = DRAWING;
		} else if (line < lines - active) {
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
