// expected: safe
// A lock is never taken twice nor released twice; how many requests were served does not matter.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int locked;

static void lock(void) {
	if (locked)
		reach_error();
	locked = 1;
}

static void unlock(void) {
	if (!locked)
		reach_error();
	locked = 0;
}

int main(void) {
	unsigned long served = 0;
	while (__VERIFIER_nondet_int()) {
		int busy;
		do {
			lock();
			busy = 0;
			if (__VERIFIER_nondet_int()) { // somebody else has the device: try again
				busy = 1;
				unlock();
			}
		} while (busy);
		served++;
		unlock();
	}
	return 0;
}
