// getopt and its kind, as glibc has them (POSIX getopt; glibc's getopt_long(3)): arguments that are no options are moved
// behind those that are, unless the options begin with + or -, or POSIXLY_CORRECT is set, which the environment decides.
// What the program sees of them are the variables of unistd.h, for which those of the model stand: see lang/pass/stdlib/getopt.go.
struct option {
	const char *name;
	int has_arg;
	int *flag;
	int val;
};
char *optarg;
int optind = 1, opterr = 1, optopt = '?';

// In a group of short options, the next one; the arguments without options that were skipped; 0: to be moved, 1: they
// end the options, 2: each is an option of number 1.
static char *__whet_option;
static int __whet_skipped, __whet_skipped_end, __whet_order, __whet_options;

// The options between the end of the skipped arguments and optind go before these.
static void __whet_move_options(char **argv)
{
	int i, k, n = __whet_skipped_end - __whet_skipped;
	for (i = __whet_skipped_end; i < optind; i++) {
		char *s = argv[i];
		for (k = i; k > i - n; k--)
			argv[k] = argv[k - 1];
		argv[k] = s;
	}
	__whet_skipped += optind - __whet_skipped_end;
	__whet_skipped_end = optind;
}

static int __whet_is_option(const char *s) { return s[0] == '-' && s[1] != 0; }

// The long option that starts at __whet_option; -1: it is a short one.
static int __whet_long_option(int argc, char **argv, const char *short_options, const struct option *options, int *index, int only)
{
	const struct option *p, *found = 0;
	char *end = __whet_option;
	size_t n;
	int i, at = -1, ambiguous = 0;
	while (*end && *end != '=')
		end++;
	n = end - __whet_option;
	for (p = options, i = 0; p->name; p++, i++)
		if (!strncmp(p->name, __whet_option, n) && strlen(p->name) == n) {
			found = p;
			at = i;
			break;
		}
	if (!found)
		for (p = options, i = 0; p->name; p++, i++)
			if (!strncmp(p->name, __whet_option, n)) {
				if (!found) {
					found = p;
					at = i;
				} else if (only || found->has_arg != p->has_arg || found->flag != p->flag || found->val != p->val)
					ambiguous = 1;
			}
	if (ambiguous || !found && (!only || argv[optind][1] == '-' || !strchr(short_options, *__whet_option))) {
		__whet_option = 0;
		optind++;
		optopt = 0;
		return '?';
	}
	if (!found)
		return -1;
	optind++;
	__whet_option = 0;
	if (*end) {
		if (!found->has_arg) {
			optopt = found->val;
			return '?';
		}
		optarg = end + 1;
	} else if (found->has_arg == 1) {
		if (optind >= argc) {
			optopt = found->val;
			return short_options[0] == ':' ? ':' : '?';
		}
		optarg = argv[optind++];
	}
	if (index)
		*index = at;
	if (found->flag) {
		*found->flag = found->val;
		return 0;
	}
	return found->val;
}

// Whether POSIXLY_CORRECT is set, which nothing but setenv and its kind changes.
static int __whet_posixly_correct(void)
{
	static int known, value;
	if (__whet_environment_set)
		return __whet_computed(0, 1);
	if (!known) {
		known = 1;
		value = __whet_input(0, 1);
	}
	return value;
}

static int __whet_getopt(int argc, char **argv, const char *options, const struct option *long_options, int *index, int only)
{
	const char *at;
	char c;
	if (argc < 1)
		return -1;
	optarg = 0;
	if (optind == 0 || !__whet_options) {
		if (optind == 0)
			optind = 1;
		__whet_skipped = __whet_skipped_end = optind;
		__whet_option = 0;
		__whet_order = options[0] == '-' ? 2 : options[0] == '+' || __whet_posixly_correct();
		__whet_options = 1;
	}
	if (options[0] == '-' || options[0] == '+')
		options++;
	if (!__whet_option || !*__whet_option) {
		if (__whet_skipped_end > optind)
			__whet_skipped_end = optind;
		if (__whet_skipped > optind)
			__whet_skipped = optind;
		if (__whet_order == 0) {
			if (__whet_skipped != __whet_skipped_end && __whet_skipped_end != optind)
				__whet_move_options(argv);
			else if (__whet_skipped_end != optind)
				__whet_skipped = optind;
			while (optind < argc && !__whet_is_option(argv[optind]))
				optind++;
			__whet_skipped_end = optind;
		}
		if (optind != argc && !strcmp(argv[optind], "--")) {
			optind++;
			if (__whet_skipped != __whet_skipped_end && __whet_skipped_end != optind)
				__whet_move_options(argv);
			else if (__whet_skipped == __whet_skipped_end)
				__whet_skipped = optind;
			__whet_skipped_end = argc;
			optind = argc;
		}
		if (optind == argc) {
			if (__whet_skipped != __whet_skipped_end)
				optind = __whet_skipped;
			return -1;
		}
		if (!__whet_is_option(argv[optind])) {
			if (__whet_order == 1)
				return -1;
			optarg = argv[optind++];
			return 1;
		}
		if (long_options) {
			if (argv[optind][1] == '-') {
				__whet_option = argv[optind] + 2;
				return __whet_long_option(argc, argv, options, long_options, index, only);
			}
			if (only && (argv[optind][2] || !strchr(options, argv[optind][1]))) {
				int r;
				__whet_option = argv[optind] + 1;
				r = __whet_long_option(argc, argv, options, long_options, index, only);
				if (r != -1)
					return r;
			}
		}
		__whet_option = argv[optind] + 1;
	}
	c = *__whet_option++;
	at = strchr(options, c);
	if (!*__whet_option)
		optind++;
	if (!at || c == ':' || c == ';') {
		optopt = c;
		return '?';
	}
	if (at[0] == 'W' && at[1] == ';' && long_options)
		__whet_unmodelled("getopt_long with W; among the options");
	if (at[1] == ':') {
		if (*__whet_option) {
			optarg = __whet_option;
			optind++;
		} else if (at[2] != ':') {
			if (optind == argc) {
				optopt = c;
				c = options[0] == ':' ? ':' : '?';
			} else
				optarg = argv[optind++];
		}
		__whet_option = 0;
	}
	return c;
}

int getopt(int argc, char *const *argv, const char *options) { return __whet_getopt(argc, (char **)argv, options, 0, 0, 0); }
int __posix_getopt(int argc, char *const *argv, const char *options) { return __whet_getopt(argc, (char **)argv, options, 0, 0, 0); }

int getopt_long(int argc, char *const *argv, const char *options, const struct option *long_options, int *index)
{
	return __whet_getopt(argc, (char **)argv, options, long_options, index, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *long_options, int *index)
{
	return __whet_getopt(argc, (char **)argv, options, long_options, index, 1);
}
