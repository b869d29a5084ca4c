// Reads a file of settings, a name and a number in each line, and says what the volume is.
#include <stdio.h>
#include <string.h>

#define NAME 12

int main(void)
{
	FILE *f = fopen("settings.txt", "r");
	if (f == NULL) {
		perror("settings.txt");
		return 1;
	}
	char name[NAME] = "";
	int value, volume = 50;
	while (fscanf(f, "%11s %d", name, &value) == 2)
		if (strcmp(name, "volume") == 0 && value >= 0 && value <= 100)
			volume = value;
	fclose(f);
	printf("volume %d.%d\n", volume / 10, volume % 10);
	return 0;
}
