// Sorts readings by insertion, and makes sure of it: for any number of them.
#include <assert.h>

#define MOST 1000

int read_sensor(void); // any value

static int a[MOST];

int main(void)
{
	int n = read_sensor();
	if (n < 0 || n > MOST)
		return 1;
	for (int i = 0; i < n; i++)
		a[i] = read_sensor();

	for (int i = 1; i < n; i++) {
		int x = a[i], j = i;
		while (j > 0 && a[j - 1] > x) {
			a[j] = a[j - 1];
			j--;
		}
		a[j] = x;
	}

	for (int i = 0; i + 1 < n; i++)
		assert(a[i] <= a[i + 1]);
	return 0;
}
