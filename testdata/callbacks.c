// expected: safe
// Calls through a table of function pointers: each handler is entered with the mode that it is for.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int mode;

static int idle(int event) {
	assert(mode == 0);
	return event == 7;
}

static int busy(int event) {
	assert(mode == 1);
	return event != 9;
}

int main(void) {
	int (*handler[2])(int) = {idle, busy};
	for (;;) {
		int event = __VERIFIER_nondet_int();
		if (handler[mode](event))
			mode = 1;
		else
			mode = 0;
	}
}
