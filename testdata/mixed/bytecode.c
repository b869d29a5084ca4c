// A stack machine whose programs are verified before they run: the depth of the stack is known at each instruction.
// expected: safe
// Invariant: in the first loop, depth[0] = 0; for all k < n: 0 <= depth[k] <= ROOM, 0 <= depth[k + 1] <= ROOM, and
// depth[k + 1] - depth[k] is +1 where code[k] is PUSH or DUP, -1 where it is POP or ADD, and then depth[k] >= 1
// (POP, DUP) or >= 2 (ADD). In the second loop, sp = depth[pc].
// Needs: values (instructions), neighbouring cells, linear relations (depths).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { LENGTH = 1000, ROOM = 16 };
enum { PUSH, POP, ADD, DUP };

int code[LENGTH], depth[LENGTH + 1], stack[ROOM];

int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 0 || n > LENGTH)
		return 0;
	depth[0] = 0;
	for (int k = 0; k < n; k++) {
		int op = __VERIFIER_nondet_int(), d = depth[k];
		switch (op) {
		case PUSH: if (d == ROOM) return 1; d++; break;
		case POP: if (d < 1) return 1; d--; break;
		case ADD: if (d < 2) return 1; d--; break;
		case DUP: if (d < 1 || d == ROOM) return 1; d++; break;
		default: return 1; // no such instruction
		}
		code[k] = op;
		depth[k + 1] = d;
	}
	int sp = 0;
	for (int pc = 0; pc < n; pc++) {
		if (code[pc] == PUSH) {
			assert(sp < ROOM);
			stack[sp++] = pc;
		} else if (code[pc] == POP) {
			assert(sp > 0);
			sp--;
		} else if (code[pc] == ADD) {
			assert(sp > 1);
			sp--;
			stack[sp - 1] = (int)((unsigned)stack[sp - 1] + (unsigned)stack[sp]);
		} else {
			assert(code[pc] == DUP && sp > 0 && sp < ROOM);
			stack[sp] = stack[sp - 1];
			sp++;
		}
	}
	assert(sp == depth[n]);
	return 0;
}
