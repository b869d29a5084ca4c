package oracle

import (
	"fmt"
	"regexp"
	"strings"
)

// Evaluation of ACSL assertions that mean the same in C: comparisons of plain terms, joined by && and ||. Terms of
// ACSL are mathematical. Sanitizers report overflow in C. C and ACSL differ where unsigned numbers are subtracted, so
// such terms are not evaluated.

var (
	annotation = regexp.MustCompile(`(?s)/\*@\s*assert\s+([^;\\]*?);\s*(?:\*/|@\*/)|//@[ \t]*assert[ \t]+([^;\\\n]*?);[ \t]*(?:\n|$)`)
	plainTerm  = regexp.MustCompile(`^[\w\s.\[\]()*%/+>&|<=!-]+$`)
	comparison = regexp.MustCompile(`==|!=|<=|>=|<|>`)
	unplain    = regexp.MustCompile(`==>|<==>|<<|>>|-[^>]|-$|\^|\w\s*\(|&&\s*!|[^&]&[^&]|\bsizeof\b`)
)

// asserting returns a file's text with such assertions as statements. none reports that it contains none.
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
