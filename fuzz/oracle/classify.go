package oracle

import (
	"regexp"
	"strings"
)

// Classification of sanitizers' reports.

// A complaint is a kind of report: a pattern of its line, and the rules that it may violate, by the names of whet's
// checks.
type complaint struct {
	pattern *regexp.Regexp
	rules   []string // nil: the report ends the run, and nothing is concluded
}

// complaints are tried in order: the first that matches counts. If a report does not say which of several rules is
// broken, all of them must have been checked. Stack overflow, exhausted memory, and values that are not valid for
// _Bool are not violations of rules.
var complaints = func() []complaint {
	list := []struct{ pattern, rules string }{
		{`MemorySanitizer: use-of-uninitialized-value`, "uninit"},
		{`LeakSanitizer: detected memory leaks`, "leak"},
		{`AddressSanitizer: (stack-overflow|out-of-memory|allocation-size-too-big|calloc-overflow|rss-limit-exceeded|hard rss limit|requested allocation size)`, ""},
		{`AddressSanitizer: (attempting double-free|attempting free|bad-free|alloc-dealloc-mismatch|attempting to call malloc_usable_size)`, "free"},
		{`AddressSanitizer: (heap-use-after-free|stack-use-after-return|stack-use-after-scope)`, "lifetime library"},
		{`AddressSanitizer: (\w+-param-overlap|negative-size-param)`, "library"},
		{`AddressSanitizer: invalid-pointer-pair`, "pointer"},
		{`AddressSanitizer: (\w+-buffer-(over|under)\w*|container-overflow|unknown-crash)`, "bounds library"},
		{`AddressSanitizer: (SEGV|BUS)`, "bounds null lifetime const library"},
		{`AddressSanitizer: FPE`, "division"},
		{`runtime error: (signed integer overflow|negation of|division of .* by -1 )`, "overflow"},
		{`runtime error: division by zero`, "division"},
		{`runtime error: (shift exponent|left shift)`, "shift"},
		{`runtime error: index .* out of bounds`, "bounds"},
		{`runtime error: .* with insufficient space`, "bounds lifetime"},
		{passed.String(), ""},
		{`runtime error: variable length array bound`, "vla"},
		{`runtime error: .* is outside the range of representable values`, "float-conversion"},
		{`runtime error: null pointer passed as argument`, "library"},
		{`runtime error: passing zero to`, "library"},
		{`runtime error: (pointer index expression|applying (zero|non-zero) offset|addition of unsigned offset|subtraction of unsigned offset)`, "pointer"},
		{`runtime error: unsigned integer overflow`, "unsigned-overflow"},
		{`runtime error: implicit conversion`, "conversion"},
		{`AddressSanitizer: |runtime error: |MemorySanitizer: |LeakSanitizer: `, ""},
	}
	var out []complaint
	for _, l := range list {
		out = append(out, complaint{regexp.MustCompile(l.pattern), strings.Fields(l.rules)})
	}
	return out
}()

var (
	located = regexp.MustCompile(`(?m)^.*(AddressSanitizer: |runtime error: |MemorySanitizer: |LeakSanitizer: detected).*$`)
	process = regexp.MustCompile(`==\d+==|(0x)[0-9a-f]{6,}|pid \d+`)
)

// passed are reports that do not end a run, since sanitizers also make them for addresses that are only computed,
// such as a hand-written offsetof: &((struct s *)0)->m. An access ends with a signal.
var passed = regexp.MustCompile(`runtime error: (load of|store to|member access within|call to function through|reference binding to) (null pointer|address 0x0+ )`)

// classify returns the first report in the output of a run, and the rules that must have been checked, all of them,
// for it to count. ok is false if no report is about a rule.
func classify(text string) (line string, rules []string, ok bool) {
	null := false
	for _, line = range located.FindAllString(text, -1) {
		if !passed.MatchString(line) {
			break
		}
		null = true
	}
	if null && strings.Contains(line, "AddressSanitizer: SEGV") {
		return tidy(line), []string{"null"}, true
	}
	for _, c := range complaints {
		if c.pattern.MatchString(line) {
			return tidy(line), c.rules, len(c.rules) > 0
		}
	}
	return tidy(line), nil, false
}

// tidy takes out of a line what differs from run to run.
func tidy(line string) string { return strings.TrimSpace(process.ReplaceAllString(line, "$1")) }
