// A binary search tree into which a loop inserts.
#include <stdio.h>
#include <stdlib.h>

struct tree {
	int key;
	struct tree *left, *right;
};

static struct tree *root;

static int insert(int key) {
	struct tree *n = malloc(sizeof *n);
	if (n == NULL)
		return 0;
	n->key = key;
	n->left = n->right = NULL;
	if (root == NULL) {
		root = n;
		return 1;
	}
	struct tree *t = root;
	for (;;) {
		if (key < t->key) {
			if (t->left == NULL) {
				t->left = n;
				return 1;
			}
			t = t->left;
		} else if (key > t->key) {
			if (t->right == NULL) {
				t->right = n;
				return 1;
			}
			t = t->right;
		} else {
			free(n);
			return 0;
		}
	}
}

static int has(int key) {
	struct tree *t = root;
	while (t != NULL && t->key != key)
		t = key < t->key ? t->left : t->right;
	return t != NULL;
}

static void release(struct tree *t) {
	if (t->left != NULL)
		release(t->left);
	if (t->right != NULL)
		release(t->right);
	free(t);
#ifdef BUG
	t->left = NULL;
#endif
}

int main(void) {
	int x;
	while (scanf("%d", &x) == 1)
		if (!has(x))
			insert(x);
	if (root != NULL)
		release(root);
	return 0;
}
