// A binary search tree from which the least key is removed until the tree is empty.
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	int key;
	struct node *left, *right;
};

static int remove_minimum(struct node **root) {
	while ((*root)->left != NULL)
		root = &(*root)->left;
	struct node *n = *root;
	int key = n->key;
#ifdef BUG
	*root = NULL;
#else
	*root = n->right;
#endif
	free(n);
	return key;
}

int main(void) {
	struct node *root = NULL;
	int key, last = INT_MIN;
	while (scanf("%d", &key) == 1) {
		struct node *n = malloc(sizeof *n), **p = &root;
		if (n == NULL)
			break;
		n->key = key;
		n->left = NULL;
		n->right = NULL;
		while (*p != NULL)
			p = key < (*p)->key ? &(*p)->left : &(*p)->right;
		*p = n;
	}
	while (root != NULL) {
		key = remove_minimum(&root);
		assert(last <= key);
		printf("%d\n", key);
		last = key;
	}
	return 0;
}
