// A stack of blocks, each of which holds some numbers.
#include <stdio.h>
#include <stdlib.h>

#define ROOM 8

struct block {
	struct block *below;
	size_t used;
	int values[ROOM];
};

static struct block *top;

static int push(int value) {
#ifdef BUG
	if (top == NULL || top->used > ROOM) {
#else
	if (top == NULL || top->used == ROOM) {
#endif
		struct block *b = malloc(sizeof *b);
		if (b == NULL)
			return 0;
		b->below = top;
		b->used = 0;
		top = b;
	}
	top->values[top->used++] = value;
	return 1;
}

static int pop(int *value) {
	if (top == NULL)
		return 0;
	*value = top->values[--top->used];
	if (top->used == 0) {
		struct block *b = top;
		top = b->below;
		free(b);
	}
	return 1;
}

int main(void) {
	int x;
	while (scanf("%d", &x) == 1)
		if (x != 0) {
			if (!push(x))
				break;
		} else if (pop(&x))
			printf("%d\n", x);
	while (pop(&x))
		printf("%d\n", x);
	return 0;
}
