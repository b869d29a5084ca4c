package html

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/explain"
	"github.com/whet-mc/whet/report/facts"
	"github.com/whet-mc/whet/report/trace"
)

// verify runs an engine on a program, as the command does where a page is asked for.
func verify(t testing.TB, name, src, engine string) *report.Result {
	t.Helper()
	u, err := read.LoadBytes(name, []byte(src), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Arith: cfa.Int})
	if err != nil {
		t.Fatal(err)
	}
	h := explain.NewHistory()
	o := refine.Options{Engine: engines.Must(engine, engines.Options{Selection: true}), Observe: h.Add, Brief: true}
	ctx := t.Context()
	if engine == "value-full" { // it would go on for ever
		o.NoTests = true
		var stop context.CancelFunc
		ctx, stop = effort.Limit(ctx, 20_000)
		defer stop()
	}
	out := refine.Run(ctx, p, o)
	r := report.New(report.Task{File: name, Entry: "main", Engine: engine, Arith: "int", DataModel: "lp64"}, p, out)
	r.Invariants = facts.New(t.Context(), out)
	r.History = h
	report.Advise(r)
	return r
}

func write(t testing.TB, r *report.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const (
	counter = `extern int nondet(void);
extern void reach_error(void);
int total;
static int step(int by) {
	total += by;
	return total / 2;
}
int main(void) {
	int half = 0, unused = 7;
	for (int i = 0; i < 5; i++) {
		half = step(nondet());
		unused++;
	}
	if (total == 9 && half == 4)
		reach_error();
	return 0;
}
`
	bounded = `extern int nondet(void);
extern void reach_error(void);
int main(void) {
	int x = 0, y = 0;
	while (nondet()) {
		x++;
		y += 2;
	}
	if (y != 2 * x)
		reach_error();
	return 0;
}
`
	hostile = "extern int nondet(void);\nextern void reach_error(void);\n" +
		"// </script><script>alert(1)</script> <!-- ]]> \x1b[31m \u202e {{.R}} \xff\n" +
		"int main(void) {\n" +
		"\tconst char *s = \"</style></script><img src=x onerror=alert(2)>\"; /* \" onclick='alert(3)' */\n" +
		"\tint x = nondet();\n" +
		"\tif (x == 3 && s != 0) { ERROR: reach_error(); } // </textarea></title>\n" +
		"\treturn 0;\n}\n"
)

func TestVerdicts(t *testing.T) {
	unsafe := write(t, verify(t, "counter.c", counter, "value"))
	for _, want := range []string{
		`<span class="badge">unsafe</span>`, "reach_error() is called in main", `class="pane steps"`, `id="data"`, `"k":"error"`,
		`aria-label="control-flow automaton of step"`, "class=\"ops call lit\"", "do not matter for the failure",
	} {
		if !strings.Contains(unsafe, want) {
			t.Errorf("unsafe: %q is missing", want)
		}
	}
	safe := write(t, verify(t, "bounded.c", bounded, "widening"))
	for _, want := range []string{
		`<span class="badge">safe</span>`, `<span class="tag">invariant</span>`, "2*x == y", "<h2>Refinements</h2>", "<h2>Loop invariants</h2>",
		`<span class="status safe"><b>✓ 1</b> holds</span>`, `class="seen"`, `class="aside"`,
	} {
		if !strings.Contains(safe, want) {
			t.Errorf("safe: %q is missing", want)
		}
	}
	if strings.Contains(safe, `class="pane steps"`) {
		t.Error("safe: there is a counterexample")
	}
	unknown := verify(t, "bounded.c", bounded, "value-full")
	unknown.Verdict, unknown.Cause, unknown.Reason, unknown.Hints = report.Unknown, report.OutOfTime, "out of time", []string{"a longer <b>--timeout</b>"}
	if page := write(t, unknown); !strings.Contains(page, `<div class="cause">out of time</div>`) || !strings.Contains(page, "a longer &lt;b&gt;<code>--timeout</code>") {
		t.Error("unknown: no reason, or no hint, or not escaped")
	}
	// What came back with nothing has a page, too.
	if page := write(t, report.New(report.Task{File: "a.c"}, nil, nil)); !strings.Contains(page, "The source is not at hand.") {
		t.Error("nothing: no page")
	}
}

// Nothing that a program says gets out of the place that it is shown at.
func TestHostile(t *testing.T) {
	page := write(t, verify(t, `"><script>alert(4)</script>.c`, hostile, "value"))
	if n := strings.Count(strings.ToLower(page), "</script"); n != 2 {
		t.Errorf("%d script elements end", n)
	}
	for _, bad := range []string{"<img", "onerror=alert(2)>\"", "</textarea>", "</title></", "\x1b", "\u202e", "\xff", "<script>alert", "&#39;alert(3)' "} {
		if strings.Contains(page, bad) {
			t.Errorf("%q got through", bad)
		}
	}
	if !strings.Contains(page, "&lt;/script&gt;&lt;script&gt;alert(1)") {
		t.Error("the comment is not shown as it is")
	}
	// Nothing is fetched.
	if at := regexp.MustCompile(`(?i)\b(src|href)\s*=\s*["']?\s*(https?:|//|data:)|@import|url\(`).FindString(page); at != "" {
		t.Errorf("the page refers to something outside: %q", at)
	}
}

func TestDeterministic(t *testing.T) {
	for name, c := range map[string][2]string{"unsafe": {counter, "value"}, "safe": {bounded, "widening"}} {
		if a, b := write(t, verify(t, "a.c", c[0], c[1])), write(t, verify(t, "a.c", c[0], c[1])); a != b {
			t.Errorf("%s: two runs have different pages", name)
		}
	}
}

// The page of a run that takes less than a clock can tell has the same parts as that of a long one.
func TestBriefRun(t *testing.T) {
	r := verify(t, "a.c", bounded, "widening")
	var sections []int
	for _, total := range []float64{0, 0.001, 20} {
		r.Timings = &report.Timings{Total: total}
		sections = append(sections, strings.Count(write(t, r), "<section"))
	}
	if sections[0] != sections[1] || sections[0] != sections[2] {
		t.Errorf("pages of runs of 0, 1 ms and 20 s have %v sections", sections)
	}
}

// A counterexample of many steps keeps its beginning and its end.
func TestLongPath(t *testing.T) {
	src := strings.Replace(bounded, "while (nondet())", "while (x < 3000)", 1)
	src = strings.Replace(src, "y != 2 * x", "x == 3000", 1)
	r := verify(t, "long.c", src, "value")
	m := r.Moments()
	gaps := 0
	for _, s := range m {
		if s.Kind == trace.GapStep {
			gaps++
			if s.Left < 1000 {
				t.Errorf("%d steps are left out", s.Left)
			}
		}
	}
	if gaps != 1 || len(m) > 2100 || m[0].Kind != trace.CallStep || m[len(m)-1].Kind != trace.ErrorStep {
		t.Errorf("%d moments, %d gaps", len(m), gaps)
	}
	if page := write(t, r); len(page) > 3<<20 {
		t.Errorf("the page has %d bytes", len(page))
	}
}

// Moments tell the same as a debugger would.
func TestMoments(t *testing.T) {
	var got []string
	for _, m := range verify(t, "counter.c", counter, "value").Moments() {
		line := string(m.Kind) + " " + m.Func
		for i, c := range m.Changes {
			line += "; " + c.What
			if m.Global[i] {
				line += " (global)"
			}
		}
		got = append(got, line)
		if len(got) == 8 {
			break
		}
	}
	want := []string{
		"call main", "line main; half; unused", "line main; i", "line main", "line main",
		"call step; by", "line step; total (global)", "line step; result",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// A procedure that is too large is not drawn.
func TestTooLarge(t *testing.T) {
	var b strings.Builder
	b.WriteString("extern int nondet(void); extern void reach_error(void);\nint main(void) {\n\tint x = nondet(), y = 0;\n")
	for range 300 {
		b.WriteString("\tif (x) y++; else y--;\n")
	}
	b.WriteString("\tif (y == 1) reach_error();\n\treturn 0;\n}\n")
	u, err := read.LoadBytes("a.c", []byte(b.String()), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := report.New(report.Task{File: "a.c", Entry: "main"}, p, nil)
	if page := write(t, r); !strings.Contains(page, "too large to be drawn") {
		t.Error("it is drawn")
	}
}

// Of a very long file what matters is shown.
func TestLongFile(t *testing.T) {
	src := strings.Repeat("extern int unused(void);\n", 9000) + counter + strings.Repeat("extern int unused(void);\n", 9000)
	r := verify(t, "long.c", src, "value")
	f := files(r, [][]trace.Moment{r.Moments()})[0]
	if len(f.Lines) > 200 || f.Lines[0].Left < 8000 || f.Lines[len(f.Lines)-1].Left < 8000 {
		t.Errorf("%d lines", len(f.Lines))
	}
	if page := write(t, r); !strings.Contains(page, "half = step(nondet());") {
		t.Error("the program is not shown")
	}
	// Where even what was explored is too much, the counterexample is shown, and nothing twice.
	known := map[int]*sourceLine{}
	for i := 1; i <= 50_000; i += 5 {
		known[i] = &sourceLine{Class: "seen", Path: i%1000 == 1}
	}
	n := 0
	for i, s := range shownLines(50_000, known) {
		if s {
			n++
		}
		if !s && known[i+1] != nil && known[i+1].Path {
			t.Fatalf("line %d of the counterexample is left out", i+1)
		}
	}
	if n == 0 || n > maxLines {
		t.Errorf("%d lines are shown", n)
	}
}

// Headers that are built in, and models of the library, are no files of the program.
func TestOwnFiles(t *testing.T) {
	r := verify(t, "own.c", "#include <stdio.h>\n#include <string.h>\nextern void reach_error(void);\n"+
		"int main(void) { if (strchr(\"abc\", 'b') && stdin) reach_error(); return 0; }\n", "value")
	list := files(r, [][]trace.Moment{r.Moments()})
	if len(list) != 1 || list[0].Name != "own.c" {
		t.Errorf("the files are %d: %+v", len(list), list)
	}
	for _, m := range r.Moments() {
		if m.Pos.File != "own.c" {
			t.Errorf("a step is at %v", m.Pos)
		}
	}
}
