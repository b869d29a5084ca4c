// expected: safe
// What is done on the way out depends on flags that were set on the way in.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
	int opened = 0, mapped = 0; // by this run
	int files = 0, maps = 0;    // in the system
	if (__VERIFIER_nondet_int()) {
		files++;
		opened = 1;
		if (__VERIFIER_nondet_int()) {
			maps++;
			mapped = 1;
		}
	}
	for (int i = __VERIFIER_nondet_int(); i > 0; i--)
		; // some work
	if (mapped)
		maps--;
	if (opened)
		files--;
	if (files != 0 || maps != 0)
		reach_error();
	return 0;
}
