// This file colours C source.

package html

import (
	"bytes"
	"html/template"
	"strings"

	"github.com/whet-mc/whet/report/source"
)

// classes are the CSS classes of the kinds of text. They are short, because a page contains thousands of them.
var classes = [...]string{source.Comment: "c", source.String: "s", source.Number: "n", source.Keyword: "k", source.Type: "t", source.Directive: "d"}

// highlight returns the lines of a source text as markup.
func highlight(text []byte) []template.HTML {
	var out []template.HTML
	var b strings.Builder
	// put writes text of one class. At each newline it closes the element and opens it again on the next line.
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
