// A treap: a search tree that is kept in the order of random weights by rotations.
#include <stdio.h>
#include <stdlib.h>

struct treap {
	int key, weight;
	struct treap *left, *right;
};

static struct treap *rotate_right(struct treap *t) {
	struct treap *l = t->left;
	t->left = l->right;
	l->right = t;
	return l;
}

static struct treap *rotate_left(struct treap *t) {
	struct treap *r = t->right;
	t->right = r->left;
	r->left = t;
	return r;
}

static struct treap *insert(struct treap *t, int key) {
	if (t == NULL) {
		struct treap *n = calloc(1, sizeof *n);
		if (n == NULL)
			exit(1);
		n->key = key;
		n->weight = rand();
		return n;
	}
	if (key < t->key) {
		t->left = insert(t->left, key);
		if (t->left != NULL && t->left->weight > t->weight)
			t = rotate_right(t);
	} else if (key > t->key) {
		t->right = insert(t->right, key);
		if (t->right != NULL && t->right->weight > t->weight)
			t = rotate_left(t);
	}
	return t;
}

static int height(const struct treap *t) {
	if (t == NULL)
		return 0;
	int l = height(t->left), r = height(t->right);
	return (l > r ? l : r) % 1000 + 1;
}

static void release(struct treap *t) {
	if (t == NULL)
		return;
	release(t->left);
	release(t->right);
	free(t);
#ifdef BUG
	t->left = NULL;
#endif
}

int main(void) {
	struct treap *root = NULL;
	int key;
	while (scanf("%d", &key) == 1)
		root = insert(root, key);
	printf("%d\n", height(root));
	release(root);
	return 0;
}
