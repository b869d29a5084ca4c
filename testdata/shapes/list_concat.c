// Two lists that become one.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static struct node *cons(int value, struct node *next) {
	struct node *n = malloc(sizeof *n);
	if (n == NULL)
		exit(1);
	n->value = value;
	n->next = next;
	return n;
}

int main(void) {
	struct node *odd = NULL, *even = NULL;
	int x;
	while (scanf("%d", &x) == 1)
		if (x % 2 != 0)
			odd = cons(x, odd);
		else
			even = cons(x, even);
	if (odd == NULL)
		odd = even;
	else {
		struct node *last = odd;
		while (last->next != NULL)
			last = last->next;
		last->next = even;
	}
	while (odd != NULL) {
		struct node *next = odd->next;
		printf("%d\n", odd->value);
		free(odd);
		odd = next;
	}
#ifdef BUG
	while (even != NULL) {
		struct node *next = even->next;
		free(even);
		even = next;
	}
#endif
	return 0;
}
