// A ring buffer between a serial port and what reads from it: no byte is stored outside of the
// buffer, however many come and go.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#define SIZE 16

struct ring {
	uint8_t data[SIZE];
	unsigned first; // the oldest byte
	unsigned count;
};

static bool put(struct ring *r, uint8_t byte)
{
	if (r->count == SIZE)
		return false;
	r->data[(r->first + r->count) % SIZE] = byte;
	r->count++;
	return true;
}

static bool get(struct ring *r, uint8_t *byte)
{
	if (r->count == 0)
		return false;
	*byte = r->data[r->first];
	r->first = (r->first + 1) % SIZE;
	r->count--;
	return true;
}

bool byte_has_arrived(void); // the hardware: any value
uint8_t read_port(void);
bool reader_is_ready(void);
void deliver(uint8_t byte);

int main(void)
{
	struct ring ring = {0};
	unsigned lost = 0;
	for (;;) {
		if (byte_has_arrived() && !put(&ring, read_port()))
			lost++;
		uint8_t byte;
		if (reader_is_ready() && get(&ring, &byte))
			deliver(byte);
		assert(ring.count <= SIZE);
	}
}
