package html

import (
	"bytes"
	"html/template"
	"strings"

	"github.com/whet-mc/whet/report/source"
)

// classes of the kinds of text, as short as can be: a page has thousands of them.
var classes = [...]string{source.Comment: "c", source.String: "s", source.Number: "n", source.Keyword: "k", source.Type: "t", source.Directive: "d"}

// highlight writes the lines of a source text as markup.
func highlight(text []byte) []template.HTML {
	var out []template.HTML
	var b strings.Builder
	// put writes what has no newline in it; a span that has, is closed at each and opened again.
	put := func(s []byte, class string) {
		for {
			part, rest, more := bytes.Cut(s, []byte("\n"))
			if len(part) > 0 {
				if class != "" {
					b.WriteString(`<i class=` + class + `>` + escape(string(part)) + `</i>`)
				} else {
					b.WriteString(escape(string(part)))
				}
			}
			if !more {
				return
			}
			out = append(out, template.HTML(b.String())) //nolint:gosec // escaped
			b.Reset()
			s = rest
		}
	}
	at := 0
	for _, s := range source.Spans(text) {
		put(text[at:s.From], "")
		put(text[s.From:s.To], classes[s.Kind])
		at = s.To
	}
	put(text[at:], "")
	return append(out, template.HTML(b.String())) //nolint:gosec // escaped
}
