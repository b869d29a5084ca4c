package lower

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/rule"
)

// made are bodies of functions with an input x: those on which a NaN or an infinity is made, and
// those on which none is.
var made = []struct {
	src       string
	kind      string
	bad, good []int64
	open      bool // the function is not computed exactly
}{
	{src: "double d = x; d = d / d;", kind: rule.FloatNaN, bad: []int64{0}, good: []int64{1, -5}},
	{src: "double d = x ? 1.5 : INFINITY; d = d - d;", kind: rule.FloatNaN, bad: []int64{0}, good: []int64{1}},
	{src: "double d = x ? 1.5 : INFINITY; d += -INFINITY;", kind: rule.FloatNaN, bad: []int64{0}, good: []int64{1}},
	{src: "float d = x; d *= INFINITY;", kind: rule.FloatNaN, bad: []int64{0}, good: []int64{1}},
	{src: "double d = x ? 1 : NAN; d = d * 2 + d / 3 - d;", kind: rule.FloatNaN, good: []int64{0, 1}},
	{src: "double d = x; d = sqrt(d);", kind: rule.FloatNaN, bad: []int64{-1}, good: []int64{0, 2}},
	{src: "float d = x; d = sqrtf(d) + fmodf(7, d);", kind: rule.FloatNaN, bad: []int64{-1, 0}, good: []int64{2}},
	{src: "double d = x; d = fmod(d, d - 3);", kind: rule.FloatNaN, bad: []int64{3}, good: []int64{2}},
	{src: "double d = x; d = remainder(x ? INFINITY : 3, 2);", kind: rule.FloatNaN, bad: []int64{3}, good: []int64{0}},
	{src: "double d = x; d = fma(d, INFINITY, 1);", kind: rule.FloatNaN, bad: []int64{0}, good: []int64{1}},
	{src: "long double d = x; d = d / d;", kind: rule.FloatNaN, bad: []int64{0}, good: []int64{3}},
	{src: "double d = x ? 0.0 / 0.0 : 1;", kind: rule.FloatNaN, bad: []int64{1}, good: []int64{0}},
	{src: "int i = x && 0 / (x - 1.0) == 0;", kind: rule.FloatNaN, bad: []int64{1}, good: []int64{0, 2}},
	{src: "double d = log(x);", kind: rule.FloatNaN, bad: []int64{-1}, open: true},

	{src: "double d = 1 / (double)x;", kind: rule.FloatOverflow, bad: []int64{0}, good: []int64{1}},
	{src: "double d = 0 / (double)x;", kind: rule.FloatOverflow, good: []int64{0, 1}}, // a NaN
	{src: "double d = INFINITY; d /= x;", kind: rule.FloatOverflow, good: []int64{0, 1}},
	{src: "float d = x; d *= 3e38f;", kind: rule.FloatOverflow, bad: []int64{2, -2}, good: []int64{1, -1}},
	{src: "float d = x; d *= 3e38;", kind: rule.FloatOverflow, bad: []int64{2, -2}, good: []int64{1, -1}},
	{src: "float d = x * 3e38;", kind: rule.FloatOverflow, bad: []int64{2}, good: []int64{1}},
	{src: "double d = x * 1e300; float f = (float)(d / 1e270);", kind: rule.FloatOverflow, bad: []int64{1 << 40, -1 << 40}, good: []int64{1 << 20, -5}},
	{src: "float f = x * (unsigned __int128)-1;", kind: rule.FloatOverflow, bad: []int64{1, 2}, good: []int64{0, -1}},
	{src: "float f = 3.4028234e38f; f += x * 1e31f;", kind: rule.FloatOverflow, bad: []int64{2}, good: []int64{1}},
	{src: "float f = x; f++; f--;", kind: rule.FloatOverflow, good: []int64{0, 1 << 62}},
	{src: "double d = ldexp(1, x);", kind: rule.FloatOverflow, bad: []int64{1024}, good: []int64{1023, -5000}},
	{src: "double d = fma(1e200, 1e100 * x, 1);", kind: rule.FloatOverflow, bad: []int64{1 << 40}, good: []int64{1}},
	{src: "long double d = x; d = d * 1e4930L * 10;", kind: rule.FloatOverflow, bad: []int64{1 << 40}, good: []int64{1}},
	{src: "double d = x ? 1e308 * 10 : 1;", kind: rule.FloatOverflow, bad: []int64{1}, good: []int64{0}},
	{src: "double d = logb(x);", kind: rule.FloatOverflow, bad: []int64{0}, good: []int64{1}},
	{src: "double d = pow(10, x);", kind: rule.FloatOverflow, bad: []int64{400}, open: true},
	{src: "double d = sin(x) + nearbyint(x);", kind: rule.FloatOverflow, good: []int64{0, 400}},
}

func TestFloatRules(t *testing.T) {
	rules := map[string]Check{rule.FloatNaN: FloatNaN, rule.FloatOverflow: FloatOverflow}
	for _, c := range made {
		p := loadFor(t, source("#include <math.h>\nint main(void) { "+c.src+" return 0; }"), cfa.Machine, rules[c.kind])
		for _, x := range c.bad {
			o := runOn(p, x)
			found := o.Kind == interp.ErrorFound && o.Error.Kind == c.kind && !o.Tainted
			if c.open {
				continue // any value: what the run comes to depends on it
			}
			if !found {
				t.Errorf("%s on %d: %v %s %+v, not %s", c.src, x, o.Kind, o.Reason, o.Error, c.kind)
			}
		}
		for _, x := range c.good {
			if o := runOn(p, x); o.Kind != interp.Exited {
				t.Errorf("%s on %d: %v %s %+v", c.src, x, o.Kind, o.Reason, o.Error)
			}
		}
		if c.open && len(p.Errors) == 0 {
			t.Errorf("%s: nothing is checked", c.src)
		}
	}
}

// Types without values are not taken for checked.
func TestFloatRulesUnmodelled(t *testing.T) {
	for _, c := range []string{"_Complex double c = x; c = c * c;", "_Float16 h = x; h += h;", "_Float16 h = x; h++;"} {
		p := loadFor(t, source("int main(void) { "+c+" return 0; }"), cfa.Machine, Float)
		if o := runOn(p, 1); o.Kind != interp.ErrorFound || !o.Error.Unsupported {
			t.Errorf("%s: %v %+v", c, o.Kind, o.Error)
		}
	}
}

// The table says what the processor says, by its flags.
func TestFloatRulesTable(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil || testing.Short() {
		t.Skip("it compiles the programs")
	}
	var b strings.Builder
	b.WriteString("#include <fenv.h>\n#include <math.h>\n#include <stdio.h>\nstatic volatile long x;\n")
	var want []string
	body := ""
	for i, c := range made {
		// Variables are volatile so that nothing is computed by the compiler.
		fmt.Fprintf(&b, "#define double volatile double\n#define float volatile float\nstatic void f%d(void) { %s }\n#undef double\n#undef float\n", i, c.src)
		flags := "FE_INVALID"
		if c.kind == rule.FloatOverflow {
			flags = "FE_OVERFLOW | FE_DIVBYZERO"
		}
		for j, k := range append(append([]int64{}, c.bad...), c.good...) {
			body += fmt.Sprintf("x = %d; feclearexcept(FE_ALL_EXCEPT); f%d(); printf(\"%%d\\n\", fetestexcept(%s) != 0);\n", k, i, flags)
			want = append(want, fmt.Sprintf("%d %s on %d", map[bool]int{true: 1}[j < len(c.bad)], c.src, k))
		}
	}
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "made.c"), filepath.Join(dir, "made")
	if err := os.WriteFile(file, []byte(b.String()+"int main(void) {\n"+body+"return 0; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-O0", "-frounding-math", "-ftrapping-math", "-fno-builtin", "-o", exe, file, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	out, err := exec.Command(exe).Output()
	lines := strings.Fields(string(out))
	if err != nil || len(lines) != len(want) {
		t.Fatalf("%v: %d lines, want %d", err, len(lines), len(want))
	}
	for i, w := range want {
		if lines[i] != w[:1] {
			t.Errorf("the flag is %s, the table says %s", lines[i], w)
		}
	}
}
