// A deque: a doubly linked list with insertion and removal at both ends.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *left, *right;
};

struct deque {
	struct node *first, *last;
};

static int push(struct deque *d, int value, int front) {
	struct node *n = calloc(1, sizeof *n);
	if (n == NULL)
		return 0;
	n->value = value;
	if (d->first == NULL) {
		d->first = d->last = n;
	} else if (front) {
		n->right = d->first;
		d->first->left = n;
		d->first = n;
	} else {
		n->left = d->last;
		d->last->right = n;
		d->last = n;
	}
	return 1;
}

static int pop_front(struct deque *d) {
	struct node *n = d->first;
	int value = n->value;
	d->first = n->right;
	if (d->first != NULL)
		d->first->left = NULL;
	else
		d->last = NULL;
	free(n);
	return value;
}

static int pop_back(struct deque *d) {
	struct node *n = d->last;
	int value = n->value;
	d->last = n->left;
	if (d->last != NULL)
		d->last->right = NULL;
#ifndef BUG
	else
		d->first = NULL;
#endif
	free(n);
	return value;
}

int main(void) {
	struct deque d = {NULL, NULL};
	int c, value = 0;
	while ((c = getchar()) != EOF)
		switch (c) {
		case '<':
		case '>':
			if (scanf("%d", &value) == 1 && !push(&d, value, c == '<'))
				puts("no memory");
			break;
		case 'f':
			if (d.first != NULL)
				printf("%d\n", pop_front(&d));
			break;
		case 'b':
			if (d.last != NULL)
				printf("%d\n", pop_back(&d));
			break;
		}
	while (d.first != NULL)
		pop_front(&d);
	return 0;
}
