// Reads messages of the form type, length, payload, one after the other, from a packet. The length is what
// the sender says, and is not believed.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { PING = 1, NAME = 2 };

struct peer {
	char name[8];
	unsigned pings;
};

static int handle(struct peer *peer, const uint8_t *packet, size_t size)
{
	size_t at = 0;
	while (at + 2 <= size) {
		uint8_t type = packet[at], length = packet[at + 1];
		if (length > size - at - 2)
			return -1;
		const uint8_t *payload = packet + at + 2;
		switch (type) {
		case PING:
			peer->pings++;
			break;
		case NAME:
			if (length >= sizeof peer->name)
				return -1;
			memcpy(peer->name, payload, length);
			peer->name[length] = '\0';
			break;
		default:
			return -1;
		}
		at += 2 + (size_t)length;
	}
	return at == size ? 0 : -1;
}

int main(void)
{
	uint8_t packet[16] = {0};
	struct peer peer = {"nobody", 0};
	size_t size = fread(packet, 1, sizeof packet, stdin);
	if (handle(&peer, packet, size) != 0)
		return 1;
	printf("%s: %u\n", peer.name, peer.pings);
	return 0;
}
