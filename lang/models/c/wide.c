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

// Wide characters: Unicode in every locale; in the C locale those above 127 have no properties.
#define WIDE(name, is, c) \
	int name(unsigned c) \
	{ \
		if (c > 127 && c != 0xffffffff && !__whet_c_locale()) \
			return __whet_foreign(c > 256 ? 256 : c, is); \
		return
#define END ; }

int iswdigit(unsigned c) { return c >= '0' && c <= '9'; }
WIDE(iswlower, 2, c) c >= 'a' && c <= 'z' END
WIDE(iswupper, 1, c) c >= 'A' && c <= 'Z' END
WIDE(iswalpha, 3, c) c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' END
WIDE(iswalnum, 3, c) c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' END
int iswxdigit(unsigned c) { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'; }
WIDE(iswblank, 0, c) c == ' ' || c == '\t' END
WIDE(iswspace, 0, c) c == ' ' || c >= '\t' && c <= '\r' END
WIDE(iswcntrl, 4, c) c < 32 || c == 127 END
WIDE(iswprint, 3, c) c >= 32 && c < 127 END
WIDE(iswgraph, 3, c) c > 32 && c < 127 END
WIDE(iswpunct, 0, c) c > 32 && c < 127 && !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') END

unsigned towlower(unsigned c)
{
	if (c > 127 && c != 0xffffffff && !__whet_c_locale())
		return __whet_foreign_case(c > 256 ? 256 : c, 1, 0x10ffff);
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

unsigned towupper(unsigned c)
{
	if (c > 127 && c != 0xffffffff && !__whet_c_locale())
		return __whet_foreign_case(c > 256 ? 256 : c, 0, 0x10ffff);
	return c >= 'a' && c <= 'z' ? c - 32 : c;
}

wide *wcsdup(const wide *s)
{
	size_t n = 0;
	wide *p;
	while (s[n])
		n++;
	p = __whet_alloc((n + 1) * sizeof *p);
	__whet_trusted(p);
	if (__whet_checked() && !p)
		return 0;
	__whet_copy(p, s, (n + 1) * sizeof *p);
	return p;
}
