#include <stdint.h>

uint16_t crc_add(uint16_t crc, uint8_t byte);
