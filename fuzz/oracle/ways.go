package oracle

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/fuzz"
)

// The ways to compile a program.

// A way is a way to compile and run a program.
type way struct {
	name  string
	cc    string
	flags []string
	env   []string
	plain bool // set for a way without sanitizers: only failing assertions are seen

	memory bool     // set if uninitialized memory is looked for
	under  []string // the command that the program runs under
}

// i386 is for the data model ilp32. The x87 would use its own type for float and double.
var i386 = []string{"-m32", "-msse2", "-mfpmath=sse"}

// checkedBy are the sanitizers that check a rule, by the compilers that have them; "" means both.
var checkedBy = map[string][]struct{ cc, name string }{
	"overflow":          {{"", "signed-integer-overflow"}},
	"division":          {{"", "integer-divide-by-zero"}},
	"shift":             {{"", "shift"}},
	"vla":               {{"", "vla-bound"}},
	"float-conversion":  {{"", "float-cast-overflow"}},
	"library":           {{"", "nonnull-attribute"}, {"", "builtin"}},
	"pointer":           {{"gcc", "pointer-compare"}, {"gcc", "pointer-subtract"}},
	"unsigned-overflow": {{"clang", "unsigned-integer-overflow"}},
	"conversion":        {{"clang", "implicit-conversion"}},
}

// memory is always checked: after a memory error a run shows nothing.
const memory = "address,null,bounds,object-size"

// ways returns the ways to compile the program.
func (p *Program) ways() []way {
	var out []way
	base := slices.Clone(fuzz.CFlags)
	if p.Rules["overflow"] || p.Ideal {
		base = slices.DeleteFunc(base, func(f string) bool { return f == "-fwrapv" })
		base = append(base, "-fno-wrapv")
	}
	if p.Model == "ilp32" {
		base = append(base, i386...)
	}
	leaks, pairs := "0", "0"
	if p.Rules["leak"] {
		leaks = "1"
	}
	if p.Rules["pointer"] {
		pairs = "1"
	}
	for _, cc := range []string{"gcc", "clang"} {
		checks := []string{memory}
		for _, rule := range rules {
			for _, s := range checkedBy[rule] {
				if p.Rules[rule] && (s.cc == "" || s.cc == cc) {
					checks = append(checks, s.name)
				}
			}
		}
		if p.Ideal { // numbers that the machine cannot represent end the run
			if cc == "gcc" {
				continue
			}
			checks = append(checks, "integer", "implicit-conversion", "float-cast-overflow")
		}
		w := way{name: cc + " with sanitizers", cc: cc, flags: slices.Concat(base, []string{"-O0", "-fsanitize=" + strings.Join(checks, ","), "-fno-sanitize-recover=all", "-fsanitize-recover=null", "-fsanitize-address-use-after-scope"})}
		if cc == "clang" {
			w.flags = append(w.flags, "-fsanitize-address-use-after-return=always")
		}
		alloc := "1"
		if p.MallocSucceeds {
			alloc = "0"
		}
		w.env = []string{
			"ASAN_OPTIONS=exitcode=86:symbolize=0:handle_abort=0:detect_stack_use_after_return=1:strict_string_checks=1:hard_rss_limit_mb=700:max_malloc_fill_size=65536" +
				":detect_leaks=" + leaks + ":detect_invalid_pointer_pairs=" + pairs + ":allocator_may_return_null=" + alloc,
			"UBSAN_OPTIONS=exitcode=86:symbolize=0:print_stacktrace=0", "LSAN_OPTIONS=exitcode=86",
		}
		out = append(out, w)
	}
	if p.Rules["uninit"] && p.Model != "ilp32" && !p.Ideal {
		out = append(out, way{
			name: "clang with MemorySanitizer", cc: "clang", flags: slices.Concat(base, []string{"-O0", "-fsanitize=memory", "-fno-sanitize-recover=all"}),
			env: []string{"MSAN_OPTIONS=exitcode=86:symbolize=0"}, memory: true,
		})
	}
	if p.wholly() {
		out = append(out, way{name: "gcc -O2", cc: "gcc", flags: append(slices.Clone(base), "-O2"), plain: true},
			way{name: "clang -O2", cc: "clang", flags: append(slices.Clone(base), "-O2"), plain: true})
	}
	return out
}

// rules in a fixed order.
var rules = []string{"overflow", "division", "shift", "vla", "float-conversion", "library", "pointer", "unsigned-overflow", "conversion"}

// wholly reports whether so many rules were checked that a safe program must behave the same however it is compiled.
func (p *Program) wholly() bool {
	for _, r := range []string{"assert", "bounds", "null", "lifetime", "free", "overflow", "division", "shift", "uninit", "library"} {
		if !p.Rules[r] {
			return false
		}
	}
	return !p.Ideal
}
