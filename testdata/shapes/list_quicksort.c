// Quicksort of a list.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static struct node *sort(struct node *list) {
	if (list == NULL)
		return NULL;
	struct node *pivot = list, *smaller = NULL, *others = NULL;
	list = list->next;
	while (list != NULL) {
		struct node *n = list;
		list = n->next;
		if (n->value < pivot->value) {
			n->next = smaller;
			smaller = n;
#ifdef BUG
		} else if (n->value > pivot->value) {
#else
		} else {
#endif
			n->next = others;
			others = n;
		}
	}
	pivot->next = sort(others);
	smaller = sort(smaller);
	if (smaller == NULL)
		return pivot;
	struct node *end = smaller;
	while (end->next != NULL)
		end = end->next;
	end->next = pivot;
	return smaller;
}

int main(void) {
	struct node *list = NULL;
	int x;
	while (scanf("%d", &x) == 1) {
		struct node *n = malloc(sizeof *n);
		if (n == NULL)
			break;
		n->value = x;
		n->next = list;
		list = n;
	}
	list = sort(list);
	while (list != NULL) {
		struct node *n = list;
		list = n->next;
		assert(list == NULL || n->value <= list->value);
		printf("%d\n", n->value);
		free(n);
	}
	return 0;
}
