package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/internal/difftest"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/lang/read"
)

// isoFunctions are the functions of C11 (clause 7) by header, and behind a bar those that C23 adds.
// What has types for parameters (tgmath.h, stdatomic.h, most of stdbit.h) and macros are left out.
const isoFunctions = `
complex.h cacos cacosf cacosl casin casinf casinl catan catanf catanl ccos ccosf ccosl csin csinf csinl ctan ctanf ctanl cacosh cacoshf cacoshl casinh casinhf casinhl catanh catanhf catanhl ccosh ccoshf ccoshl csinh csinhf csinhl ctanh ctanhf ctanhl cexp cexpf cexpl clog clogf clogl cabs cabsf cabsl cpow cpowf cpowl csqrt csqrtf csqrtl carg cargf cargl cimag cimagf cimagl conj conjf conjl cproj cprojf cprojl creal crealf creall
ctype.h isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper
fenv.h feclearexcept fegetexceptflag feraiseexcept fesetexceptflag fetestexcept fegetround fesetround fegetenv feholdexcept fesetenv feupdateenv | fesetexcept fetestexceptflag fegetmode fesetmode
inttypes.h imaxabs imaxdiv strtoimax strtoumax wcstoimax wcstoumax
locale.h setlocale localeconv
math.h acos acosf acosl asin asinf asinl atan atanf atanl atan2 atan2f atan2l cos cosf cosl sin sinf sinl tan tanf tanl acosh acoshf acoshl asinh asinhf asinhl atanh atanhf atanhl cosh coshf coshl sinh sinhf sinhl tanh tanhf tanhl exp expf expl exp2 exp2f exp2l expm1 expm1f expm1l frexp frexpf frexpl ilogb ilogbf ilogbl ldexp ldexpf ldexpl log logf logl log10 log10f log10l log1p log1pf log1pl log2 log2f log2l logb logbf logbl modf modff modfl scalbn scalbnf scalbnl scalbln scalblnf scalblnl cbrt cbrtf cbrtl fabs fabsf fabsl hypot hypotf hypotl pow powf powl sqrt sqrtf sqrtl erf erff erfl erfc erfcf erfcl lgamma lgammaf lgammal tgamma tgammaf tgammal ceil ceilf ceill floor floorf floorl nearbyint nearbyintf nearbyintl rint rintf rintl lrint lrintf lrintl llrint llrintf llrintl round roundf roundl lround lroundf lroundl llround llroundf llroundl trunc truncf truncl fmod fmodf fmodl remainder remainderf remainderl remquo remquof remquol copysign copysignf copysignl nan nanf nanl nextafter nextafterf nextafterl nexttoward nexttowardf nexttowardl fdim fdimf fdiml fmax fmaxf fmaxl fmin fminf fminl fma fmaf fmal | acospi asinpi atanpi atan2pi cospi sinpi tanpi exp10 exp10m1 exp2m1 log10p1 log2p1 logp1 compoundn pown powr rootn rsqrt roundeven nextup nextdown fromfp ufromfp fromfpx ufromfpx fmaximum fminimum fmaximum_num fminimum_num canonicalize totalorder llogb
setjmp.h setjmp longjmp
signal.h signal raise
stdlib.h atof atoi atol atoll strtod strtof strtold strtol strtoll strtoul strtoull rand srand aligned_alloc calloc free malloc realloc abort atexit at_quick_exit exit _Exit getenv quick_exit system bsearch qsort abs labs llabs div ldiv lldiv mblen mbtowc wctomb mbstowcs wcstombs | free_sized free_aligned_sized memalignment strfromd strfromf strfroml
stdio.h remove rename tmpfile tmpnam fclose fflush fopen freopen setbuf setvbuf fprintf fscanf printf scanf snprintf sprintf sscanf vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf fgetc fgets fputc fputs getc getchar putc putchar puts ungetc fread fwrite fgetpos fseek fsetpos ftell rewind clearerr feof ferror perror
string.h memcpy memmove strcpy strncpy strcat strncat memcmp strcmp strcoll strncmp strxfrm memchr strchr strcspn strpbrk strrchr strspn strstr strtok memset strerror strlen | memccpy memset_explicit strdup strndup
threads.h call_once cnd_broadcast cnd_destroy cnd_init cnd_signal cnd_timedwait cnd_wait mtx_destroy mtx_init mtx_lock mtx_timedlock mtx_trylock mtx_unlock thrd_create thrd_current thrd_detach thrd_equal thrd_exit thrd_join thrd_sleep thrd_yield tss_create tss_delete tss_get tss_set
time.h clock difftime mktime time timespec_get asctime ctime gmtime localtime strftime | timegm timespec_getres gmtime_r localtime_r
uchar.h mbrtoc16 c16rtomb mbrtoc32 c32rtomb | mbrtoc8 c8rtomb
wchar.h fwprintf fwscanf swprintf swscanf vfwprintf vfwscanf vswprintf vswscanf vwprintf vwscanf wprintf wscanf fgetwc fgetws fputwc fputws fwide getwc getwchar putwc putwchar ungetwc wcstod wcstof wcstold wcstol wcstoll wcstoul wcstoull wcscpy wcsncpy wmemcpy wmemmove wcscat wcsncat wcscmp wcscoll wcsncmp wcsxfrm wmemcmp wcschr wcscspn wcspbrk wcsrchr wcsspn wcsstr wcstok wmemchr wcslen wmemset wcsftime btowc wctob mbsinit mbrlen mbrtowc wcrtomb mbsrtowcs wcsrtombs
wctype.h iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit iswctype wctype towlower towupper towctrans wctrans`

// statuses are what the document says of functions, in its order.
var statuses = []struct{ name, means string }{
	{"exact", "what the function does is computed; bugs and proofs rest on it"},
	{"exact by format", "exact where the format is a literal, or one that the program's calls hand on, and of conversions of integers, characters and strings; else over-approximated, or unknown"},
	{"exact in part", "exact but for some values that are left open: floating ones, and where C or its libraries leave them open. No bug rests on these"},
	{"by contract", "what the environment decides is an input of the run: any value that the contract allows, and a bug may rest on it"},
	{"over-approximated", "any value that the contract allows, while the function determines which: a proof covers all, and no bug rests on one"},
	{"unknown", "nothing is claimed of runs that call it, or its result is any value and memory that it is handed may change"},
}

func statusOf(name string) string {
	always, format := read.WrittenOut(name)
	_, prints := calls.Printers[name]
	rows := library.Rows(name)
	switch {
	case always || lower.ExactFloat(name):
		return "exact"
	case format || prints:
		return "exact by format"
	case len(rows) == 0 || rows[0].Kind == library.Refused:
		return "unknown"
	case rows[0].Kind == library.Modelled:
		environment, open := read.ModelLeaves(name)
		switch {
		case environment:
			return "by contract"
		case open:
			return "exact in part"
		}
		return "exact"
	}
	r := rows[0]
	for _, a := range r.Actions {
		if a.Effect == library.Calls || a.Effect == library.Handles || a.Effect == library.Keeps {
			return "unknown" // unless nothing is handed over
		}
	}
	switch r.Result.From {
	case library.Input, library.Stream, library.Stdin, library.Handle, library.Fixed:
		return "by contract"
	case library.None:
		if r.Shape[0] == 'v' && len(r.Actions) == 0 {
			return "by contract"
		}
	}
	return "over-approximated"
}

const libraryHead = `# The C library

What whet knows of each function of ISO C's library. The table is generated from what the verifier uses
(` + "`lang/library/functions.txt`, `lang/models`" + `) by ` + "`go test ./cmd/whet -run LibraryDocument -update`" + `. Functions that C23 adds are in *italics*.
A function of POSIX or glibc that is not here has a row in ` + "`functions.txt`" + ` all the same, if it is in wide use.
What calls ask of their arguments is checked by ` + "`--check library`" + `: see SOUNDNESS.md.

| status | what it means |
|---|---|
`

// docs/library.md says what the verifier does.
func TestLibraryDocument(t *testing.T) {
	var b strings.Builder
	b.WriteString(libraryHead)
	for _, s := range statuses {
		fmt.Fprintf(&b, "| %s | %s |\n", s.name, s.means)
	}
	total, all := map[string]int{}, 0
	for line := range strings.Lines(strings.TrimSpace(isoFunctions)) {
		words := strings.Fields(line)
		by, new := map[string][]string{}, false
		for _, name := range words[1:] {
			if name == "|" {
				new = true
				continue
			}
			text := "`" + name + "`"
			if new {
				text = "*" + text + "*"
			}
			s := statusOf(name)
			by[s] = append(by[s], text)
			total[s]++
			all++
		}
		fmt.Fprintf(&b, "\n## %s\n\n| status | functions |\n|---|---|\n", words[0])
		for _, s := range statuses {
			if len(by[s.name]) > 0 {
				fmt.Fprintf(&b, "| %s | %s |\n", s.name, strings.Join(by[s.name], " "))
			}
		}
	}
	fmt.Fprintf(&b, "\n## All\n\n| status | of %d |\n|---|---|\n", all)
	for _, s := range statuses {
		fmt.Fprintf(&b, "| %s | %d |\n", s.name, total[s.name])
	}
	const file = "../../docs/library.md"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := difftest.Text(string(old), b.String()); d != "" {
		t.Errorf("docs/library.md is not what the verifier does (go test ./cmd/whet -run LibraryDocument -update):\n%s", d)
	}
}
