// A menu: each key has a function in a table.
#include <stdio.h>

static int volume = 5, muted;

static void louder(void)
{
	if (volume < 10)
		volume++;
}

static void softer(void)
{
	if (volume > 0)
		volume--;
}

static void mute(void) { muted = !muted; }

static void (*const actions[4])(void) = {louder, softer, mute}; // 4: to come

int main(void)
{
	int key;
	while ((key = getchar()) != EOF) {
		if (key < '1' || key > '4')
			continue;
		actions[key - '1']();
	}
	printf("volume %d%s\n", volume, muted ? ", muted" : "");
	return 0;
}
