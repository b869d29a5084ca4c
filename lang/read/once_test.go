package read

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A header with #pragma once is read once, also where it comes by different ways, or not from the
// top; one without is read each time.
func TestPragmaOnce(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"once.h":   "#pragma once\nenum { A = 1 };\n",
		"other.h":  "#include \"once.h\"\n#define OTHER 1\n",
		"always.h": "enum { B = 2 };\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	load := func(text string) error {
		_, err := LoadBytes("main.c", []byte(text), Options{Include: []string{dir}})
		return err
	}
	if err := load("#include \"once.h\"\n#include \"other.h\"\n#include <once.h>\n#define TWICE(x) x\nint main(void) { return TWICE(A) + OTHER; }\n"); err != nil {
		t.Error(err)
	}
	if err := load("#include \"always.h\"\n#include \"always.h\"\nint main(void) { return B; }\n"); err == nil || !strings.Contains(err.Error(), "B is declared twice") {
		t.Errorf("a header without the pragma: %v", err)
	}
}
