// A receiver of frames: a start byte, a length, that many bytes; a table says where in the buffer each of them is.
// expected: safe
// Invariant: begin[0] = 0; for all k < n: begin[k + 1] - begin[k] = size[k], 1 <= size[k] <= LONGEST; in SYNC and LENGTH
// used = begin[n]; in BODY, used + left = begin[n] + length, 1 <= left <= length <= LONGEST; 0 <= used <= ROOM.
// Needs: values (state), neighbouring cells, linear relations (places).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { ROOM = 4000, FRAMES = 300, LONGEST = 64 };
enum state { SYNC, LENGTH, BODY };

int buffer[ROOM], begin[FRAMES + 1], size[FRAMES];

int main(void) {
	enum state state = SYNC;
	int n = 0, used = 0, length = 0, left = 0;
	begin[0] = 0;
	while (n < FRAMES) {
		int byte = __VERIFIER_nondet_int();
		if (byte < 0)
			break;
		if (state == SYNC) {
			if (byte == 0x7e)
				state = LENGTH;
		} else if (state == LENGTH) {
			if (byte == 0 || byte > LONGEST || used + byte > ROOM) {
				state = SYNC;
			} else {
				length = left = byte;
				state = BODY;
			}
		} else {
			assert(used < ROOM);
			buffer[used++] = byte;
			if (byte == 0x7e) { // a new frame begins, this one was cut off
				used = begin[n];
				state = LENGTH;
			} else if (--left == 0) {
				size[n++] = length;
				begin[n] = used;
				state = SYNC;
			}
		}
	}
	int at = 0;
	for (int k = 0; k < n; k++) {
		assert(begin[k] == at && size[k] >= 1 && size[k] <= LONGEST);
		at += size[k];
	}
	assert(begin[n] == at && at <= ROOM);
	return 0;
}
