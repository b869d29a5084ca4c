// A list from which elements are removed by their values.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static struct node *add(struct node *list, int value) {
	struct node *n = malloc(sizeof *n);
	if (n == NULL)
		exit(1);
	n->value = value;
	n->next = list;
	return n;
}

static struct node *delete(struct node *list, int value) {
	struct node *before = NULL;
	for (struct node *p = list; p != NULL; before = p, p = p->next) {
		if (p->value != value)
			continue;
		if (before == NULL)
			list = p->next;
		else
			before->next = p->next;
		free(p);
#ifdef BUG
		continue;
#else
		break;
#endif
	}
	return list;
}

int main(void) {
	struct node *list = NULL;
	int x;
	while (scanf("%d", &x) == 1)
		if (x >= 0)
			list = add(list, x);
		else
			list = delete(list, -(x + 1));
	while (list != NULL) {
		struct node *next = list->next;
		free(list);
		list = next;
	}
	return 0;
}
