/*
 * A ring buffer of bytes between a producer and a consumer, with statistics,
 * and a harness that does with it whatever the environment asks for.
 */
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define RING_SIZE 16

struct ring_stats {
	unsigned puts;  /* bytes accepted */
	unsigned drops; /* bytes refused because the buffer was full */
	int peak;       /* highest fill level */
};

struct ring {
	unsigned char data[RING_SIZE];
	int head; /* where the next byte is written */
	int tail; /* where the next byte is read */
	int used;
	struct ring_stats stats;
};

static void ring_init(struct ring *r)
{
	r->head = 0;
	r->tail = 0;
	r->used = 0;
	r->stats.puts = 0;
	r->stats.drops = 0;
	r->stats.peak = 0;
}

static int ring_used(const struct ring *r)
{
	return r->used;
}

static int ring_free(const struct ring *r)
{
	return RING_SIZE - r->used;
}

static bool ring_empty(const struct ring *r)
{
	return r->used == 0;
}

static bool ring_full(const struct ring *r)
{
	return r->used == RING_SIZE;
}

static bool ring_put(struct ring *r, unsigned char b)
{
	if (ring_full(r)) {
		r->stats.drops++;
		return false;
	}
	r->data[r->head] = b;
	r->head = r->head + 1;
	if (r->head == RING_SIZE)
		r->head = 0;
	r->used++;
	r->stats.puts++;
	if (r->used > r->stats.peak)
		r->stats.peak = r->used;
	return true;
}

static bool ring_get(struct ring *r, unsigned char *b)
{
	if (ring_empty(r))
		return false;
	*b = r->data[r->tail];
	r->tail = r->tail + 1;
	if (r->tail == RING_SIZE)
		r->tail = 0;
	r->used--;
	return true;
}

/* Write as many of n bytes as there is room for. */
static int ring_write(struct ring *r, const unsigned char *src, int n)
{
	int done;

	for (done = 0; done < n; done++) {
		if (!ring_put(r, src[done]))
			break;
	}
	return done;
}

/* Read up to n bytes. */
static int ring_read(struct ring *r, unsigned char *dst, int n)
{
	int done;

	for (done = 0; done < n; done++) {
		if (!ring_get(r, &dst[done]))
			break;
	}
	return done;
}

/* What holds between operations. */
static void ring_check(const struct ring *r)
{
	assert(r->used >= 0 && r->used <= RING_SIZE);
	assert(r->head >= 0 && r->head < RING_SIZE);
	assert(r->tail >= 0 && r->tail < RING_SIZE);
	assert(r->stats.peak <= RING_SIZE);
	assert(r->used <= r->stats.peak);
}

#define CHUNK 8

static struct ring ring;

int main(void)
{
	unsigned char chunk[CHUNK] = {0};
	unsigned char byte = 0;
	int n;

	ring_init(&ring);
	while (__VERIFIER_nondet_int()) {
		switch (__VERIFIER_nondet_int()) {
		case 0:
			ring_put(&ring, __VERIFIER_nondet_uchar());
			break;
		case 1:
			ring_get(&ring, &byte);
			break;
		case 2:
			n = __VERIFIER_nondet_int();
			if (n >= 0 && n <= CHUNK) {
				int room = ring_free(&ring);
				int done = ring_write(&ring, chunk, n);
				assert(done <= n);
				assert(done <= room);
			}
			break;
		case 3:
			n = __VERIFIER_nondet_int();
			if (n >= 0 && n <= CHUNK) {
				int had = ring_used(&ring);
				int done = ring_read(&ring, chunk, n);
				assert(done <= had);
			}
			break;
		case 4:
			ring_init(&ring);
			break;
		}
		ring_check(&ring);
	}
	return byte;
}
