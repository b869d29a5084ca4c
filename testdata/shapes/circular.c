// A circular list: people in a circle, of whom each k-th goes.
#include <stdio.h>
#include <stdlib.h>

struct person {
	int number;
	struct person *next;
};

int main(void) {
	int people, k;
	if (scanf("%d %d", &people, &k) != 2 || people < 1 || people > 1000 || k < 1 || k > 1000)
		return 1;
	struct person *last = NULL;
	for (int i = 1; i <= people; i++) {
		struct person *p = malloc(sizeof *p);
		if (p == NULL)
			return 1;
		p->number = i;
		if (last == NULL)
			p->next = p;
		else {
			p->next = last->next;
			last->next = p;
		}
		last = p;
	}
	while (last->next != last) {
		for (int i = 1; i < k; i++)
			last = last->next;
		struct person *gone = last->next;
		last->next = gone->next;
		printf("%d\n", gone->number);
		free(gone);
#ifdef BUG
		last = gone->next;
#endif
	}
	printf("%d is left\n", last->number);
	free(last);
	return 0;
}
