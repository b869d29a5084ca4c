package format

import (
	"fmt"
	"testing"
)

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		read func(string) ([]Conversion, bool)
		text string
		want string // verb, size, width, precision, flags, set; "": not understood
	}{
		{Print, "a%%%-+5.3lld", "[a] [%] [d ll 5 3 -+ ]"},
		{Print, "%*.*s%.f", "[s  -1 -2  ] [f  0 0  ]"},
		{Print, "%1$d", ""},
		{Print, "%", ""},
		{Print, "%y", ""},
		{Scan, "a %3hhd%*s", "[a] [ ] [d hh 3 -1  ] [s  0 -1 * ]"},
		{Scan, "\t%%%[^]a-z]x", "[ ] [ ] [%] [[  0 -1  ^]a-z] [x]"},
		{Scan, "%l[]]", "[[ l 0 -1  ]]"},
		{Scan, "%[a", ""},
		{Scan, "%[", ""},
		{Scan, "%[]", ""},
		{Scan, "%ms", ""},
		{Scan, "%0d", ""},
		{Scan, "%1$d", ""},
		{Scan, "%+d", ""},
	} {
		list, ok := c.read(c.text)
		got := ""
		for _, x := range list {
			s := string(x.Char)
			if x.Verb != 0 {
				s = fmt.Sprintf("%c %s %d %d %s %s", x.Verb, x.Size, x.Width, x.Precision, x.Flags+map[bool]string{true: "*"}[x.Skip], map[bool]string{true: "^"}[x.Not]+x.Set)
			}
			got += " [" + s + "]"
		}
		if want := c.want != ""; ok != want || ok && got[1:] != c.want {
			t.Errorf("%q: %v %s, want %s", c.text, ok, got, c.want)
		}
	}
}

func TestRanges(t *testing.T) {
	for text, want := range map[string]string{
		"abc": "[{97 97} {98 98} {99 99}]", "a-c_": "[{97 99} {95 95}]", "-a": "[{45 45} {97 97}]", "a-": "[{97 97} {45 45}]", "]": "[{93 93}]",
		"c-a": "", "a-\xe4": "", "a-c-e": "", "--a": "", "\xe4": "[{228 228}]",
	} {
		r, ok := Conversion{Set: text}.Ranges()
		if got := fmt.Sprint(r); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %v %s, want %s", text, ok, got, want)
		}
	}
}
