// A queue in an array of a given size, around which it runs.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct queue {
	int *values;
	int size, head, tail, count;
};

static int put(struct queue *q, int value) {
	if (q->count == q->size)
		return 0;
	q->values[q->tail] = value;
	q->tail++;
#ifdef BUG
	if (q->tail > q->size)
#else
	if (q->tail == q->size)
#endif
		q->tail = 0;
	q->count++;
	return 1;
}

static int get(struct queue *q, int *value) {
	if (q->count == 0)
		return 0;
	*value = q->values[q->head];
	q->head = (q->head + 1) % q->size;
	q->count--;
	return 1;
}

int main(void) {
	struct queue q = {0};
	int x;
	if (scanf("%d", &q.size) != 1 || q.size < 1 || q.size > 10000)
		return 1;
	q.values = malloc(q.size * sizeof *q.values);
	if (q.values == NULL)
		return 1;
	while (scanf("%d", &x) == 1) {
		if (x != 0) {
			if (!put(&q, x))
				puts("full");
		} else if (get(&q, &x))
			printf("%d\n", x);
		else
			puts("empty");
		assert(q.count >= 0 && q.count <= q.size);
	}
	free(q.values);
	return 0;
}
