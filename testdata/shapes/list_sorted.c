// A list into which elements are inserted in order.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static void insert(struct node **list, int value) {
	struct node *n = malloc(sizeof *n);
	if (n == NULL)
		exit(1);
	n->value = value;
	if (*list == NULL || (*list)->value >= value) {
		n->next = *list;
		*list = n;
		return;
	}
	struct node *p = *list;
#ifdef BUG
	while (p->next->value < value)
#else
	while (p->next != NULL && p->next->value < value)
#endif
		p = p->next;
	n->next = p->next;
	p->next = n;
}

int main(void) {
	struct node *list = NULL;
	int x;
	while (scanf("%d", &x) == 1)
		insert(&list, x);
	while (list != NULL) {
		struct node *n = list;
		printf("%d\n", n->value);
		list = list->next;
		free(n);
	}
	return 0;
}
