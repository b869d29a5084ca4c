// Expressions in postfix notation, such as 12+3*, that become trees on a stack.
#include <stdio.h>
#include <stdlib.h>

struct expr {
	int op;
	unsigned value;
	struct expr *left, *right;
	struct expr *below;
};

static struct expr *stack;

static struct expr *pop(void) {
	struct expr *e = stack;
	stack = e->below;
	return e;
}

static void release(struct expr *e) {
	if (e->op != '0') {
		release(e->left);
		release(e->right);
	}
	free(e);
}

static unsigned value(const struct expr *e) {
	switch (e->op) {
	case '+':
		return value(e->left) + value(e->right);
	case '-':
		return value(e->left) - value(e->right);
	case '*':
		return value(e->left) * value(e->right);
	}
	return e->value;
}

int main(void) {
	int c;
	while ((c = getchar()) != EOF) {
		int number = c >= '0' && c <= '9';
		if (!number && c != '+' && c != '-' && c != '*')
			continue;
#ifndef BUG
		if (!number && (stack == NULL || stack->below == NULL)) {
			puts("no operands");
			continue;
		}
#endif
		struct expr *e = malloc(sizeof *e);
		if (e == NULL)
			break;
		if (number) {
			e->op = '0';
			e->value = c - '0';
		} else {
			e->op = c;
			e->right = pop();
			e->left = pop();
		}
		e->below = stack;
		stack = e;
	}
	while (stack != NULL) {
		struct expr *e = pop();
		printf("%u\n", value(e));
		release(e);
	}
	return 0;
}
