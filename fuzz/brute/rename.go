package brute

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Renaming, so that many programs fit into one translation unit.

// A Source is a program to try.
type Source struct {
	Text string // with SEE and ALL as in package small, or with calls of reach_error
	// Restarts says that each run needs a new process from the start, because functions run before main.
	Restarts bool
	Include  string // directory of headers, "" for none
}

var (
	token     = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|//[^\n]*|/\*[^*]*\*/|\.?[0-9](?:[eEpP][+-]|[0-9A-Za-z_.])*|[A-Za-z_][A-Za-z0-9_]*`)
	made      = regexp.MustCompile(`^[A-Za-z]+[0-9]+$`)
	input     = regexp.MustCompile(`__VERIFIER_nondet_(\w+)\((?:/\* (-?\d+)\.\.(-?\d+) \*/|void)?\)`)
	target    = regexp.MustCompile(`\b(alias|weakref)\("(\w+)"\)`)
	prototype = regexp.MustCompile(`^\s*(?:extern\s+)?(?:void|_Bool|char|short|int|long|signed|unsigned|float|double)\b[\w ]*\s(?:reach_error|__VERIFIER_(?:nondet_\w+|assume))\([^()]*\)\s*;\s*$`)
)

// own are names that programs define, in addition to names that end with digits.
var own = []string{"main", "mix", "chk", "node", "reach_error", "__VERIFIER_assert", "__VERIFIER_assume"}

// cTypes are the types of the inputs.
var cTypes = map[string]string{
	"bool": "_Bool", "char": "char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short", "int": "int",
	"uint": "unsigned int", "long": "long", "ulong": "unsigned long", "longlong": "long long", "ulonglong": "unsigned long long", "float": "float", "double": "double",
}

// renamed returns the text of program number k of a batch, with names that are unique in the batch, and its #include
// lines separately. All names that consist of letters followed by digits belong to the program.
func renamed(k int, text string) (head []string, body string) {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch t := strings.TrimSpace(line); {
		case strings.HasPrefix(t, "#include"):
			head = append(head, t)
		case strings.HasPrefix(t, "#define _GNU_SOURCE"): // all have it
		case prototype.MatchString(t):
		default:
			lines = append(lines, line)
		}
	}
	text = strings.Join(lines, "\n") + "\n"
	text = input.ReplaceAllStringFunc(text, func(m string) string {
		g := input.FindStringSubmatch(m)
		low, high := g[2], g[3]
		if low == "" {
			low, high = "0", "1"
		}
		return fmt.Sprintf("((%s)attack_pick(PROG, %sLL, %sLL))", cTypes[g[1]], low, high)
	})
	text = target.ReplaceAllString(text, fmt.Sprintf(`$1("p%d_$2")`, k))
	text = token.ReplaceAllStringFunc(text, func(t string) string {
		switch {
		case strings.HasPrefix(t, "//"), strings.HasPrefix(t, "/*"):
			return " "
		case made.MatchString(t) || slices.Contains(own, t):
			return fmt.Sprintf("p%d_%s", k, t)
		}
		return t
	})
	return head, fmt.Sprintf(`#undef PROG
#define PROG %[1]d
static inline void p%[1]d_reach_error(void) { attack_see(PROG, -1, 0); _Exit(0); }
static inline void p%[1]d___VERIFIER_assume(int c) { if (!c) _Exit(0); }
int p%[1]d_main();
%[2]s`, k, text)
}
