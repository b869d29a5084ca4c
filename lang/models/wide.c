// Strings and memory of wide characters.

typedef __WCHAR_TYPE__ __whet_wide;
#define wide __whet_wide

size_t wcslen(const wide *s)
{
	size_t n = 0;
	while (s[n])
		n++;
	return n;
}

size_t wcsnlen(const wide *s, size_t max)
{
	size_t n = 0;
	while (n < max && s[n])
		n++;
	return n;
}

wide *wcscpy(wide *dst, const wide *src)
{
	size_t i = 0;
	while ((dst[i] = src[i]) != 0)
		i++;
	__whet_disjoint(dst, (i + 1) * sizeof(wide), src, (i + 1) * sizeof(wide));
	return dst;
}

wide *wcpcpy(wide *dst, const wide *src)
{
	size_t i = 0;
	while ((dst[i] = src[i]) != 0)
		i++;
	__whet_disjoint(dst, (i + 1) * sizeof(wide), src, (i + 1) * sizeof(wide));
	return dst + i;
}

wide *wcsncpy(wide *dst, const wide *src, size_t n)
{
	size_t i = 0;
	while (i < n && (dst[i] = src[i]) != 0)
		i++;
	__whet_disjoint(dst, (i < n ? i + 1 : n) * sizeof(wide), src, (i < n ? i + 1 : n) * sizeof(wide));
	__whet_fill(dst + i, 0, (n - i) * sizeof(wide));
	return dst;
}

wide *wcpncpy(wide *dst, const wide *src, size_t n)
{
	size_t i = 0;
	while (i < n && (dst[i] = src[i]) != 0)
		i++;
	__whet_disjoint(dst, (i < n ? i + 1 : n) * sizeof(wide), src, (i < n ? i + 1 : n) * sizeof(wide));
	__whet_fill(dst + i, 0, (n - i) * sizeof(wide));
	return dst + i;
}

wide *wcscat(wide *dst, const wide *src)
{
	size_t n = 0, i = 0;
	while (dst[n])
		n++;
	while ((dst[n + i] = src[i]) != 0)
		i++;
	__whet_disjoint(dst, (i ? n + i + 1 : 0) * sizeof(wide), src, (i + 1) * sizeof(wide));
	return dst;
}

wide *wcsncat(wide *dst, const wide *src, size_t max)
{
	size_t n = 0, i = 0;
	while (dst[n])
		n++;
	while (i < max && src[i]) {
		dst[n + i] = src[i];
		i++;
	}
	dst[n + i] = 0;
	__whet_disjoint(dst, (i ? n + i + 1 : 0) * sizeof(wide), src, (i < max ? i + 1 : max) * sizeof(wide));
	return dst;
}

int wcscmp(const wide *a, const wide *b)
{
	size_t i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return a[i] < b[i] ? -1 : a[i] > b[i];
}

int wcsncmp(const wide *a, const wide *b, size_t n)
{
	size_t i = 0;
	while (i < n && a[i] && a[i] == b[i])
		i++;
	return i == n ? 0 : a[i] < b[i] ? -1 : a[i] > b[i];
}

wide *wcschr(const wide *s, wide c)
{
	for (;; s++) {
		if (*s == c)
			return (wide *)s;
		if (!*s)
			return 0;
	}
}

wide *wcsrchr(const wide *s, wide c)
{
	const wide *last = 0;
	for (;; s++) {
		if (*s == c)
			last = s;
		if (!*s)
			return (wide *)last;
	}
}

size_t wcsspn(const wide *s, const wide *accept)
{
	size_t n = 0;
	for (;; n++) {
		const wide *a = accept;
		while (*a && *a != s[n])
			a++;
		if (!*a || !s[n])
			return n;
	}
}

size_t wcscspn(const wide *s, const wide *reject)
{
	size_t n = 0;
	for (; s[n]; n++) {
		const wide *r = reject;
		while (*r && *r != s[n])
			r++;
		if (*r)
			return n;
	}
	return n;
}

wide *wcspbrk(const wide *s, const wide *accept)
{
	for (; *s; s++) {
		const wide *a = accept;
		while (*a && *a != *s)
			a++;
		if (*a)
			return (wide *)s;
	}
	return 0;
}

wide *wcsstr(const wide *s, const wide *t)
{
	for (;; s++) {
		size_t i = 0;
		while (t[i] && s[i] == t[i])
			i++;
		if (!t[i])
			return (wide *)s;
		if (!*s)
			return 0;
	}
}

wide *wmemcpy(wide *dst, const wide *src, size_t n)
{
	__whet_room(dst, n, sizeof(wide));
	__whet_room(src, n, sizeof(wide));
	__whet_apart(dst, src, n * sizeof(wide));
	__whet_copy(dst, src, n * sizeof(wide));
	return dst;
}

wide *wmempcpy(wide *dst, const wide *src, size_t n)
{
	__whet_room(dst, n, sizeof(wide));
	__whet_room(src, n, sizeof(wide));
	__whet_apart(dst, src, n * sizeof(wide));
	__whet_copy(dst, src, n * sizeof(wide));
	return dst + n;
}

wide *wmemmove(wide *dst, const wide *src, size_t n)
{
	__whet_room(dst, n, sizeof(wide));
	__whet_room(src, n, sizeof(wide));
	__whet_copy(dst, src, n * sizeof(wide));
	return dst;
}

wide *wmemset(wide *p, wide c, size_t n)
{
	size_t i;
	__whet_room(p, n, sizeof(wide));
	for (i = 0; i < n; i++)
		p[i] = c;
	return p;
}

int wmemcmp(const wide *a, const wide *b, size_t n)
{
	size_t i;
	__whet_room(a, n, sizeof(wide));
	__whet_room(b, n, sizeof(wide));
	for (i = 0; i < n; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

wide *wmemchr(const wide *s, wide c, size_t n)
{
	size_t i;
	for (i = 0; i < n; i++)
		if (s[i] == c)
			return (wide *)(s + i);
	return 0;
}
