// What printf writes to memory: text of the length that is returned, as far as there is room, and terminated. What it says is not
// modelled. __whet_printed is a number of characters that the format can give, or -1 for an error.
extern int __whet_printed(const char *format);

#define PRINT(s, format) \
	int r = __whet_printed(format); \
	if (r < 0) \
		__whet_unmodelled("printf into memory that fails"); \
	__whet_computed_bytes(s, r); \
	s[r] = 0; \
	__whet_terminated(s, 0, r); \
	return r;

#define PRINT_N(s, n, format) \
	int r = __whet_printed(format); \
	if (n > 0) { \
		if (r < 0) \
			__whet_computed_bytes(s, n); \
		else { \
			size_t k = r < n ? r : n - 1; \
			__whet_computed_bytes(s, k); \
			s[k] = 0; \
			__whet_terminated(s, 0, k); \
		} \
	} \
	return r;

// __whet_asprintf is the memory for a text of n characters that asprintf stores at p; null where there is none. What is stored then
// differs: nothing, or a null pointer.
char *__whet_asprintf(char **p, int n)
{
	char *q = n < 0 ? 0 : __whet_alloc((size_t)n + 1);
	if (q)
		*p = q;
	else if (__whet_computed(0, 1))
		*p = 0;
	return q;
}

int sprintf(char *s, const char *format, ...) { PRINT(s, format) }
int __sprintf_chk(char *s, int flag, size_t room, const char *format, ...) { PRINT(s, format) }
int snprintf(char *s, size_t n, const char *format, ...) { PRINT_N(s, n, format) }
int __snprintf_chk(char *s, size_t n, int flag, size_t room, const char *format, ...) { PRINT_N(s, n, format) }
