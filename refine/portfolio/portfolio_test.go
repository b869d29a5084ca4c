package portfolio

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/internal/effort"
)

// work is a method that needs so many ticks, and then answers, gives up or panics.
type work struct {
	ticks, allowed int64
	claim          int64 // after so many it has only to check its answer; 0: never
	from           int
	kind           string // "answer", "give up", "panic", "for ever"
	alone          bool
}

func (w work) method(name string) Method[string] {
	return Method[string]{Name: name, Ticks: w.allowed, From: w.from, Alone: w.alone, Run: func(ctx context.Context) (string, bool) {
		for i := int64(0); w.kind == "for ever" || i < w.ticks; i++ {
			if effort.Done(ctx) {
				return "cancelled", false
			}
			if w.claim > 0 && i+1 >= w.claim && i < w.claim+4 { // one claim counts
				Claim(ctx)
			}
			if i%7 == 0 {
				runtime.Gosched()
			}
		}
		if w.kind == "panic" {
			panic(name)
		}
		return w.kind, w.kind == "answer"
	}}
}

// expected is who wins by the definition, for works that come to an end.
func expected(ws []work, growth int64) int {
	left := 0
	for _, w := range ws {
		left = max(left, int(w.ticks))
	}
	used := make([]int64, len(ws))
	factor := int64(1)
	for round := 0; round < left+100; round++ {
		for i, w := range ws {
			if w.from > round || w.kind == "for ever" {
				continue
			}
			// With an allowance of n a method is held after n units.
			if used[i]+max(w.allowed, 1)*factor >= w.ticks {
				if w.kind == "answer" {
					return i
				}
				used[i] = 1 << 60
				ws[i].from = 1 << 30
				continue
			}
			used[i] += max(w.allowed, 1) * factor
		}
		if factor < 1<<40/growth {
			factor *= growth
		}
	}
	return -1
}

func TestTheSameAnswerWithAnyNumberOfJobs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var ws []work
		for i := range rapid.IntRange(0, 6).Draw(t, "methods") {
			ws = append(ws, work{
				ticks:   rapid.Int64Range(0, 200).Draw(t, fmt.Sprint("ticks", i)),
				allowed: rapid.Int64Range(1, 20).Draw(t, fmt.Sprint("allowed", i)),
				from:    rapid.IntRange(0, 3).Draw(t, fmt.Sprint("from", i)),
				kind:    rapid.SampledFrom([]string{"answer", "give up", "panic"}).Draw(t, fmt.Sprint("kind", i)),
				alone:   rapid.IntRange(0, 3).Draw(t, fmt.Sprint("alone", i)) == 0,
			})
		}
		var first []Report[string]
		for jobs := 1; jobs <= len(ws)+1; jobs++ {
			var ms []Method[string]
			for i, w := range ws {
				ms = append(ms, w.method(fmt.Sprint("m", i)))
			}
			winner, reports := Run(t.Context(), ms, Options{Jobs: jobs})
			for i := range reports {
				if c := reports[i].Crash; c != nil {
					c.Stack = nil
				}
			}
			if want := expected(append([]work(nil), ws...), 2); winner != want {
				t.Fatalf("%d jobs: the winner is %d, not %d, of %+v", jobs, winner, want, ws)
			}
			if jobs == 1 {
				first = reports
			} else if !reflect.DeepEqual(first, reports) {
				t.Fatalf("%d jobs: %+v\none: %+v", jobs, reports, first)
			}
		}
	})
}

func TestTheEndOfTheContextEndsAll(t *testing.T) {
	for jobs := 1; jobs <= 3; jobs++ {
		ctx, cancel := effort.Limit(t.Context(), 3000)
		defer cancel()
		ms := []Method[string]{
			work{kind: "for ever", allowed: 5}.method("a"),
			work{kind: "for ever", allowed: 1 << 50}.method("b"),
			work{kind: "give up", ticks: 3, allowed: 1}.method("c"),
		}
		winner, reports := Run(ctx, ms, Options{Jobs: jobs})
		if winner != -1 || len(reports) != 3 {
			t.Fatalf("%d jobs: winner %d, %+v", jobs, winner, reports)
		}
	}
}

// A turn that the end of the context cuts off was a turn: whether it had come to its end is a
// matter of chance.
func TestACutOffTurnCounts(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	answered := make(chan struct{})
	_, reports := Run(ctx, []Method[string]{
		{Name: "slow", Ticks: 1 << 50, Run: func(own context.Context) (string, bool) {
			<-answered
			cancel()
			for !effort.Done(own) {
			}
			return "", false
		}},
		{Name: "fast", Ticks: 1, Run: func(context.Context) (string, bool) {
			close(answered)
			return "", true
		}},
	}, Options{Jobs: 2})
	if r := reports[0]; r.Rounds != 1 || !r.Began || r.Answered {
		t.Errorf("%+v", r)
	}
}

func TestBetweenRunsWhileNoMethodDoes(t *testing.T) {
	var at strings.Builder
	inside := 0
	m := func(name string) Method[string] {
		return Method[string]{Name: name, Ticks: 2, Run: func(ctx context.Context) (string, bool) {
			for range 20 {
				inside++ // the race detector objects if Between is not ordered with this
				if effort.Done(ctx) {
					return "", false
				}
			}
			return "", true
		}}
	}
	Run(t.Context(), []Method[string]{m("a")}, Options{Jobs: 2, Between: func(round int) { fmt.Fprintf(&at, "%d:%d ", round, inside) }})
	if at.String() != "1:3 2:8 3:17 " {
		t.Errorf("rounds and ticks so far: %s", at.String())
	}
}

// A method that has only to check its answer goes on for as long as it took to find it, with any number of
// jobs; then it is held like any other.
func TestClaim(t *testing.T) {
	for _, c := range []struct {
		claim, ticks int64
		want         int
	}{
		{0, 8, 0}, {4, 8, 1}, {3, 6, 1}, {4, 12, 0}, {2, 6, 0}, {1, 4, 1},
	} {
		for jobs := 1; jobs <= 3; jobs++ {
			// The other one answers in the second round, before this one could.
			winner, _ := Run(t.Context(), []Method[string]{
				work{kind: "answer", ticks: 20, allowed: 10}.method("other"),
				work{kind: "answer", ticks: c.ticks, allowed: 4, claim: c.claim}.method("claims"),
			}, Options{Jobs: jobs})
			if winner != c.want {
				t.Errorf("claim after %d of %d, %d jobs: the winner is %d", c.claim, c.ticks, jobs, winner)
			}
		}
	}
	Claim(t.Context()) // nothing
}

// Nothing runs beside the first turn of a method that is to be alone.
func TestAlone(t *testing.T) {
	var running, beside atomic.Int32
	m := func(name string, alone bool) Method[string] {
		return Method[string]{Name: name, Ticks: 10, Alone: alone, Run: func(ctx context.Context) (string, bool) {
			for k := range 12 {
				n := running.Add(1)
				if alone && k <= 10 && n > 1 {
					beside.Add(1)
				}
				time.Sleep(time.Millisecond)
				running.Add(-1)
				if effort.Done(ctx) {
					break
				}
			}
			return "", false
		}}
	}
	Run(t.Context(), []Method[string]{m("before", false), m("alone", true), m("behind", false)}, Options{Jobs: 3})
	if n := beside.Load(); n > 0 {
		t.Errorf("others ran beside it, as was seen %d times", n)
	}
}
