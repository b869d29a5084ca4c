// expected: safe
// Two nodes from malloc, linked: what one pointer writes the other one reads, and the nodes are distinct.
#include <assert.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

int main(void) {
	struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
	if (a == NULL || b == NULL)
		return 1;
	a->value = 1;
	a->next = b;
	b->value = 2;
	b->next = NULL;
	a->next->value += 3;
	assert(a->value == 1 && b->value == 5 && a->next->next == NULL);
	free(a);
	free(b);
	return 0;
}
