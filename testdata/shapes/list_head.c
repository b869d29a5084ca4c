// A list with a head node that has no value.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

int main(void) {
	struct node head = {0, NULL};
	int x;
	while (scanf("%d", &x) == 1) {
		struct node *n = malloc(sizeof *n);
		if (n == NULL)
			break;
		n->value = x;
		n->next = head.next;
		head.next = n;
	}
	while (head.next != NULL) {
		struct node *n = head.next;
		head.next = n->next;
		free(n);
#ifdef BUG
		n->next = NULL;
#endif
	}
	return 0;
}
