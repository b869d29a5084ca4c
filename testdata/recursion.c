// expected: safe
// Walking a tree recursively: depth is counted up and down again, so it is 0 when the walk is over.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int depth;

static void walk(int level) {
	depth++;
	assert(depth == level);
	if (level < 4) {
		if (__VERIFIER_nondet_int())
			walk(level + 1); // left
		if (__VERIFIER_nondet_int())
			walk(level + 1); // right
	}
	depth--;
}

int main(void) {
	walk(1);
	assert(depth == 0);
	return 0;
}
