// This file makes text of a program safe for a page.

package html

import (
	"html"
	"strings"
	"unicode/utf8"
)

// escape makes text safe in markup.
func escape(s string) string { return html.EscapeString(printable(s)) }

// printable replaces characters that could hide or reorder text: control characters, bytes that are not UTF-8, and
// marks that change the direction of writing.
func printable(s string) string {
	if !strings.ContainsFunc(s, strange) && utf8.ValidString(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return -1
		case strange(r) || r == utf8.RuneError:
			return '\ufffd'
		}
		return r
	}, s)
}

func strange(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x2028 || r == 0x2029
}

func shorten(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	return string([]rune(s)[:width-1]) + "…"
}
