// getline and getdelim (POSIX getdelim): a line of any length, in memory that grows. How much room there is behind it is left to the
// implementation; here it is at least what is needed, and at most what glibc takes.

ssize_t getdelim(char **line, size_t *n, int delimiter, FILE *f)
{
	long length, i;
	size_t room;
	char *p;
	int failed;
	__whet_room(line, 1, sizeof *line);
	__whet_room(n, 1, sizeof *n);
	__whet_object(f);
	failed = __whet_stream(0, 2);
	if (failed == 1) {
		// The end of the file, or an error, before anything was read; there may be memory all the same. Where the program gave
		// memory without its size, glibc takes other memory in its place.
		if (*line && *n == 0 && __whet_computed(0, 1)) {
			p = realloc(*line, 120);
			if (p) {
				*line = p;
				*n = 120;
			}
		} else if ((!*line || *n == 0) && __whet_computed(0, 1)) {
			p = malloc(120);
			if (p) {
				*line = p;
				*n = 120;
			}
		}
		return -1;
	}
	length = __whet_lstream(1, LONG_MAX / 4);
	if (!*line || *n <= length) {
		room = __whet_lcomputed(length + 1, 2 * length + 120);
		p = realloc(*line, room);
		if (!p)
			return -1;
		*line = p;
		*n = room;
	}
	p = *line;
	for (i = 0; i < length; i++) {
		int c = __whet_stream(0, 255);
		if (c == delimiter && i < length - 1)
			__whet_halt(); // the line ended before: that is another run
		p[i] = c;
	}
	if (failed)
		return -1; // an error after a part of the line
	p[length] = 0;
	__whet_terminated(p, 0, length);
	*line = p; // as it is, unless the characters were stored over *line, which its type forbids (restrict)
	return length;
}

ssize_t __getdelim(char **line, size_t *n, int delimiter, FILE *f) { return getdelim(line, n, delimiter, f); }
ssize_t getline(char **line, size_t *n, FILE *f) { return getdelim(line, n, '\n', f); }
