// A queue whose nodes come from a pool of a fixed size.
#include <stdio.h>

#define NODES 16

struct node {
	int value;
	struct node *next;
};

static struct node pool[NODES], *unused;

static void fill(void) {
	for (int i = 0; i < NODES; i++) {
		pool[i].next = unused;
		unused = &pool[i];
	}
}

static struct node *get_node(void) {
	struct node *n = unused;
	if (n != NULL)
		unused = n->next;
	return n;
}

static void put_node(struct node *n) {
	n->next = unused;
	unused = n;
}

int main(void) {
	struct node *first = NULL, **end = &first;
	int x;
	fill();
	while (scanf("%d", &x) == 1) {
		if (x != 0) {
			struct node *n = get_node();
#ifndef BUG
			if (n == NULL) {
				puts("no more nodes");
				continue;
			}
#endif
			n->value = x;
			n->next = NULL;
			*end = n;
			end = &n->next;
		} else if (first != NULL) {
			struct node *n = first;
			printf("%d\n", n->value);
			first = n->next;
			if (first == NULL)
				end = &first;
			put_node(n);
		}
	}
	return 0;
}
