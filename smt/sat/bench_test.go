package sat

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

// counter is the cheapest log.
type counter struct{ last ID }

func (c *counter) Derive([]Lit, []ID) ID {
	c.last++
	return c.last
}

func (c *counter) Parity([]Lit, []ID) ID { return c.Derive(nil, nil) }

func solveAll(b *testing.B, o Options, vars int, clauses [][]Lit, want Status) {
	b.Helper()
	var st Stats
	for b.Loop() {
		log := &counter{}
		if o.Log != nil {
			o.Log = log
		}
		s := New(o)
		for range vars {
			s.NewVar()
		}
		for _, c := range clauses {
			log.last++
			s.AddClause(log.last, c...)
		}
		if got := s.Solve(context.Background()); want != Unknown && got != want {
			b.Fatal(got)
		}
		st = s.Stats()
	}
	b.ReportMetric(float64(st.Conflicts), "conflicts/op")
	b.ReportMetric(float64(st.Propagations), "props/op")
}

func BenchmarkRandom3SAT(b *testing.B) {
	for _, n := range []int{200, 250} {
		vars, clauses := random3(n, n*426/100, rand.New(rand.NewPCG(0, 9)))
		b.Run(fmt.Sprint(n), func(b *testing.B) { solveAll(b, Options{}, vars, clauses, Unknown) })
	}
}

func BenchmarkPigeons(b *testing.B) {
	vars, clauses := pigeons(7)
	solveAll(b, Options{}, vars, clauses, Unsat)
}

func BenchmarkMiter(b *testing.B) {
	vars, clauses := miter(7)
	for _, o := range []struct {
		name string
		Options
	}{
		{"plain", Options{}},
		{"log", Options{Log: &counter{}}},
		{"eliminate", Options{Eliminate: true}},
		{"eliminate-log", Options{Eliminate: true, Log: &counter{}}},
	} {
		b.Run(o.name, func(b *testing.B) { solveAll(b, o.Options, vars, clauses, Unsat) })
	}
}

// BenchmarkPropagate decides and undoes assignments of a large multiplier.
func BenchmarkPropagate(b *testing.B) {
	c := &circuit{}
	x, y := make([]Lit, 64), make([]Lit, 64)
	for i := range x {
		x[i], y[i] = c.wire(), c.wire()
	}
	c.times(x, y)
	s := load(Options{}, nil, c.vars, c.clauses)
	s.stopped = func() bool { return false }
	start := s.stats.Propagations
	n := 0
	for b.Loop() {
		n++
		for i := range x {
			for _, l := range []Lit{x[i], y[i]} {
				if s.vals[l] == 0 {
					s.open()
					s.assign(l^Lit(n+i)&1, noRef)
					if s.propagate() != noRef {
						b.Fatal("conflict")
					}
				}
			}
		}
		s.backtrack(0)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(s.stats.Propagations-start), "ns/prop")
}
