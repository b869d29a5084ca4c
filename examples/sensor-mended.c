// The mean of up to four readings of a sensor, for a display that shows tenths of a degree.
#include <stdio.h>

static double celsius(double raw) { return raw * 0.0625 - 40.0; }

int main(void)
{
	int sum = 0, count = 0, raw;
	for (int i = 0; i < 4 && scanf("%d", &raw) == 1; i++) {
		if (raw < 0 || raw > 4095)
			continue; // the sensor was not ready
		sum += raw;
		count++;
	}
	if (count == 0)
		return 1;
	double mean = celsius((double)sum / count);
	int tenths = (int)(mean * 10);
	printf("%d tenths of a degree\n", tenths);
	return 0;
}
