// A list in which elements are found, inserted and deleted by a pointer to the pointer that leads to them.
#include <stdio.h>
#include <stdlib.h>

struct cell {
	int value;
	struct cell *next;
};

static struct cell **find(struct cell **p, int value) {
	while (*p != NULL && (*p)->value != value)
		p = &(*p)->next;
	return p;
}

int main(void) {
	struct cell *list = NULL;
	int x;
	while (scanf("%d", &x) == 1) {
		struct cell **p = find(&list, abs(x % 100));
		struct cell *c = *p;
		if (x >= 0 && c == NULL) {
			c = malloc(sizeof *c);
			if (c == NULL)
				return 1;
			c->value = x % 100;
			c->next = NULL;
			*p = c;
		} else if (x < 0 && c != NULL) {
#ifndef BUG
			*p = c->next;
#endif
			free(c);
		}
	}
	while (list != NULL) {
		struct cell *next = list->next;
		free(list);
		list = next;
	}
	return 0;
}
