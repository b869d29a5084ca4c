package read

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/models"
	"github.com/whet-mc/whet/lang/parse"
)

var update = flag.Bool("update", false, "write lang/models/names.txt anew")

// wholeLibrary declares all that the models do, in order.
func wholeLibrary(m lang.DataModel) *library {
	c := newChecker(parse.NewSources(Options{Model: m}), &lang.Unit{})
	l := c.newLibrary()
	var names []string
	for n := range l.models().of {
		names = append(names, n)
	}
	l.declare(names...)
	return l
}

// The list of names is that of what the models declare.
func TestModelNames(t *testing.T) {
	var list []string
	for _, m := range []lang.DataModel{lang.LP64, lang.ILP32} {
		l := wholeLibrary(m)
		for i := range l.models().parts {
			if !l.read[i] {
				k := l.models().parts[i].Range
				if text := strings.TrimSpace(string(l.models().text.Text[k.From:k.To])); text != ";" {
					t.Errorf("nobody could name %s", text)
				}
			}
		}
		for n := range l.scope.names {
			if _, ok := l.models().spots[n]; ok {
				n += "()"
			}
			list = append(list, n)
		}
		bodies := 0
		for n := range l.models().spots {
			if l.scope.names[n] == nil {
				t.Errorf("the model %s has another name", n)
			}
			bodies++
		}
		for i := range l.models().parts {
			if l.models().parts[i].defines() {
				bodies--
			}
		}
		if bodies != 0 {
			t.Errorf("%d models are named as others", bodies)
		}
	}
	slices.Sort(list)
	want := "\n" + strings.Join(slices.Compact(list), "\n") + "\n"
	if *update {
		if err := os.WriteFile("../models/names.txt", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if models.NameList != want {
		t.Errorf("lang/models/names.txt is stale (go test ./lang/read -run ModelNames -update)")
	}
}

// What is declared when it is asked for is what all declarations together make.
func TestModelsDeclaredAlone(t *testing.T) {
	for _, m := range []lang.DataModel{lang.LP64, lang.ILP32} {
		all := wholeLibrary(m)
		for n, y := range all.scope.names {
			l := newChecker(parse.NewSources(Options{Model: m}), &lang.Unit{}).newLibrary()
			z := l.symbol(n)
			if z == nil || z.kind != y.kind || z.typ.String() != y.typ.String() || z.typ.Size != y.typ.Size || z.noreturn != y.noreturn ||
				z.pos != y.pos || (z.init == nil) != (y.init == nil) {
				t.Fatalf("%s alone: %+v, with all: %+v", n, z, y)
			}
		}
	}
}

// A program that names nothing of the library does not have it read.
func TestModelsUnread(t *testing.T) {
	const text = "int twice(int x) { return 2 * x; } int main(void) { return twice(21); }"
	u, err := LoadBytes("a.c", []byte(text), Options{})
	if err != nil || len(u.Files) != 1 {
		t.Errorf("%v; %d files", err, len(u.Files))
	}
}
