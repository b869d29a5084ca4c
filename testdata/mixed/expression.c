// A shunting-yard parser of sums and products: the stack never has a product below a sum without a bracket between them.
// expected: safe
// Invariant: for all k < n: op[k] is OPEN, PLUS or TIMES; where k + 1 < n, op[k + 1] = PLUS only if op[k] = OPEN, and
// op[k + 1] = TIMES only if op[k] != TIMES. operands + (1 in state OPERAND, else 0) = done + waiting + 1.
// Needs: values (state), neighbouring cells of a stack, linear relations (counts), predicates (kinds).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { DEEPEST = 300 };
enum { OPEN = 1, PLUS, TIMES };
enum state { OPERAND, OPERATOR };

int op[DEEPEST];

int main(void) {
	enum state state = OPERAND;
	int n = 0, waiting = 0, operands = 0, done = 0;
	while (operands < 1000000) {
		int c = __VERIFIER_nondet_int();
		if (c == '\n' || n == DEEPEST)
			break;
		if (state == OPERAND) {
			if (c == '(') {
				op[n++] = OPEN;
			} else { // a number
				operands++;
				state = OPERATOR;
			}
			continue;
		}
		int kind = c == '*' ? TIMES : PLUS;
		while (n > 0 && op[n - 1] != OPEN && (c == ')' || op[n - 1] >= kind)) {
			n--;
			waiting--;
			done++;
		}
		if (c == ')') {
			if (n == 0)
				return 1; // no bracket is open
			n--;
		} else {
			assert(n == 0 || op[n - 1] == OPEN || (op[n - 1] == PLUS && kind == TIMES));
			op[n++] = kind;
			waiting++;
			state = OPERAND;
		}
	}
	for (int k = 0; k + 1 < n; k++)
		assert(op[k + 1] == OPEN || op[k] == OPEN || op[k] < op[k + 1]);
	assert(operands + (state == OPERAND) == done + waiting + 1);
	return 0;
}
