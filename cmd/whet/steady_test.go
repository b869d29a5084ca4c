package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// times is what differs from run to run: times, memory, and when a witness was written.
var times = regexp.MustCompile(`(?m)"(read|lower|explore|refine|check|total|cpu)_s": .*|"memory_bytes": .*|"engines_s": \[[^\]]*\],?|` +
	`(time="|creation_time: |uuid: |creationtime">).*|width:[0-9.]+%|[0-9.]+ (s|MB)<`)

// The same command writes the same bytes, in whatever form, but for times.
func TestSameBytes(t *testing.T) {
	programs, err := filepath.Glob("../../testdata/*.c")
	if err != nil || len(programs) < 20 {
		t.Fatalf("%d programs (%v)", len(programs), err)
	}
	for i, p := range programs[:20] {
		var first map[string][]byte
		for range 2 {
			now := written(t, p, []string{"json", "text"}[i%2])
			for name, text := range first {
				if !bytes.Equal(now[name], text) {
					t.Errorf("%s: two runs differ in %s", p, name)
				}
			}
			first = now
		}
	}
}

// written are the files that a run writes, and what it prints.
func written(t *testing.T, program, format string) map[string][]byte {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	var out, progress bytes.Buffer
	args := []string{"verify", "--jobs", "2", "--no-color", "--format", format, "--html", at("html"), "--sarif", at("sarif"), "--junit", at("junit"),
		"--witness", at("witness"), "--graphml", at("graphml"), "--certificate", at("certificate"), "--harness", at("harness.c"), program}
	if status := run(args, env{&out, &progress}); status == exitUsage {
		t.Fatalf("%v: %s", args, progress.Bytes())
	}
	files := map[string][]byte{"output": times.ReplaceAll(out.Bytes(), nil)}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		text, err := os.ReadFile(at(f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name()] = times.ReplaceAll(text, nil)
	}
	return files
}
