package source

import (
	"bytes"
	"strings"
	"testing"
)

func TestSpans(t *testing.T) {
	marks := map[Kind]string{Comment: "c", String: "s", Number: "n", Keyword: "k", Type: "t", Directive: "d"}
	for _, c := range []struct{ text, want string }{
		{"int x = 0x1eULL + 1.5e-3f; /* a", "t{int} x = n{0x1eULL} + n{1.5e-3f}; c{/* a}"},
		{"a = 1-x.y*.5 // b", "a = n{1}-x.y*n{.5} c{// b}"},
		{"// a \\\n b\nreturn", "c{// a \\\n b}\nk{return}"},
		{"/* \" */ '\"' /* \\*/ x", "c{/* \" */} s{'\"'} c{/* \\*/} x"},
		{`"a\"/*b" u8"c" L'\'' uint8_t _t t_`, `s{"a\"/*b"} s{u8"c"} s{L'\''} t{uint8_t} _t t_`},
		{"\"open\nif", "s{\"open}\nk{if}"},
		{"\"a\\\nb\" c", "s{\"a\\\nb\"} c"},
		{" # include <a//b.h> // c\na < b > c", " d{# include} s{<a//b.h>} c{// c}\na < b > c"},
		{"#define A(x) #x, while\n#", "d{#define} A(x) #x, k{while}\nd{#}"},
		{"#include <a\nx", "d{#include} <a\nx"},
		{"1'000'000 + f(1,'a') + 2'", "n{1'000'000} + f(n{1},s{'a'}) + n{2}s{'}"},
		{"é = \"\xff\"; \\", "é = s{\"\xff\"}; \\"},
		{"/", "/"}, {"\"\\", "s{\"\\}"}, {"//", "c{//}"}, {"// \\", "c{// \\}"}, {"/*/ x", "c{/*/ x}"},
	} {
		var b strings.Builder
		at := 0
		for _, s := range Spans([]byte(c.text)) {
			b.WriteString(c.text[at:s.From] + marks[s.Kind] + "{" + c.text[s.From:s.To] + "}")
			at = s.To
		}
		if got := b.String() + c.text[at:]; got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.text, got, c.want)
		}
	}
}

// Spans are in order, within the text and not empty, whatever the text is.
func FuzzSpans(f *testing.F) {
	f.Add([]byte("#include <a>\nint x = '\\''; // \\\n/* \"*/ 1'0e+"))
	f.Fuzz(func(t *testing.T, text []byte) {
		at := 0
		for _, s := range Spans(text) {
			if s.From < at || s.To <= s.From || s.To > len(text) {
				t.Fatalf("%+v behind %d of %d", s, at, len(text))
			}
			at = s.To
		}
		if n := bytes.Count(Uncommented(text), []byte("\n")); n > bytes.Count(text, []byte("\n")) {
			t.Fatal("lines are added")
		}
	})
}
