// A binary search tree with pointers to parents, which lead through it as it is printed and freed.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int key;
	struct node *left, *right, *parent;
};

static int insert(struct node **root, int key) {
	struct node *parent = NULL;
	while (*root != NULL) {
		parent = *root;
		if (key == parent->key)
			return 1;
		root = key < parent->key ? &parent->left : &parent->right;
	}
	struct node *n = calloc(1, sizeof *n);
	if (n == NULL)
		return 0;
	n->key = key;
	n->parent = parent;
	*root = n;
	return 1;
}

static struct node *first(struct node *n) {
	while (n != NULL && n->left != NULL)
		n = n->left;
	return n;
}

static struct node *next(struct node *n) {
	if (n->right != NULL)
		return first(n->right);
	while (n->parent != NULL && n == n->parent->right)
		n = n->parent;
	return n->parent;
}

int main(void) {
	struct node *root = NULL;
	int key;
	while (scanf("%d", &key) == 1)
		if (!insert(&root, key))
			break;
	for (struct node *n = first(root); n != NULL; n = next(n))
		printf("%d\n", n->key);
	struct node *n = root;
	while (n != NULL) {
		if (n->left != NULL)
			n = n->left;
		else if (n->right != NULL)
			n = n->right;
		else {
			struct node *parent = n->parent;
			if (parent != NULL) {
				if (parent->left == n)
					parent->left = NULL;
#ifndef BUG
				else
					parent->right = NULL;
#endif
			}
			free(n);
			n = parent;
		}
	}
	return 0;
}
