#include "crc.h"

/* CRC-16/CCITT, a bit at a time. */
uint16_t crc_add(uint16_t crc, uint8_t byte)
{
	crc ^= (uint16_t)(byte << 8);
	for (int i = 0; i < 8; i++)
		crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
	return crc;
}
