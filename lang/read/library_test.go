package read

import (
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
	table "github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/lang/models"
	"github.com/whet-mc/whet/lang/parse"
)

// What the table says is modelled has a model, and the other way round; what it says of parameters
// fits the headers.
func TestLibraryTable(t *testing.T) {
	for _, f := range table.All() {
		if f.Kind == table.Modelled && !models.Named(f.Name) {
			t.Errorf("%s has no model", f.Name)
		}
	}
	for name := range modelsFor(lang.LP64).spots {
		rows := table.Rows(name)
		if !strings.HasPrefix(name, "__whet_") && (len(rows) != 1 || rows[0].Kind != table.Modelled) {
			t.Errorf("the model of %s has no row", name)
		}
	}
	var src strings.Builder
	for _, dir := range []string{"", "/sys"} {
		entries, err := parse.HeaderFiles.ReadDir("headers" + dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if n := e.Name(); !e.IsDir() && n != foreignHeader {
				src.WriteString("#include <" + strings.TrimPrefix(dir+"/"+n, "/") + ">\n")
			}
		}
	}
	for _, m := range []lang.DataModel{lang.LP64, lang.ILP32} {
		u, err := LoadBytes("t.c", []byte(src.String()+"int main(void) { return 0; }"), Options{Model: m})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, f := range u.Funcs {
			rows := table.Rows(f.Name)
			// Those without a row are as any function of other units.
			if len(rows) == 0 || rows[0].Kind == table.Modelled {
				continue
			}
			n++
			fits := false
			for _, r := range rows {
				fits = fits || shapeOf(f.Type, r.Shape)
			}
			if !fits {
				t.Errorf("%v: %s is declared as %s", m, f.Name, f.Type)
			}
		}
		if n < 200 {
			t.Errorf("%d functions of the headers have rows by contract", n)
		}
	}
}

// shapeOf reports whether the type of a function has the shape.
func shapeOf(t *lang.Type, shape string) bool {
	kind := func(c byte, t *lang.Type) bool {
		switch t.Kind {
		case lang.Void:
			return c == 'v'
		case lang.Pointer:
			return c == 'p' || c == 'x'
		case lang.Float:
			return c == 'f'
		case lang.Record:
			return c == 'x'
		}
		return c == 'i' || c == 'x'
	}
	if !kind(shape[0], t.Elem) {
		return false
	}
	params, variadic := strings.CutSuffix(shape[1:], ".")
	if variadic != t.Variadic || len(params) != len(t.Params) {
		return false
	}
	for i, p := range t.Params {
		if !kind(params[i], p) {
			return false
		}
	}
	return true
}
