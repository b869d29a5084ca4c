package witness

import (
	"testing"

	"github.com/whet-mc/whet/num/fp"
)

// What is written is read back, bit for bit; what C cannot say with == is not written.
func TestFloatLiteral(t *testing.T) {
	for _, f := range []fp.Format{fp.Single, fp.Double, fp.X87} {
		for _, s := range []string{"0", "1", "-2.5", "0.1", "-1e-40", "1e38", "1e-300", "1e9999", "-1e9999", "3.4028235e38"} {
			x, ok := f.Parse(s)
			if !ok {
				t.Fatal(s)
			}
			text := floatLiteral(x, f)
			if f.IsZero(x) && f.Signbit(x) {
				continue
			}
			if y, ok := parseFloat(text, f); !ok || !y.Equal(x) {
				t.Errorf("%v: %s is written %s, which is read as %s", f, s, text, f.Text(y))
			}
		}
		for _, x := range []string{"-0.0"} {
			if v, _ := f.Parse(x); floatLiteral(v, f) != "" {
				t.Errorf("%s is written", x)
			}
		}
		if floatLiteral(f.NaN(true), f) != "" {
			t.Error("a NaN is written")
		}
	}
}
