// A binary search tree, by recursion.
#include <stdio.h>
#include <stdlib.h>

struct tree {
	int key;
	struct tree *left, *right;
};

static struct tree *insert(struct tree *t, int key) {
	if (t == NULL) {
		t = malloc(sizeof *t);
		if (t == NULL)
			exit(1);
		t->key = key;
		t->left = t->right = NULL;
	} else if (key < t->key)
		t->left = insert(t->left, key);
	else if (key > t->key)
		t->right = insert(t->right, key);
	return t;
}

static void print(const struct tree *t) {
	if (t == NULL)
		return;
	print(t->left);
	printf("%d\n", t->key);
	print(t->right);
}

static void release(struct tree *t) {
	if (t == NULL)
		return;
	release(t->left);
#ifdef BUG
	free(t);
	release(t->right);
#else
	release(t->right);
	free(t);
#endif
}

int main(void) {
	struct tree *root = NULL;
	int x;
	while (scanf("%d", &x) == 1)
		root = insert(root, x);
	print(root);
	release(root);
	return 0;
}
