/*
 * Frames on a serial line: SYNC, length, command, payload, checksum. The decoder gets
 * bytes one at a time, complete frames set a dimmer, and replies wait in a queue until
 * the line is free. The harness sends any bytes.
 */
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define SYNC        0x7e
#define PAYLOAD_MAX 24
#define QUEUE_SIZE  8
#define LEVEL_MAX   100
#define TIMEOUT     20

enum decoder_state { WAIT_SYNC, WAIT_LENGTH, WAIT_COMMAND, IN_PAYLOAD, WAIT_CHECKSUM };

struct decoder {
	enum decoder_state state;
	int length;   /* of the payload */
	int received; /* of the payload, so far */
	int idle;     /* ticks since the last byte of a frame */
	unsigned char command;
	unsigned char sum;
	unsigned char payload[PAYLOAD_MAX];
	unsigned frames; /* that were right */
	unsigned errors;
};

struct dimmer {
	bool on;
	int level;
};

struct queue {
	unsigned char replies[QUEUE_SIZE];
	int first;
	int count;
};

static void decoder_init(struct decoder *d)
{
	d->state = WAIT_SYNC;
	d->length = 0;
	d->received = 0;
	d->idle = 0;
	d->command = 0;
	d->sum = 0;
	d->frames = 0;
	d->errors = 0;
}

static void decoder_fail(struct decoder *d)
{
	d->errors++;
	d->state = WAIT_SYNC;
}

static void add_to_sum(struct decoder *d, unsigned char b)
{
	d->sum = (unsigned char)(d->sum + b);
}

static void on_sync(struct decoder *d, unsigned char b)
{
	if (b != SYNC)
		return;
	d->sum = 0;
	d->received = 0;
	d->state = WAIT_LENGTH;
}

static void on_length(struct decoder *d, unsigned char b)
{
	if (b > PAYLOAD_MAX) {
		decoder_fail(d);
		return;
	}
	d->length = b;
	add_to_sum(d, b);
	d->state = WAIT_COMMAND;
}

static void on_command(struct decoder *d, unsigned char b)
{
	d->command = b;
	add_to_sum(d, b);
	if (d->length > 0)
		d->state = IN_PAYLOAD;
	else
		d->state = WAIT_CHECKSUM;
}

static void on_payload(struct decoder *d, unsigned char b)
{
	d->payload[d->received] = b;
	d->received++;
	add_to_sum(d, b);
	if (d->received == d->length)
		d->state = WAIT_CHECKSUM;
}

/* Returns whether a frame is complete. */
static bool on_checksum(struct decoder *d, unsigned char b)
{
	if (b != d->sum) {
		decoder_fail(d);
		return false;
	}
	d->frames++;
	d->state = WAIT_SYNC;
	return true;
}

/* Takes a byte, and returns whether a frame is complete. */
static bool decoder_put(struct decoder *d, unsigned char b)
{
	d->idle = 0;
	switch (d->state) {
	case WAIT_SYNC:
		on_sync(d, b);
		break;
	case WAIT_LENGTH:
		on_length(d, b);
		break;
	case WAIT_COMMAND:
		on_command(d, b);
		break;
	case IN_PAYLOAD:
		on_payload(d, b);
		break;
	case WAIT_CHECKSUM:
		return on_checksum(d, b);
	}
	return false;
}

/* A frame that is not continued is given up. */
static void decoder_tick(struct decoder *d)
{
	if (d->state == WAIT_SYNC)
		return;
	d->idle++;
	if (d->idle == TIMEOUT) {
		d->idle = 0;
		decoder_fail(d);
	}
}

static void queue_put(struct queue *q, unsigned char reply)
{
	int at;

	if (q->count == QUEUE_SIZE)
		return;
	at = q->first + q->count;
	if (at >= QUEUE_SIZE)
		at -= QUEUE_SIZE;
	q->replies[at] = reply;
	q->count++;
}

static unsigned char queue_get(struct queue *q)
{
	unsigned char reply = q->replies[q->first];

	q->first++;
	if (q->first == QUEUE_SIZE)
		q->first = 0;
	q->count--;
	return reply;
}

static void handle(const struct decoder *d, struct dimmer *m, struct queue *q)
{
	switch (d->command) {
	case 1:
		m->on = true;
		break;
	case 2:
		m->on = false;
		break;
	case 3:
		m->level = d->length * 4;
		break;
	default:
		queue_put(q, 0xff);
		return;
	}
	queue_put(q, d->command);
}

static void decoder_check(const struct decoder *d)
{
	assert(d->length >= 0 && d->length <= PAYLOAD_MAX);
	assert(d->received >= 0 && d->received <= PAYLOAD_MAX);
	assert(d->state != IN_PAYLOAD || d->received < d->length);
	assert(d->state != WAIT_COMMAND || d->received == 0);
}

static void dimmer_check(const struct dimmer *m)
{
	assert(m->level >= 0 && m->level <= LEVEL_MAX);
}

static void queue_check(const struct queue *q)
{
	assert(q->count >= 0 && q->count <= QUEUE_SIZE);
	assert(q->first >= 0 && q->first < QUEUE_SIZE);
}

static struct decoder decoder;
static struct dimmer dimmer;
static struct queue queue;

int main(void)
{
	decoder_init(&decoder);
	while (__VERIFIER_nondet_int()) {
		switch (__VERIFIER_nondet_int()) {
		case 0:
			decoder_tick(&decoder);
			break;
		case 1:
			if (queue.count > 0)
				queue_get(&queue);
			break;
		default:
			if (decoder_put(&decoder, __VERIFIER_nondet_uchar())) {
				assert(decoder.received == decoder.length);
				handle(&decoder, &dimmer, &queue);
			}
			break;
		}
		decoder_check(&decoder);
		dimmer_check(&dimmer);
		queue_check(&queue);
	}
	return 0;
}
