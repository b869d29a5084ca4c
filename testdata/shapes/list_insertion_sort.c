// Insertion sort of a list.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	int key;
	struct node *next;
};

static void insert(struct node **sorted, struct node *n) {
#ifdef BUG
	if (*sorted != NULL && (*sorted)->key < n->key)
#else
	while (*sorted != NULL && (*sorted)->key < n->key)
#endif
		sorted = &(*sorted)->next;
	n->next = *sorted;
	*sorted = n;
}

static struct node *sort(struct node *list) {
	struct node *sorted = NULL;
	while (list != NULL) {
		struct node *next = list->next;
		insert(&sorted, list);
		list = next;
	}
	return sorted;
}

static int is_sorted(const struct node *list) {
	for (; list != NULL && list->next != NULL; list = list->next)
		if (list->key > list->next->key)
			return 0;
	return 1;
}

int main(void) {
	struct node *list = NULL, **end = &list;
	int key;
	while (scanf("%d", &key) == 1) {
		struct node *n = malloc(sizeof *n);
		if (n == NULL)
			break;
		n->key = key;
		n->next = NULL;
		*end = n;
		end = &n->next;
	}
	list = sort(list);
	assert(is_sorted(list));
	while (list != NULL) {
		struct node *n = list;
		printf("%d\n", n->key);
		list = n->next;
		free(n);
	}
	return 0;
}
