// expected: safe, by engine arrays
// The example of Armando, Benerecetti and Mantovani, "Abstraction Refinement of Linear Programs with
// Arrays" (TACAS 2007): of the array, one cell is enough to prove it. `whet explain` shows how that is found.
#include <assert.h>

int main(void) {
	int i, a[30];
	a[1] = 9;
	i = 0;
	while (a[i] != 9) {
		a[i] = 2 * i;
		i = i + 1;
	}
	assert(i <= 1);
	return 0;
}
