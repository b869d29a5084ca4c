package compdb_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang/compdb"
)

func TestSplit(t *testing.T) {
	for in, want := range map[string][]string{
		`cc -c a.c`:                         {"cc", "-c", "a.c"},
		`cc '-DX="a b"' -DY=\"c\" "-DZ=\q"`: {"cc", `-DX="a b"`, `-DY="c"`, `-DZ=\q`},
		`a ''  "" b\ c`:                     {"a", "", "", "b c"},
		"  \t":                              nil,
	} {
		if got, err := compdb.Split(in); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q %v", in, got, err)
		}
	}
	if _, err := compdb.Split(`cc "a`); err == nil {
		t.Error("an open quote is none")
	}
}

func TestSources(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("more", "-DM=1\n'-I' inc")
	for _, text := range []string{
		`[{"directory": "sub", "command": "ccache gcc -m32 @../more -c a.c", "file": "a.c"}, {"directory": ".", "arguments": ["gcc", "-c", "sub/a.c"], "file": "sub/a.c"}]`,
		`{"directory": "sub", "arguments": ["cc", "-c", "a.c"], "file": "a.c"}
{"directory": "sub", "arguments": ["cc", "-m32", "-DM=1", "-I", "inc", "-c", "a.c"], "file": "a.c"}
{"directory": ".", "arguments": ["gcc", "-c", "sub/a.c"], "file": "sub/a.c"}`,
	} {
		path := write("db.json", text)
		entries, err := compdb.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		list, _, known, err := compdb.Sources(path, entries)
		if err != nil || len(list) != 1 || !known {
			t.Fatal(list, known, err)
		}
		s := list[0]
		if s.Path != filepath.Join(dir, "sub/a.c") || !reflect.DeepEqual(s.Options.Defines, []string{"M=1"}) || !reflect.DeepEqual(s.Options.Include, []string{filepath.Join(dir, "sub/inc")}) {
			t.Errorf("%+v", s)
		}
		if len(s.Options.Notes) != 1 || !strings.Contains(s.Options.Notes[0].What, "in several ways") {
			t.Errorf("%+v", s.Options.Notes)
		}
	}
	for text, want := range map[string]string{
		"{": "no compilation database", `[{"file": "a.s", "arguments": ["cc", "-c", "a.s"]}]`: "compiles no C file",
		`[{"file": "a.c", "command": "cc \"a.c"}]`: "not closed",
	} {
		path := write("bad.json", text)
		entries, err := compdb.Read(path)
		if err == nil {
			_, _, _, err = compdb.Sources(path, entries)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
