package harness

import (
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/lang"
)

// This file reaches the variables of the program. The harness includes the file of the entry function, so the
// variables of that file keep their names. Variables of other files are reached by their linker names, unless they
// are static; static variables of other files cannot be set.

// global finds the variable that a place lies in, and the rest of the place after its name.
func (h *writer) global(place string) (g *lang.Object, path string) {
	for _, g := range h.unit.Driver.Globals {
		if path, ok := strings.CutPrefix(place, g.Label()); ok && (path == "" || path[0] == '.' || path[0] == '[') {
			return g, path
		}
	}
	return nil, ""
}

// named returns the C name of a path in a variable; "" if C cannot name it.
func (h *writer) named(g *lang.Object, path string) string {
	switch {
	case g.Func != nil:
		return ""
	case len(h.unit.Sources) == 0 || g.Pos.File == h.unit.Entry.Pos.File:
		return g.Name + path
	case g.Internal(), g.Label() != g.Name:
		return ""
	}
	if !slices.Contains(h.foreign, g) {
		h.foreign = append(h.foreign, g)
	}
	return elsewhere(g) + path
}

// elsewhere returns the harness's name for a variable of another file. The included file may or may not declare the
// variable and its record types, so the harness uses its own.
func elsewhere(g *lang.Object) string { return "whet_" + g.Name }

// declareForeign declares the variables of other files.
func (h *writer) declareForeign() {
	for i, g := range h.foreign {
		if i == 0 {
			h.printf("\n#ifndef WHET_TEXT\n#define WHET_TEXT(s) WHET_TEXT2(s)\n#define WHET_TEXT2(s) #s\n#endif\n")
		}
		h.printf("extern %s __asm__(WHET_TEXT(__USER_LABEL_PREFIX__) %s);\n", spelled(g.Type, elsewhere(g), false), strconv.Quote(g.Name))
	}
}
