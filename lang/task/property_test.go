package task

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
		{"CHECK( init(main()), LTL(G ! data-race) )\n", "", "p.prp:1:1: the property G ! data-race is not checked"},
		{"CHECK( init(main()), LTL(G valid-everything) )\n", "", "p.prp:1:1: the property G valid-everything is not checked"},
		{"CHECK( init(main()), LTL(G ! valid-free) )\n", "", "p.prp:1:1: the property G ! valid-free is not checked"},
		{"CHECK( init(main()), LTL(G no-overflow) )\n", "", "p.prp:1:1: the property G no-overflow is not checked"},
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

// TestPropertyAsks: a property file asks for what its lines name, each once.
func TestPropertyAsks(t *testing.T) {
	for _, test := range []struct {
		lines []string
		asks  string
	}{
		{[]string{"G ! call(reach_error())"}, "unreach-call"},
		{[]string{"G ! overflow"}, "no-overflow"},
		{[]string{"G valid-free", "G valid-deref", "G valid-memtrack"}, "valid-free valid-deref valid-memtrack"},
		{[]string{"G valid-memcleanup", "G valid-memcleanup"}, "valid-memcleanup"},
		{[]string{"G def-behavior", "G ! label(ERROR)"}, "def-behavior unreach-call"},
	} {
		text := ""
		for _, l := range test.lines {
			text += "CHECK( init(main()), LTL(" + l + ") )\n"
		}
		path := filepath.Join(t.TempDir(), "p.prp")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := ReadProperty(path)
		if err != nil || strings.Join(p.Asks, " ") != test.asks {
			t.Errorf("%q: %+v, %v", text, p, err)
		}
	}
}

// TestTaskExpects: of a task with several properties, the verdict expected of those that are asked
// for.
func TestTaskExpects(t *testing.T) {
	yes, no := true, false
	task := &Task{Properties: []Expectation{
		{Name: "unreach-call", Expected: &yes}, {Name: "valid-memsafety", Expected: &no}, {Name: "no-overflow"},
		{Name: "termination", Expected: &no},
	}}
	asks, others := task.Asks()
	if strings.Join(asks, " ") != "unreach-call valid-deref valid-free valid-memtrack no-overflow" || strings.Join(others, " ") != "termination" {
		t.Errorf("asks %v, others %v", asks, others)
	}
	for _, test := range []struct {
		asks string
		want *bool
	}{
		{"unreach-call", &yes}, {"unreach-call no-overflow", nil}, {"no-overflow valid-deref unreach-call", &no}, {"valid-memcleanup", nil},
	} {
		got := task.Expected(strings.Fields(test.asks))
		if (got == nil) != (test.want == nil) || got != nil && *got != *test.want {
			t.Errorf("%s: %v", test.asks, got)
		}
	}
}
