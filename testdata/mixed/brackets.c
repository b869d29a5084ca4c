// A parser of nested brackets with strings between them; for each open bracket the stack has its position.
// expected: safe
// Invariant: for all k < depth: 0 <= place[k] < i and shape[k] is ROUND or SQUARE, and place[k] < place[k + 1]
// where k + 1 < depth; in mode STRING, depth is what it was when the string began.
// Needs: values (mode), neighbouring cells, linear relations (positions), predicates (shapes).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { ROUND = 1, SQUARE = 2, DEEPEST = 300 };
enum mode { CODE, STRING };

int place[DEEPEST], shape[DEEPEST];

int main(void) {
	enum mode mode = CODE;
	int depth = 0, outside = 0;
	for (int i = 0; i < 1000000; i++) {
		int c = __VERIFIER_nondet_int();
		if (c == 0)
			break;
		if (mode == STRING) {
			assert(depth == outside);
			if (c == '"')
				mode = CODE;
		} else if (c == '"') {
			mode = STRING;
			outside = depth;
		} else if ((c == '(' || c == '[') && depth < DEEPEST) {
			place[depth] = i;
			shape[depth++] = c == '(' ? ROUND : SQUARE;
		} else if ((c == ')' || c == ']') && depth > 0) {
			depth--;
			assert(place[depth] < i);
			assert(depth == 0 || place[depth - 1] < place[depth]);
			if (shape[depth] != (c == ')' ? ROUND : SQUARE)) {
				assert(shape[depth] == (c == ')' ? SQUARE : ROUND));
				return 1; // a mismatch
			}
		}
	}
	return 0;
}
