// This file formats numbers with their nouns, and makes text safe for a terminal.

package prose

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

func Identifier(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// Plural returns "1 state", "2 states", "2 entries".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Group(n) + " " + Plurals(noun)
}

func Plurals(noun string) string {
	// The head noun of "function without a body" comes first.
	for _, sep := range []string{" without ", " of ", " with ", " in ", " to "} {
		if i := strings.Index(noun+" ", sep); i > 0 { // also at the end: "result of"
			return Plurals(noun[:i]) + noun[i:]
		}
	}
	switch {
	case strings.HasSuffix(noun, "y") && !strings.HasSuffix(noun, "ay"):
		return noun[:len(noun)-1] + "ies"
	case strings.HasSuffix(noun, "s") || strings.HasSuffix(noun, "x") || strings.HasSuffix(noun, "ch"):
		return noun + "es"
	}
	return noun + "s"
}

// Group writes n with its digits in groups of three: 1,234,567.
func Group(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Clean makes a source line safe to print: tabs become blanks, and control characters and bytes that are not UTF-8
// become '?', so that a hostile file cannot control a terminal.
func Clean(s string) string {
	s = strings.TrimRight(s, "\r\n\t ")
	plain := true
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] >= 0x7f {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var b strings.Builder
	col := 0
	for _, r := range s {
		switch {
		case r == '\t':
			n := 4 - col%4
			b.WriteString("    "[:n])
			col += n
			continue
		case r < ' ' || r == 0x7f || r == utf8.RuneError || (r >= 0x80 && r < 0xa0) ||
			(r >= 0x202a && r <= 0x202e) || (r >= 0x2066 && r <= 0x2069):
			r = '?'
		}
		b.WriteRune(r)
		col++
	}
	return b.String()
}

// Cut shortens s to at most width characters.
func Cut(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	if width < 2 {
		return ""
	}
	n := 0
	for i := range s {
		if n == width-1 {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// CleanAll does what Clean does, for a text of several lines.
func CleanAll(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = Clean(lines[i])
	}
	return strings.TrimRight(strings.Join(lines, "\n  "), "\n ")
}

func OneLine(s string) string { return Clean(strings.Join(strings.Fields(s), " ")) }
