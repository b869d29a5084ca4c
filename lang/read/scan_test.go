package read

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/internal/difftest"
	"github.com/whet-mc/whet/lang"
)

func TestACSL(t *testing.T) {
	text := "int x; //@ requires a;\n" +
		"char *s = \"//@ not this /*@ nor this */\";\n" +
		"/*@ loop invariant\n  @ 0 <= i;\n  @*/\n" +
		"/* @ not this */ // @ nor this\n" +
		"char c = '\"'; /*@ assert c; */ int main(void) { return 0; }\n"
	u, err := LoadBytes("a.c", []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []lang.Comment{
		{Pos: lang.Pos{File: "a.c", Line: 1, Col: 8}, Text: " requires a;"},
		{Pos: lang.Pos{File: "a.c", Line: 3, Col: 1}, Text: " loop invariant\n    0 <= i;\n  "},
		{Pos: lang.Pos{File: "a.c", Line: 7, Col: 15}, Text: " assert c; "},
	}
	for i := range u.ACSL { // that they stand where nothing like them belongs is told elsewhere
		u.ACSL[i].Problem, u.ACSL[i].Of, u.ACSL[i].Read, u.ACSL[i].Skipped = nil, nil, false, nil
	}
	if d := difftest.Values(want, u.ACSL); d != "" {
		t.Error(d)
	}
}

// TestPositions checks that places are those of the file as people see it.
func TestPositions(t *testing.T) {
	for name, c := range map[string]struct {
		text      string
		line, col int // of the undeclared name
	}{
		"plain":          {"int main(void) {\n  return x;\n}\n", 2, 10},
		"attributes":     {"int a __attribute__((unused, aligned(8), packed)), b = x; int main(void) { return 0; }\n", 1, 56},
		"attributes out": {"int f(void) __attribute__((noreturn, cold , used)); int main(void) { return x; }\n", 1, 77},
		"star":           {"int f(int a[ * ], int b[*]); int y = x; int main(void) { return 0; }\n", 1, 38},
		"line directive": {"#line 100 \"other.c\"\nint main(void) { return x; }\n", 2, 25},
		"line marker":    {"# 100 \"other.c\" 1\nint main(void) { return x; }\n", 2, 25},
		"macro":          {"#define A(e) (1 + (e))\nint main(void) {\n  return A(x);\n}\n", 3, 10},
		"continued":      {"int main(void) { \\\n  return x; }\n", 2, 10},
		"crlf":           {"int main(void) {\r\n  return x;\r\n}\r\n", 2, 10},
		"comment":        {"/* a\n b */ int main(void) { return /* c */ x; }\n", 2, 39},
	} {
		_, err := LoadBytes("p.c", []byte(c.text), Options{})
		e, ok := err.(*lang.Errors)
		if !ok {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if p := e.List[0].Pos; p.File != "p.c" || p.Line != c.line || p.Col != c.col {
			t.Errorf("%s: %s, want %d:%d\n%v", name, p, c.line, c.col, err)
		}
	}
}

// TestHeaders includes every embedded header alone, twice, and all of them together.
func TestHeaders(t *testing.T) {
	var all strings.Builder
	err := filepath.WalkDir("../parse/headers", func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == foreignHeader {
			return err
		}
		name := strings.TrimPrefix(filepath.ToSlash(p), "../parse/headers/")
		inc := "#include <" + name + ">\n"
		if name != "iso646.h" { // takes the name not, and others
			all.WriteString(inc)
		}
		for _, m := range []lang.DataModel{lang.LP64, lang.ILP32} {
			u, err := LoadBytes("h.c", []byte(inc+inc+"int main(void) { return 0; }\n"), Options{Model: m})
			if err == nil {
				err = Check(u)
			}
			if err != nil {
				t.Errorf("%s, %s: %v", name, m, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	u, err := LoadBytes("h.c", []byte(all.String()+"int main(void) { assert(errno == 0 && INT_MAX > 0 && UINT64_C(1) < SIZE_MAX && !isnan(1.0)); return offsetof(struct tm, tm_min); }\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := Check(u); err != nil {
		t.Error(err)
	}
	for _, f := range u.Funcs {
		if f.Name == "__assert_fail" && !f.NoReturn {
			t.Error("__assert_fail returns")
		}
	}
}

func TestOptions(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine.h"), []byte("#define MINE 3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "stdio.h"), []byte("int my_stdio;\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	text := "#include <mine.h>\n#include \"mine.h\"\n#include <stdio.h>\n#if N != 5 || !defined(X) || X != 1 || F(2) != 4\n#error wrong\n#endif\nint run(void) { return my_stdio + MINE; }\n"
	u, err := LoadBytes("o.c", []byte(text), Options{Entry: "run", Include: []string{dir}, Defines: []string{"N=5", "X", "F(a)=((a)*2)"}})
	if err != nil {
		t.Fatal(err)
	}
	if u.Entry.Name != "run" || len(u.Files[filepath.Join(dir, "mine.h")]) == 0 || len(u.Files["o.c"]) == 0 {
		t.Errorf("entry %s, %d files", u.Entry.Name, len(u.Files))
	}
}
