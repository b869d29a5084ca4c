// A vector of records that moves as it grows, and a pointer to the best of them.
#include <stdio.h>
#include <stdlib.h>

#define MOST 100000

struct record {
	char name[16];
	int score;
};

int main(void) {
	struct record *records = NULL, *best = NULL, r;
	size_t n = 0, room = 0;
	while (n < MOST && scanf("%15s %d", r.name, &r.score) == 2) {
		if (n == room) {
			size_t at = n == 0 ? 0 : (size_t)(best - records);
			size_t more = n == 0 ? 4 : 2 * n;
			struct record *bigger = realloc(records, more * sizeof *records);
			if (bigger == NULL)
				break;
			records = bigger;
			room = more;
#ifdef BUG
			if (n == 0)
#endif
				best = &records[at];
		}
		records[n] = r;
		if (r.score > best->score)
			best = &records[n];
		n++;
	}
	for (size_t i = 0; i < n; i++)
		printf("%s%s\n", records[i].name, &records[i] == best ? " wins" : "");
	free(records);
	return 0;
}
