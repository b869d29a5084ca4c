// This file makes results of all kinds from small programs.

package reporttest

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/internal/difftest"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/refine/properties"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/facts"
	"github.com/whet-mc/whet/rule"
)

var update = flag.Bool("update", false, "write the golden files anew")

func Golden(t *testing.T, name string, got []byte) {
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

// ticks is the program of the golden tests. Program builds its automata, line by line, as a lowering would.
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

func Program() *cfa.Program {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	p.Unit = &lang.Unit{Files: map[string][]byte{"ticks.c": []byte(ticks)}}
	word := cfa.Range{Bits: 32, Signed: true}
	at := func(line, col int) lang.Pos { return lang.Pos{File: "ticks.c", Line: line, Col: col} }
	c := func(n int64) cfa.Expr { return &cfa.Const{Val: num.Of(n)} }
	bin := func(op cfa.BinOp, x, y cfa.Expr) cfa.Expr { return &cfa.Binary{Op: op, X: x, Y: y} }
	wrap := func(x cfa.Expr) cfa.Expr { return &cfa.Wrap{Bits: 32, Signed: true, X: x} }
	// chain adds consecutive edges from one location to another.
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

var Task = report.Task{File: "ticks.c", Entry: "main", Engine: "value", Arith: "machine", DataModel: "lp64", Checks: []string{"assert"}}

func Unsafe(t *testing.T) *report.Result {
	p := Program()
	n := 0
	out := interp.Run(context.Background(), p, interp.Func(func(q interp.Query) (num.Int, bool) {
		n++
		return num.OfBool(n > 1), true
	}), interp.Options{Trace: true, Check: true})
	if out.Kind != interp.ErrorFound {
		t.Fatalf("the run ended with %v (%s)", out.Kind, out.Reason)
	}
	return report.New(Task, p, &refine.Outcome{Verdict: refine.Unsafe, Path: out.Path, Replay: out,
		Stats: refine.Stats{Refinements: 3, States: 1234, Replays: 2}})
}

func Safe() *report.Result {
	p := Program()
	g := &mc.Graph{Program: p}
	for _, q := range p.Procs {
		g.Activations = append(g.Activations, &mc.Activation{Proc: q})
	}
	main, step := &cfa.Proc{Name: "main"}, &cfa.Proc{Name: "step"}
	loop := &cfa.Loc{Proc: main, Pos: lang.Pos{File: "ticks.c", Line: 8}}
	return report.New(Task, p, &refine.Outcome{Verdict: refine.Safe, Graph: g, Claims: refine.GraphClaims(g),
		Stats: refine.Stats{Refinements: 1, States: 40, Covered: 3},
		Precision: []precision.Element{
			{Scope: precision.At(loop), Name: "i"}, {Scope: precision.At(loop), Name: "sum"},
			{Scope: precision.Scope{Proc: main}, Name: "sum"},
			{Scope: precision.Scope{Proc: step}, Name: "r"},
		}})
}

func Unknown() *report.Result {
	r := report.New(Task, Program(), &refine.Outcome{Reason: reason.New(reason.Interrupted, "cancelled"), Stats: refine.Stats{States: 1, Refinements: 1}})
	r.Because(reason.New(reason.Time, "out of time: 1m0s of CPU time used").Reached("--timeout 1m0s"))
	report.Advise(r)
	return r
}

// Verify runs an engine on a program.
func Verify(t *testing.T, src string, o refine.Options) *report.Result {
	return VerifyIn(t.Context(), t, src, o)
}

// Several verifies a program with several properties, array accesses among them. work is the budget for all engine
// runs together.
func Several(t *testing.T, src string, o refine.Options, work int64) *report.Result {
	t.Helper()
	u, err := read.LoadBytes("a.c", []byte(src), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Check: lower.Bounds})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := effort.Limit(t.Context(), work)
	defer stop()
	out := properties.Run(ctx, p, properties.Options{Engine: o, Prover: &certify.Prover{Program: p}, Work: work / 2})
	task := report.Task{File: "a.c", Entry: "main", Engine: o.Engine.Name(), Arith: "machine", DataModel: "lp64", Checks: []string{"assert", rule.OutOfBounds}}
	r := report.New(task, p, out)
	report.Advise(r)
	return r
}

// Failing is a program with three properties that fail, three that hold, and one that the engine value does not
// decide.
const Failing = Nondet + `
int a[4];
static int inverse(int x) {
	if (x == 0)
		reach_error();
	return 100 / x;
}
int main(void) {
	unsigned x = nondet(), y = nondet();
	int i, n = 0;
	for (i = 0; i < 4; i++) {
		a[i] = i;
		n += 2;
	}
	if (n != 8)
		reach_error();
	if (x == 7777)
		reach_error();
	if (x > 5 && x < 5)
		reach_error();
	if (y == 3)
		a[y + i - 2] = 0;
	return inverse(y - 1);
}
`

func VerifyIn(ctx context.Context, t *testing.T, src string, o refine.Options) *report.Result {
	t.Helper()
	u, err := read.LoadBytes("a.c", []byte(src), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Arith: cfa.Int})
	if err != nil {
		t.Fatal(err)
	}
	r := report.New(report.Task{File: "a.c", Entry: "main", Engine: o.Engine.Name(), Arith: "int", DataModel: "lp64", Checks: []string{"assert"}}, p, refine.Run(ctx, p, o))
	report.Advise(r)
	return r
}

const Nondet = "extern int nondet(void); extern void reach_error(void); extern void abort(void);\n"

// Invariants builds invariants from the cases at one loop of a function with the locals i and n and the cell a[1].
func Invariants(integers bool, cases ...string) *facts.Invariants {
	q := &cfa.Proc{ID: 0, Name: "f"}
	entry := &cfa.Loc{ID: 3, Proc: q}
	head := &cfa.Loc{ID: 4, Proc: q, LoopHead: true, Pos: lang.Pos{File: "t.c", Line: 2, Col: 3}}
	q.Entry, q.Exit = entry, &cfa.Loc{ID: 9, Proc: q}
	i, n := &cfa.Var{ID: 1, Name: "i", Proc: q}, &cfa.Var{ID: 2, Name: "n", Proc: q}
	r := invariants.Invariant{Loc: head, Integers: integers, Slots: []cells.Slot{
		{Var: i}, {Var: n}, {Arr: &cfa.Array{ID: 7, Name: "a"}, Idx: cells.Index{Num: num.Of(1)}}, {Var: n, Entry: true},
	}}
	for _, c := range cases {
		var cs []linear.Constraint
		for _, text := range strings.Split(c, "; ") {
			k, err := linear.Parse(text, []string{"i", "n", "a", "old"})
			if err != nil {
				panic(err)
			}
			cs = append(cs, k)
		}
		r.Cases = append(r.Cases, cs)
	}
	return facts.Of([]invariants.Invariant{r})
}

func WithInvariants() *report.Result {
	r := Safe()
	r.Invariants = Invariants(true, "i <= 3; a = 9; n = old", "2*i - n >= 4; n = old")
	return r
}
