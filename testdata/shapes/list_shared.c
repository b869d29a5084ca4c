// Two lists that share their payload: all people, and those of age.
#include <stdio.h>
#include <stdlib.h>

struct person {
	int age;
	char name[24];
};

struct item {
	struct person *person;
	struct item *next;
};

static int push(struct item **list, struct person *person) {
	struct item *i = malloc(sizeof *i);
	if (i == NULL)
		return 0;
	i->person = person;
	i->next = *list;
	*list = i;
	return 1;
}

static void release(struct item *list, int people) {
	while (list != NULL) {
		struct item *i = list;
		list = i->next;
		if (people)
			free(i->person);
		free(i);
	}
}

int main(void) {
	struct item *all = NULL, *adults = NULL;
	for (;;) {
		struct person *p = malloc(sizeof *p);
		if (p == NULL)
			break;
		if (scanf("%23s %d", p->name, &p->age) != 2 || !push(&all, p)) {
			free(p);
			break;
		}
		if (p->age >= 18 && !push(&adults, p))
			break;
	}
	for (struct item *i = adults; i != NULL; i = i->next)
		printf("%s\n", i->person->name);
#ifdef BUG
	release(adults, 1);
#else
	release(adults, 0);
#endif
	release(all, 1);
	return 0;
}
