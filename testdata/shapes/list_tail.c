// A list that grows at its end, where a pointer leads.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

int main(void) {
	struct node *head = NULL, *tail = NULL;
	int x;
	while (scanf("%d", &x) == 1) {
		struct node *n = malloc(sizeof *n);
		if (n == NULL)
			break;
		n->value = x;
#ifndef BUG
		n->next = NULL;
#endif
		if (tail != NULL)
			tail->next = n;
		else
			head = n;
		tail = n;
	}
	for (struct node *p = head; p != NULL; p = p->next)
		printf("%d\n", p->value);
	while (head != NULL) {
		struct node *next = head->next;
		free(head);
		head = next;
	}
	return 0;
}
