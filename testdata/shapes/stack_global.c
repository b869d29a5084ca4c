// A stack in a global variable.
#include <stdio.h>
#include <stdlib.h>

struct item {
	int value;
	struct item *below;
};

static struct item *top;

static void push(int value) {
	struct item *i = malloc(sizeof *i);
	if (i == NULL) {
		fprintf(stderr, "out of memory\n");
		exit(1);
	}
	i->value = value;
	i->below = top;
	top = i;
}

static int pop(void) {
	struct item *i = top;
	int value = i->value;
#ifndef BUG
	top = i->below;
#endif
	free(i);
	return value;
}

int main(void) {
	int x;
	while (scanf("%d", &x) == 1) {
		if (x != 0)
			push(x);
		else if (top != NULL)
			printf("%d\n", pop());
	}
	while (top != NULL)
		pop();
	return 0;
}
