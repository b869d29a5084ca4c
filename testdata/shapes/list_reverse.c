// A list that is reversed in place.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static struct node *reverse(struct node *list) {
	struct node *done = NULL;
	while (list != NULL) {
		struct node *next = list->next;
		list->next = done;
		done = list;
		list = next;
	}
	return done;
}

int main(void) {
	struct node *list = NULL;
	int x;
	while (scanf("%d", &x) == 1) {
		struct node *n = malloc(sizeof *n);
		if (n == NULL)
			return 1;
		n->value = x;
		n->next = list;
		list = n;
	}
#ifdef BUG
	struct node *other = reverse(list);
	while (other != NULL) {
		struct node *n = other;
		other = n->next;
		free(n);
	}
#else
	list = reverse(list);
#endif
	while (list != NULL) {
		struct node *n = list;
		printf("%d\n", n->value);
		list = n->next;
		free(n);
	}
	return 0;
}
