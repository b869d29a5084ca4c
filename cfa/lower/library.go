package lower

import (
	"strings"

	"github.com/whet-mc/whet/lang"
)

// Functions whose call is an error, whatever their body.
var errorFuncs = map[string]bool{
	"reach_error": true, "__VERIFIER_error": true,
	"__assert_fail": true, "__assert_rtn": true, "__assert": true, "__assert2": true,
	"__assert_perror_fail": true, "_assert": true, "_wassert": true, "__assert_func": true,
}

// special reports whether calls of f mean something of their own, so that its body is not read.
func special(f *lang.Func) bool {
	return errorFuncs[f.Name] && !(f.Body != nil && f.Name[0] == '_' && f.Name != "__VERIFIER_error" && f.Name != "__assert_fail")
}

// Functions that state a property of their first argument, where the program only declares them: the
// names that C itself and the verifiers in use give them.
var assertFuncs = map[string]bool{
	"assert": true, "__VERIFIER_assert": true, "__CPROVER_assert": true, "__ESBMC_assert": true, "klee_assert": true,
}

// Functions that end the runs in which their first argument is 0.
var assumeFuncs = map[string]bool{
	"__VERIFIER_assume": true, "__CPROVER_assume": true, "__ESBMC_assume": true, "klee_assume": true,
	"__builtin_assume": true, "assume_abort_if_not": true,
}

// determined reports whether a function without a body or a model is known to compute its result from
// its arguments, so that not every value is possible: the compiler's builtins and the standard library's
// functions on strings, numbers and characters. A bug must not rest on such a result.
func determined(name string) bool {
	if strings.HasPrefix(name, "__builtin_") || strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_") {
		return true
	}
	// With a model, but called as external: declared unlike the library's. What it does is anyone's guess.
	return standard[name] || lang.ModelNamed(name)
}

// standard lists functions of the C library that have no model and no input.
var standard = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`
		strstr strpbrk strspn strcspn strtok strtok_r strtol strtoul strtoll strtoull strcoll strxfrm strerror strsep
		strcasestr strndup stpcpy stpncpy strnlen strlcpy strlcat strchrnul memmem memrchr rawmemchr memccpy mempcpy
		atoi atol atoll wcslen wcscpy wcscmp wcscat wcschr wmemset wmemcpy wmemcmp mbtowc wctomb mblen mbstowcs wcstombs
		div ldiv lldiv sprintf snprintf vsprintf vsnprintf sscanf vsscanf asprintf localeconv
		iswalpha iswdigit iswspace towlower towupper isinf isnan isfinite signbit fpclassify finite
		lround llround lrint llrint ilogb ilogbf abs labs llabs ffs ffsl ffsll htons htonl ntohs ntohl
		qsort bsearch`) {
		m[n] = true
	}
	return m
}()

// Library functions without a model that read what they are given and write only to the outside.
var readOnly = map[string]bool{
	"printf": true, "fprintf": true, "vprintf": true, "vfprintf": true, "puts": true, "fputs": true, "putchar": true,
	"putc": true, "fputc": true, "perror": true, "fflush": true, "fclose": true, "printk": true, "syslog": true,
	"write": true, "close": true, "sleep": true, "usleep": true, "srand": true, "fwrite": true, "remove": true,
	"atoi": true, "atol": true, "atof": true, "getenv": true, "system": true, "unlink": true, "fopen": true, "open": true,
	"__builtin_va_start": true, "__builtin_va_end": true, "__builtin_va_copy": true, "va_start": true, "va_end": true,
	"__builtin_prefetch": true, "__builtin_printf": true, "free": true, "cfree": true,
}

// Functions that make control flow the automata do not show.
var unmodelledControl = map[string]string{
	"longjmp": "longjmp", "_longjmp": "longjmp", "siglongjmp": "longjmp",
	"pthread_create": "a thread", "thrd_create": "a thread",
	"fork": "fork", "vfork": "fork", "signal": "a signal handler", "sigaction": "a signal handler",
	"atexit": "atexit", "on_exit": "atexit", "qsort": "a call back from the library", "bsearch": "a call back from the library",
}
