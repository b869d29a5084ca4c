package oracle

import (
	"fmt"
	"regexp"
	"strings"
)

// Assertions in ACSL that mean the same in C are evaluated in the run: comparisons of plain terms,
// joined by && and ||. Terms of ACSL are mathematical; what overflows in C is reported as that, and
// where unsigned numbers are subtracted C and ACSL differ, so that such terms are left alone.

var (
	annotation = regexp.MustCompile(`(?s)/\*@\s*assert\s+([^;\\]*?);\s*(?:\*/|@\*/)|//@[ \t]*assert[ \t]+([^;\\\n]*?);[ \t]*(?:\n|$)`)
	plainTerm  = regexp.MustCompile(`^[\w\s.\[\]()*%/+>&|<=!-]+$`)
	comparison = regexp.MustCompile(`==|!=|<=|>=|<|>`)
	unplain    = regexp.MustCompile(`==>|<==>|<<|>>|-[^>]|-$|\^|\w\s*\(|&&\s*!|[^&]&[^&]|\bsizeof\b`)
)

// asserting is a file's text with such assertions as statements; none says that it has none.
func asserting(text string) (out string, none bool) {
	none = true
	out = annotation.ReplaceAllStringFunc(text, func(m string) string {
		g := annotation.FindStringSubmatch(m)
		e := strings.TrimSpace(g[1] + g[2])
		if !plainTerm.MatchString(e) || unplain.MatchString(strings.ReplaceAll(e, "->", ".")) {
			return m
		}
		for _, part := range regexp.MustCompile(`&&|\|\|`).Split(e, -1) {
			if len(comparison.FindAllString(strings.ReplaceAll(part, "->", "."), -1)) > 1 {
				return m
			}
		}
		none = false
		return fmt.Sprintf(";if (!(%s)) oracle_annotation();%s", strings.ReplaceAll(e, "\n", " "), strings.Repeat("\n", strings.Count(m, "\n")))
	})
	return out, none
}
