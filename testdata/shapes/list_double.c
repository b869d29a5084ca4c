// A doubly linked list that grows at both ends, and is walked in both directions.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next, *prev;
};

struct list {
	struct node *first, *last;
};

static int add_first(struct list *l, int value) {
	struct node *n = malloc(sizeof *n);
	if (n == NULL)
		return 0;
	n->value = value;
#ifndef BUG
	n->prev = NULL;
#endif
	n->next = l->first;
	if (l->first != NULL)
		l->first->prev = n;
	else
		l->last = n;
	l->first = n;
	return 1;
}

static int add_last(struct list *l, int value) {
	struct node *n = malloc(sizeof *n);
	if (n == NULL)
		return 0;
	n->value = value;
	n->next = NULL;
	n->prev = l->last;
	if (l->last != NULL)
		l->last->next = n;
	else
		l->first = n;
	l->last = n;
	return 1;
}

int main(void) {
	struct list l = {NULL, NULL};
	int x;
	while (scanf("%d", &x) == 1)
		if (!(x < 0 ? add_first(&l, x) : add_last(&l, x)))
			break;
	for (struct node *n = l.last; n != NULL; n = n->prev)
		printf("%d\n", n->value);
	while (l.first != NULL) {
		struct node *n = l.first;
		l.first = n->next;
		assert(l.first == NULL ? n == l.last : n == l.first->prev);
		free(n);
	}
	return 0;
}
