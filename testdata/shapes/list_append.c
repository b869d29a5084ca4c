// A list to the end of which a function walks.
#include <stdio.h>
#include <stdlib.h>

typedef struct node {
	int value;
	struct node *next;
} node;

static void append(node **list, int value) {
	node *n = malloc(sizeof *n);
	if (n == NULL)
		exit(1);
	n->value = value;
	n->next = NULL;
	if (*list == NULL) {
		*list = n;
		return;
	}
	node *p = *list;
	while (p->next != NULL)
		p = p->next;
	p->next = n;
}

static void release(node *list) {
	while (list != NULL) {
		node *next = list->next;
		free(list);
#ifdef BUG
		list = list->next;
#else
		list = next;
#endif
	}
}

int main(void) {
	node *list = NULL;
	int x;
	while (scanf("%d", &x) == 1)
		append(&list, x);
	release(list);
	return 0;
}
