package fixpoint

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

type node struct {
	Unknown[interval.Interval]
	id int
}

// edge adds k to what is known of from, as far as it is at most most, for to.
type edge struct {
	from, to int
	k, most  int64
}

func (e edge) image(i interval.Interval) interval.Interval {
	return i.Meet(interval.AtMost(num.Of(e.most))).Add(interval.Point(num.Of(e.k)))
}

// Solutions of random systems are solutions, the least one if nothing is widened; and with a
// widening systems without bounds end as well.
func TestRandomSystems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "unknowns")
		widens, sweeps := rapid.Bool().Draw(t, "widens"), rapid.Bool().Draw(t, "sweeps")
		edges := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) edge {
			e := edge{rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to"), rapid.Int64Range(0, 3).Draw(t, "k"), 20}
			if widens && rapid.Bool().Draw(t, "unbounded") {
				e.most = 1 << 40
			}
			return e
		}), 0, 10).Draw(t, "edges")
		nodes := make([]*node, n)
		for i := range nodes {
			nodes[i] = &node{Unknown[interval.Interval]{State: interval.Empty()}, i}
		}
		delay := 1 << 30
		if widens {
			delay = rapid.IntRange(0, 3).Draw(t, "delay")
		}
		x := New(System[*node, interval.Interval]{
			Sweeps: sweeps,
			Before: func(a, b *node) bool { return a.id < b.id },
			Join: func(old, new interval.Interval) (interval.Interval, bool) {
				return old.Join(new), !new.Within(old)
			},
			Widen: func(_ *node, old, joined interval.Interval) interval.Interval {
				return old.Widen(joined, interval.All())
			},
			Delay: func(*node) int { return delay },
		})
		start := interval.Point(num.Int{})
		x.Add(nodes[0], start, false)
		for v, ok := x.Next(); ok; v, ok = x.Next() {
			for _, e := range edges {
				if s := e.image(v.State); e.from == v.id && !s.IsEmpty() {
					x.Add(nodes[e.to], s, e.to <= e.from)
				}
			}
		}
		// The least solution, up to where it would not end.
		least := make([]interval.Interval, n)
		for i := range least {
			least[i] = interval.Empty()
		}
		least[0] = start
		for range 200 {
			for _, e := range edges {
				if s := e.image(least[e.from]); !least[e.from].IsEmpty() && !s.IsEmpty() {
					least[e.to] = least[e.to].Join(s)
				}
			}
		}
		for i, v := range nodes {
			if !least[i].Within(v.State) || x.Widened == 0 && !v.State.Within(least[i]) {
				t.Fatalf("%d is %v, and %v in the least solution", i, v.State, least[i])
			}
		}
		for _, e := range edges {
			if s := e.image(nodes[e.from].State); !nodes[e.from].State.IsEmpty() && !s.Within(nodes[e.to].State) {
				t.Fatalf("%v is not satisfied: %v", e, nodes[e.to].State)
			}
		}
		if !widens && x.Widened > 0 {
			t.Fatal("widened")
		}
	})
}
