// Reads a line and takes off the newline at its end.
#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[16];
	if (!fgets(line, sizeof line, stdin))
		return 1;
	size_t n = strlen(line);
	if (line[n - 1] == '\n')
		line[n - 1] = '\0';
	printf("hello, %s\n", line);
	return 0;
}
