// Searching and sorting (C11 7.22.5). Which elements are compared, how often and in which order is unspecified, and so is the order of
// elements that compare equal. So the function that compares must have no effects; where it could fail, it is called for any two elements,
// too. That it does not always agree with itself is undefined.

#define ELEMENT(i) ((const char *)base + (i) * size)

void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	size_t lo = 0, hi = n, mid;
	int c;
	__whet_room(base, n, size);
	__whet_pure("a comparison with effects");
	if (__whet_may_fail() && n > 0 && __whet_choice())
		compare(key, ELEMENT((size_t)__whet_lcomputed(0, n - 1)));
	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		c = compare(key, ELEMENT(mid));
		if (c < 0)
			hi = mid;
		else if (c > 0)
			lo = mid + 1;
		else {
			while (mid > 0 && compare(key, ELEMENT(mid - 1)) == 0 && __whet_choice() && __whet_computed(0, 1))
				mid--;
			while (mid + 1 < n && compare(key, ELEMENT(mid + 1)) == 0 && __whet_choice() && __whet_computed(0, 1))
				mid++;
			return (void *)ELEMENT(mid);
		}
	}
	return 0;
}

// By insertion: elements that compare equal stay in their order, or they do not.
#define SORT(compare) \
	size_t i, j; \
	int c; \
	char *t; \
	__whet_room(base, n, size); \
	__whet_pure("a comparison with effects"); \
	if (__whet_may_fail() && n > 0 && __whet_choice()) { \
		i = __whet_lcomputed(0, n - 1); \
		j = __whet_lcomputed(0, n - 1); \
		compare(ELEMENT(i), ELEMENT(j)); \
	} \
	if (n < 2) \
		return; \
	__whet_trusted(t); \
	t = __whet_alloca(size); \
	for (i = 1; i < n; i++) \
		for (j = i; j > 0; j--) { \
			c = compare(ELEMENT(j - 1), ELEMENT(j)); \
			if (c < 0 || c == 0 && !(__whet_choice() && __whet_computed(0, 1))) \
				break; \
			__whet_copy(t, ELEMENT(j), size); \
			__whet_copy((char *)base + j * size, ELEMENT(j - 1), size); \
			__whet_copy((char *)base + (j - 1) * size, t, size); \
		}

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) { SORT(compare) }

#define COMPARE(x, y) compare(x, y, arg)
void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *arg) { SORT(COMPARE) }
