// A cache of squares, from which the entry goes that was not used for longest.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define ENTRIES 4

struct entry {
	unsigned key, square;
	struct entry *newer, *older;
};

static struct entry *newest, *oldest;
static int count;

static void unlink_entry(struct entry *e) {
	if (e->newer != NULL)
		e->newer->older = e->older;
	else
		newest = e->older;
	if (e->older != NULL)
		e->older->newer = e->newer;
#ifndef BUG
	else
		oldest = e->newer;
#endif
}

static void link_entry(struct entry *e) {
	e->newer = NULL;
	e->older = newest;
	if (newest != NULL)
		newest->newer = e;
	else
		oldest = e;
	newest = e;
}

static void evict(void) {
	struct entry *e = oldest;
	unlink_entry(e);
	free(e);
	count--;
}

static struct entry *get(unsigned key) {
	struct entry *e = newest;
	while (e != NULL && e->key != key)
		e = e->older;
	if (e != NULL)
		unlink_entry(e);
	else {
		e = malloc(sizeof *e);
		if (e == NULL)
			return NULL;
		if (count == ENTRIES)
			evict();
		e->key = key;
		e->square = key * key;
		count++;
	}
	link_entry(e);
	return e;
}

int main(void) {
	unsigned key;
	while (scanf("%u", &key) == 1) {
		struct entry *e = get(key);
		if (e == NULL)
			break;
		assert(e == newest && e->key == key && count <= ENTRIES);
		printf("%u\n", e->square);
	}
	while (newest != NULL)
		evict();
	assert(count == 0);
	return 0;
}
