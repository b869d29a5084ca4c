package feasible

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc/mctest"
)

// Branches of runs, turned: the inputs lead there, and where there are none, the whole path has
// none, either.
func TestTurn(t *testing.T) {
	turned, missed, none := 0, 0, 0
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 9))
		p := mctest.Program(r, mctest.Medium)
		rec := &Recorder{In: interp.Random(seed)}
		o := interp.Run(context.Background(), p, rec, interp.Options{MaxSteps: 40, Trace: true})
		w := Walk(context.Background(), p, o.Path, nil, rec, func(*cfa.Edge) bool { return true })
		for i, s := range o.Path {
			if s.Kind == cfa.Return {
				continue
			}
			for _, e := range s.Edge.From.Out {
				if _, ok := e.Op.(*cfa.Assume); !ok || e == s.Edge {
					continue
				}
				path := append(o.Path[:i:i], cfa.Step{Edge: e})
				in, err := w.Turn(i, e)
				if err != nil {
					t.Fatal(err)
				}
				whole := check(t, p, path)
				if in == nil {
					if none++; whole.Status == Feasible {
						missed++
					}
					continue
				}
				turned++
				if whole.Status == Infeasible {
					t.Fatalf("seed %d, step %d: turned to a path that cannot be taken", seed, i)
				}
				if o, ok := takes(p, path, in); !ok && o.Kind != interp.Undefined {
					t.Fatalf("seed %d, step %d: the inputs do not lead there: %v %s after %d steps", seed, i, o.Kind, o.Reason, len(o.Path))
				}
			}
		}
	}
	t.Logf("%d turned, %d not, %d of these could have been", turned, none, missed)
	if turned < 100 || missed*20 > turned {
		t.Errorf("%d turned, %d missed", turned, missed)
	}
}

// What the run does later does not count for a branch before.
func TestTurnRange(t *testing.T) {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	p.Start = p.NewProc("main")
	x := p.NewVar(nil, "x", cfa.GlobalVar, cfa.Range{Bits: 32, Signed: true})
	at := p.Start.Entry
	var path cfa.Path
	var others []*cfa.Edge
	for n := range int64(3) {
		to, other := p.NewLoc(p.Start, lang.Pos{}), p.NewLoc(p.Start, lang.Pos{})
		path = append(path, cfa.Step{Edge: p.NewEdge(at, to, &cfa.Assume{Cond: bin(cfa.Lt, x, k(10-n))}, lang.Pos{})})
		others = append(others, p.NewEdge(at, other, &cfa.Assume{Cond: bin(cfa.Ge, x, k(10-n))}, lang.Pos{}))
		at = to
	}
	rec := &Recorder{In: interp.Zero()}
	interp.Run(context.Background(), p, rec, interp.Options{Follow: path})
	w := Walk(context.Background(), p, path, nil, rec, func(*cfa.Edge) bool { return true })
	for i, e := range others {
		in, err := w.Turn(i, e)
		if err != nil || in == nil {
			t.Fatalf("%d: %v, %v", i, in, err)
		}
		if _, ok := takes(p, append(path[:i:i], cfa.Step{Edge: e}), in); !ok {
			t.Errorf("%d: the inputs do not lead there", i)
		}
	}
}
