// A list with the TAILQ macros of <sys/queue.h>, in which what was asked for last comes first.
#include <stdio.h>
#include <stdlib.h>
#include <sys/queue.h>

struct entry {
	int key;
	unsigned hits;
	TAILQ_ENTRY(entry) entries;
};

TAILQ_HEAD(list, entry);

static struct entry *find(struct list *l, int key) {
	struct entry *e;
	TAILQ_FOREACH(e, l, entries)
		if (e->key == key)
			return e;
	return NULL;
}

int main(void) {
	struct list l = TAILQ_HEAD_INITIALIZER(l);
	struct entry *e;
	int key;
	while (scanf("%d", &key) == 1) {
		e = find(&l, key);
		if (e == NULL) {
			e = malloc(sizeof *e);
			if (e == NULL)
				break;
			e->key = key;
			e->hits = 1;
			TAILQ_INSERT_TAIL(&l, e, entries);
		} else {
			e->hits++;
			if (e == TAILQ_FIRST(&l))
				continue;
#ifndef BUG
			TAILQ_REMOVE(&l, e, entries);
#endif
			TAILQ_INSERT_HEAD(&l, e, entries);
		}
	}
	while ((e = TAILQ_FIRST(&l)) != NULL) {
		printf("%d: %u\n", e->key, e->hits);
		TAILQ_REMOVE(&l, e, entries);
		free(e);
	}
	return 0;
}
