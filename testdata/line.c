// Reads a line and takes off the newline at its end. A line may begin with a zero byte, though.
// expected: unsafe, by what C leaves undefined
#include <stdio.h>
#include <string.h>

int main(void) {
	char line[16];
	if (!fgets(line, sizeof line, stdin))
		return 1;
	size_t n = strlen(line);
	if (line[n - 1] == '\n')
		line[n - 1] = '\0';
	return line[0] == 'q';
}
