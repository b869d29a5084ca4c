// An AVL tree: the heights of two siblings differ by one at most.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	int key;
	unsigned height;
	struct node *left, *right;
};

static unsigned height(const struct node *n) {
	return n == NULL ? 0 : n->height;
}

static void update(struct node *n) {
	unsigned l = height(n->left), r = height(n->right);
	n->height = (l > r ? l : r) + 1;
}

static struct node *rotate_right(struct node *n) {
	struct node *l = n->left;
	n->left = l->right;
	l->right = n;
	update(n);
	update(l);
	return l;
}

static struct node *rotate_left(struct node *n) {
	struct node *r = n->right;
	n->right = r->left;
	r->left = n;
	update(n);
	update(r);
	return r;
}

static struct node *insert(struct node *n, int key) {
	if (n == NULL) {
		n = calloc(1, sizeof *n);
		if (n != NULL) {
			n->key = key;
			n->height = 1;
		}
		return n;
	}
	if (key < n->key)
		n->left = insert(n->left, key);
	else if (key > n->key)
		n->right = insert(n->right, key);
	if (height(n->left) > height(n->right) + 1) {
#ifndef BUG
		if (height(n->left->left) < height(n->left->right))
			n->left = rotate_left(n->left);
#endif
		return rotate_right(n);
	}
	if (height(n->right) > height(n->left) + 1) {
		if (height(n->right->right) < height(n->right->left))
			n->right = rotate_right(n->right);
		return rotate_left(n);
	}
	update(n);
	return n;
}

static void release(struct node *n) {
	if (n == NULL)
		return;
	unsigned l = height(n->left), r = height(n->right);
	assert(l <= r + 1 && r <= l + 1);
	release(n->left);
	release(n->right);
	free(n);
}

int main(void) {
	struct node *root = NULL;
	int key;
	while (scanf("%d", &key) == 1)
		root = insert(root, key);
	printf("%u\n", height(root));
	release(root);
	return 0;
}
