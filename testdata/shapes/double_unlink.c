// A doubly linked list from which elements are unlinked.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next, *before;
};

struct list {
	struct node *first, *last;
};

static void add(struct list *l, int value) {
	struct node *n = malloc(sizeof *n);
	if (n == NULL)
		exit(1);
	n->value = value;
	n->next = NULL;
	n->before = l->last;
	if (l->last != NULL)
		l->last->next = n;
	else
		l->first = n;
	l->last = n;
}

static void unlink_node(struct list *l, struct node *n) {
	if (n->before != NULL)
		n->before->next = n->next;
	else
		l->first = n->next;
#ifndef BUG
	if (n->next != NULL)
		n->next->before = n->before;
	else
		l->last = n->before;
#endif
	free(n);
}

int main(void) {
	struct list l = {NULL, NULL};
	int x;
	while (scanf("%d", &x) == 1)
		add(&l, x);
	for (struct node *p = l.first, *next; p != NULL; p = next) {
		next = p->next;
		if (p->value % 2 != 0)
			unlink_node(&l, p);
	}
	while (l.first != NULL)
		unlink_node(&l, l.first);
	return 0;
}
