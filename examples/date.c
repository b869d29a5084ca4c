// A date in 16 bits, as FAT stores it: fields of 7, 4 and 5 bits.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

struct packed {
	uint16_t day : 5;
	uint16_t month : 4;
	uint16_t year : 7; // since 1980
};

static bool valid(int year, int month, int day)
{
	static const int days[12] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	return year >= 1980 && year <= 2107 && month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1];
}

static struct packed pack(int year, int month, int day)
{
	struct packed p = {.year = year - 1980, .month = month, .day = day};
	return p;
}

int read_number(void);

int main(void)
{
	int year = read_number(), month = read_number(), day = read_number();
	if (!valid(year, month, day))
		return 1;
	struct packed p = pack(year, month, day);
	assert(p.year + 1980 == year && p.month == month && p.day == day);

	// Dates compare as the words that they are stored in.
	uint16_t word = (uint16_t)(p.year << 9 | p.month << 5 | p.day);
	assert(word >> 9 == p.year && (word >> 5 & 15) == p.month && (word & 31) == p.day);
	return 0;
}
