package lang

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadProperty(t *testing.T) {
	for _, test := range []struct{ text, entry, says string }{
		{"CHECK( init(main()), LTL(G ! call(reach_error())) )\n", "main", ""},
		{"# comment\n\nCHECK( init(start()), LTL(G ! call(__VERIFIER_error())) )\r\n", "start", ""},
		{"CHECK(init(main()),LTL(G!label(ERROR)))", "main", ""},
		{"CHECK( init(main()), LTL(G ! overflow) )\n", "", "p.prp:1:1: the property G ! overflow is not checked"},
		{"\nCHECK( init(main()), LTL(G ! call(other())) )\n", "", "p.prp:2:1: the property"},
		{"CHECK( init(main()), LTL(F end) )\n", "", "F end is not checked"},
		{"CHECK( init(a()), LTL(G ! call(reach_error())) )\nCHECK( init(b()), LTL(G ! call(reach_error())) )\n", "", "starts in b"},
		{"reach_error", "", "p.prp:1:1: this is no property"},
		{"", "", "p.prp: "},
		{"# nothing\n", "", "the property file is empty"},
		{"a\x00b", "", "p.prp"},
	} {
		path := filepath.Join(t.TempDir(), "p.prp")
		if err := os.WriteFile(path, []byte(test.text), 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := ReadProperty(path)
		switch {
		case test.says == "" && (err != nil || p.Entry != test.entry):
			t.Errorf("%q: %+v, %v", test.text, p, err)
		case test.says != "" && (err == nil || !strings.Contains(err.Error(), test.says)):
			t.Errorf("%q: %v, not %q", test.text, err, test.says)
		}
	}
	if _, err := ReadProperty(filepath.Join(t.TempDir(), "none.prp")); err == nil {
		t.Error("a file that is not there is read")
	}
}
