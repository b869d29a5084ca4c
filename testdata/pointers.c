// expected: safe
// A pointer names one of two variables; a write through it leaves the other one alone.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b) {
	int t = *a;
	*a = *b;
	*b = t;
}

int main(void) {
	int left = 1, right = 2;
	int *chosen = __VERIFIER_nondet_int() ? &left : &right;
	if (chosen == &left)
		swap(&left, &right);
	else
		*chosen = 1, left = 2;
	assert(left == 2 && right == 1);
	return 0;
}
