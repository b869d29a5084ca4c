// This file makes allocations fail where they failed in the run.

package harness

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
)

// An allocator is a library function whose calls can be made to fail. With the linker option --wrap=name the program
// calls __wrap_name, and __real_name is the library's function.
type allocator struct {
	name   string
	ret    string
	params string
	args   string
	fails  string // what the function returns if there is no memory
	exempt string // the condition of the calls whose success the run does not decide
}

// allocators lists the functions. A realloc to size 0 frees.
var allocators = []allocator{
	{"malloc", "void *", "size_t n", "n", "0", ""},
	{"calloc", "void *", "size_t k, size_t n", "k, n", "0", ""},
	{"realloc", "void *", "void *p, size_t n", "p, n", "0", "p && n == 0"},
	{"reallocarray", "void *", "void *p, size_t k, size_t n", "p, k, n", "0", "p && k * n == 0"},
	{"aligned_alloc", "void *", "size_t k, size_t n", "k, n", "0", ""},
	{"memalign", "void *", "size_t k, size_t n", "k, n", "0", ""},
	{"valloc", "void *", "size_t n", "n", "0", ""},
	{"posix_memalign", "int ", "void **p, size_t k, size_t n", "p, k, n", "12 /* ENOMEM */", ""},
	{"strdup", "char *", "const char *s", "s", "0", ""},
	{"strndup", "char *", "const char *s, size_t n", "s, n", "0", ""},
}

// allocates reports whether an input is the success of a call of an allocator, and returns the allocator's name.
func allocates(t interp.Taken) (string, bool) {
	name, ok := strings.CutPrefix(t.Input.Name, "success of ")
	known := slices.ContainsFunc(allocators, func(a allocator) bool { return a.name == name })
	return name, ok && known && t.What == "" && t.Input.Kind == cfa.External
}

// failing lists the allocators that failed in the run.
func (h *writer) failing() []allocator {
	var fs []allocator
	for _, a := range allocators {
		if slices.Contains(h.allocs[a.name], false) {
			fs = append(fs, a)
		}
	}
	return fs
}

// allocations writes a wrapper for each allocator that failed; the same calls fail again. Allocations that the
// library makes for itself do not pass through it.
func (h *writer) allocations() {
	fs := h.failing()
	if len(fs) > 0 {
		// size_t, without a header.
		h.printf("\ntypedef __SIZE_TYPE__ whet_size;\n")
	}
	for _, a := range fs {
		params := strings.ReplaceAll(a.params, "size_t", "whet_size")
		h.printf("%s__real_%s(%s);\n%s__wrap_%s(%s);\n", a.ret, a.name, params, a.ret, a.name, params)
		h.printf("%s__wrap_%s(%s) {\n  static const char succeeds[] = {", a.ret, a.name, params)
		for i, ok := range h.allocs[a.name] {
			if i%32 == 0 {
				h.printf("\n   ")
			}
			if ok {
				h.printf(" 1,")
			} else {
				h.printf(" 0,")
			}
		}
		h.printf("\n  };\n  static unsigned long next;\n  ")
		if a.exempt != "" {
			h.printf("if (!(%s)) ", a.exempt)
		}
		h.printf("if (next < %du && !succeeds[next++]) return %s;\n", len(h.allocs[a.name]), a.fails)
		h.printf("  return __real_%s(%s);\n}\n", a.name, a.args)
	}
}
