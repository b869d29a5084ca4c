package auto

import (
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/feasible"
	"github.com/whet-mc/whet/refine/invariants"
)

func TestWhatEnginesTellEachOther(t *testing.T) {
	var path cfa.Path
	for i := range 5 {
		path = append(path, cfa.Step{Edge: &cfa.Edge{ID: i}})
	}
	other := append(append(cfa.Path{}, path[:3]...), cfa.Step{Edge: &cfa.Edge{ID: 9}})
	s := newShared(2)
	a, b := &view{s, 0}, &view{s, 1}
	a.Note(path, &feasible.Result{Status: feasible.Infeasible, Step: 2, Why: "x"})
	if r := a.Known(other); r == nil || r.Why != "x" {
		t.Error("an engine forgets that a path begins as an infeasible one")
	}
	if a.Known(path[:2]) != nil {
		t.Error("a shorter path is said to be infeasible")
	}
	if b.Known(path) != nil {
		t.Error("another engine knows it in the same round, which depends on how fast the two are")
	}
	s.between()
	if r := b.Known(other); r == nil || r.Why != "x" {
		t.Error("another engine does not know it in the next round")
	}
	b.Note(path[:1], &feasible.Result{Status: feasible.Unknown, Step: -1, Why: "y"})
	if b.Known(path[:2]) != nil {
		t.Error("what is not known of the beginning says nothing of the rest")
	}
	if r := b.Known(path[:1]); r == nil || r.Why != "y" {
		t.Error("an undecided path is solved again")
	}
	b.Note(path[:4], &feasible.Result{Status: feasible.Feasible})
	if r := b.Known(path[:4]); r == nil || r.Status == feasible.Feasible {
		t.Error("inputs are used twice")
	}
	call := cfa.Path{{Edge: path[0].Edge, Kind: cfa.Enter}}
	if b.Known(call) != nil {
		t.Error("entering a call is taken for a step")
	}
}

// Invariants are seen by others in the next round, too.
func TestInvariantsOfEarlierRounds(t *testing.T) {
	s := newShared(2)
	a, b := &view{s, 0}, &view{s, 1}
	a.Prove([]invariants.Invariant{{}})
	if n := len(b.Proved()); n != 0 {
		t.Errorf("%d invariants are seen in the round in which they are found", n)
	}
	s.between()
	if n := len(b.Proved()); n != 1 {
		t.Errorf("%d invariants are seen in the next round, not 1", n)
	}
}

// A plan names engines that there are, each once, and leaves none out.
func TestPlansNameEveryEngine(t *testing.T) {
	known := []string{"value", "arrays", "widening", "predicate", "value+predicate", "quantified", "segments", "pdr", "bmc", "exhaustive"}
	for _, f := range []features{{}, {loops: 1}, {loops: 1, sums: 1}, {loops: 1, floats: 3}, {loops: 2, arrays: 1}, {ghosts: 1, loops: 1, arrays: 2}, {recursive: true}, {loops: 9, locs: 9999}, {loops: 2, blocks: true}, {loops: 2, few: refine.Few{Runs: true}}, {loops: 1, few: refine.Few{Runs: true, Sole: true}}, {loops: 2, few: refine.Few{Paths: true}}, {loops: 2, few: refine.Few{Paths: true, Deep: true}}} {
		seen := map[string]bool{}
		for _, turn := range planFor(f) {
			if seen[turn.engine] || turn.ticks < 1 || turn.engine == "auto" {
				t.Errorf("%+v: %+v", f, turn)
			}
			seen[turn.engine] = true
		}
		if !seen[planFor(f)[0].engine] || planFor(f)[0].from != 0 {
			t.Errorf("%+v: nobody begins", f)
		}
		for _, e := range known {
			if !seen[e] && (e != "exhaustive" || f.few != (refine.Few{})) {
				t.Errorf("%+v: %s never has a turn", f, e)
			}
		}
		for e := range seen {
			if !slices.Contains(known, e) {
				t.Errorf("%+v: there is no engine %s", f, e)
			}
		}
	}
}
