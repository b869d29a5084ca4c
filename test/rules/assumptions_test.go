package rules_test

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
)

// An assumption is checked, chosen by the user, or makes a verdict unknown; what is left is the axioms
// about the environment. These tests go over the axioms, over what can be chosen, over the places that
// make notes in cfa/lower, and over the tables of SOUNDNESS.md.

func verified(t *testing.T, src string, o whet.Options) *report.Result {
	t.Helper()
	o.Timeout = 20 * time.Second
	r, err := whet.Verify(context.Background(), whet.Text("t.c", []byte(src)), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const simple = "int main(void) { int x = 3; return 6 / x; }"

// axioms has for each axiom a program that relies on it, and one that does not; "": each does.
var axioms = map[string][2]string{
	"compiler": {simple, ""},
	"stack":    {"int f(int n) { return n > 0 ? f(n - 1) : 0; } int main(void) { return 6 / (f(3) + 1); }", simple},
	"layout":   {"int main(void) { int x = 3; unsigned long a = (unsigned long)&x; return a == 0 ? 1 : 6 / x; }", simple},
	"outside":  {"#include <stdio.h>\nint main(void) { int x = 3; puts(\"a\"); return 6 / x; }", simple},
	"alone":    {"int g = 3; int main(void) { return 6 / g; }", simple},
	"driver": {`struct ops { int (*open)(int); };
		extern void enroll(struct ops *);
		static int my_open(int n) { return 6 / (n | 1); }
		static struct ops ops = { my_open };
		int main(void) { enroll(&ops); return my_open(2); }`, simple},
}

func TestAxioms(t *testing.T) {
	relies := func(src, name string) bool {
		r := verified(t, src, whet.Options{})
		if r.Verdict != whet.Safe {
			t.Errorf("%s: %s (%s): %s", name, r.Verdict, r.Reason, src)
		}
		return slices.ContainsFunc(r.Relies, func(g report.NoteGroup) bool { return g.Name == name })
	}
	list := lang.Axioms()
	if len(list) > 6 {
		t.Errorf("%d axioms, more than a person can keep in mind", len(list))
	}
	for _, a := range list {
		if !relies(axioms[a.Name][0], a.Name) {
			t.Errorf("%s is not among what the program relies on", a.Name)
		}
		if src := axioms[a.Name][1]; src != "" && relies(src, a.Name) {
			t.Errorf("%s is among what a program relies on that does not", a.Name)
		}
	}
	var names []string
	for _, row := range soundnessTable(t, "The axioms") {
		names = append(names, strings.Trim(row[0], "`"))
		if i := slices.IndexFunc(list, func(a lang.Axiom) bool { return "`"+a.Name+"`" == row[0] }); i < 0 || list[i].Text != row[1] {
			t.Errorf("SOUNDNESS.md says of %s: %s", row[0], row[1])
		}
	}
	if len(names) != len(list) {
		t.Errorf("SOUNDNESS.md has the axioms %v", names)
	}
}

// chosen has a run for each name that can stand on the line of a verdict.
var chosen = map[string]struct {
	src string
	o   whet.Options
}{
	"defined-behaviour": {"int main(void) { int x = 3; if (x != 3) __VERIFIER_error(); return 6 / x; }", whet.Options{Checks: []string{"none"}}},
	"malloc-succeeds":   {"#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 3; int x = *p; free(p); return 6 / x; }", whet.Options{MallocSucceeds: true}},
	"arith=int":         {simple, whet.Options{Arith: "int"}},
	"arith=real":        {simple, whet.Options{Arith: "real"}},
	"rounds=1000":       {"int main(void) { int k = 0; for (int i = 0; i < 3; i++) k++; return 6 / (k + 1); }", whet.Options{Rounds: 1000}},
	"no-check":          {simple, whet.Options{NoCheck: true}},
	"assume":            {"int f(void); int main(void) { int x = f(); //@ assume x > 0;\n return 6 / x; }", whet.Options{}},
	"requires":          {"/*@ requires x > 0; */ int f(int x) { return 6 / x; }", whet.Options{Entry: "f"}},
	"contracts": {"/*@ requires \\valid(a); assigns *a; ensures *a == 3; */ void three(int *a); int main(void) { int x = 0; three(&x); return 6 / x; }",
		whet.Options{Contracts: []string{"all"}}},
	"contradictory-requires": {"/*@ requires x > 0 && x < 0; */ int f(int x) { return 6 / x; }", whet.Options{Entry: "f"}},
	"no-member-bounds":       {"struct pair { int a, b; }; int main(void) { struct pair p = {1, 2}; int *q = &p.a; q++; *q = 3; return 6 / p.b; }", whet.Options{NoMemberBounds: true}},
	"inputs":                 {"int f(int *p) { return p ? 6 / (*p | 1) : 0; }", whet.Options{Entry: "f"}},
}

func TestChosen(t *testing.T) {
	for name, c := range chosen {
		r := verified(t, c.src, c.o)
		if r.Verdict != whet.Safe || !slices.Contains(r.Assuming(), name) || !strings.Contains(r.VerdictLine(), name) {
			t.Errorf("%s: VERDICT: %s (%s)", name, r.VerdictLine(), r.Reason)
		}
	}
	if r := verified(t, simple, whet.Options{}); r.VerdictLine() != "safe" {
		t.Errorf("nothing is chosen, but the verdict is %s", r.VerdictLine())
	}
	for _, row := range soundnessTable(t, "What a user can choose") {
		for _, name := range strings.Split(row[0], ", ") {
			if _, ok := chosen[strings.Trim(name, "`")]; !ok && name != "`flags`" { // of a build: TestScript/build
				t.Errorf("no run shows %s", name)
			}
		}
	}
}

// overApproximations are all that notes of cfa/lower may say is done in place of what the program
// does: each has at least the runs of the program, or ends those that it does not have as not modelled.
var overApproximations = []string{
	"any value", "any result that its contract allows", "returns any value of its type",
	"returns any value of its type, and initializes what its arguments point to", // axiom outside
	"may be missing or not", "C takes its result for an int",
	"any value of its type", "any value that the contract allows", "its outputs, and memory that it is given, take any value", "its outputs take any value",
	"no effect on variables", // inline assembly without outputs: axiom outside
	"it does nothing",        // an error function without a body where assertions are not asked for: axiom outside
	"not modelled: nothing is claimed of runs that pass it",
	"any value, where it leads to an object that the analysis does not know of",
}

// TestLoweringNotes compares what notes of cfa/lower say with the list.
func TestLoweringNotes(t *testing.T) {
	files, err := filepath.Glob("../../cfa/lower/*.go")
	if err != nil {
		t.Fatal(err)
	}
	places := 0
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, f, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(x ast.Node) bool {
			call, ok := x.(*ast.CallExpr)
			if !ok {
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || sel.Sel.Name != "note" && sel.Sel.Name != "noteOnce" || len(call.Args) != 3 {
				return true
			}
			places++
			lit, ok := call.Args[2].(*ast.BasicLit)
			if !ok {
				t.Errorf("%s: the note does not say by a literal what is done", set.Position(call.Pos()))
				return true
			}
			if done, err := strconv.Unquote(lit.Value); err != nil || !slices.Contains(overApproximations, done) {
				t.Errorf("%s: a note says %s, which is not in the list of over-approximations", set.Position(call.Pos()), lit.Value)
			}
			return true
		})
	}
	if places < 10 {
		t.Errorf("only %d notes found", places)
	}
}

// soundnessTable are the rows of the table below a heading of SOUNDNESS.md.
func soundnessTable(t *testing.T, heading string) [][]string {
	t.Helper()
	b, err := os.ReadFile("../../SOUNDNESS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(b), "\n### "+heading+"\n")
	if !ok {
		t.Fatalf("SOUNDNESS.md has no heading %q", heading)
	}
	text, _, _ = strings.Cut(text, "\n#")
	var rows [][]string
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		var row []string
		for _, cell := range strings.Split(strings.Trim(line, "|"), "|") {
			row = append(row, strings.TrimSpace(cell))
		}
		rows = append(rows, row)
	}
	if len(rows) < 3 {
		t.Fatalf("no table below %q", heading)
	}
	return rows[2:]
}
