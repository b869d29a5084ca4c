// A trie of words of small letters.
#include <stdio.h>
#include <stdlib.h>

struct trie {
	int words;
	struct trie *child[26];
};

static struct trie *new_trie(void) {
	struct trie *t = calloc(1, sizeof *t);
	if (t == NULL)
		exit(1);
	return t;
}

static void add(struct trie *t, const char *word) {
	for (; *word >= 'a' && *word <= 'z'; word++) {
		int c = *word - 'a';
		if (t->child[c] == NULL)
			t->child[c] = new_trie();
		t = t->child[c];
	}
	if (t->words < 1000)
		t->words++;
}

static void release(struct trie *t) {
	for (int c = 0; c < 26; c++)
		if (t->child[c] != NULL)
			release(t->child[c]);
	free(t);
}

int main(void) {
	struct trie *root = new_trie();
	char word[32];
	while (scanf("%31s", word) == 1) {
		add(root, word);
#ifdef BUG
		if (word[0] == 'q')
			release(root);
#endif
	}
	release(root);
	return 0;
}
