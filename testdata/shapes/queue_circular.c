// A queue as a circular list: one pointer leads to the last element, whose successor is the first.
#include <stdio.h>
#include <stdlib.h>

struct item {
	int value;
	struct item *next;
};

static int put(struct item **last, int value) {
	struct item *i = malloc(sizeof *i);
	if (i == NULL)
		return 0;
	i->value = value;
	if (*last == NULL)
		i->next = i;
	else {
		i->next = (*last)->next;
		(*last)->next = i;
	}
	*last = i;
	return 1;
}

static int get(struct item **last) {
	struct item *i = (*last)->next;
	int value = i->value;
#ifdef BUG
	(*last)->next = i->next;
#else
	if (i == *last)
		*last = NULL;
	else
		(*last)->next = i->next;
#endif
	free(i);
	return value;
}

int main(void) {
	struct item *last = NULL;
	int x;
	while (scanf("%d", &x) == 1)
		if (x != 0) {
			if (!put(&last, x))
				break;
		} else if (last != NULL)
			printf("%d\n", get(&last));
	while (last != NULL)
		get(&last);
	return 0;
}
