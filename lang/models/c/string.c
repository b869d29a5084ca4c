// Memory and strings. The comparisons return the difference of the first bytes that differ.

void *memset(void *p, int c, size_t n)
{
	__whet_fill(p, c, n);
	return p;
}

void *memcpy(void *dst, const void *src, size_t n)
{
	__whet_apart(dst, src, n);
	__whet_copy(dst, src, n);
	__whet_copied(dst, src, n);
	return dst;
}

void *mempcpy(void *dst, const void *src, size_t n)
{
	__whet_apart(dst, src, n);
	__whet_copy(dst, src, n);
	__whet_copied(dst, src, n);
	return (char *)dst + n;
}

void *memmove(void *dst, const void *src, size_t n)
{
	__whet_copy(dst, src, n);
	return dst;
}

void bcopy(const void *src, void *dst, size_t n) { __whet_copy(dst, src, n); }
void bzero(void *p, size_t n) { __whet_fill(p, 0, n); }

void *__memset_chk(void *p, int c, size_t n, size_t room)
{
	__whet_fill(p, c, n);
	return p;
}

void *__memcpy_chk(void *dst, const void *src, size_t n, size_t room)
{
	__whet_apart(dst, src, n);
	__whet_copy(dst, src, n);
	__whet_copied(dst, src, n);
	return dst;
}

void *__memmove_chk(void *dst, const void *src, size_t n, size_t room)
{
	__whet_copy(dst, src, n);
	return dst;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;
	size_t i;
	__whet_room(p, n, 1);
	__whet_room(q, n, 1);
	for (i = 0; i < n; i++)
		if (p[i] != q[i])
			return p[i] - q[i];
	return 0;
}

int bcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;
	size_t i;
	__whet_room(p, n, 1);
	__whet_room(q, n, 1);
	for (i = 0; i < n; i++)
		if (p[i] != q[i])
			return 1;
	return 0;
}

void *memchr(const void *p, int c, size_t n)
{
	const unsigned char *s = p;
	size_t i;
	for (i = 0; i < n; i++)
		if (s[i] == (unsigned char)c)
			return (void *)(s + i);
	return 0;
}

size_t strlen(const char *s)
{
	size_t n = 0;
	while (s[n])
		n++;
	__whet_terminated(s, n, n);
	return n;
}

size_t strnlen(const char *s, size_t max)
{
	size_t n = 0;
	while (n < max && s[n])
		n++;
	return n;
}

char *strcpy(char *dst, const char *src)
{
	size_t i = 0;
	while ((dst[i] = src[i]) != 0)
		i++;
	__whet_terminated(dst, i, i);
	__whet_disjoint(dst, i + 1, src, i + 1);
	return dst;
}

char *__strcpy_chk(char *dst, const char *src, size_t room)
{
	size_t i = 0;
	while ((dst[i] = src[i]) != 0)
		i++;
	__whet_terminated(dst, i, i);
	__whet_disjoint(dst, i + 1, src, i + 1);
	return dst;
}

char *stpcpy(char *dst, const char *src)
{
	size_t i = 0;
	while ((dst[i] = src[i]) != 0)
		i++;
	__whet_terminated(dst, i, i);
	__whet_disjoint(dst, i + 1, src, i + 1);
	return dst + i;
}

char *strncpy(char *dst, const char *src, size_t n)
{
	size_t i = 0;
	while (i < n && (dst[i] = src[i]) != 0)
		i++;
	__whet_disjoint(dst, i < n ? i + 1 : n, src, i < n ? i + 1 : n);
	__whet_fill(dst + i, 0, n - i);
	return dst;
}

char *__strncpy_chk(char *dst, const char *src, size_t n, size_t room)
{
	size_t i = 0;
	while (i < n && (dst[i] = src[i]) != 0)
		i++;
	__whet_disjoint(dst, i < n ? i + 1 : n, src, i < n ? i + 1 : n);
	__whet_fill(dst + i, 0, n - i);
	return dst;
}

char *strcat(char *dst, const char *src)
{
	size_t n = 0, i = 0;
	while (dst[n])
		n++;
	while ((dst[n + i] = src[i]) != 0)
		i++;
	__whet_terminated(dst, n + i, n + i);
	__whet_disjoint(dst, i ? n + i + 1 : 0, src, i + 1);
	return dst;
}

char *__strcat_chk(char *dst, const char *src, size_t room)
{
	size_t n = 0, i = 0;
	while (dst[n])
		n++;
	while ((dst[n + i] = src[i]) != 0)
		i++;
	__whet_terminated(dst, n + i, n + i);
	__whet_disjoint(dst, i ? n + i + 1 : 0, src, i + 1);
	return dst;
}

char *strncat(char *dst, const char *src, size_t max)
{
	size_t n = 0, i = 0;
	while (dst[n])
		n++;
	while (i < max && src[i]) {
		dst[n + i] = src[i];
		i++;
	}
	dst[n + i] = 0;
	__whet_terminated(dst, n + i, n + i);
	__whet_disjoint(dst, i ? n + i + 1 : 0, src, i < max ? i + 1 : max);
	return dst;
}

int strcmp(const char *a, const char *b)
{
	size_t i = 0;
	while (a[i] && a[i] == b[i])
		i++;
	return (unsigned char)a[i] - (unsigned char)b[i];
}

int strcoll(const char *a, const char *b)
{
	size_t i = 0;
	if (!__whet_c_rest())
		return __whet_computed(INT_MIN, INT_MAX);
	while (a[i] && a[i] == b[i])
		i++;
	return (unsigned char)a[i] - (unsigned char)b[i];
}

int strncmp(const char *a, const char *b, size_t n)
{
	size_t i = 0;
	while (i < n && a[i] && a[i] == b[i])
		i++;
	return i == n ? 0 : (unsigned char)a[i] - (unsigned char)b[i];
}

static int __whet_lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

int strcasecmp(const char *a, const char *b)
{
	size_t i = 0;
	while (a[i] && __whet_lower(a[i]) == __whet_lower(b[i]))
		i++;
	return __whet_lower(a[i]) - __whet_lower(b[i]);
}

int strncasecmp(const char *a, const char *b, size_t n)
{
	size_t i = 0;
	while (i < n && a[i] && __whet_lower(a[i]) == __whet_lower(b[i]))
		i++;
	return i == n ? 0 : __whet_lower(a[i]) - __whet_lower(b[i]);
}

char *strchr(const char *s, int c)
{
	for (;; s++) {
		if (*s == (char)c)
			return (char *)s;
		if (!*s)
			return 0;
	}
}

char *index(const char *s, int c)
{
	for (;; s++) {
		if (*s == (char)c)
			return (char *)s;
		if (!*s)
			return 0;
	}
}

char *strchrnul(const char *s, int c)
{
	while (*s && *s != (char)c)
		s++;
	return (char *)s;
}

char *strrchr(const char *s, int c)
{
	const char *last = 0;
	for (;; s++) {
		if (*s == (char)c)
			last = s;
		if (!*s)
			return (char *)last;
	}
}

char *rindex(const char *s, int c)
{
	const char *last = 0;
	for (;; s++) {
		if (*s == (char)c)
			last = s;
		if (!*s)
			return (char *)last;
	}
}

size_t strspn(const char *s, const char *accept)
{
	size_t n = 0;
	for (;; n++) {
		const char *a = accept;
		while (*a && *a != s[n])
			a++;
		if (!*a || !s[n])
			return n;
	}
}

size_t strcspn(const char *s, const char *reject)
{
	size_t n = 0;
	for (; s[n]; n++) {
		const char *r = reject;
		while (*r && *r != s[n])
			r++;
		if (*r)
			return n;
	}
	return n;
}

char *strpbrk(const char *s, const char *accept)
{
	for (; *s; s++) {
		const char *a = accept;
		while (*a && *a != *s)
			a++;
		if (*a)
			return (char *)s;
	}
	return 0;
}

char *strstr(const char *s, const char *t)
{
	for (;; s++) {
		size_t i = 0;
		while (t[i] && s[i] == t[i])
			i++;
		if (!t[i])
			return (char *)s;
		if (!*s)
			return 0;
	}
}

char *strdup(const char *s)
{
	size_t n = 0;
	char *p;
	while (s[n])
		n++;
	p = __whet_alloc(n + 1);
	__whet_trusted(p);
	if (__whet_checked() && !p)
		return 0;
	__whet_copy(p, s, n + 1);
	__whet_terminated(p, n, n);
	return p;
}

char *strndup(const char *s, size_t max)
{
	size_t n = 0;
	char *p;
	while (n < max && s[n])
		n++;
	p = __whet_alloc(n + 1);
	__whet_trusted(p);
	if (__whet_checked() && !p)
		return 0;
	__whet_copy(p, s, n);
	p[n] = 0;
	__whet_terminated(p, n, n);
	return p;
}
