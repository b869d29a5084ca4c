// A leftist heap: a priority queue as a tree whose left branches are the longer ones.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct heap {
	int key;
	unsigned rank;
	struct heap *left, *right;
};

static struct heap *merge(struct heap *a, struct heap *b) {
	if (a == NULL)
		return b;
	if (b == NULL)
		return a;
	if (b->key < a->key) {
		struct heap *h = a;
		a = b;
		b = h;
	}
	a->right = merge(a->right, b);
#ifdef BUG
	if (a->left->rank < a->right->rank) {
#else
	if (a->left == NULL || a->left->rank < a->right->rank) {
#endif
		struct heap *h = a->left;
		a->left = a->right;
		a->right = h;
	}
	a->rank = a->right == NULL ? 1 : a->right->rank + 1;
	return a;
}

static struct heap *insert(struct heap *h, int key) {
	struct heap *n = malloc(sizeof *n);
	if (n == NULL)
		return h;
	n->key = key;
	n->rank = 1;
	n->left = n->right = NULL;
	return merge(h, n);
}

static struct heap *remove_least(struct heap *h, int *key) {
	struct heap *rest = merge(h->left, h->right);
	*key = h->key;
	free(h);
	return rest;
}

int main(void) {
	struct heap *h = NULL;
	int x, y;
	while (scanf("%d", &x) == 1)
		if (x != 0)
			h = insert(h, x);
		else if (h != NULL) {
			h = remove_least(h, &x);
			printf("%d\n", x);
		}
	if (h == NULL)
		return 0;
	h = remove_least(h, &x);
	while (h != NULL) {
		h = remove_least(h, &y);
		assert(x <= y);
		x = y;
	}
	return 0;
}
