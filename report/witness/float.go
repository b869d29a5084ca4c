// This file writes and reads floating-point constants.

package witness

import (
	"strings"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// floatLiteral writes a floating-point number as a C constant that does not depend on headers: an infinity is a
// constant that overflows. It returns "" for a NaN, and for -0, which equals +0.
func floatLiteral(x num.Int, f fp.Format) string {
	suffix := map[fp.Format]string{fp.Single: "f", fp.X87: "L"}[f]
	switch {
	case f.IsNaN(x), f.IsZero(x) && f.Signbit(x):
		return ""
	case f.IsInf(x):
		if f.Signbit(x) {
			return "-1e9999" + suffix
		}
		return "1e9999" + suffix
	}
	return f.Hex(x) + suffix
}

// parseFloat reads the constants that floatLiteral writes, and others.
func parseFloat(s string, f fp.Format) (num.Int, bool) {
	s = strings.Trim(s, "() ")
	if hex := strings.HasPrefix(strings.ToLower(strings.TrimPrefix(s, "-")), "0x"); !hex || strings.ContainsAny(s, "pP") {
		s = strings.TrimRight(s, "fFlL")
	}
	return f.Parse(s)
}
