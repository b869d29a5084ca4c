// A queue with the macros of <sys/queue.h>.
#include <stdio.h>
#include <stdlib.h>
#include <sys/queue.h>

struct job {
	int number;
	STAILQ_ENTRY(job) jobs;
};

STAILQ_HEAD(jobs, job);

int main(void) {
	struct jobs queue;
	STAILQ_INIT(&queue);
	int x;
	while (scanf("%d", &x) == 1) {
		struct job *j = malloc(sizeof *j);
		if (j == NULL)
			return 1;
		j->number = x;
		STAILQ_INSERT_TAIL(&queue, j, jobs);
	}
	while (!STAILQ_EMPTY(&queue)) {
		struct job *j = STAILQ_FIRST(&queue);
		STAILQ_REMOVE_HEAD(&queue, jobs);
		printf("%d\n", j->number);
		free(j);
#ifdef BUG
		j->number = 0;
#endif
	}
	return 0;
}
