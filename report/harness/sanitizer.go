package harness

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// A sanitizer is how compilers make a program look for violations of a rule while it runs.
type sanitizer struct {
	cc    string
	flags string
	asan  string // options of AddressSanitizer beyond its defaults
	lsan  string // options of LeakSanitizer
	says  string // what it leaves unseen
}

// Only what the rule forbids ends the program: what else is wrong on the way to the error is just
// reported. No -fwrapv here: with it, overflow is not looked for.
const ubsan = "-fsanitize=address,undefined -fno-sanitize-recover="

// Leaks are looked for where they are the error, so that nothing else hides it.
const noLeaks = "detect_leaks=0:"

var sanitizers = map[string]sanitizer{
	cfa.OutOfBounds: {cc: "cc", flags: ubsan + "bounds", asan: noLeaks,
		says: "An access far outside of an object may hit another one, and one through a pointer may stay inside of\n" +
			" * the enclosing struct: sanitizers do not see these."},
	cfa.NullAccess: {cc: "cc", flags: ubsan + "null", asan: noLeaks + "allocator_may_return_null=1"},
	cfa.DeadAccess: {cc: "cc", flags: "-fsanitize=address,undefined", asan: noLeaks + "detect_stack_use_after_return=1"},
	cfa.BadFree:    {cc: "cc", flags: "-fsanitize=address,undefined", asan: noLeaks},
	cfa.ConstWrite: {cc: "cc", flags: "-fsanitize=address,undefined", asan: noLeaks,
		says: "A machine lets no store to a string literal or a static const object pass; stores to automatic ones are not seen."},
	cfa.BadPointer: {cc: "cc", flags: "-fsanitize=address,undefined,pointer-compare,pointer-subtract", asan: noLeaks + "detect_invalid_pointer_pairs=2",
		says: "A pointer that was computed outside of its object is seen where it is followed there, and where it wraps around."},
	cfa.Overflow:       {cc: "cc", flags: ubsan + "signed-integer-overflow", asan: noLeaks},
	cfa.DivisionByZero: {cc: "cc", flags: ubsan + "integer-divide-by-zero", asan: noLeaks},
	cfa.BadShift:       {cc: "cc", flags: ubsan + "shift", asan: noLeaks},
	cfa.LibraryContract: {cc: "cc", flags: ubsan + "nonnull-attribute -fno-builtin", asan: noLeaks + "strict_string_checks=1",
		says: "Sanitizers know what functions of memory and strings ask for, and little of the others."},
	cfa.Uninitialised: {cc: "clang", flags: "-fsanitize=memory -fsanitize-memory-param-retval",
		says: "MemorySanitizer reports such a value where a branch, an address or a call depends on it: this may be\n" +
			" * behind the read, or nowhere."},
	cfa.Leak: {cc: "cc", flags: "-fsanitize=address", asan: "detect_leaks=1"},
	// Nothing counts as a pointer to a block, so all that is left is reported; but for the library's
	// own buffers.
	cfa.Cleanup: {cc: "cc", flags: "-fsanitize=address", asan: "detect_leaks=1",
		lsan: "use_globals=0:use_stacks=0:use_registers=0:use_tls=0"},
	cfa.BadLength:        {cc: "clang", flags: "-fsanitize=vla-bound -fno-sanitize-recover=all"},
	cfa.UnsignedOverflow: {cc: "clang", flags: "-fsanitize=unsigned-integer-overflow -fno-sanitize-recover=all"},
	cfa.Conversion:       {cc: "clang", flags: "-fsanitize=implicit-conversion -fno-sanitize-recover=all"},
	cfa.FloatConversion:  {cc: "cc", flags: "-fsanitize=float-cast-overflow -fno-sanitize-recover=all"},
}

// command says how to compile, and what the program then does. Others are the files without that of
// the entry.
func (h *writer) command(files, others string) {
	s, checked := sanitizers[h.out.Error.Kind]
	cc, flags := "cc", "-fwrapv"
	if checked {
		cc, flags = s.cc, "-g "+s.flags
	}
	if h.model == lang.ILP32 {
		flags += " -m32 -msse2 -mfpmath=sse" // floating operations are rounded to their types
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
		if s.says != "" {
			h.printf(" * %s\n", s.says)
		}
		return
	}
	h.printf(" * Exit status %d: the error was reached. %d: the program left the recorded run.\n", StatusError, StatusDeparted)
	h.printf(" * %d: an assumption does not hold.\n", StatusAssume)
	if t, ok := traps[h.out.Error.Kind]; ok {
		h.printf(" * %s Operations of constants may have\n * been made by the compiler: nothing stops there.\n", t.says)
	}
}

// defaults sets options of the sanitizer's runtime. These functions are strong symbols, as the
// runtime has weak ones.
func (h *writer) defaults() {
	s := sanitizers[h.out.Error.Kind]
	option := func(name, value string) {
		h.printf("const char *%s(void);\nconst char *%s(void) { return \"%s\"; }\n", name, name, value)
	}
	if s.asan != "" {
		option("__asan_default_options", strings.TrimSuffix(s.asan, ":"))
	}
	if s.lsan != "" {
		option("__lsan_default_options", s.lsan)
		option("__lsan_default_suppressions", `leak:_IO_file_doallocate\n`)
	}
}
