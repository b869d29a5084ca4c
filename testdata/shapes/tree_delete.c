// A binary search tree into which keys are inserted, and from which they are deleted.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int key;
	struct node *left, *right;
};

static struct node *insert(struct node *n, int key) {
	if (n == NULL) {
		n = malloc(sizeof *n);
		if (n == NULL)
			exit(1);
		n->key = key;
		n->left = NULL;
		n->right = NULL;
		return n;
	}
	if (key < n->key)
		n->left = insert(n->left, key);
	else if (key > n->key)
		n->right = insert(n->right, key);
	return n;
}

static int least(const struct node *n) {
	while (n->left != NULL)
		n = n->left;
	return n->key;
}

static struct node *delete(struct node *n, int key) {
	if (n == NULL)
		return NULL;
	if (key < n->key)
		n->left = delete(n->left, key);
	else if (key > n->key)
		n->right = delete(n->right, key);
	else if (n->left != NULL && n->right != NULL) {
		n->key = least(n->right);
		n->right = delete(n->right, n->key);
	} else {
		struct node *child = n->left != NULL ? n->left : n->right;
#ifdef BUG
		free(child);
#else
		free(n);
#endif
		return child;
	}
	return n;
}

static void release(struct node *n) {
	if (n != NULL) {
		release(n->left);
		release(n->right);
		free(n);
	}
}

int main(void) {
	struct node *root = NULL;
	char op;
	int key;
	while (scanf(" %c%d", &op, &key) == 2)
		root = op == '+' ? insert(root, key) : delete(root, key);
	release(root);
	return 0;
}
