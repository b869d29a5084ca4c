package answers_test

import (
	"testing"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/test"
)

// Pointers to what is no object that may be accessed so: records that an expression makes, which may not
// change, numbers that are no addresses, and sums that lead around the address space.
func TestInvalidPointers(t *testing.T) {
	const temporary = "struct s { int a[2]; }; static struct s f(void) { struct s s = {{1, 2}}; return s; } static int get(const int *p) { return *p; } static int set(int *p) { return *p = 3; } int main(void) { "
	const library = "#include <string.h>\nextern int any(void); int main(void) { char a[4] = {0}, *p = 0; size_t n = any() ? 4 : 0; "
	for _, c := range []struct {
		name, src, check, want string
	}{
		{"a temporary record", temporary + "f().a[0] = 3; return 0; }", "default", "unsafe"},
		{"an update of one", temporary + "f().a[1]++; return 0; }", "const", "unsafe"},
		{"one that a function changes", temporary + "return set(f().a); }", "default", "unsafe"},
		{"one that a function reads", temporary + "return get(f().a); }", "default", "safe"},
		{"a copy of one", temporary + "struct s s = f(); s.a[0] = 3; return set(s.a); }", "default", "safe"},
		{"a compound literal", temporary + "((struct s){{1, 2}}).a[0] = 3; return 0; }", "default", "safe"},

		{"no bytes at numbers", library + "return memcmp((void *)4, (void *)8, 0); }", "default", "unsafe"},
		{"no bytes at a number", library + "if (!n) p = (char *)100; else p = a; memset(p, 1, n); return 0; }", "default", "unsafe"},
		{"no bytes at a large number", library + "p = (char *)0x12345678; memset(p, 1, 0); return 0; }", "default", "unknown"},
		{"no bytes at null", library + "if (n) p = a; memset(p, 1, n); return 0; }", "default", "safe"},
		{"no bytes behind an object", library + "memset(a + 4, 1, 0); return 0; }", "default", "safe"},

		{"around the address space", "extern unsigned long any(void); int main(void) { char c, *p = &c; unsigned long n = any(); p = p + n; return 0; }", "bounds", "unsafe"},
		{"around it, and back", "int main(void) { char c[4] = {0}, *p = c + 2; p = p + (unsigned long)-1; return *p; }", "bounds", "safe"},
		{"far, but not around it", "extern unsigned any(void); int main(void) { char c, *p = &c; p = p + any(); return 0; }", "bounds", "safe"},
	} {
		r := test.Verify(t, c.src, whet.Options{Checks: []string{c.check}, Timeout: 20 * time.Second})
		if got := string(r.Verdict); got != c.want {
			t.Errorf("%s: --check %s: %s, not %s: %s", c.name, c.check, got, c.want, r.Reason)
		}
	}
}
