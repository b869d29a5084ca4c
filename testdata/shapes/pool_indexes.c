// A list in an array, with indexes in place of pointers.
#include <stdio.h>

#define SIZE 100

static int value[SIZE], next[SIZE];
static int unused = 0, first = -1;

static void start(void) {
	for (int i = 0; i < SIZE; i++)
#ifdef BUG
		next[i] = i + 1;
#else
		next[i] = i + 1 < SIZE ? i + 1 : -1;
#endif
}

static int add(int v) {
	int i = unused;
	if (i < 0)
		return 0;
	unused = next[i];
	value[i] = v;
	next[i] = first;
	first = i;
	return 1;
}

static int take(void) {
	int i = first;
	first = next[i];
	next[i] = unused;
	unused = i;
	return value[i];
}

int main(void) {
	int x;
	start();
	while (scanf("%d", &x) == 1)
		if (x != 0)
			add(x);
		else if (first >= 0)
			printf("%d\n", take());
	return 0;
}
