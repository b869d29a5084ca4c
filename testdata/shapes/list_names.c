// A list of records with a block of their own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	char *name;
	int count;
	struct entry *next;
};

int main(void) {
	struct entry *list = NULL;
	char name[100];
	while (scanf("%99s", name) == 1) {
		struct entry *e;
		for (e = list; e != NULL; e = e->next)
			if (strcmp(e->name, name) == 0)
				break;
		if (e != NULL) {
			if (e->count < 1000000)
				e->count++;
			continue;
		}
		e = malloc(sizeof *e);
		if (e == NULL)
			return 1;
		e->name = malloc(strlen(name) + 1);
		if (e->name == NULL)
			return 1;
		strcpy(e->name, name);
		e->count = 1;
		e->next = list;
		list = e;
	}
	while (list != NULL) {
		struct entry *e = list;
		list = e->next;
#ifdef BUG
		free(e->name);
		printf("%s %d\n", e->name, e->count);
#else
		printf("%s %d\n", e->name, e->count);
		free(e->name);
#endif
		free(e);
	}
	return 0;
}
