// A hash table into which keys are inserted, and from which they are deleted.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZE 101

struct node {
	unsigned key;
	struct node *next;
};

static struct node *table[SIZE];

static struct node *find(unsigned key) {
	struct node *n = table[key % SIZE];
	while (n != NULL && n->key != key)
		n = n->next;
	return n;
}

static int insert(unsigned key) {
	if (find(key) != NULL)
		return 1;
	struct node *n = malloc(sizeof *n);
	if (n == NULL)
		return 0;
	n->key = key;
	n->next = table[key % SIZE];
	table[key % SIZE] = n;
	return 1;
}

static void delete(unsigned key) {
	struct node *before = NULL, *n = table[key % SIZE];
	while (n != NULL && n->key != key) {
		before = n;
		n = n->next;
	}
	if (n == NULL)
		return;
	if (before != NULL)
		before->next = n->next;
#ifndef BUG
	else
		table[key % SIZE] = n->next;
#endif
	free(n);
}

int main(void) {
	char op;
	unsigned key;
	while (scanf(" %c%u", &op, &key) == 2)
		if (op == '+') {
			if (!insert(key))
				break;
			assert(find(key) != NULL);
		} else if (op == '-') {
			delete(key);
			assert(find(key) == NULL);
		} else
			puts(find(key) != NULL ? "yes" : "no");
	for (int i = 0; i < SIZE; i++)
		while (table[i] != NULL) {
			struct node *n = table[i];
			table[i] = n->next;
			free(n);
		}
	return 0;
}
