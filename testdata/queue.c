// A queue in a ring buffer: no push or pop leaves the buffer, however many there are.
// expected: safe, by what C leaves undefined
extern int __VERIFIER_nondet_int(void);

enum { SIZE = 8 };

struct queue {
	int items[SIZE];
	unsigned first, count;
};

static int push(struct queue *q, int item) {
	if (q->count == SIZE)
		return 0;
	q->items[(q->first + q->count) % SIZE] = item;
	q->count++;
	return 1;
}

static int pop(struct queue *q, int *item) {
	if (q->count == 0)
		return 0;
	*item = q->items[q->first];
	q->first = (q->first + 1) % SIZE;
	q->count--;
	return 1;
}

int main(void) {
	struct queue q = {0};
	int item, sum = 0;
	while (__VERIFIER_nondet_int()) {
		if (__VERIFIER_nondet_int())
			push(&q, __VERIFIER_nondet_int());
		else if (pop(&q, &item))
			sum ^= item;
	}
	return sum;
}
