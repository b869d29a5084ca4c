package read

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What real code is written with, and the parser does not read by itself. gcc reads it, too, where
// it is installed (but what only clang does).
func TestRealCode(t *testing.T) {
	dir := t.TempDir()
	header := filepath.Join(dir, "absolute.h")
	if err := os.WriteFile(header, []byte("#pragma once\nenum { ABSOLUTE = 3 };\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	gcc, _ := exec.LookPath("gcc")
	for _, c := range []struct {
		name, text string
		clang      bool // gcc refuses it
	}{
		{name: "absolute include", text: "#include \"" + header + "\"\n#include <" + header + ">\nint main(void) { return ABSOLUTE; }"},
		{name: "__has_attribute", text: "#if defined(__has_attribute) && __has_attribute(noreturn) && __has_attribute(__unused__) && !__has_attribute(nothing)\n" +
			"int x;\n#endif\n#define HAS(a) __has_attribute(a)\n#if HAS(packed)\nint main(void) { return x; }\n#endif"},
		{name: "__has_builtin", text: "#define HAS(a) __has_builtin(a)\n#if __has_builtin(__builtin_expect) && !HAS(__builtin_nothing) && HAS(__builtin_memcpy)\nint main(void) { return 0; }\n#endif"},
		{name: "__has_include", text: "#if __has_include(<stdio.h>) && !__has_include(\"nothing.h\")\n#include <stdio.h>\nint main(void) { return puts(\"\"); }\n#endif"},
		{name: "label before a bracket", text: "int main(void) { int x = 1; switch (x) { case 1: x = 2; break; default: /* nothing */\n}\nif (x) goto end;\nend:\n#ifdef A\n#endif\n}", clang: true},
		{name: "arrays from literals", text: "int a[3] = (int[3]){1, 2, 3}, b[] = (int[]){1, 2}; _Static_assert(sizeof b == 8, \"\"); int main(void) { return a[0]; }"},
		{name: "classes of constants", text: "_Static_assert(__builtin_fpclassify(0, 1, 2, 3, 4, -0.0) == 4 && __builtin_fpclassify(0, 1, 2, 3, 4, 0x1p-1050) == 3 && __builtin_isnormal(1.0f) && " +
			"!__builtin_isinf(0.0) && __builtin_isinf_sign(-__builtin_inf()) == -1 && !__builtin_isnan(1.5f) && __builtin_isfinite(1e308) && !__builtin_isfinite(__builtin_huge_valf()), \"\"); int main(void) { return 0; }"},
		{name: "local arrays from literals", text: "int main(void) { int b[] = (int[]){1, 2}; const char s[] = (char[]){\"abc\"}; _Static_assert(sizeof b == 8 && sizeof s == 4, \"\"); return b[0]; }", clang: true},
		{name: "va_arg", text: "#include <stdarg.h>\nint f(int n, ...) { va_list a; va_start(a, n); const char *s = va_arg(a, const char *); int (*p)(int) = va_arg(a, int (*)(int));\n" +
			"struct s { int i; } t = va_arg(a, struct s); va_end(a); return *s + p(t.i); }\nint main(void) { return 0; }"},
		{name: "typeof", text: "struct s { int i; }; typedef int T; const char *q; int main(void) { __typeof__(const char *) p = q; typeof(volatile const T) y = 3;\n" +
			"typeof(const struct s *) r = 0; return *(__typeof__(const int *))&y + *p + r->i; }"},
		{name: "modes", text: "typedef _Complex float c __attribute__((__mode__(__TC__))); typedef int v __attribute__((mode(V4SI)));\n" +
			"_Static_assert(sizeof(c) == 32 && sizeof(v) == 16, \"\"); int main(void) { return 0; }"},
		{name: "vectors", text: "typedef int v __attribute__((vector_size(16))); typedef float w __attribute__((vector_size(16)));\n" +
			"int main(void) { v a = {1, 2}; v b = __builtin_shuffle(a, a); w c = __builtin_convertvector(b, w); v d = __builtin_shufflevector(a, b, 0, 1, 2, 3);\n" +
			"a[0] = d[1]; a[1]++; d <<= 3; c = (w){1}; __builtin_ia32_pause(); b = a > d; return a[2]; }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := LoadBytes("real.c", []byte(c.text+"\n"), Options{}); err != nil {
				t.Error(err)
			}
			if gcc == "" || c.clang {
				return
			}
			cmd := exec.Command(gcc, "-fsyntax-only", "-w", "-x", "c", "-")
			cmd.Stdin = strings.NewReader(c.text + "\n")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("gcc does not read it: %s", out)
			}
		})
	}
}
