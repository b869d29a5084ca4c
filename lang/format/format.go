// Package format reads the formats of printf and scanf (C11 7.21.6.1, 7.21.6.2).
package format

import (
	"math"
	"strings"
)

// A Conversion is a part of a format: a conversion specification, or a character of text.
type Conversion struct {
	Verb      byte   // the conversion specifier; 0: the part is text
	Char      byte   // the character of text; in a format of scanf, ' ' is any amount of white space
	Size      string // the length modifier: "", "h", "l", …
	Width     int    // 0: none; -1: given by an argument
	Precision int    // -1: none; -2: given by an argument
	Flags     string // printf: the flags
	Skip      bool   // scanf: nothing is stored
	Not       bool   // %[: the set is the complement, %[^…]
	Set       string // %[: the characters of the set as written
}

// Has reports whether the conversion has a flag.
func (c Conversion) Has(flag byte) bool { return strings.IndexByte(c.Flags, flag) >= 0 }

// Counts reports whether one of the conversions stores the number of characters so far (%n).
func Counts(list []Conversion) bool {
	for _, c := range list {
		if c.Verb == 'n' {
			return true
		}
	}
	return false
}

const (
	modifiers = "hlLqjzt"
	verbs     = "diouxXcsfFeEgGaApnCS"
)

// Print splits a format of printf. It returns false if the format is not understood.
func Print(s string) ([]Conversion, bool) {
	var out []Conversion
	s, _, _ = strings.Cut(s, "\x00")
	for i := 0; i < len(s); {
		if s[i] != '%' || i+1 < len(s) && s[i+1] == '%' {
			if s[i] == '%' {
				i++
			}
			out = append(out, Conversion{Char: s[i]})
			i++
			continue
		}
		c := Conversion{Precision: -1}
		i++
		for i < len(s) && strings.IndexByte("-+ #0'", s[i]) >= 0 {
			c.Flags += s[i : i+1]
			i++
		}
		if i < len(s) && s[i] == '*' {
			c.Width = -1
			i++
		} else {
			i = number(s, i, &c.Width)
		}
		if i < len(s) && s[i] == '.' {
			i++
			c.Precision = 0
			if i < len(s) && s[i] == '*' {
				c.Precision = -2
				i++
			} else {
				i = number(s, i, &c.Precision)
			}
		}
		for i < len(s) && strings.IndexByte(modifiers, s[i]) >= 0 {
			c.Size += s[i : i+1]
			i++
		}
		if i == len(s) || strings.IndexByte(verbs+"m", s[i]) < 0 {
			return nil, false
		}
		c.Verb = s[i]
		i++
		out = append(out, c)
	}
	return out, true
}

// Scan splits a format of scanf. It returns false if the format is not understood. %% skips white space before it, so
// it becomes two parts.
func Scan(s string) ([]Conversion, bool) {
	var out []Conversion
	s, _, _ = strings.Cut(s, "\x00")
	for i := 0; i < len(s); {
		switch {
		case s[i] == ' ' || s[i] >= '\t' && s[i] <= '\r':
			out = append(out, Conversion{Char: ' '})
			i++
			continue
		case s[i] != '%':
			out = append(out, Conversion{Char: s[i]})
			i++
			continue
		case i+1 < len(s) && s[i+1] == '%':
			out = append(out, Conversion{Char: ' '}, Conversion{Char: '%'})
			i += 2
			continue
		}
		c := Conversion{Precision: -1}
		i++
		if i < len(s) && s[i] == '*' {
			c.Skip = true
			i++
		}
		from := i
		if i = number(s, i, &c.Width); i > from && c.Width == 0 {
			return nil, false // undefined
		}
		for i < len(s) && strings.IndexByte(modifiers, s[i]) >= 0 {
			c.Size += s[i : i+1]
			i++
		}
		if i == len(s) || strings.IndexByte(verbs+"[", s[i]) < 0 {
			return nil, false
		}
		c.Verb = s[i]
		i++
		if c.Verb == '[' {
			if i < len(s) && s[i] == '^' {
				c.Not = true
				i++
			}
			// A ] at the start belongs to the set.
			end := strings.IndexByte(s[min(i+1, len(s)):], ']')
			if end < 0 {
				return nil, false
			}
			c.Set = s[i : i+1+end]
			i += end + 2
		}
		out = append(out, c)
	}
	return out, true
}

// number reads digits, if any, and stores their value in *to.
func number(s string, i int, to *int) int {
	for n := 0; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		n = min(n*10+int(s[i]-'0'), math.MaxInt32)
		*to = n
	}
	return i
}

// A Range is a part of a set of characters: the characters from Lo to Hi.
type Range struct{ Lo, Hi byte }

// Ranges returns the set of %[. A - between two characters means the characters from one to the other, as in all
// libraries. Ranges returns false if the meaning is not clear: the characters are in the wrong order, or above 127.
func (c Conversion) Ranges() ([]Range, bool) {
	var out []Range
	for s := c.Set; len(s) > 0; {
		if len(s) > 2 && s[1] == '-' {
			if s[0] > s[2] || s[2] > 127 || s[0] == '-' {
				return nil, false
			}
			out = append(out, Range{s[0], s[2]})
			if s = s[3:]; len(s) > 1 && s[0] == '-' {
				return nil, false // a-f-k
			}
			continue
		}
		out = append(out, Range{s[0], s[0]})
		s = s[1:]
	}
	return out, true
}
