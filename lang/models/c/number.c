// Numbers from text (C11 7.22.1.3, 7.22.1.4), exactly but for the values of floating ones.

static int __whet_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

// With binary, "0b" in front of a digit means base 2, as in C23. An unusable base stores no end, as in glibc.
#define NUMBER(type, word, least, most, s, end, base, binary) \
	const char *p = s; \
	word n = 0, limit; \
	int minus = 0, over = 0, any = 0; \
	__whet_require(base == 0 || base >= 2 && base <= 36); \
	if (base < 0 || base == 1 || base > 36) { \
		errno = EINVAL; \
		return 0; \
	} \
	while (*p == ' ' || *p >= '\t' && *p <= '\r') \
		p++; \
	if (*p == '-' || *p == '+') \
		minus = *p++ == '-'; \
	if ((base == 0 || base == 16) && *p == '0' && (p[1] == 'x' || p[1] == 'X') && __whet_digit(p[2]) < 16) { \
		p += 2; \
		base = 16; \
	} else if (binary && (base == 0 || base == 2) && *p == '0' && (p[1] == 'b' || p[1] == 'B') && __whet_digit(p[2]) < 2) { \
		p += 2; \
		base = 2; \
	} else if (base == 0) \
		base = *p == '0' ? 8 : 10; \
	limit = minus ? least : most; \
	for (; *p; p++) { \
		int d = __whet_digit(*p); \
		if (d >= base) \
			break; \
		any = 1; \
		if (over || n > (limit - d) / base) \
			over = 1; \
		else \
			n = n * base + d; \
	} \
	if (end) \
		*end = (char *)(any ? p : s); \
	if (over) { \
		errno = ERANGE; \
		return (type)((type)-1 < 0 && minus ? (word)0 - least : most); \
	} \
	return (type)(minus ? (word)0 - n : n);

#define SIGNED(name, type, word, most) \
	type name(const char *s, char **end, int base) { NUMBER(type, word, ((word)most + 1), (word)most, s, end, base, 0) }
#define UNSIGNED(name, word) \
	word name(const char *s, char **end, int base) { NUMBER(word, word, ((word)-1), ((word)-1), s, end, base, 0) }

SIGNED(strtol, long, unsigned long, LONG_MAX)
SIGNED(strtoll, long long, unsigned long long, LLONG_MAX)
SIGNED(strtoq, long long, unsigned long long, LLONG_MAX)
SIGNED(strtoimax, intmax_t, uintmax_t, INTMAX_MAX)
UNSIGNED(strtoul, unsigned long)
UNSIGNED(strtoull, unsigned long long)
UNSIGNED(strtouq, unsigned long long)
UNSIGNED(strtoumax, uintmax_t)

long __isoc23_strtol(const char *s, char **end, int base) { NUMBER(long, unsigned long, ((unsigned long)LONG_MAX + 1), LONG_MAX, s, end, base, 1) }
long long __isoc23_strtoll(const char *s, char **end, int base)
{
	NUMBER(long long, unsigned long long, ((unsigned long long)LLONG_MAX + 1), LLONG_MAX, s, end, base, 1)
}
unsigned long __isoc23_strtoul(const char *s, char **end, int base) { NUMBER(unsigned long, unsigned long, ((unsigned long)-1), ((unsigned long)-1), s, end, base, 1) }
unsigned long long __isoc23_strtoull(const char *s, char **end, int base)
{
	NUMBER(unsigned long long, unsigned long long, ((unsigned long long)-1), ((unsigned long long)-1), s, end, base, 1)
}
long __strtol_internal(const char *s, char **end, int base, int group) { NUMBER(long, unsigned long, ((unsigned long)LONG_MAX + 1), LONG_MAX, s, end, base, 0) }
unsigned long __strtoul_internal(const char *s, char **end, int base, int group)
{
	NUMBER(unsigned long, unsigned long, ((unsigned long)-1), ((unsigned long)-1), s, end, base, 0)
}

// __whet_word reports whether s begins with the word, in small letters, in letters of any size.
static int __whet_word(const char *s, const char *word)
{
	while (*word && *s && __whet_lower(*s) == *word) {
		s++;
		word++;
	}
	return !*word;
}

// __whet_after is the place in a string after n characters, or its end.
static const char *__whet_after(const char *s, int n)
{
	while (n-- > 0 && *s)
		s++;
	return s;
}

// __whet_floating is the end of the number that s begins with: s itself where there is none. Whether the number is too large or too
// small is not computed.
static const char *__whet_floating(const char *s)
{
	const char *p = s, *end = s;
	int base = 10, mark = 'e', digits = 0, extreme = 0;
	if (!__whet_c_rest()) {
		size_t n = strlen(s);
		errno += __whet_computed(0, 1) * (ERANGE - errno);
		return s + (size_t)__whet_lcomputed(0, n);
	}
	while (*p == ' ' || *p >= '\t' && *p <= '\r')
		p++;
	if (*p == '-' || *p == '+')
		p++;
	if (__whet_word(p, "inf"))
		return __whet_after(p, __whet_word(p, "infinity") ? 8 : 3);
	if (__whet_word(p, "nan")) {
		p = __whet_after(p, 3);
		if (*p == '(') {
			const char *q = p + 1;
			while (*q && (*q == '_' || __whet_digit(*q) < 36))
				q++;
			if (*q == ')')
				return q + 1;
		}
		return p;
	}
	if (*p == '0' && (p[1] == 'x' || p[1] == 'X') && (__whet_digit(p[2]) < 16 || p[2] == '.' && __whet_digit(p[3]) < 16)) {
		p += 2;
		base = 16;
		mark = 'p';
	}
	for (; *p && __whet_digit(*p) < base; p++)
		digits++;
	if (*p == '.' && (digits > 0 || __whet_digit(p[1]) < base))
		for (p++; *p && __whet_digit(*p) < base; p++)
			digits++;
	if (digits == 0)
		return s;
	end = p;
	extreme = digits > 30;
	if (*p && __whet_lower(*p) == mark) {
		p++;
		if (*p == '-' || *p == '+')
			p++;
		if (__whet_digit(*p) < 10) {
			extreme = 1;
			while (*p && __whet_digit(*p) < 10)
				p++;
			end = p;
		}
	}
	if (extreme)
		errno += __whet_computed(0, 1) * (ERANGE - errno);
	return end;
}

double strtod(const char *s, char **end)
{
	const char *p = __whet_floating(s);
	if (end)
		*end = (char *)p;
	return __whet_anydouble();
}

float strtof(const char *s, char **end)
{
	const char *p = __whet_floating(s);
	if (end)
		*end = (char *)p;
	return __whet_anyfloat();
}

long double strtold(const char *s, char **end)
{
	const char *p = __whet_floating(s);
	if (end)
		*end = (char *)p;
	return __whet_anyldouble();
}
