// A list of the words of the input, each with the number of its occurrences.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
	char *text;
	unsigned times;
	struct word *next;
};

static struct word *find(struct word *list, const char *text) {
	for (; list != NULL; list = list->next)
		if (strcmp(list->text, text) == 0)
			return list;
	return NULL;
}

static struct word *new_word(const char *text) {
	struct word *w = malloc(sizeof *w);
	if (w == NULL)
		return NULL;
#ifdef BUG
	w->text = malloc(strlen(text));
#else
	w->text = malloc(strlen(text) + 1);
#endif
	if (w->text == NULL) {
		free(w);
		return NULL;
	}
	strcpy(w->text, text);
	w->times = 0;
	w->next = NULL;
	return w;
}

int main(void) {
	struct word *list = NULL;
	char buffer[64];
	while (scanf("%63s", buffer) == 1) {
		struct word *w = find(list, buffer);
		if (w == NULL) {
			w = new_word(buffer);
			if (w == NULL)
				break;
			w->next = list;
			list = w;
		}
		w->times++;
	}
	while (list != NULL) {
		struct word *w = list;
		list = w->next;
		printf("%s %u\n", w->text, w->times);
		free(w->text);
		free(w);
	}
	return 0;
}
