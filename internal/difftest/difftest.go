// Package difftest describes differences between two values or two texts in tests.
package difftest

import (
	"fmt"
	"strings"

	"github.com/kr/pretty"
)

// Values lists the places where got differs from want, one on each line. It returns "" if they are equal.
func Values(want, got any) string { return strings.Join(pretty.Diff(want, got), "\n") }

// shown is the number of lines before and after the first difference that Text shows.
const shown = 3

// Text shows the lines around the first one that differs, marked as by diff. It returns "" if the texts are equal.
func Text(want, got string) string {
	if want == got {
		return ""
	}
	w, g := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	at := 0
	for at < len(w) && at < len(g) && w[at] == g[at] {
		at++
	}
	var out strings.Builder
	fmt.Fprintf(&out, "line %d:\n", at+1)
	write := func(mark string, lines []string, from, to int) {
		for _, l := range lines[min(from, len(lines)):min(to, len(lines))] {
			fmt.Fprintf(&out, "%s%q\n", mark, l)
		}
	}
	write("  ", w, max(0, at-shown), at)
	write("- ", w, at, at+shown)
	write("+ ", g, at, at+shown)
	return out.String()
}
