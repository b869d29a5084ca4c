// More of the functions on memory and strings: those of POSIX and glibc, and what takes strings apart.

void *memrchr(const void *p, int c, size_t n)
{
	const unsigned char *s = p;
	__whet_room(s, n, 1);
	while (n > 0)
		if (s[--n] == (unsigned char)c)
			return (void *)(s + n);
	return 0;
}

void *rawmemchr(const void *p, int c)
{
	const unsigned char *s = p;
	while (*s != (unsigned char)c)
		s++;
	return (void *)s;
}

void *memmem(const void *p, size_t n, const void *q, size_t m)
{
	const unsigned char *s = p, *t = q;
	size_t i, k;
	__whet_room(s, n, 1);
	__whet_room(t, m, 1);
	for (i = 0; m <= n && i <= n - m; i++) {
		for (k = 0; k < m && s[i + k] == t[k]; k++)
			;
		if (k == m)
			return (void *)(s + i);
	}
	return 0;
}

void *memccpy(void *dst, const void *src, int c, size_t n)
{
	const unsigned char *s = src;
	size_t i = 0;
	while (i < n && s[i] != (unsigned char)c)
		i++;
	__whet_disjoint(dst, i < n ? i + 1 : n, src, i < n ? i + 1 : n);
	if (i == n) {
		__whet_copy(dst, src, n);
		return 0;
	}
	__whet_copy(dst, src, i + 1);
	return (char *)dst + i + 1;
}

void swab(const void *from, void *to, long n)
{
	const unsigned char *s = from;
	unsigned char *d = to;
	long i;
	__whet_room(s, n > 0 ? n / 2 : 0, 2);
	__whet_room(d, n > 0 ? n / 2 : 0, 2);
	__whet_disjoint(s, n > 0 ? n : 0, d, n > 0 ? n : 0);
	for (i = 0; i + 1 < n; i += 2) {
		unsigned char a = s[i], b = s[i + 1];
		d[i] = b;
		d[i + 1] = a;
	}
}

void explicit_bzero(void *p, size_t n) { __whet_fill(p, 0, n); }

char *stpncpy(char *dst, const char *src, size_t n)
{
	size_t i = 0;
	while (i < n && (dst[i] = src[i]) != 0)
		i++;
	__whet_disjoint(dst, i < n ? i + 1 : n, src, i < n ? i + 1 : n);
	__whet_fill(dst + i, 0, n - i);
	return dst + i;
}

void *__mempcpy_chk(void *dst, const void *src, size_t n, size_t room) { return mempcpy(dst, src, n); }
char *__stpcpy_chk(char *dst, const char *src, size_t room) { return stpcpy(dst, src); }
char *__stpncpy_chk(char *dst, const char *src, size_t n, size_t room) { return stpncpy(dst, src, n); }
char *__strncat_chk(char *dst, const char *src, size_t n, size_t room) { return strncat(dst, src, n); }

size_t strlcpy(char *dst, const char *src, size_t n)
{
	size_t i = 0;
	while (src[i]) {
		if (i + 1 < n)
			dst[i] = src[i];
		i++;
	}
	if (n > 0) {
		size_t k = i < n ? i : n - 1;
		dst[k] = 0;
		__whet_terminated(dst, k, k);
	}
	__whet_disjoint(dst, i < n ? i + 1 : n, src, i + 1);
	return i;
}

size_t strlcat(char *dst, const char *src, size_t n)
{
	size_t d = 0, i = 0;
	while (d < n && dst[d])
		d++;
	while (src[i]) {
		if (d + i + 1 < n)
			dst[d + i] = src[i];
		i++;
	}
	if (d < n) {
		size_t k = d + i < n ? d + i : n - 1;
		dst[k] = 0;
		__whet_terminated(dst, k, k);
	}
	__whet_disjoint(dst, i ? d + i < n ? d + i + 1 : n : 0, src, i + 1);
	return d + i;
}

// In the C locale: the string itself, as much of it as there is room for.
size_t strxfrm(char *dst, const char *src, size_t n)
{
	size_t i = 0;
	if (!__whet_c_rest()) {
		__whet_computed_bytes(dst, n);
		return __whet_lcomputed(0, LONG_MAX);
	}
	while (src[i])
		i++;
	__whet_disjoint(dst, i < n ? i + 1 : n, src, i + 1);
	__whet_copy(dst, src, i < n ? i + 1 : n);
	return i;
}

char *strcasestr(const char *s, const char *t)
{
	for (;; s++) {
		size_t i = 0;
		while (t[i] && __whet_lower(s[i]) == __whet_lower(t[i]))
			i++;
		if (!t[i])
			return (char *)s;
		if (!*s)
			return 0;
	}
}

char *strtok_r(char *s, const char *delim, char **save)
{
	char *token;
	if (!s)
		s = *save;
	for (; *s; s++) {
		const char *d = delim;
		while (*d && *d != *s)
			d++;
		if (!*d)
			break;
	}
	if (!*s) {
		*save = s;
		return 0;
	}
	token = s;
	for (; *s; s++) {
		const char *d = delim;
		while (*d && *d != *s)
			d++;
		if (*d) {
			*s++ = 0;
			break;
		}
	}
	*save = s;
	return token;
}

static char *__whet_token; // where strtok goes on

char *__strtok_r(char *s, const char *delim, char **save) { return strtok_r(s, delim, save); }
char *strtok(char *s, const char *delim) { return strtok_r(s, delim, &__whet_token); }

char *strsep(char **at, const char *delim)
{
	char *s = *at, *token = s;
	if (!s)
		return 0;
	for (; *s; s++) {
		const char *d = delim;
		while (*d && *d != *s)
			d++;
		if (*d) {
			*s = 0;
			*at = s + 1;
			return token;
		}
	}
	*at = 0;
	return token;
}

// The texts are the library's, of some length; each call may change them.
static char *__whet_message(void)
{
	static char text[128];
	int n = __whet_computed(0, 127);
	__whet_making(text, sizeof text);
	__whet_computed_bytes(text, n);
	text[n] = 0;
	__whet_terminated(text, 0, 127);
	return text;
}

char *strerror(int e) { return __whet_message(); }
char *strerror_l(int e, void *locale) { return __whet_message(); }
char *strsignal(int sig) { return __whet_message(); }

/* glibc manual 5.7: digits around the first difference are compared as numbers, but as fractions where they begin with 0. */
int strverscmp(const char *a, const char *b)
{
  size_t i = 0, start, m, n;
  int x, y;
  while (a[i] && a[i] == b[i])
    i++;
  x = (unsigned)(a[i] - '0') < 10, y = (unsigned)(b[i] - '0') < 10;
  for (start = i; start && (unsigned)(a[start - 1] - '0') < 10; start--)
    ;
  if (start < i && a[start] == '0') {
    while (start < i && a[start] == '0')
      start++;
    if (start == i && x != y)
      return x ? -1 : 1; /* one has more zeros, or is a fraction behind them */
  } else if (start < i ? x || y : x && y && a[i] != '0' && b[i] != '0') {
    for (m = i; (unsigned)(a[m] - '0') < 10; m++)
      ;
    for (n = i; (unsigned)(b[n] - '0') < 10; n++)
      ;
    if (m != n)
      return m < n ? -1 : 1;
  }
  return (unsigned char)a[i] - (unsigned char)b[i];
}

/* POSIX basename and dirname, which may change the path; glibc manual 5.10. glibc's headers name the first one so. */
char *__xpg_basename(char *path)
{
  size_t n, i;
  if (!path || !*path)
    return ".";
  n = strlen(path);
  if (path[n - 1] == '/') {
    for (i = n; i && path[i - 1] == '/'; i--)
      ;
    if (!i)
      return path + n - 1;
    path[n = i] = 0;
    __whet_terminated(path, n, n);
  }
  for (i = n; i && path[i - 1] != '/'; i--)
    ;
  return path + i;
}

char *dirname(char *path)
{
  size_t end, i;
  if (!path)
    return ".";
  end = strlen(path);
  for (i = end; i && path[i - 1] == '/'; i--)
    ;
  if (i) { /* the slashes to keep or remove are those before the last part */
    for (; i && path[i - 1] != '/'; i--)
      ;
    end = i;
    for (; i && path[i - 1] == '/'; i--)
      ;
  }
  if (!end)
    return ".";
  if (!i)
    i = end > 2 ? 1 : end; /* two slashes at the start may mean something else than one */
  path[i] = 0;
  __whet_terminated(path, i, i);
  return path;
}

/* of <string.h> with _GNU_SOURCE */
char *basename(const char *path)
{
  char *last = strrchr(path, '/');
  return last ? last + 1 : (char *)path;
}
