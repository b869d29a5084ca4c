// A sorted list into which elements are inserted by a pointer to the pointer that leads to them.
#include <stdio.h>
#include <stdlib.h>

struct entry {
	int key;
	struct entry *next;
};

static struct entry *first;

static void insert(int key) {
	struct entry *e = malloc(sizeof *e);
	if (e == NULL)
		exit(1);
	e->key = key;
	struct entry **p = &first;
	while (*p != NULL && (*p)->key < key)
		p = &(*p)->next;
	e->next = *p;
	*p = e;
}

int main(void) {
	int x;
	while (scanf("%d", &x) == 1)
		insert(x);
	while (first != NULL) {
		struct entry *e = first;
		first = e->next;
		free(e);
#ifdef BUG
		if (e->key > 1000)
			break;
#endif
	}
	return 0;
}
