// A tree that is freed with a stack of its own instead of recursion.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int key;
	struct node *left, *right;
};

struct frame {
	struct node *node;
	struct frame *below;
};

static struct frame *push(struct frame *stack, struct node *node) {
	if (node == NULL)
		return stack;
	struct frame *f = malloc(sizeof *f);
	if (f == NULL)
		exit(1);
	f->node = node;
	f->below = stack;
	return f;
}

static struct node *insert(struct node *n, int key) {
	if (n == NULL) {
		n = calloc(1, sizeof *n);
		if (n == NULL)
			exit(1);
		n->key = key;
	} else if (key < n->key)
		n->left = insert(n->left, key);
	else
		n->right = insert(n->right, key);
	return n;
}

int main(void) {
	struct node *root = NULL;
	int key;
	while (scanf("%d", &key) == 1)
		root = insert(root, key);
	struct frame *stack = push(NULL, root);
	while (stack != NULL) {
		struct frame *f = stack;
		struct node *n = f->node;
		stack = f->below;
		free(f);
		stack = push(stack, n->left);
		stack = push(stack, n->right);
#ifdef BUG
		if (n->key % 7 == 0)
			stack = push(stack, n);
#endif
		free(n);
	}
	return 0;
}
