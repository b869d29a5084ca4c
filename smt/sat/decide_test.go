package sat

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestHeap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	h := &heap{inc: 1}
	bumped := make([]int, 40) // when last, as later bumps outweigh all earlier ones together
	for v := range Var(40) {
		h.add(v)
	}
	for i := range 20000 { // past the limit of scores several times
		v := Var(r.IntN(40))
		h.bump(v)
		h.inc *= 2.5
		bumped[v] = i + 1
	}
	if h.inc > math.Sqrt(math.MaxFloat64) {
		t.Error("increment", h.inc)
	}
	want := make([]Var, 40)
	for v := range want {
		want[v] = Var(v)
	}
	slices.SortStableFunc(want, func(a, b Var) int { return cmp.Compare(bumped[b], bumped[a]) })
	for i, v := range want[:10] { // those further down may have lost their scores to rounding
		if got := h.pop(); got != v {
			t.Fatalf("pop %d is %d, want %d", i, got, v)
		}
	}
}

// TestQueue compares the queue with a slice.
func TestQueue(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	q := &queue{}
	q.init()
	var list []Var
	assigned := map[Var]bool{}
	for range 20000 {
		v := Var(r.IntN(len(list) + 1))
		switch {
		case int(v) == len(list):
			if v < 30 {
				q.add(v)
				list = append(list, v)
			}
		case r.IntN(2) == 0:
			q.bump(v, !assigned[v])
			i := slices.Index(list, v)
			list = append(slices.Delete(list, i, i+1), v)
		case assigned[v]:
			delete(assigned, v)
			q.unassigned(v)
		default:
			assigned[v] = true
		}
		want := noVar
		for _, v := range list {
			if !assigned[v] {
				want = v
			}
		}
		got := q.from
		for got != noVar && assigned[got] {
			got = q.prev[got]
		}
		if got != want {
			t.Fatalf("the last open variable is %d, want %d", got, want)
		}
		if got != noVar && r.IntN(2) == 0 {
			q.from = got
		}
	}
}
