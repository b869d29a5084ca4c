// A list from which a pointer to a pointer removes elements.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

int main(void) {
	struct node *list = NULL;
	int x;
	while (scanf("%d", &x) == 1) {
		struct node *n = malloc(sizeof *n);
		if (n == NULL)
			break;
		n->value = x;
		n->next = list;
		list = n;
	}
	for (struct node **p = &list; *p != NULL;) {
		struct node *n = *p;
		if (n->value % 2 != 0) {
			*p = n->next;
			free(n);
#ifdef BUG
			p = &n->next;
#endif
		} else
			p = &n->next;
	}
	while (list != NULL) {
		struct node *next = list->next;
		free(list);
		list = next;
	}
	return 0;
}
