// This file writes the commands that compile and run the harness.

package harness

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/rule"
)

// sanitizerOf returns the sanitizer that checks a kind of property, and whether one does.
func sanitizerOf(kind string) (rule.Sanitizer, bool) {
	r := rule.Of(kind)
	if r == nil {
		return rule.Sanitizer{}, false
	}
	return r.Sanitizer, r.Sanitizer.Compiler != ""
}

// command writes how to compile the files, and what the program then does. others lists the files except the file of
// the entry function.
func (h *writer) command(files, others string) {
	s, checked := sanitizerOf(h.out.Error.Kind)
	cc, flags := "cc", "-fwrapv"
	if checked {
		cc, flags = s.Compiler, "-g "+s.Flags
	}
	if h.model == lang.ILP32 {
		flags += " -m32 -msse2 -mfpmath=sse" // rounds floating-point operations to their types
	}
	for _, a := range h.failing() {
		flags += " -Wl,--wrap=" + a.name
	}
	if h.unit.Driver != nil {
		files = others // the file of the entry is included
	}
	if files != "" {
		files += " "
	}
	h.printf(" *   %s %s %sharness.c -o repro && ./repro; echo $?\n", cc, flags, files)
	if checked {
		h.printf(" * The sanitizer reports the error, and the exit status is not 0. %d: the program left the\n", StatusDeparted)
		h.printf(" * recorded run. %d: an assumption does not hold.\n", StatusAssume)
		if s.Says != "" {
			h.printf(" * %s\n", s.Says)
		}
		return
	}
	h.printf(" * Exit status %d: the error was reached. %d: the program left the recorded run.\n", StatusError, StatusDeparted)
	h.printf(" * %d: an assumption does not hold.\n", StatusAssume)
	if t, ok := traps[h.out.Error.Kind]; ok {
		h.printf(" * %s Operations of constants may have\n * been made by the compiler: nothing stops there.\n", t.says)
	}
}

// defaults sets options of the sanitizer's runtime. These functions are strong symbols, because the runtime defines
// weak ones.
func (h *writer) defaults() {
	s, _ := sanitizerOf(h.out.Error.Kind)
	option := func(name, value string) {
		h.printf("const char *%s(void);\nconst char *%s(void) { return \"%s\"; }\n", name, name, value)
	}
	if s.ASan != "" {
		option("__asan_default_options", strings.TrimSuffix(s.ASan, ":"))
	}
	if s.LSan != "" {
		option("__lsan_default_options", s.LSan)
		option("__lsan_default_suppressions", `leak:_IO_file_doallocate\n`)
	}
}
