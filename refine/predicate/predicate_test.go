package predicate

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/randpath"
	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// drawn is a program that is a line and cannot be passed, with a domain in which each location is
// an abstraction location.
type drawn struct {
	prog  *cfa.Program
	dom   *predicate.Domain
	prec  *predicate.Precision
	coder *formula.Coder
	trace *Trace
	why   *Answer
}

// infeasible draws one; nil where none of several cannot be passed.
func infeasible(t *rapid.T) *drawn {
	for range 4 {
		p, path := randpath.Draw(t)
		c := formula.NewCoder(smt.NewBuilder(), p)
		x := &drawn{prog: p, coder: c, prec: predicate.NewPrecision(c, p, predicate.ByLocation)}
		x.dom = predicate.New(context.Background(), p, x.prec, predicate.Options{Single: true})
		nodes := []*mc.Node{{Loc: p.Start.Entry}}
		for _, s := range path {
			nodes = append(nodes, &mc.Node{Loc: s.Target()})
		}
		if slices.ContainsFunc(path, func(s cfa.Step) bool { return !slices.Contains(p.Locs, s.Target()) }) {
			continue // behind a step that can never be taken
		}
		var err error
		if x.trace, err = NewTrace(context.Background(), x.dom, c, path, nodes, Options{}); err != nil {
			continue // a step that can never be taken
		}
		if x.why, err = x.trace.Check(context.Background(), Options{Conflicts: 10_000}); err != nil {
			t.Fatal(err)
		}
		if x.why.Status == solver.Unsat {
			return x
		}
	}
	return nil
}

// What is known at the end of one block, and the next block's formulas, imply what is known at the
// end of that.
func TestInterpolantsAreInductive(t *testing.T) {
	checked, failed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		x := infeasible(t)
		if x == nil {
			return
		}
		c := x.coder
		facts, err := x.trace.Interpolate(context.Background(), x.why)
		if err != nil {
			failed++
			return
		}
		known := map[int]*smt.Term{}
		for _, f := range facts {
			if f.Known != nil {
				known[f.Block] = f.Known
			}
		}
		for i, b := range x.trace.Blocks {
			if known[i] == nil || i > 0 && known[i-1] == nil {
				continue
			}
			s := solver.New(c.Builder(), solver.Options{})
			for _, f := range b.Formulas {
				s.Assert(f)
			}
			if i > 0 {
				f, facts := c.At(b.Start, known[i-1])
				for _, f := range append(facts, f) {
					s.Assert(f)
				}
			}
			f, more := c.At(b.End, known[i])
			for _, f := range more {
				s.Assert(f)
			}
			s.Assert(c.Builder().Not(f))
			if s.Check(context.Background()) == solver.Sat {
				t.Fatalf("block %d: %v and the block do not imply %v", i, known[i-1], known[i])
			}
			checked++
		}
	})
	t.Logf("%d blocks, %d paths without interpolants", checked, failed)
	if checked < steady.Bar(20) {
		t.Error("too few blocks")
	}
}

// excluded tracks predicates and follows the path in the abstraction.
func (x *drawn) excluded(facts []Fact) bool {
	d, tr := x.dom, x.trace
	for _, f := range facts {
		for _, p := range f.Preds {
			x.prec.Track(tr.Nodes[tr.Blocks[f.Block].To].Loc, p)
		}
	}
	type frame struct{ caller, entry mc.State }
	var frames []frame
	s := d.Start(x.prog)
	for _, step := range tr.Path {
		var next []mc.State
		switch step.Kind {
		case cfa.Intra:
			next = d.Post(s, step.Edge)
		case cfa.Enter:
			if e, ok := d.Enter(s, step.Edge); ok {
				next = []mc.State{e}
				frames = append(frames, frame{s, e})
			}
		case cfa.Return:
			f := frames[len(frames)-1]
			frames = frames[:len(frames)-1]
			next = d.Return(f.caller, step.Edge, f.entry, s)
		}
		if len(next) == 0 {
			return true
		}
		s = next[0]
	}
	return false
}

// Predicates from interpolants exclude the path, and so do most of those from weakest
// preconditions.
func TestPredicatesExcludeThePath(t *testing.T) {
	byInterpolants, missed, byWeakest, paths := 0, 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		x := infeasible(t)
		if x == nil {
			return
		}
		paths++
		if rapid.Bool().Draw(t, "interpolants") {
			facts, err := x.trace.Interpolate(context.Background(), x.why)
			if err != nil {
				return
			}
			for _, f := range facts {
				if f.Known == nil {
					return
				}
			}
			if x.excluded(facts) {
				byInterpolants++
			} else { // a block may be too hard a question where products are in it
				missed++
			}
			return
		}
		facts, _, relevant, err := Weakest(context.Background(), x.dom, x.coder, x.trace.Path, x.trace.Nodes, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if relevant && x.excluded(facts) {
			byWeakest++
		}
	})
	t.Logf("%d paths, %d excluded by interpolants, %d not, %d by weakest preconditions", paths, byInterpolants, missed, byWeakest)
	if missed > byInterpolants/20 || byInterpolants < paths/6 || byWeakest < paths/6 {
		t.Error("too few are excluded")
	}
}
