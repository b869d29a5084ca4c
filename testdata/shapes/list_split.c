// A list that is cut into two halves.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

// halve cuts off the second half of the list and returns it. The first half is as long, or longer by one.
static struct node *halve(struct node *list) {
	if (list == NULL)
		return NULL;
	struct node *slow = list, *fast = list->next;
	while (fast != NULL && fast->next != NULL) {
		slow = slow->next;
		fast = fast->next->next;
	}
	struct node *half = slow->next;
#ifndef BUG
	slow->next = NULL;
#endif
	return half;
}

static size_t length(const struct node *list) {
	size_t n = 0;
	for (; list != NULL; list = list->next)
		n++;
	return n;
}

static void release(struct node *list) {
	while (list != NULL) {
		struct node *next = list->next;
		free(list);
		list = next;
	}
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
	struct node *half = halve(list);
	size_t a = length(list), b = length(half);
	printf("%zu and %zu\n", a, b);
	assert(a == b || a == b + 1);
	release(list);
	release(half);
	return 0;
}
