// A hash table with chains that doubles its size as it fills.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	unsigned key;
	struct node *next;
};

struct table {
	struct node **chains;
	unsigned size, count;
};

static void grow(struct table *t) {
	unsigned size = 2 * t->size;
	struct node **chains = calloc(size, sizeof *chains);
	if (chains == NULL)
		return;
	for (unsigned i = 0; i < t->size; i++) {
		struct node *n = t->chains[i];
		while (n != NULL) {
			struct node *next = n->next;
			n->next = chains[n->key % size];
			chains[n->key % size] = n;
#ifdef BUG
			next = n->next;
#endif
			n = next;
		}
	}
	free(t->chains);
	t->chains = chains;
	t->size = size;
}

static int insert(struct table *t, unsigned key) {
	for (struct node *n = t->chains[key % t->size]; n != NULL; n = n->next)
		if (n->key == key)
			return 1;
	if (t->count >= t->size && t->size < 65536)
		grow(t);
	struct node *n = malloc(sizeof *n);
	if (n == NULL)
		return 0;
	n->key = key;
	n->next = t->chains[key % t->size];
	t->chains[key % t->size] = n;
	t->count++;
	return 1;
}

int main(void) {
	struct table t = {NULL, 4, 0};
	t.chains = calloc(t.size, sizeof *t.chains);
	if (t.chains == NULL)
		return 1;
	unsigned key, freed = 0;
	while (scanf("%u", &key) == 1)
		if (!insert(&t, key))
			break;
	for (unsigned i = 0; i < t.size; i++)
		while (t.chains[i] != NULL) {
			struct node *n = t.chains[i];
			t.chains[i] = n->next;
			free(n);
			freed++;
		}
	free(t.chains);
	assert(freed == t.count);
	return 0;
}
