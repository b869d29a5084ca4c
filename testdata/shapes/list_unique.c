// A list in which runs of equal values become single values.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static void unique(struct node *n) {
	for (; n != NULL; n = n->next)
#ifdef BUG
		if (n->next != NULL && n->next->value == n->value) {
#else
		while (n->next != NULL && n->next->value == n->value) {
#endif
			struct node *same = n->next;
			n->next = same->next;
			free(same);
		}
}

int main(void) {
	struct node *first = NULL, *last = NULL;
	int x;
	while (scanf("%d", &x) == 1) {
		struct node *n = malloc(sizeof *n);
		if (n == NULL)
			break;
		n->value = x;
		n->next = NULL;
		if (last == NULL)
			first = n;
		else
			last->next = n;
		last = n;
	}
	unique(first);
	while (first != NULL) {
		struct node *n = first;
		first = n->next;
		assert(first == NULL || first->value != n->value);
		printf("%d\n", n->value);
		free(n);
	}
	return 0;
}
