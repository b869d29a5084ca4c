// This file writes the types of C, and holds the writer.

package harness

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// typeName returns a type that a function in another file may have in place of t: the same type if t is a number,
// else one that is passed in the same way.
func (h *writer) typeName(t *lang.Type) (string, bool) {
	switch t.Kind {
	case lang.Void:
		return "void", true
	case lang.Bool:
		return "_Bool", true
	case lang.Pointer:
		return "void *", true
	case lang.Float:
		switch {
		case strings.Contains(t.Name, "omplex"):
			return "", false
		case t.Size == 4:
			return "float", true
		case t.Size == 8:
			return "double", true
		}
		return "long double", true
	case lang.Integer:
		return intName(t), true
	case lang.Record:
		if t.Complete && t.Size > 0 {
			return fmt.Sprintf("struct whet_%d", t.Size), true
		}
	}
	return "", false
}

func intName(t *lang.Type) string {
	if t.Rank == lang.RankChar && t.Name == "char" {
		return "char"
	}
	name := map[lang.Rank]string{
		lang.RankChar: "char", lang.RankShort: "short", lang.RankInt: "int", lang.RankLong: "long",
		lang.RankLongLong: "long long", lang.RankInt128: "__int128",
	}[t.Rank]
	switch {
	case !t.Signed:
		return "unsigned " + name
	case t.Rank == lang.RankChar:
		return "signed char"
	}
	return name
}

// params returns the parameter list of a definition.
func (h *writer) params(f *lang.Func) string {
	if f.Type.NoProto {
		return ""
	}
	var ps []string
	for i, t := range f.Type.Params {
		if t.Kind == lang.Array || t.Kind == lang.Function {
			ps = append(ps, fmt.Sprintf("void *a%d", i))
			continue
		}
		name, ok := h.typeName(t)
		if !ok || t.Kind == lang.Record {
			return "" // the body does not use the parameters, so they can be left out
		}
		ps = append(ps, fmt.Sprintf("%s a%d", name, i))
	}
	if len(ps) == 0 {
		return "void"
	}
	if f.Type.Variadic {
		ps = append(ps, "...")
	}
	return strings.ReplaceAll(strings.Join(ps, ", "), "* a", "*a")
}

type writer struct {
	b     bytes.Buffer
	unit  *lang.Unit
	out   *interp.Outcome
	model lang.DataModel

	queues map[string][]num.Int // results of calls, by function
	allocs map[string][]bool    // by library function: whether each call got memory
	rest   []interp.Taken       // inputs that no function returns
	given  []interp.Taken       // inputs that the driver gives the entry function
	sizes  map[string]int64     // the largest value of each variable
	places []string             // statements that set the inputs

	foreign []*lang.Object // variables of other files that the statements name
}

func (h *writer) printf(format string, args ...any) { fmt.Fprintf(&h.b, format, args...) }
