// Memory and numbers. Whether an allocation fails is decided by __whet_alloc.

void *malloc(size_t size) { return __whet_alloc(size); }

void *calloc(size_t n, size_t size)
{
	void *p = __whet_alloc(__whet_product(n, size));
	__whet_trusted(p);
	if (__whet_may_lack(n, size) && !p)
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
	if (p && __whet_stays(p, size))
		return p;
	q = __whet_alloc(size);
	if (__whet_may_lack(size, 1) && !q)
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
	if (p && (n == 0 || size == 0) && __whet_computed(0, 1)) {
		__whet_free(p);
		return 0;
	}
	if (p && __whet_stays(p, __whet_product(n, size)))
		return p;
	q = __whet_alloc(__whet_product(n, size));
	if (__whet_may_lack(n, size) && !q)
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

// A number that is too large is undefined (C11 7.22.1p1): it is any number here, and errno may tell of it.
#define DECIMAL(name, type, least, computed) \
	type name(const char *s) \
	{ \
		type n = 0; \
		int minus = 0, over = 0; \
		while (*s == ' ' || *s >= '\t' && *s <= '\r') \
			s++; \
		if (*s == '-' || *s == '+') \
			minus = *s++ == '-'; \
		for (; *s >= '0' && *s <= '9'; s++) { \
			if (n < least / 10 || n == least / 10 && *s > '8') \
				over = 1; \
			else \
				n = n * 10 - (*s - '0'); \
		} \
		if (over || n == least && !minus) { \
			errno += __whet_computed(0, 1) * (ERANGE - errno); \
			return computed(least, -(least + 1)); \
		} \
		return minus ? n : -n; \
	}

DECIMAL(atoi, int, INT_MIN, __whet_computed)
DECIMAL(atol, long, (-LONG_MAX - 1), __whet_lcomputed)
DECIMAL(atoll, long long, (-LLONG_MAX - 1), __whet_lcomputed)
