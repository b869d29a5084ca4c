package read

import (
	"strings"
	"testing"
)

// C23 (WG14 N3220), by programs that say what they mean in static assertions.
func TestC23(t *testing.T) {
	for name, text := range map[string]string{
		"auto":            "static auto g = 5UL; int main(void) { auto x = 3.5f; const auto y = 1; static_assert(sizeof g == sizeof(long) && _Generic(x, float: 1)); for (auto i = 0u; i < 1; i++) { static_assert(_Generic(i, unsigned: 1)); } int a[3] = {}; auto p = a; static_assert(_Generic(p, int *: 1)); return y; }",
		"enum":            "enum E : short { A = -3 }; enum F : unsigned { B = 1 }; enum G : unsigned char; enum G : unsigned char { C = 255 }; enum H { D = 1, L = 1L << 40 }; static_assert(sizeof(enum E) == 2 && sizeof A == 2 && A - 1 == -4 && B - 2 > 0 && sizeof(enum G) == 1 && C + 1 == 256 && _Generic(+A, int: 1) && sizeof D == 8); enum : bool { T = true }; static_assert(sizeof T == 1); int main(void) { return 0; }",
		"constexpr":       "constexpr int N = 4; int a[N]; constexpr double d = 2.5; static_assert(N == 4 && sizeof a == 16 && (int)(d * 2) == 5); int main(void) { constexpr unsigned char c = 255; static_assert(c == 255); switch (4) { case N: return 0; } return 1; }",
		"words":           "alignas(16) int x; thread_local int y; static_assert(true, \"\"); static_assert(!false && sizeof true == sizeof(bool) && alignof(int) == 4); int main(void) { bool b = x; int *p = nullptr; return b || p != nullptr; }",
		"typeof":          "const int c = 1; int main(void) { typeof_unqual(c) d; d = 3; typeof(c) *p = &d; typeof_unqual(const char *) q = 0; static_assert(_Generic(&d, int *: 1)); static_assert(_Generic(p, const int *: 1)); return *p - 3 + (q != 0); }",
		"numbers":         "static_assert(1'000'000 == 1000000 && 0b1010'1010 == 170 && 0xff'ff == 65535); static_assert(u8'a' == 97 && _Generic(u8'a', unsigned char: 1) && _Generic(u8\"a\"[0], unsigned char: 1));\n#if 1'0 != 10 || !true\n#error\n#endif\nint main(void) { return 0; }",
		"attributes":      "[[nodiscard]] int f([[maybe_unused]] int x) { return 1; } [[noreturn]] void g(void); struct [[gnu::packed]] s { char a; int b; }; static_assert(sizeof(struct s) == 5); enum [[deprecated(\"x\")]] e { A [[deprecated]] = 1 }; int main(void) { switch (f(0)) { case 0: [[fallthrough]]; case 1:; } return 0; }",
		"initialisers":    "struct s { int a; }; int main(void) { struct s v = {}; int a[3] = {}; int z = {}; return v.a + a[2] + z; }",
		"labels":          "int main(void) { switch (1) { case 1: int q = 5; (void)q; break; case 2: } goto L; L: int x = 3; return x - 3; }",
		"unnamed":         "int f(int, char *p) { return p != 0; } int main(void) { return f(1, 0); }",
		"unnamed keyword": "struct s { int truth; } v; int main(void) { return v.truth; }",
	} {
		if _, err := LoadBytes("x.c", []byte(text), Options{Standard: "c2x"}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	// What cannot be read is an error, and never something else.
	for text, want := range map[string]string{
		"int main(void) { auto *p = (int *)0; return p != 0; }":                               "auto declares one plain name",
		"int main(void) { auto x = 1, y = 2.5; return x; }":                                   "auto declares one plain name",
		"struct { unsigned long a : 40; } s; int main(void) { auto x = s.a; return 0; }":      "auto takes its type of a bit-field",
		"enum E : char { A = 200 }; int main(void) { return 0; }":                             "which char does not have",
		"enum E : float { A }; int main(void) { return 0; }":                                  "is not an integer type",
		"enum E : short; enum E : int { A }; int main(void) { return 0; }":                    "declared twice",
		"int main(void) { _BitInt(5) x = 3; return 0; }":                                      "unexpected",
		"int main(void) { return _Generic(nullptr, void *: 1, default: 0); }":                 "nullptr in _Generic is not read",
		"[[other]] int x; int main(void) { return 0; }":                                       "the attribute [[other]] is not known",
		"int main(void) { return 0wb; }":                                                      "0wb",
		"constexpr int f(void) { return 1; } int main(void) { return 0; }":                    "constexpr",
		"struct { unsigned long a : 40; } s; int main(void) { typeof(s.a + 1) x; return 0; }": "is not read",
	} {
		if _, err := LoadBytes("x.c", []byte(text), Options{Standard: "c2x"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n gives %v\n want %s", text, err, want)
		}
	}
	// In C11 auto without a type makes an int, as in gcc, and C23's words are names.
	if _, err := LoadBytes("x.c", []byte("int nullptr, bool, constexpr; int main(void) { auto x = 3.5; _Static_assert(sizeof x == 4, \"\"); return bool; }"), Options{}); err != nil {
		t.Error(err)
	}
}

// Bit-fields that are wider than int: gcc computes with just their width.
func TestWideFields(t *testing.T) {
	text := "struct s { unsigned long a : 40; long b : 40; unsigned long c : 33; unsigned long d : 64; } s; " +
		"int main(void) { _Static_assert(_Generic(s.a + 0, unsigned long: 1, default: 0) == CLANG && _Generic(s.b + 1L, long: 1) && _Generic(s.a + 1UL, unsigned long: 1) && _Generic(+s.d, unsigned long: 1), \"\"); return 0; }"
	for want, clang := range map[string]bool{"0": false, "1": true} {
		if _, err := LoadBytes("x.c", []byte(text), Options{Clang: clang, Defines: []string{"CLANG=" + want}}); err != nil {
			t.Errorf("clang %v: %v", clang, err)
		}
	}
}
