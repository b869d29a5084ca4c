package read

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pass/jump"
	"github.com/whet-mc/whet/lang/pass/stdlib"
	"github.com/whet-mc/whet/lang/pass/variadic"
)

// This file has what the generated documentation says about library functions.

// WrittenOut reports whether calls of the library function name are translated exactly: always, or only
// if their format is known.
func WrittenOut(name string) (always, format bool) {
	_, list := variadic.Listed[name]
	return stdlib.Dividers[name] || jump.SetjmpNames[name] || jump.LongjmpNames[name], list || scanners[name] || name == "asprintf"
}

// ModelLeaves reports whether the model of the function name takes values from the environment, and
// whether it leaves values open: because C or the libraries leave them open, or because they are not
// modelled.
func ModelLeaves(name string) (environment, open bool) {
	p := modelsFor(lang.LP64)
	seen := map[string]bool{name: true}
	for list := []string{name}; len(list) > 0; list = list[1:] {
		at, ok := p.spots[list[0]]
		if !ok {
			continue
		}
		eachWord(p.text.Text[at.From:at.To], func(word []byte, _ int) {
			w := string(word)
			for _, prefix := range []string{"__whet_input", "__whet_linput", "__whet_stream", "__whet_lstream", "__whet_choice"} {
				environment = environment || strings.HasPrefix(w, prefix)
			}
			for _, prefix := range []string{"__whet_computed", "__whet_lcomputed", "__whet_any", "__whet_unmodelled", "__whet_printed"} {
				open = open || strings.HasPrefix(w, prefix)
			}
			if _, ok := p.spots[w]; ok && !seen[w] {
				seen[w] = true
				list = append(list, w)
			}
		})
	}
	return environment, open
}
