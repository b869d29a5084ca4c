// A list of jobs: the newest comes first, and at the end all are freed.
#include <stdio.h>
#include <stdlib.h>

#define JOBS 4

struct job {
	int id;
	struct job *next;
};

static struct job *add(struct job *list, int id)
{
	struct job *j = malloc(sizeof *j);
	if (j == NULL)
		return list;
	j->id = id;
	j->next = list;
	return j;
}

static void free_all(struct job *list)
{
	while (list != NULL) {
		struct job *next = list->next;
		free(list);
		list = next;
	}
}

int main(void)
{
	struct job *list = NULL;
	int id;
	for (int i = 0; i < JOBS && scanf("%d", &id) == 1; i++)
		list = add(list, id);
	int sum = 0;
	for (struct job *j = list; j != NULL; j = j->next)
		sum ^= j->id;
	free_all(list);
	return sum != 0;
}
