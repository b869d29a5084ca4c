package harness_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/report/harness"
)

// The harness of a program of several files: it sets the variables of the entry's file by their
// names, also where another file has a static one by the same name, those of other files by the
// linker's, and says which it cannot set.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a := write("a.c", `#include <stdio.h>
int get(void);
static int mode;
int f(int x) {
  if (mode != 7 || x != 3) return 0;
  printf("get\n");
  return 1 / (get() - 9);
}`)
	b := write("b.c", `static int mode;
static struct pair { short x, y[2]; } pair;
struct pair level;
int limit;
int get(void) { return mode == 0 && pair.x == 0 && limit == 5 && level.y[1] == -4 ? 9 : 1; }`)
	r, err := whet.Verify(t.Context(), whet.Files(a, b), whet.Options{Entry: "f", Checks: []string{"division"}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != whet.Unsafe {
		t.Fatal(r.Verdict, r.Reason)
	}
	var out bytes.Buffer
	if err := harness.Write(&out, r.Program, r.Outcome.Replay); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	file := write("harness.c", text)
	if !strings.Contains(text, "b.c harness.c -o repro") {
		t.Errorf("the other file is not named:\n%s", text)
	}
	if !strings.Contains(text, "\n  mode = 7;\n") || strings.Contains(text, "pair.x = 0") {
		t.Errorf("not what the harness can set:\n%s", text)
	}
	for _, cc := range []string{"gcc", "clang"} {
		if _, err := exec.LookPath(cc); err != nil {
			continue
		}
		program := filepath.Join(dir, cc)
		if out, err := exec.Command(cc, "-g", "-fsanitize=undefined", "-fno-sanitize-recover=integer-divide-by-zero", file, b, "-o", program).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s\n%s", cc, err, out, text)
			continue
		}
		if out, err := exec.Command(program).CombinedOutput(); err == nil || !strings.Contains(string(out), "division by zero") {
			t.Errorf("%s: %v\n%s\n%s", cc, err, out, text)
		}
	}
}

// The command names all files from the same folder.
func TestFilesInFolders(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a := write("main.c", `int get(void); int main(void) { return 1 / get(); }`)
	b := write("get.c", `int get(void) { return 0; }`)
	r, err := whet.Verify(t.Context(), whet.Files(a, b), whet.Options{Checks: []string{"division"}})
	if err != nil || r.Verdict != whet.Unsafe {
		t.Fatal(r, err)
	}
	var out bytes.Buffer
	if err := harness.Write(&out, r.Program, r.Outcome.Replay); err != nil {
		t.Fatal(err)
	}
	if command := " " + filepath.ToSlash(a) + " " + filepath.ToSlash(b) + " harness.c -o repro"; !strings.Contains(out.String(), command) {
		t.Errorf("not %s:\n%s", command, out.String())
	}
}
