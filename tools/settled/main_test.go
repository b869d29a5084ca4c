package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/settled"
)

// The explanation of an open check ends at the operation with which the fact is lost.
func TestExplain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.c")
	const text = `#include <stdio.h>
int main(void) {
	int a[10] = {0}, n = 0, m;
	if (scanf("%d", &m) != 1)
		return 1;
	n = m;
	return a[n];
}
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := read(program{files: []string{file}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	settled.Explain(p, 1, 4, func(l *cfa.Loc) bool { return l.Pos.Line == 7 }, &out)
	for _, want := range []string{`bounds "a[n]"`, "wanted: n", "over ", "main::m", "no way is known"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}
