// Binary search, as it stood in textbooks and libraries for decades.

// search returns an index of key in a, which is sorted and has n elements, or -1.
/*@ requires n >= 0 && \valid_read(a + (0 .. n-1)); */
int search(const int *a, int n, int key)
{
	int low = 0, high = n - 1;
	while (low <= high) {
		int mid = (low + high) / 2;
		if (a[mid] < key)
			low = mid + 1;
		else if (a[mid] > key)
			high = mid - 1;
		else
			return mid;
	}
	return -1;
}
