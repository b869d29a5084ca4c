// expected: safe
// Cleaning up with goto: what was acquired is released, in the opposite order, whatever fails.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int held; // resources held: 0 to 3, as a stack

static int acquire(int n) {
	if (__VERIFIER_nondet_int())
		return -1;
	if (held != n - 1)
		reach_error();
	held = n;
	return 0;
}

static void release(int n) {
	if (held != n)
		reach_error();
	held = n - 1;
}

int main(void) {
	int err = acquire(1);
	if (err)
		goto out;
	err = acquire(2);
	if (err)
		goto release_first;
	err = acquire(3);
	if (err)
		goto release_second;
	release(3);
release_second:
	release(2);
release_first:
	release(1);
out:
	if (held != 0)
		reach_error();
	return err;
}
