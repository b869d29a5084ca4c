#include "frame.h"

/*@ requires \valid(out + (0 .. room-1)) && length <= room;
  @ ensures \result == 0 || length < \result <= room; */
static size_t put(uint8_t *out, size_t length, size_t room, uint8_t byte);
