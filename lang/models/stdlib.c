// Memory and numbers. Whether an allocation fails is decided by __whet_alloc.

void *malloc(size_t size) { return __whet_alloc(size); }

void *calloc(size_t n, size_t size)
{
	void *p = __whet_alloc(__whet_product(n, size));
	__whet_trusted(p);
	if (__whet_checked() && !p)
		return 0;
	__whet_fill(p, 0, n * size);
	return p;
}

// The size of the old object is not known here. What is copied from behind its end is arbitrary, as what
// lies behind it in the new object is. A size of 0 frees the object; whether there is a new one then is left to the implementation (C11
// 7.22.3): glibc gives none, others do.
void *realloc(void *p, size_t size)
{
	void *q;
	__whet_trusted(p);
	__whet_trusted(q);
	if (p && size == 0 && __whet_computed(0, 1)) {
		__whet_free(p);
		return 0;
	}
	q = __whet_alloc(size);
	if (__whet_checked() && !q)
		return 0;
	if (p) {
		__whet_copy(q, p, size);
		__whet_grown(q, p, size);
		__whet_free(p);
	}
	return q;
}

void *reallocarray(void *p, size_t n, size_t size)
{
	void *q;
	__whet_trusted(p);
	__whet_trusted(q);
	if (p && n * size == 0 && __whet_computed(0, 1)) {
		__whet_free(p);
		return 0;
	}
	q = __whet_alloc(__whet_product(n, size));
	if (__whet_checked() && !q)
		return 0;
	if (p) {
		__whet_copy(q, p, n * size);
		__whet_grown(q, p, n * size);
		__whet_free(p);
	}
	return q;
}

void *aligned_alloc(size_t alignment, size_t size)
{
	__whet_align(alignment);
	return __whet_alloc(size);
}

void *memalign(size_t alignment, size_t size)
{
	__whet_align(alignment);
	return __whet_alloc(size);
}

void *valloc(size_t size)
{
	__whet_align(4096);
	return __whet_alloc(size);
}

int posix_memalign(void **p, size_t alignment, size_t size)
{
	void *q;
	__whet_align(alignment);
	q = __whet_alloc(size);
	if (!q)
		return 12; // ENOMEM; *p is left as it was
	*p = q;
	return 0;
}

void free(void *p) { __whet_free(p); }
void cfree(void *p) { __whet_free(p); }

// What alloca gives lives until the function returns that calls it.
void *alloca(size_t size) { return __whet_alloca(size); }
void *__builtin_alloca_with_align(size_t size, size_t alignment) { return __whet_alloca(size); }

int abs(int n) { __whet_require(n >= -INT_MAX); return n < 0 ? -n : n; }
long labs(long n) { __whet_require(n >= -LONG_MAX); return n < 0 ? -n : n; }
long long llabs(long long n) { __whet_require(n >= -LLONG_MAX); return n < 0 ? -n : n; }
intmax_t imaxabs(intmax_t n) { __whet_require(n >= -INTMAX_MAX); return n < 0 ? -n : n; }

int atoi(const char *s)
{
	int n = 0, minus = 0;
	while (*s == ' ' || *s >= '\t' && *s <= '\r')
		s++;
	if (*s == '-' || *s == '+')
		minus = *s++ == '-';
	while (*s >= '0' && *s <= '9')
		n = n * 10 - (*s++ - '0');
	return minus ? n : -n;
}

long atol(const char *s)
{
	long n = 0;
	int minus = 0;
	while (*s == ' ' || *s >= '\t' && *s <= '\r')
		s++;
	if (*s == '-' || *s == '+')
		minus = *s++ == '-';
	while (*s >= '0' && *s <= '9')
		n = n * 10 - (*s++ - '0');
	return minus ? n : -n;
}

long long atoll(const char *s)
{
	long long n = 0;
	int minus = 0;
	while (*s == ' ' || *s >= '\t' && *s <= '\r')
		s++;
	if (*s == '-' || *s == '+')
		minus = *s++ == '-';
	while (*s >= '0' && *s <= '9')
		n = n * 10 - (*s++ - '0');
	return minus ? n : -n;
}
