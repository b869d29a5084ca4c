// Splits a command line into words. A word that is too long for its buffer is cut off.
#include <ctype.h>
#include <stdio.h>

#define WORD 8

// next_word copies the next word of *text to word, and moves *text behind it.
static int next_word(const char **text, char word[WORD])
{
	const char *p = *text;
	while (isspace((unsigned char)*p))
		p++;
	int n = 0;
	while (*p != '\0' && !isspace((unsigned char)*p)) {
		if (n < WORD)
			word[n++] = *p;
		p++;
	}
	word[n] = '\0';
	*text = p;
	return n;
}

int main(void)
{
	char line[16], word[WORD];
	if (!fgets(line, sizeof line, stdin))
		return 1;
	const char *rest = line;
	int words = 0;
	while (next_word(&rest, word) > 0)
		words++;
	printf("%d words\n", words);
	return 0;
}
