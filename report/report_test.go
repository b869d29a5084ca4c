package report

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/difftest"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := difftest.Text(string(want), string(got)); d != "" {
		t.Errorf("%s (-want +got):\n%s", name, d)
	}
}

// ticks is the program of the golden tests, and build its automata, line by line as a
// lowering would make them.
const ticks = `extern int read(void);
static int step(int n) {
	int r = read();
	return n + r;
}
int main(void) {
	int i, sum = 0;
	for (i = 0; i < 37; i++) {
		sum = step(sum);
	}
	if (sum == 36)
		reach_error();
	return 0;
}
`

func build() *cfa.Program {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	p.Unit = &lang.Unit{Files: map[string][]byte{"ticks.c": []byte(ticks)}}
	word := cfa.Range{Bits: 32, Signed: true}
	at := func(line, col int) lang.Pos { return lang.Pos{File: "ticks.c", Line: line, Col: col} }
	c := func(n int64) cfa.Expr { return &cfa.Const{Val: num.Of(n)} }
	bin := func(op cfa.BinOp, x, y cfa.Expr) cfa.Expr { return &cfa.Binary{Op: op, X: x, Y: y} }
	wrap := func(x cfa.Expr) cfa.Expr { return &cfa.Wrap{Bits: 32, Signed: true, X: x} }
	// chain adds edges one behind the other from a location to another.
	chain := func(from, to *cfa.Loc, ops ...any) {
		for i := 0; i < len(ops); i += 2 {
			next := to
			pos := at(ops[i].(int), 2)
			if i+2 < len(ops) {
				next = p.NewLoc(from.Proc, pos)
			}
			p.NewEdge(from, next, ops[i+1].(cfa.Op), pos)
			from = next
		}
	}

	start := p.NewProc("start")
	p.Start = start
	step := p.NewProc("step")
	n := p.NewVar(step, "n", cfa.ParamVar, word)
	res := p.NewVar(step, "result", cfa.ResultVar, word)
	r := p.NewVar(step, "r", cfa.LocalVar, word)
	in := &cfa.Input{Kind: cfa.External, Name: "read", Range: word, Pos: at(3, 10), CType: "int"}
	chain(step.Entry, step.Exit,
		3, &cfa.Havoc{LHS: r, From: in},
		4, &cfa.Assign{LHS: res, RHS: wrap(bin(cfa.Add, n, r))})

	main := p.NewProc("main")
	i := p.NewVar(main, "i", cfa.LocalVar, word)
	sum := p.NewVar(main, "sum", cfa.LocalVar, word)
	t := p.NewVar(main, "main::t1", cfa.TempVar, word)
	head := p.NewLoc(main, at(8, 2))
	after := p.NewLoc(main, at(11, 2))
	bad := p.NewLoc(main, at(12, 3))
	bad.Error = &cfa.Property{Kind: "reach_error", Pos: at(12, 3), Func: "main"}
	p.Errors = append(p.Errors, bad)
	chain(main.Entry, head, 7, &cfa.Assign{LHS: sum, RHS: c(0)}, 8, &cfa.Assign{LHS: i, RHS: c(0)})
	chain(head, head,
		8, &cfa.Assume{Cond: bin(cfa.Lt, i, c(37))},
		9, &cfa.Call{Callee: step, Args: []cfa.Expr{sum}, Results: []*cfa.Var{t}},
		9, &cfa.Assign{LHS: sum, RHS: t},
		8, &cfa.Assign{LHS: i, RHS: wrap(bin(cfa.Add, i, c(1)))})
	chain(head, after, 8, &cfa.Assume{Cond: bin(cfa.Ge, i, c(37))})
	chain(after, bad, 11, &cfa.Assume{Cond: bin(cfa.Eq, sum, c(36))})
	chain(after, main.Exit, 11, &cfa.Assume{Cond: bin(cfa.Ne, sum, c(36))})
	p.NewEdge(start.Entry, start.Exit, &cfa.Call{Callee: main}, at(6, 5))
	p.Notes = []lang.Note{
		{Pos: at(1, 1), What: "external function read", Done: "returns any value of its type"},
		{Pos: at(9, 1), What: "floating point", Done: "any value"},
		{Pos: at(10, 1), What: "floating point", Done: "any value"},
	}
	p.Finish()
	return p
}

var task = Task{File: "ticks.c", Entry: "main", Engine: "value", Arith: "machine", DataModel: "lp64"}

func unsafeResult(t *testing.T) *Result {
	p := build()
	n := 0
	out := interp.Run(context.Background(), p, interp.Func(func(q interp.Query) (num.Int, bool) {
		n++
		return num.OfBool(n > 1), true
	}), interp.Options{Trace: true, Check: true})
	if out.Kind != interp.ErrorFound {
		t.Fatalf("the run ended with %v (%s)", out.Kind, out.Reason)
	}
	return New(task, p, &refine.Outcome{Verdict: refine.Unsafe, Path: out.Path, Replay: out,
		Stats: refine.Stats{Refinements: 3, States: 1234, Replays: 2}})
}

func safeResult() *Result {
	p := build()
	g := &mc.Graph{Program: p}
	for _, q := range p.Procs {
		g.Activations = append(g.Activations, &mc.Activation{Proc: q})
	}
	return New(task, p, &refine.Outcome{Verdict: refine.Safe, Graph: g, Claims: refine.GraphClaims(g),
		Stats: refine.Stats{Refinements: 1, States: 40, Covered: 3},
		Precision: []refine.Kept{
			{Proc: "main", Pos: lang.Pos{File: "ticks.c", Line: 8}, What: []string{"i", "sum"}},
			{Proc: "main", What: []string{"sum"}},
			{Proc: "step", What: []string{"r"}},
		}})
}

func unknownResult() *Result {
	r := New(task, build(), &refine.Outcome{Reason: "cancelled", Stats: refine.Stats{States: 1, Refinements: 1}})
	r.Cause, r.Reason = OutOfTime, "out of time: 1m0s of CPU time used"
	Advise(r)
	return r
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		name string
		r    *Result
		st   Style
	}{
		{"unsafe", unsafeResult(t), Style{}},
		{"unsafe.color", unsafeResult(t), Style{Color: true, Width: 70}},
		{"unsafe.narrow", unsafeResult(t), Style{Width: 40}},
		{"safe", safeResult(), Style{}},
		{"safe.stats", safeResult(), Style{Stats: true}},
		{"unknown", unknownResult(), Style{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := Text(&b, c.r, c.st); err != nil {
				t.Fatal(err)
			}
			golden(t, c.name+".txt", b.Bytes())
			lines := strings.Split(strings.TrimSpace(b.String()), "\n")
			if last := lines[len(lines)-1]; last != VerdictLine(c.r) {
				t.Errorf("the last line is %q", last)
			}
		})
	}
}

func TestJSON(t *testing.T) {
	for name, r := range map[string]*Result{"unsafe": unsafeResult(t), "safe": safeResult(), "unknown": unknownResult()} {
		var b bytes.Buffer
		if err := JSON(&b, r); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".json", b.Bytes())
	}
}

// A verdict needs more than the engine's word.
func TestUnsafeNeedsARun(t *testing.T) {
	p := build()
	for name, out := range map[string]*refine.Outcome{
		"no replay":            {Verdict: refine.Unsafe},
		"a replay that exits":  {Verdict: refine.Unsafe, Replay: &interp.Outcome{Kind: interp.Exited}},
		"a place not modelled": {Verdict: refine.Unsafe, Replay: &interp.Outcome{Kind: interp.ErrorFound, Error: &cfa.Property{Kind: "unsupported", Unsupported: true}}},
	} {
		if r := New(task, p, out); r.Verdict != Unknown || r.Reason == "" {
			t.Errorf("%s: %s (%s)", name, r.Verdict, r.Reason)
		}
	}
}

func TestNotes(t *testing.T) {
	at := lang.Pos{File: "a.c", Line: 3, Col: 1}
	r := &Result{Task: Task{File: "a.c"}}
	var notes []lang.Note
	for _, f := range []string{"f", "g", "h", "g"} {
		notes = append(notes, lang.Note{Pos: at, What: "external function " + f, Done: "any value"})
	}
	notes = append(notes, lang.Note{Pos: at, What: "inline assembly", Done: "its outputs take any value"})
	r.Notes = groupNotes(notes)
	var b bytes.Buffer
	if err := Text(&b, r, Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"  3 external functions: f, g, h — any value\n",
		"  inline assembly, line 3 — its outputs take any value\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &b)
		}
	}
}

func TestProblems(t *testing.T) {
	got := Problems([]Problem{
		{Pos: lang.Pos{File: "a.c", Line: 7, Col: 3}, Msg: "no such name: x", Line: "\t\tx = 1;\x1b[2J", Hint: "declare it"},
		{Pos: lang.Pos{File: "a.c", Line: 9, Col: 500}, Msg: "a line that is too long", Line: strings.Repeat("y", 499) + "z" + strings.Repeat("y", 400)},
		{Msg: "a thing with no place"},
	}, Style{})
	golden(t, "problems.txt", []byte(got))
	if strings.Contains(got, "\x1b") {
		t.Error("a control character of the source got through")
	}
}

func TestPlural(t *testing.T) {
	for _, c := range []struct {
		n    int
		noun string
		want string
	}{
		{1, "state", "1 state"}, {2, "state", "2 states"}, {0, "entry", "0 entries"}, {1234567, "box", "1,234,567 boxes"},
		{3, "function without a body", "3 functions without a body"}, {2, "array", "2 arrays"}, {-1234, "x", "-1,234 xes"},
	} {
		if got := plural(c.n, c.noun); got != c.want {
			t.Errorf("plural(%d, %q) = %q", c.n, c.noun, got)
		}
	}
}
