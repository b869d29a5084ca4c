// A list of lists.
#include <stdio.h>
#include <stdlib.h>

struct number {
	int value;
	struct number *next;
};

struct group {
	struct number *numbers;
	struct group *next;
};

int main(void) {
	struct group *groups = NULL;
	int x;
	while (scanf("%d", &x) == 1) {
		if (x == 0 || groups == NULL) {
			struct group *g = malloc(sizeof *g);
			if (g == NULL)
				return 1;
			g->numbers = NULL;
			g->next = groups;
			groups = g;
		}
		struct number *n = malloc(sizeof *n);
		if (n == NULL)
			return 1;
		n->value = x;
		n->next = groups->numbers;
		groups->numbers = n;
	}
	while (groups != NULL) {
		struct group *g = groups;
		groups = g->next;
#ifdef BUG
		free(g);
#endif
		while (g->numbers != NULL) {
			struct number *n = g->numbers;
			g->numbers = n->next;
			free(n);
		}
#ifndef BUG
		free(g);
#endif
	}
	return 0;
}
