// Merge sort of a list.
#include <stdio.h>
#include <stdlib.h>

struct item {
	int value;
	struct item *next;
};

static struct item *merge(struct item *a, struct item *b) {
	if (a == NULL)
		return b;
	if (b == NULL)
		return a;
	if (a->value <= b->value) {
		a->next = merge(a->next, b);
		return a;
	}
	b->next = merge(a, b->next);
	return b;
}

static struct item *sort(struct item *list) {
	if (list == NULL || list->next == NULL)
		return list;
	struct item *even = NULL, *odd = NULL;
	int n = 0;
	while (list != NULL) {
		struct item *i = list;
		list = i->next;
		if (n) {
			i->next = odd;
			odd = i;
		} else {
			i->next = even;
			even = i;
		}
		n = !n;
	}
	return merge(sort(even), sort(odd));
}

int main(void) {
	struct item *list = NULL;
	int x;
	while (scanf("%d", &x) == 1) {
		struct item *i = malloc(sizeof *i);
		if (i == NULL)
			return 1;
		i->value = x;
		i->next = list;
		list = i;
	}
	list = sort(list);
	while (list != NULL) {
		struct item *i = list;
		printf("%d\n", i->value);
#ifndef BUG
		list = i->next;
#endif
		free(i);
	}
	return 0;
}
