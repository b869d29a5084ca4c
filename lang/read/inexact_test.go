package read

import "testing"

// Options that change what floating operations give are refused, others are not.
func TestInexactOptions(t *testing.T) {
	for _, c := range []struct {
		src  string
		want int
	}{
		{"__attribute__((optimize(\"O2\", \"fast-math\"))) double f(double x) { return x; } int main(void) { return f(1); }", 1},
		{"__attribute__((optimize(\"O2\"))) double f(double x) { return x; } int main(void) { return f(1); }", 0},
		{"__attribute__((target(\"fma\"))) double f(double x) { return x; } int main(void) { return f(1); }", 1},
		{"#pragma GCC optimize(\"Ofast\")\nint main(void) { return 0; }", 1},
		{"#pragma GCC optimize(\"O3\")\nint main(void) { return 0; }", 0},
		{"#pragma clang fp contract(fast)\nint main(void) { return 0; }", 1},
	} {
		if got := unmodelledNotes(loadText(t, c.src)); len(got) != c.want {
			t.Errorf("%s: %v", c.src, got)
		}
	}
}

// Constants are rounded to their type before they become integers, and suffixes tell the type.
func TestFloatConstants(t *testing.T) {
	u := loadText(t, `int a[(int)16777217.0f - 16777215], b[(int)0.99999999999999999999L], c[sizeof 1.0f16], d[sizeof 1.0f128], e[sizeof 1.0df],
		f[(int)(1.5 + 1.75 * 2)], g[(int)-0x1.8p1 + 4], h[sizeof 1.0w / sizeof 1.0L]; int main(void) { return 0; }`)
	for _, o := range u.Objects {
		want := map[string]int64{"a": 1, "b": 1, "c": 2, "d": 16, "e": 4, "f": 5, "g": 1, "h": 1}[o.Name]
		if o.Type.Len != want {
			t.Errorf("%s has %d elements, want %d", o.Name, o.Type.Len, want)
		}
	}
}
