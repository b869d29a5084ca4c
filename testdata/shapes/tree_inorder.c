// A binary search tree whose keys go into an array in order.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	int key;
	struct node *left, *right;
};

static size_t count;

static struct node *insert(struct node *n, int key) {
	if (n == NULL) {
		n = malloc(sizeof *n);
		if (n == NULL)
			return NULL;
		n->key = key;
		n->left = n->right = NULL;
		count++;
	} else if (key < n->key)
		n->left = insert(n->left, key);
#ifdef BUG
	else
#else
	else if (key > n->key)
#endif
		n->right = insert(n->right, key);
	return n;
}

static int *walk(const struct node *n, int *to) {
	if (n == NULL)
		return to;
	to = walk(n->left, to);
	*to++ = n->key;
	return walk(n->right, to);
}

static void release(struct node *n) {
	if (n == NULL)
		return;
	release(n->left);
	release(n->right);
	free(n);
}

int main(void) {
	struct node *root = NULL;
	int key;
	while (scanf("%d", &key) == 1)
		root = insert(root, key);
	if (root == NULL)
		return 0;
	int *keys = malloc(count * sizeof *keys);
	if (keys != NULL) {
		int *end = walk(root, keys);
		assert(end == keys + count);
		for (size_t i = 1; i < count; i++)
			assert(keys[i - 1] < keys[i]);
		printf("from %d to %d\n", keys[0], end[-1]);
	}
	free(keys);
	release(root);
	return 0;
}
