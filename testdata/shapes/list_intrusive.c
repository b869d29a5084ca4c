// A list whose links are members of larger records: container_of, as in Linux.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

struct link {
	struct link *next;
};

struct user {
	int id;
	struct link link;
};

int main(void) {
	struct link *first = NULL;
	int id;
	while (scanf("%d", &id) == 1) {
		struct user *u = malloc(sizeof *u);
		if (u == NULL)
			return 1;
		u->id = id;
		u->link.next = first;
		first = &u->link;
	}
	while (first != NULL) {
		struct user *u = container_of(first, struct user, link);
#ifdef BUG
		free(u);
		first = first->next;
#else
		first = first->next;
		free(u);
#endif
	}
	return 0;
}
