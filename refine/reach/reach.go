// The search for reached and unreachable locations.

package reach

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/paths"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/testrun"
)

// Limits of the work, in steps: of one run, of all runs, and of exploring paths. Together they take a few
// milliseconds at most.
const (
	runSteps  = 2_000
	runsSteps = 6_000
	mostRuns  = 6
	pathSteps = 4_000
	pathParts = 60
)

// Known has the decided locations, by Loc.ID.
type Known struct {
	Come  map[int]bool // the locations that a run reaches
	Never map[int]bool // the locations that no run reaches
}

// Find decides locations of a program whose error locations are all known to be unreachable.
func Find(ctx context.Context, p *cfa.Program, at []*cfa.Loc) *Known {
	k := &Known{Come: map[int]bool{}, Never: map[int]bool{}}
	f := &finding{ctx: ctx, p: p, known: k, left: map[int]*cfa.Loc{}}
	for _, l := range at {
		if p.Settled != nil && p.Settled.Dead[l.ID] {
			k.Never[l.ID] = true
			continue
		}
		f.left[l.ID] = l
	}
	f.runs()
	f.paths()
	return k
}

type finding struct {
	ctx   context.Context
	p     *cfa.Program
	known *Known
	left  map[int]*cfa.Loc // undecided locations
}

func (f *finding) come(l *cfa.Loc) {
	if f.left[l.ID] != nil {
		f.known.Come[l.ID] = true
		delete(f.left, l.ID)
	}
}

// run makes a run and records the locations that it passes.
func (f *finding) run(in interp.Inputs) *interp.Outcome {
	o := interp.Run(f.ctx, f.p, in, interp.Options{MaxSteps: runSteps, Trace: true, Unrecorded: true})
	for _, s := range o.Path {
		f.come(s.Edge.From)
		if call, ok := s.Edge.Op.(*cfa.Call); ok && s.Kind == cfa.Enter {
			f.come(call.Callee.Entry)
		} else {
			f.come(s.Edge.To)
		}
	}
	return o
}

// runs makes a few runs on generated inputs.
func (f *finding) runs() {
	spent := 0
	for seed := uint64(0); seed < mostRuns && spent < runsSteps && len(f.left) > 0 && !effort.Done(f.ctx); seed++ {
		in := interp.Zero()
		switch {
		case seed%2 == 1:
			in = interp.Addresses(interp.Numbers(interp.Func(func(interp.Query) (num.Int, bool) { return num.Of(int64(seed)), true })))
		case seed > 0:
			in = interp.Addresses(interp.Numbers(testrun.Few(seed)))
		}
		o := f.run(in)
		if spent += o.Work + 200; o.Asked == 0 {
			break // all further runs would be the same
		}
	}
}

// paths explores all paths up to the undecided locations, as far as the steps suffice. A location that is found is
// reached, and the search continues for the others.
func (f *finding) paths() {
	for steps := pathSteps; len(f.left) > 0 && steps > 0 && !effort.Done(f.ctx); {
		e := paths.Explore(f.ctx, f.p.EndingAt(f.left), paths.Limits{Steps: steps, Parts: pathParts})
		if e.Complete {
			for id := range f.left {
				f.known.Never[id] = true
			}
			clear(f.left)
			return
		}
		n := len(f.left)
		if e.Inputs != nil && e.Bug != nil {
			f.run(e.Inputs)
		}
		if len(f.left) == n {
			return
		}
		steps -= e.Steps + 200
	}
}
