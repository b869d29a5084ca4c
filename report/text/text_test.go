package text

import (
	"bytes"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/difftest"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/facts"
	"github.com/whet-mc/whet/report/reporttest"
	"github.com/whet-mc/whet/report/source"
	"github.com/whet-mc/whet/report/trace"
	"github.com/whet-mc/whet/rule"
)

func value() refine.Options {
	return refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		name string
		r    *report.Result
		st   Style
	}{
		{"unsafe", reporttest.Unsafe(t), Style{}},
		{"unsafe.color", reporttest.Unsafe(t), Style{Color: true, Width: 70}},
		{"unsafe.narrow", reporttest.Unsafe(t), Style{Width: 40}},
		{"safe", reporttest.Safe(), Style{}},
		{"safe.stats", reporttest.Safe(), Style{Stats: true}},
		{"unknown", reporttest.Unknown(), Style{}},
		{"several", reporttest.Several(t, reporttest.Failing, value(), 200_000), Style{}},
		{"several.open", reporttest.Several(t, strings.Replace(reporttest.Failing, "x == 7777", "0", 1), value(), 200_000).Each()[1], Style{Verbose: true}},
		{"nothing", reporttest.Several(t, "int main(void) { return 0; }", value(), 200_000), Style{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := Write(&b, c.r, c.st); err != nil {
				t.Fatal(err)
			}
			reporttest.Golden(t, c.name+".txt", b.Bytes())
			lines := strings.Split(strings.TrimSpace(b.String()), "\n")
			if last := lines[len(lines)-1]; last != (&printer{}).verdict(c.r) {
				t.Errorf("the last line is %q", last)
			}
		})
	}
}

func TestProblems(t *testing.T) {
	got := Problems([]Problem{
		{Pos: lang.Pos{File: "a.c", Line: 7, Col: 3}, Msg: "no such name: x", Line: "\t\tx = 1;\x1b[2J", Hint: "declare it"},
		{Pos: lang.Pos{File: "a.c", Line: 9, Col: 500}, Msg: "a line that is too long", Line: strings.Repeat("y", 499) + "z" + strings.Repeat("y", 400)},
		{Msg: "a thing with no place"},
	}, 0, Style{})
	reporttest.Golden(t, "problems.txt", []byte(got))
	// Those that are not listed are counted once, with those that the reader itself has left out.
	many := Problems(make([]Problem, 20), 5, Style{})
	if strings.Count(many, "error:") != 10 || !strings.HasSuffix(many, "\n… and 15 more errors\n") {
		t.Errorf("%s", many)
	}
	if strings.Contains(got, "\x1b") {
		t.Error("a control character of the source got through")
	}
}

// The text leaves out what is too long, and says so.
func TestInvariantsText(t *testing.T) {
	r := reporttest.WithInvariants()
	r.Files = source.Files{"t.c": []byte("\n  while (i < n)\n")}
	show := func(st Style) string {
		var b bytes.Buffer
		if err := Write(&b, r, st); err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(b.String(), "Invariants:\n")
		return text
	}
	want := `  loop in f, line 2
    2 │ while (i < n)
      n == \old(n) && (
        i <= 3 && a[1] == 9
     || n + 4 <= 2*i)

VERDICT: safe
`
	if d := difftest.Text(want, show(Style{Stats: true, Verbose: true})); d != "" {
		t.Error(d)
	}
	if text := show(Style{Stats: true}) + show(Style{Verbose: true}); text != "" {
		t.Errorf("printed without being asked for:\n%s", text)
	}
	var many []string
	for k := range 20 {
		many = append(many, "a >= 0; i = "+num.Of(int64(3*k)).String())
	}
	r.Invariants = reporttest.Invariants(true, many...)
	if text := show(Style{Stats: true, Verbose: true}); !strings.Contains(text, "a[1] >= 0 && (\n        i == 0\n") ||
		!strings.Contains(text, "|| 14 more cases)") || strings.Contains(text, "i == 18") {
		t.Error(text)
	}
	for range 40 {
		r.Invariants.Locations = append(r.Invariants.Locations, r.Invariants.Locations[0])
	}
	if text := show(Style{Stats: true, Verbose: true}); strings.Count(text, "loop in f") != mostPlaces ||
		!strings.Contains(text, "(17 locations left out; --format json has all)") {
		t.Error(text)
	}
}

func TestRuns(t *testing.T) {
	in := []string{"i", "a[1]", "a[2]", "a[3]", "a[7]", "a[8]", "b[9]", "s.len", "c[k]", "d[0]", "d[1]", "d[2]", "d[3]"}
	want := []string{"i", "a[1…3]", "a[7]", "a[8]", "b[9]", "s.len", "c[k]", "d[0…3]"}
	if d := difftest.Values(want, runs(in)); d != "" {
		t.Error(d)
	}
}

func TestObjects(t *testing.T) {
	mem := &cfa.Array{Name: "mem0(int)", Region: true, Objects: []cfa.Object{{Name: "a", Base: num.Of(64), Size: 12}}}
	p := &cfa.Program{Arrays: []*cfa.Array{mem, {Name: "b"}}}
	in := []string{"i", "mem0(int)[64]", "mem0(int)[72]", "mem0(int)[76]", "b[64]"}
	want := []string{"i", "a", "a+8", "mem0(int)[76]", "b[64]"}
	if d := difftest.Values(want, objects(p, in)); d != "" {
		t.Error(d)
	}
}

// Values, too, have invariants.
func TestLoopFacts(t *testing.T) {
	r := reporttest.Verify(t, reporttest.Nondet+`int main(void) {
	int locked = 0;
	while (nondet()) {
		if (locked) reach_error();
		locked = 1;
		if (nondet()) { int locked = 5; locked++; }
		locked = 0;
	}
	return 0;
}`, refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})})
	facts := facts.LoopFacts(t.Context(), r.Outcome)
	if len(facts) != 1 || facts[0].Pos.Line != 4 || strings.Join(facts[0].Cases, "|") != "locked@3 == 0" {
		t.Errorf("%+v", facts)
	}
	r.Loops = facts
	var b strings.Builder
	if err := Write(&b, r, Style{Loops: true}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "  loop in main, line 4\n    4 │ while (nondet()) {\n      locked@3 == 0\n") {
		t.Error(b.String())
	}
}

// What is open of one expression is one line, with the names of the rules; what has a reason of its own is not put
// together with anything.
func TestOpenTogether(t *testing.T) {
	at := func(line, col int, kind, text string) report.Checked {
		return report.Checked{Property: trace.Property{Kind: kind, Text: text, Func: "f", Pos: lang.Pos{File: "a.c", Line: line, Col: col}}, Status: report.Open}
	}
	r := &report.Result{Verdict: report.Unknown, Reason: "out of time", Task: report.Task{File: "a.c"}, Checked: []report.Checked{
		at(3, 4, rule.OutOfBounds, "p->next"), at(3, 4, rule.NullAccess, "p->next"), at(3, 9, rule.NullAccess, "q->next"),
		at(4, 1, rule.NullAccess, "p->next"), at(4, 2, "assertion", "x > 0"), at(4, 2, "assertion", "x > 0"),
	}}
	r.Checked = append(r.Checked, at(3, 4, rule.Uninitialised, "p->next"))
	r.Checked[6].Reason = "of its own"
	r.Checked = append(r.Checked, at(9, 1, rule.Leak, ""), at(9, 1, rule.Cleanup, ""))
	var b bytes.Buffer
	if err := Write(&b, r, Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"open: 9 places", "line 9  unknown      no memory leak in f\n", "unknown      bounds, null: p->next in f\n", "unknown      no use of a null pointer: q->next in f\n",
		"line 4  unknown      no use of a null pointer: p->next in f\n", "initialized: p->next in f: of its own\n",
	} {
		if strings.Count(b.String(), want) != 1 {
			t.Errorf("%q is not there once:\n%s", want, b.String())
		}
	}
	if strings.Count(b.String(), "assertion x > 0 in f") != 2 {
		t.Errorf("assertions are put together:\n%s", b.String())
	}
}

// Of a run without a verdict an explanation says what each engine did, how far that came, and which loops
// were entered.
func TestFar(t *testing.T) {
	r := reporttest.Unknown()
	r.Engines = []report.Attempt{
		{Engine: "value", Rounds: 2, Refinements: 3, States: 4000},
		{Engine: "bmc", Rounds: 1, SoFar: "no error within 9 rounds of each loop", Observed: true},
	}
	p := reporttest.Program()
	r.Outcome = &refine.Outcome{Coverage: &refine.Coverage{Program: p, States: make([]int, len(p.Locs))}}
	r.Precision = []report.Scope{{What: []string{"n", "k"}}}
	var far, brief bytes.Buffer
	r.Hints = []string{"whet explain, to see how far it came"}
	Write(&far, r, Style{Far: true}) //nolint:errcheck // they write to memory
	Write(&brief, r, Style{})        //nolint:errcheck
	for _, want := range []string{
		"2 turns, 3 refinements, 4,000 states: did not finish\n", "1 turn: did not finish; no error within 9 rounds of each loop\n",
		"The iterations above are those of bmc.", ": not reached\n", "Kept in the end:\n  k, n\n",
	} {
		if !strings.Contains(far.String(), want) {
			t.Errorf("%q is not in:\n%s", want, far.String())
		}
	}
	if strings.Contains(far.String(), "whet explain") {
		t.Errorf("it leads to itself:\n%s", far.String())
	}
	for _, want := range []string{"try: whet explain, ", "tried: bmc: did not finish; no error within 9 rounds of each loop\n", "tried: value: did not finish\n"} {
		if !strings.Contains(brief.String(), want) {
			t.Errorf("%q is not in:\n%s", want, brief.String())
		}
	}
}

// What a library function is called wrongly with fails at the call, which is no caller of itself.
func TestLibraryStack(t *testing.T) {
	at := func(line int) lang.Pos { return lang.Pos{File: "a.c", Line: line, Col: 2} }
	r := &report.Result{Verdict: report.Unsafe, Task: report.Task{File: "a.c"},
		Property: &trace.Property{Kind: rule.LibraryContract, Text: "memcpy(a, b, n)", Func: "f", Pos: at(4)},
		Stack:    []report.Frame{{Func: "memcpy", Pos: at(4)}, {Func: "f", Pos: at(4)}, {Func: "main", Pos: at(9)}},
	}
	if text := Failure(r); strings.Contains(text, "called from f") || !strings.Contains(text, "called from main, line 9") {
		t.Error(text)
	}
	// A function that calls itself in the line that fails.
	r.Property = &trace.Property{Kind: rule.DivisionByZero, Text: "f(n - 1) / n", Func: "f", Pos: at(4)}
	r.Stack[0].Func = "f"
	if text := Failure(r); !strings.Contains(text, "called from f, line 4") {
		t.Error(text)
	}
}
