// A list that is printed and freed by recursion.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static void print(const struct node *list) {
	if (list == NULL)
		return;
	printf("%d\n", list->value);
	print(list->next);
}

static void release(struct node *list) {
	if (list == NULL)
		return;
#ifdef BUG
	free(list);
	release(list->next);
#else
	release(list->next);
	free(list);
#endif
}

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
	print(list);
	release(list);
	return 0;
}
