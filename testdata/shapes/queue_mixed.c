// A queue to and from which elements go in any order.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static struct node *first, *last;

static void put(int value) {
	struct node *n = malloc(sizeof *n);
	if (n == NULL)
		exit(1);
	n->value = value;
	n->next = NULL;
	if (first == NULL)
		first = n;
	else
		last->next = n;
	last = n;
}

static int get(void) {
	struct node *n = first;
	int value = n->value;
	first = n->next;
	free(n);
	return value;
}

int main(void) {
	int x;
	while (scanf("%d", &x) == 1) {
		if (x != 0)
			put(x);
#ifdef BUG
		else
#else
		else if (first != NULL)
#endif
			printf("%d\n", get());
	}
	while (first != NULL)
		get();
	return 0;
}
