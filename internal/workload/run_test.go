package workload_test

import (
	"testing"
	"time"

	"github.com/whet-mc/whet/internal/workload"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/octagon"
)

func space() workload.Space[*octagon.Octagon] {
	return workload.Space[*octagon.Octagon]{Top: func(dims int) *octagon.Octagon { return octagon.Top(dims, linear.Rationals) }}
}

// A walk does what its steps say, with any domain. That it has the right results
// is seen in package poly, where they are known.
func TestRunFollowsTheSteps(t *testing.T) {
	for k := range workload.Walks {
		w := workload.StandardWalk(5, k)
		count := map[workload.Kind]int{}
		for _, s := range w.Steps {
			count[s.Kind]++
		}
		var ticks time.Duration
		forced, widened, answers := 0, 0, 0
		m := workload.Meter[*octagon.Octagon]{
			Now:   func() time.Duration { ticks++; return ticks },
			Force: func(*octagon.Octagon) { forced++ },
		}
		var seen []*octagon.Octagon
		last := workload.Run(w, space(), workload.Watch[*octagon.Octagon]{
			After: func(step int, p *octagon.Octagon) {
				if step != len(seen) {
					t.Fatalf("walk %d: step %d after %d", k, step, len(seen))
				}
				seen = append(seen, p)
				if p.IsBottom() {
					t.Fatalf("walk %d, step %d: empty", k, step)
				}
			},
			Widened: func(*octagon.Octagon) { widened++ },
			Leq:     func(a, b bool) { answers++ },
			Meter:   &m,
		})
		if len(seen) != len(w.Steps) || seen[len(seen)-1] != last {
			t.Errorf("walk %d: %d steps seen, and the last result is another", k, len(seen))
		}
		if got, want := m.Count[workload.PrimMeet], count[workload.Meet]+2*count[workload.Branch]+count[workload.Loop]; got != want {
			t.Errorf("walk %d: %d meets, want %d", k, got, want)
		}
		if m.Count[workload.PrimLeq] != count[workload.Leq] || answers != count[workload.Leq] {
			t.Errorf("walk %d: %d tests timed and %d answered, want %d", k, m.Count[workload.PrimLeq], answers, count[workload.Leq])
		}
		if m.Count[workload.PrimWiden] != widened || widened > count[workload.Loop] {
			t.Errorf("walk %d: %d widenings timed, %d seen, %d loops", k, m.Count[workload.PrimWiden], widened, count[workload.Loop])
		}
		if got, least := m.Count[workload.PrimAssign], count[workload.Assign]; got < least || got > least+2*count[workload.Branch]+count[workload.Loop] {
			t.Errorf("walk %d: %d assignments", k, got)
		}
		timed := 0
		for p := range workload.Primitives {
			timed += m.Count[p]
			if m.Total[p] != time.Duration(m.Count[p]) {
				t.Errorf("walk %d: %v: %d of the clock's ticks for %d", k, p, m.Total[p], m.Count[p])
			}
		}
		boxes := len(w.Steps) / workload.Period
		if want := timed - m.Count[workload.PrimLeq] + boxes + 1; forced != want { // 1: the start
			t.Errorf("walk %d: %d elements forced, want %d", k, forced, want)
		}
		if again := workload.Run(w, space(), workload.Watch[*octagon.Octagon]{}); workload.PolyDigest(again) != workload.PolyDigest(last) {
			t.Errorf("walk %d: unwatched it ends elsewhere", k)
		}
	}
}

func TestBox(t *testing.T) {
	s := space()
	half := linear.X(0).ScaleInt(2)
	p := s.Top(3).Assume(half.LE(linear.ConstInt(5)), half.GE(linear.ConstInt(-3)), linear.X(1).LE(linear.X(0)))
	got := workload.Box(s.Top, p)
	x0, x1 := linear.X(0), linear.X(1)
	want := s.Top(3).Assume(x0.LE(linear.ConstInt(3)), x0.GE(linear.ConstInt(-2)), x1.LE(linear.ConstInt(3)))
	if !got.Equal(want) {
		t.Errorf("the box of %v is %v", p, got)
	}
	bottom := octagon.Bottom(2, linear.Rationals)
	if !workload.Box(s.Top, bottom).IsBottom() || workload.PolyDigest(bottom) != workload.Start.Add(workload.Empty) || workload.OctDigestOf(bottom) != workload.Start.Add(workload.Empty) {
		t.Error("bottom")
	}
}
