#include <stddef.h>
#include <stdint.h>

#define FRAME_ESCAPE 0x7d

/* Writes size bytes and their checksum to out, as a frame that ends in FRAME_END. Returns its
   length, or 0 where it does not fit into room bytes. */
size_t frame_encode(const uint8_t *data, size_t size, uint8_t *out, size_t room);
