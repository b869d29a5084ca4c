// A list, and a copy of it.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static struct node *cons(int value, struct node *next) {
	struct node *n = malloc(sizeof *n);
	if (n == NULL)
		exit(1);
	n->value = value;
	n->next = next;
	return n;
}

static struct node *copy(const struct node *list) {
	struct node *first = NULL, *last = NULL;
	for (; list != NULL; list = list->next) {
		struct node *n = cons(list->value, NULL);
		if (last == NULL)
			first = n;
		else
			last->next = n;
		last = n;
	}
	return first;
}

static void release(struct node *list) {
	while (list != NULL) {
		struct node *next = list->next;
		free(list);
		list = next;
	}
}

int main(void) {
	struct node *list = NULL;
	int x;
	while (scanf("%d", &x) == 1)
		list = cons(x, list);
#ifdef BUG
	struct node *other = list;
#else
	struct node *other = copy(list);
#endif
	release(list);
	release(other);
	return 0;
}
