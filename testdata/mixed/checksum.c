// Records with a checksum: the state is the place in the record, and sums are of 16 bits, rotated by one bit each time.
// expected: safe
// Invariant: for all k < n: 0 <= sum[k] <= 65535 and sum[k + 1] = rotate(sum[k]) ^ data[k]; sum[0] = SEED; now = sum[n];
// kind[k] is 1 exactly where the byte was the first of its record; state HEAD exactly where left = 0.
// Needs: values (state), neighbouring cells, predicates (xor and rotation).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 1000, SEED = 0x1d0f };
enum state { HEAD, BODY };

int data[SIZE], sum[SIZE + 1], first[SIZE];

int rotate(int s) {
	return (s << 1 & 0xffff) | s >> 15;
}

int main(void) {
	enum state state = HEAD;
	int n = 0, now = SEED, left = 0;
	sum[0] = now;
	while (n < SIZE) {
		int byte = __VERIFIER_nondet_int();
		if (byte < 0 || byte > 255)
			break;
		first[n] = state == HEAD;
		if (state == HEAD) {
			left = byte;
		} else {
			left--;
		}
		state = left > 0 ? BODY : HEAD;
		data[n++] = byte;
		now = rotate(now) ^ byte;
		sum[n] = now;
	}
	// Checked again, from the data.
	int again = SEED, rest = 0;
	for (int k = 0; k < n; k++) {
		assert(again == sum[k] && first[k] == (rest == 0));
		rest = rest == 0 ? data[k] : rest - 1;
		again = rotate(again) ^ data[k];
		assert(again >= 0 && again <= 0xffff);
	}
	assert(again == now && rest == left);
	return 0;
}
