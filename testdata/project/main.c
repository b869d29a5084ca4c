#include <stdio.h>

#include "frame.h"

int main(void)
{
	uint8_t line[80], frame[176];

	while (fgets((char *)line, sizeof line, stdin)) {
		size_t size = 0;
		while (line[size] != '\0')
			size++;
		fwrite(frame, 1, frame_encode(line, size, frame, sizeof frame), stdout);
	}
	return 0;
}
