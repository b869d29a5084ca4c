package project

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet"
)

// What ** and * stand for.
func TestExpand(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []string{"a.c", "b.h", "s/a.c", "s/t/c.c", ".git/x.c", "s/.hid/y.c"} {
		p := filepath.Join(dir, f)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for pattern, want := range map[string]string{
		"*.c":       "a.c",
		"**/*.c":    "a.c s/a.c s/t/c.c",
		"**/**/*.c": "a.c s/a.c s/t/c.c",
		"s/**":      "s/a.c s/t/c.c",
		"s/*":       "s/a.c",
		"?/[ab].c":  "s/a.c",
		"../*/a.c":  "../" + filepath.Base(dir) + "/a.c",
		"n/*.c":     "",
		".git/*.c":  ".git/x.c",
	} {
		got, err := expand(dir, pattern)
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %v, %v, not %s", pattern, got, err, want)
		}
	}
	if got, err := expand(dir, filepath.ToSlash(dir)+"/*.h"); err != nil || len(got) != 1 || !strings.HasSuffix(got[0], "/b.h") {
		t.Errorf("absolute: %v, %v", got, err)
	}
	if _, err := expand(dir, "[x.c"); err == nil {
		t.Error("[x.c is a pattern")
	}
}

// Defaults, and what replaces them.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, Name)
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "-p.c"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	r := Reader{Options: whet.OptionTable(), Parse: func([]string) (whet.Options, error) { return whet.Options{}, nil }}
	write(`
defaults: {expect: unsafe, define: [A, B=1], entry: f}
targets:
  one: &one {files: "-p.c"}
  two: {files: ["-p.c", "*.c"], define: [], expect: safe, malloc-succeeds: true}
  three: *one
`)
	f, err := r.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"one unsafe --define=A --define=B=1 --entry=f ./-p.c",
		"two safe --malloc-succeeds=true --entry=f ./-p.c",
		"three unsafe --define=A --define=B=1 --entry=f ./-p.c",
	}
	var got []string
	for _, t := range f.Targets {
		got = append(got, strings.Join(append([]string{t.Name, string(t.Expect)}, t.Args()...), " "))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	for text, say := range map[string]string{
		"targets: {}":                        "names no targets",
		"[]":                                 "this is no whet.yml",
		"targets: [1]":                       "targets is no mapping",
		"targets: {a: {files: '*.c'}, a: 1}": "a is given twice",
		"targets: {a: {each: '*.c', files: '*.c'}}":             "files and each",
		"targets: {a: {files: '*.c', entry: [f, g]}}":           "entry has one value",
		"targets: {a: {files: '*.c', entry: {f: g}}}":           "no value of entry",
		"targets: {a: {files: '*.c', debug: states}}":           "no key \"debug\"",
		"targets: {a: {files: '*.c', tests: 'yes'}}":            "tests is true or false",
		"x: &x {x: *x}\ntargets: *x":                            "no key \"x\"",
		"targets: {? [a] : 1}":                                  "is no word",
		"targets: {a: {files: '.'}}":                            "is a folder",
		"targets: {\"a\\nb\": {files: '*.c'}}":                  "no name for a target",
		"targets: {a: {files: '*.c'}}\nversion: 7":              "version \"7\"",
		"targets: {a: {files: [[b]]}}":                          "no file name",
		"targets: " + strings.Repeat("[", 20_000):               "no YAML",
		"targets: {'a/-p.c': {files: '*.c'}, a: {each: '*.c'}}": "two targets a/-p.c",
	} {
		write(text)
		if _, err := r.Read(path); err == nil || !strings.Contains(err.Error(), say) || !strings.Contains(err.Error(), Name+":1:") && !strings.Contains(err.Error(), Name+": ") && !strings.Contains(err.Error(), Name+":2:") {
			t.Errorf("%.60s: %v", text, err)
		}
	}
	sub := filepath.Join(dir, "x", "y")
	if err := os.MkdirAll(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	if got, err := Find(sub); err != nil || got != path {
		t.Errorf("Find: %s, %v", got, err)
	}
}
