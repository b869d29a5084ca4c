// A vector of lines, each in a block of its own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
	char **lines = NULL, buffer[256];
	size_t n = 0, room = 0;
	while (fgets(buffer, sizeof buffer, stdin) != NULL) {
		if (n == room) {
			size_t more = room == 0 ? 8 : 2 * room;
			char **bigger = realloc(lines, more * sizeof *lines);
			if (bigger == NULL)
				break;
			lines = bigger;
			room = more;
		}
		lines[n] = malloc(strlen(buffer) + 1);
		if (lines[n] == NULL)
			break;
		strcpy(lines[n], buffer);
		n++;
	}
#ifdef BUG
	for (size_t i = 0; i <= n; i++)
#else
	for (size_t i = 0; i < n; i++)
#endif
	{
		fputs(lines[i], stdout);
		free(lines[i]);
	}
	free(lines);
	return 0;
}
