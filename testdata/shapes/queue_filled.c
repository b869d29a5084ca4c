// A queue that is filled and then emptied.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

struct queue {
	struct node *first, *last;
};

static int put(struct queue *q, int value) {
	struct node *n = malloc(sizeof *n);
	if (n == NULL)
		return -1;
	n->value = value;
	n->next = NULL;
	if (q->last != NULL)
		q->last->next = n;
	else
		q->first = n;
	q->last = n;
	return 0;
}

static int get(struct queue *q, int *value) {
	struct node *n = q->first;
	if (n == NULL)
		return -1;
	*value = n->value;
#ifdef BUG
	free(n);
	q->first = q->last == n ? NULL : n->next;
#else
	q->first = n->next;
	if (q->first == NULL)
		q->last = NULL;
	free(n);
#endif
	return 0;
}

int main(void) {
	struct queue q = {NULL, NULL};
	int x;
	while (scanf("%d", &x) == 1)
		if (put(&q, x) < 0)
			break;
	while (get(&q, &x) == 0)
		printf("%d\n", x);
	return 0;
}
