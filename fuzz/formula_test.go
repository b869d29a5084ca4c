package fuzz

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/smtlib"
	"github.com/whet-mc/whet/smt/solver"
)

// FuzzSMTLIB reads anything. The reader must not panic, and what it has read must be written such
// that it reads back as the same term.
func FuzzSMTLIB(f *testing.F) {
	for _, dir := range []string{"../testdata/smt/*.smt2", "../smt/smtlib/testdata/*.smt2"} {
		files, _ := filepath.Glob(dir)
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	f.Add([]byte("(declare-const x (_ BitVec 3))(assert (= ((_ repeat 2) x) ((_ rotate_left 5) (concat x x))))"))
	f.Add([]byte("(assert (let ((|a b| 1.50) (c #xaF)) (! (distinct |a b| (/ 1 3)) :named n)))(get-value ((_ bv3 2)))"))
	f.Fuzz(func(t *testing.T, script []byte) {
		ctx, cancel := effort.Limit(t.Context(), 3_000_000)
		defer cancel()
		k := &keeper{}
		in := smtlib.New(smtlib.Config{New: func(b *smt.Builder, o solver.Options) smtlib.Solver { return k }})
		in.Run(ctx, bytes.NewReader(script)) //nolint:errcheck // whatever it says
		if bytes.Contains(script, []byte("pop")) || bytes.Contains(script, []byte("reset")) || ctx.Err() != nil {
			return // what was asserted may have lost its declarations
		}
		for _, g := range k.asserted {
			var text strings.Builder
			if err := smt.Print(&text, g); err != nil {
				t.Fatal(err)
			}
			if text.Len() > 100_000 {
				continue
			}
			back, err := in.Term(text.String())
			if err != nil {
				t.Fatalf("%s\n%v", text.String(), err)
			}
			if back != g {
				t.Fatalf("%s\nis read as\n%v", text.String(), back)
			}
		}
	})
}

// keeper is a solver that only keeps what it is told.
type keeper struct{ asserted []*smt.Term }

func (k *keeper) Assert(f *smt.Term)                                              { k.asserted = append(k.asserted, f) }
func (*keeper) Push()                                                             {}
func (*keeper) Pop(int)                                                           {}
func (*keeper) Check(context.Context, ...*smt.Term) solver.Status                 { return solver.Unknown }
func (*keeper) Reason() error                                                     { return nil }
func (*keeper) Model() *smt.Model                                                 { return nil }
func (*keeper) Core() []*smt.Term                                                 { return nil }
func (*keeper) MinimalCore(context.Context) ([]*smt.Term, error)                  { return nil, nil }
func (*keeper) Proof() (*proof.Proof, error)                                      { return nil, nil }
func (*keeper) Interpolants(context.Context, ...[]*smt.Term) ([]*smt.Term, error) { return nil, nil }

// FuzzSolve compares the solver with trying all assignments: a formula, then a second one on top of
// it, then the first alone again. Models are evaluated by the formula's own meaning, proofs are
// checked.
func FuzzSolve(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		f.Add(noise(r))
	}
	f.Fuzz(solveOne)
}

// The fuzz target on some formulas, so that every test run sees more than its seeds.
func TestSolve(t *testing.T) {
	n := 1500
	if testing.Short() {
		n = 300
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range n {
		solveOne(t, noise(r))
	}
}

func noise(r *rand.Rand) []byte {
	data := make([]byte, 10+r.IntN(60))
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	return data
}

func solveOne(t *testing.T, data []byte) {
	first, rest := NewFormula(data)
	second, _ := NewFormula(rest)
	const most = 20_000
	var sat [2]bool
	if !Assignments(most, func(m *Assignment) bool {
		one := first.Eval(m) == 1
		sat[0] = sat[0] || one
		sat[1] = sat[1] || one && second.Eval(m) == 1
		return !sat[1]
	}, first, second) {
		return
	}
	script := fmt.Sprintf("%s(assert %v)\n(check-sat)\n(push 1)\n(assert %v)\n(check-sat)\n(pop 1)\n(check-sat)\n", Declarations, first, second)
	want := []bool{sat[0], sat[1], sat[0]}
	ctx := t.Context()
	var out bytes.Buffer
	var spy *witness
	in := smtlib.New(smtlib.Config{Out: &out, CheckProofs: true, New: func(b *smt.Builder, o solver.Options) smtlib.Solver {
		spy = &witness{Solver: solver.New(b, o), b: b}
		return spy
	}})
	if err := in.Run(ctx, strings.NewReader(script)); err != nil {
		t.Fatal(err)
	}
	for i, got := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		if i >= len(want) || got != map[bool]string{true: "sat", false: "unsat"}[want[i]] {
			t.Fatalf("%s\nis answered\n%swhere sat is %v", script, out.String(), want)
		}
	}
	k := 0
	for i, yes := range want {
		if !yes {
			continue
		}
		m := spy.models[k]
		k++
		if first.Eval(m) != 1 || i == 1 && second.Eval(m) != 1 {
			t.Fatalf("%s\nmodel %d is none: %v", script, i, *m)
		}
	}
}

// witness is a solver that notes its models.
type witness struct {
	*solver.Solver
	b      *smt.Builder
	models []*Assignment
}

func (w *witness) Check(ctx context.Context, assumptions ...*smt.Term) solver.Status {
	st := w.Solver.Check(ctx, assumptions...)
	if st == solver.Sat {
		w.models = append(w.models, w.assignment(w.Model()))
	}
	return st
}

// assignment is the model as the formulas understand it.
func (w *witness) assignment(m *smt.Model) *Assignment {
	b := w.b
	free := b.FreeSort("S")
	sorts := [kinds]*smt.Sort{
		Bool: b.BoolSort(), Int: b.IntSort(), BV: b.BitVecSort(3), Free: free,
		Arr: b.ArraySort(b.BitVecSort(1), b.BitVecSort(2)),
	}
	value := func(t *smt.Term) int {
		v, err := m.Eval(t)
		if err != nil {
			panic(err)
		}
		if v.IsTrue() {
			return 1
		}
		n, _ := v.Value().Int64()
		return int(n)
	}
	out := &Assignment{Value: map[string]int{}}
	elements := map[int]int{}
	g := b.Func("g", []*smt.Sort{free}, b.IntSort())
	for k, names := range Variables {
		for _, name := range names {
			x := b.Var(name, sorts[k])
			switch Kind(k) {
			case Arr:
				out.Value[name] = value(b.Select(x, b.BV(num.Of(0), 1))) + 4*value(b.Select(x, b.BV(num.Of(1), 1)))
			case Free:
				e := value(x)
				if _, known := elements[e]; !known {
					elements[e] = len(elements)
				}
				out.Value[name] = elements[e]
				out.G[elements[e]] = value(b.App(g, x))
			default:
				out.Value[name] = value(x)
			}
		}
	}
	return out
}
