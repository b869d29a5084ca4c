// What comes from outside: files, random numbers, the time, the environment.

static char *__whet_line(char *s, int n)
{
	int i = 0;
	__whet_room(s, n, 1);
	while (i < n - 1) {
		int c = __whet_stream(-1, 255);
		if (c < 0) {
			// The end of the file, or an error, after which what was read stands there unterminated.
			if (i == 0 || __whet_stream(0, 1))
				return 0;
			break;
		}
		s[i++] = c;
		if (c == '\n')
			break;
	}
	s[i] = 0;
	__whet_terminated(s, 0, i);
	return s;
}

char *fgets(char *s, int n, FILE *f) { __whet_object(f); return n <= 0 ? 0 : __whet_line(s, n); }
char *fgets_unlocked(char *s, int n, FILE *f) { __whet_object(f); return n <= 0 ? 0 : __whet_line(s, n); }

char *gets(char *s)
{
	long i = 0;
	for (;;) {
		int c = __whet_stream(-1, 255);
		if (c < 0) {
			if (i == 0 || __whet_stream(0, 1))
				return 0;
			break;
		}
		if (c == '\n')
			break;
		s[i++] = c;
	}
	s[i] = 0;
	__whet_terminated(s, 0, i);
	return s;
}

// The value of an element that was read in part is not known.
size_t fread(void *p, size_t size, size_t n, FILE *f)
{
	size_t r;
	__whet_room(p, n, size);
	__whet_object(f);
	if (size == 0 || n == 0)
		return 0;
	r = __whet_lstream(0, n > LONG_MAX ? LONG_MAX : n);
	__whet_stream_bytes(p, r * size);
	if (r < n && size > 1)
		__whet_computed_bytes((char *)p + r * size, size);
	return r;
}

size_t fread_unlocked(void *p, size_t size, size_t n, FILE *f) { return fread(p, size, n, f); }

#define READ(buf, n) \
	__whet_room(buf, n, 1); \
	long r = __whet_lstream(-1, n > LONG_MAX ? LONG_MAX : n); \
	if (r > 0) \
		__whet_stream_bytes(buf, r); \
	if (r < 0) \
		errno = __whet_input(1, 133); \
	return r;

long read(int fd, void *buf, size_t n) { READ(buf, n) }
long pread(int fd, void *buf, size_t n, long at) { READ(buf, n) }
long pread64(int fd, void *buf, size_t n, long long at) { READ(buf, n) }
long recv(int fd, void *buf, size_t n, int flags) { READ(buf, n) }

// A sequence of random numbers is as good as any other, but for one that begins again.
static int __whet_drawn, __whet_again;

int rand(void)
{
	__whet_drawn = 1;
	return __whet_again ? __whet_computed(0, RAND_MAX) : __whet_input(0, RAND_MAX);
}

long random(void)
{
	__whet_drawn = 1;
	return __whet_again ? __whet_computed(0, RAND_MAX) : __whet_input(0, RAND_MAX);
}

void srand(unsigned seed)
{
	if (__whet_drawn)
		__whet_again = 1;
}

void srandom(unsigned seed)
{
	if (__whet_drawn)
		__whet_again = 1;
}

// The time does not go back, and is less than 2^62 seconds (146 billion years). So the difference of two times does not
// overflow.
long time(long *t)
{
	static long last;
	long now = -1;
	if (__whet_choice()) {
		now = __whet_linput(last, sizeof(long) == 8 ? LONG_MAX / 2 : LONG_MAX);
		last = now;
	}
	if (t)
		*t = now;
	return now;
}

// The first variable that is asked for may have any value; later ones may be the same one, or set by the program.
static int __whet_asked, __whet_environment_set;

char *getenv(const char *name)
{
	char *p;
	int n;
	if (__whet_asked) {
		if (!__whet_computed(0, 1))
			return 0;
		n = __whet_computed(0, 131071);
		p = __whet_lasting(n + 1);
		__whet_trusted(p);
		__whet_making(p, n + 1);
		__whet_computed_bytes(p, n);
	} else {
		__whet_asked = 1;
		if (!__whet_choice())
			return 0;
		n = __whet_input(0, 131071);
		p = __whet_lasting(n + 1);
		__whet_trusted(p);
		__whet_making(p, n + 1);
		__whet_input_bytes(p, n);
	}
	p[n] = 0;
	__whet_terminated(p, 0, 131071);
	return p;
}

char *secure_getenv(const char *name) { return getenv(name); }

int setenv(const char *name, const char *value, int overwrite)
{
	__whet_asked = __whet_environment_set = 1;
	return __whet_computed(-1, 0);
}

int unsetenv(const char *name)
{
	__whet_asked = __whet_environment_set = 1;
	return __whet_computed(-1, 0);
}

int clearenv(void)
{
	__whet_asked = __whet_environment_set = 1;
	return __whet_computed(INT_MIN, INT_MAX);
}

// The arguments of main (C11 5.1.2.2.1): strings, and a null pointer behind the last.
char **__whet_arguments(int argc)
{
	char **v = __whet_lasting((argc + (size_t)1) * sizeof *v);
	int i;
	for (i = 0; i < argc; i++) {
		int n = __whet_input(0, 131071);
		char *s = __whet_lasting(n + 1);
		__whet_making(s, n + 1);
		__whet_input_bytes(s, n);
		s[n] = 0;
		__whet_terminated(s, 0, 131071);
		v[i] = s;
	}
	v[argc] = 0;
	__whet_terminated(v, argc, argc);
	return v;
}

// The third parameter of main: strings, and a null pointer behind the last. What getenv gives then is in there, and not modelled.
char **__whet_environment(void)
{
	int i, n = __whet_input(0, 131071);
	char **v = __whet_lasting((n + (size_t)1) * sizeof *v);
	__whet_asked = 1;
	for (i = 0; i < n; i++) {
		int k = __whet_input(0, 131071);
		char *s = __whet_lasting(k + 1);
		__whet_making(s, k + 1);
		__whet_input_bytes(s, k);
		s[k] = 0;
		__whet_terminated(s, 0, 131071);
		v[i] = s;
	}
	v[n] = 0;
	__whet_terminated(v, 0, n);
	return v;
}

// The name of the current folder is not modelled: it fits or not, and where there is no room for it memory is allocated.
char *getcwd(char *s, size_t n)
{
	size_t k;
	if (!s) {
		k = __whet_computed(2, 4096);
		s = malloc(n ? n : k);
		if (!s)
			return 0;
		if (!n)
			n = k;
	} else
		__whet_room(s, n, 1);
	if (n < 2 || !__whet_computed(0, 1)) {
		errno = __whet_computed(1, 133);
		return 0;
	}
	k = __whet_lcomputed(1, n - 1);
	__whet_computed_bytes(s, k);
	s[0] = '/';
	s[k] = 0;
	__whet_terminated(s, 1, k);
	return s;
}

static char *__whet_path(void)
{
	size_t k = __whet_computed(1, 4095);
	char *p = __whet_computed(0, 1) ? malloc(k + 1) : 0;
	if (!p)
		return 0;
	__whet_computed_bytes(p, k);
	p[0] = '/';
	p[k] = 0;
	__whet_terminated(p, 1, k);
	return p;
}

char *realpath(const char *name, char *s)
{
	size_t k = __whet_computed(1, 4095);
	__whet_string(name);
	if (!__whet_computed(0, 1)) {
		errno = __whet_computed(1, 133);
		return 0;
	}
	if (!s)
		return __whet_path();
	__whet_computed_bytes(s, k);
	s[0] = '/';
	s[k] = 0;
	__whet_terminated(s, 1, k);
	return s;
}

char *get_current_dir_name(void) { return __whet_path(); }
char *canonicalize_file_name(const char *name) { __whet_string(name); return __whet_path(); }
char *tempnam(const char *dir, const char *prefix)
{
	if (dir)
		__whet_string(dir);
	if (prefix)
		__whet_string(prefix);
	return __whet_path();
}
