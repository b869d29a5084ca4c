package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The reports that examples/README.md shows are what the commands print. Of a program that stands beside
// its mended version, the one is unsafe and the other safe; all others are safe.
func TestReadmeOfExamples(t *testing.T) {
	t.Chdir("../..")
	const file = "examples/README.md"
	fresh(t, file, 12)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]string{}
	for _, m := range console.FindAllSubmatch(text, -1) {
		words := strings.Fields(string(m[1]))
		lines := strings.Split(strings.TrimSpace(string(m[2])), "\n")
		verdicts[words[len(words)-1]] = lines[len(lines)-1]
	}
	programs, _ := filepath.Glob("examples/*.c")
	programs = append(programs, "examples/account/account.c", "examples/account/account-mended.c")
	for _, p := range programs {
		want := "VERDICT: safe"
		if _, err := os.Stat(strings.TrimSuffix(p, ".c") + "-mended.c"); err == nil {
			want = "VERDICT: unsafe"
		}
		verdict, _, _ := strings.Cut(verdicts[p], " (assuming ")
		if verdict != want {
			t.Errorf("%s: %q, not %s", p, verdicts[p], want)
		}
	}
	for p := range verdicts {
		if _, err := os.Stat(p); err != nil {
			t.Error(err)
		}
	}
}
