// expected: unsafe
// A driver's record of the device goes out of step with the device: stop forgets that it was suspended.
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

struct device {
	bool running;
	bool suspended;
	int users;
};

static void start(struct device *d) {
	if (d->users++ == 0)
		d->running = true;
}

static void suspend(struct device *d) {
	if (d->running)
		d->suspended = true;
}

static void resume(struct device *d) { d->suspended = false; }

static void stop(struct device *d) {
	if (d->users > 0 && --d->users == 0)
		d->running = false;
}

int main(void) {
	struct device d = {false, false, 0};
	for (int step = 0; step < 4; step++) {
		switch (__VERIFIER_nondet_int()) {
		case 1: start(&d); break;
		case 2: suspend(&d); break;
		case 3: resume(&d); break;
		case 4: stop(&d); break;
		}
		assert(!d.suspended || d.running);
	}
	return 0;
}
