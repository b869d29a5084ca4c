#include "frame.h"
#include "crc.h"

/* A byte that means something in a frame is written as two. Returns the length behind it, or 0. */
static size_t put(uint8_t *out, size_t length, size_t room, uint8_t byte)
{
	if (length + 2 > room)
		return 0;
	if (byte == FRAME_END || byte == FRAME_ESCAPE) {
		out[length++] = FRAME_ESCAPE;
		byte ^= 0x20;
	}
	out[length++] = byte;
	return length;
}

size_t frame_encode(const uint8_t *data, size_t size, uint8_t *out, size_t room)
{
	uint16_t crc = 0xffff;
	size_t length = 0;

	for (size_t i = 0; i < size; i++) {
		crc = crc_add(crc, data[i]);
		length = put(out, length, room, data[i]);
		if (length == 0)
			return 0;
	}
	if ((length = put(out, length, room, crc >> 8)) == 0 || (length = put(out, length, room, crc & 0xff)) == 0)
		return 0;
	if (length == room)
		return 0;
	out[length++] = FRAME_END;
	return length;
}
