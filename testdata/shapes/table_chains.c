// A hash table with chains.
#include <stdio.h>
#include <stdlib.h>

#define SIZE 64

struct node {
	unsigned key;
	struct node *next;
};

static struct node *table[SIZE];

static int has(unsigned key) {
	for (struct node *n = table[key % SIZE]; n != NULL; n = n->next)
		if (n->key == key)
			return 1;
	return 0;
}

static void insert(unsigned key) {
	struct node *n = malloc(sizeof *n);
	if (n == NULL)
		exit(1);
	n->key = key;
	n->next = table[key % SIZE];
	table[key % SIZE] = n;
}

int main(void) {
	unsigned x;
	while (scanf("%u", &x) == 1)
		if (!has(x))
			insert(x);
#ifdef BUG
	for (int i = 0; i <= SIZE; i++) {
#else
	for (int i = 0; i < SIZE; i++) {
#endif
		struct node *n = table[i];
		while (n != NULL) {
			struct node *next = n->next;
			free(n);
			n = next;
		}
	}
	return 0;
}
