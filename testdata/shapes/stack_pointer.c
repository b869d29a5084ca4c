// A stack whose top the functions get by its address.
#include <stdio.h>
#include <stdlib.h>

typedef struct cell {
	long number;
	struct cell *rest;
} cell;

static int push(cell **stack, long number) {
	cell *c = malloc(sizeof(cell));
	if (!c)
		return 0;
	c->number = number;
	c->rest = *stack;
	*stack = c;
	return 1;
}

static int pop(cell **stack, long *number) {
	cell *c = *stack;
	if (!c)
		return 0;
	*number = c->number;
#ifdef BUG
	free(c);
	*stack = c->rest;
#else
	*stack = c->rest;
	free(c);
#endif
	return 1;
}

int main(void) {
	cell *stack = NULL;
	long n;
	while (scanf("%ld", &n) == 1)
		if (!push(&stack, n))
			break;
	while (pop(&stack, &n))
		printf("%ld\n", n);
	return 0;
}
