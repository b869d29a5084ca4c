package simplex

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/num"
)

// instance is a tableau with bounds that are yet to be asserted.
type instance struct {
	t     *Tableau
	facts []fact
}

func (in *instance) row(integer bool, sum ...Monomial) Var { return in.t.NewRow(sum, integer) }

// differences is a random system x - y <= c of difference logic, consistent as all
// bounds are (just about) met by a hidden solution.
func differences(vars, rows int, seed uint64) *instance {
	rnd := rand.New(rand.NewPCG(seed, 1))
	in := &instance{t: New()}
	hidden := make([]int64, vars)
	for i := range hidden {
		in.t.NewVar(true)
		hidden[i] = rnd.Int64N(1000)
	}
	for range rows {
		x, y := rnd.IntN(vars), rnd.IntN(vars)
		if x == y {
			continue
		}
		s := in.row(true, mono(1, Var(x)), mono(-1, Var(y)))
		in.facts = append(in.facts, fact{s, true, at(hidden[x] - hidden[y] + rnd.Int64N(20))})
	}
	return in
}

// program is like a path of a program: each new variable is the sum of a few
// earlier ones, with some bounds on sums.
func program(vars int, seed uint64) *instance {
	rnd := rand.New(rand.NewPCG(seed, 2))
	in := &instance{t: New()}
	hidden := make([]int64, vars)
	for i := range hidden {
		in.t.NewVar(true)
		hidden[i] = rnd.Int64N(10)
	}
	for i := 4; i < vars; i++ {
		x := Var(i)
		y, z := Var(i-1-rnd.IntN(4)), Var(i-1-rnd.IntN(4))
		a, b := rnd.Int64N(3)-1, rnd.Int64N(3)-1
		if h := hidden[y] + hidden[z]; h > 1000 || h < -1000 {
			a, b = 0, 0
		}
		hidden[i] = a*hidden[y] + b*hidden[z] + rnd.Int64N(5)
		c := hidden[i] - a*hidden[y] - b*hidden[z]
		s := in.row(true, mono(1, x), mono(-a, y), mono(-b, z))
		in.facts = append(in.facts, fact{s, true, at(c)}, fact{s, false, at(c)})
		if i%3 == 0 {
			u := Var(rnd.IntN(i))
			s := in.row(true, mono(1, x), mono(-1, u))
			in.facts = append(in.facts, fact{s, true, at(hidden[i] - hidden[u] + rnd.Int64N(3))})
		}
	}
	return in
}

// dense is a random system with all coefficients set.
func dense(vars, rows int, seed uint64) *instance {
	rnd := rand.New(rand.NewPCG(seed, 3))
	in := &instance{t: New()}
	hidden := make([]int64, vars)
	for i := range hidden {
		v := in.t.NewVar(false)
		hidden[i] = rnd.Int64N(100)
		in.facts = append(in.facts, fact{v, false, at(0)})
	}
	for range rows {
		var sum []Monomial
		var c int64
		for i := range vars {
			a := rnd.Int64N(19) - 9
			sum = append(sum, mono(a, Var(i)))
			c += a * hidden[i]
		}
		s := in.row(false, sum...)
		in.facts = append(in.facts, fact{s, true, at(c + rnd.Int64N(10))})
	}
	return in
}

// run asserts the facts with a Check after every few of them.
func (in *instance) run(every int) bool {
	for i, f := range in.facts {
		ok := false
		if f.upper {
			ok = in.t.AssertUpper(f.v, f.b, Reason(i))
		} else {
			ok = in.t.AssertLower(f.v, f.b, Reason(i))
		}
		if ok && (i%every == every-1 || i == len(in.facts)-1) {
			ok, _ = in.t.Check(nil)
		}
		if !ok {
			return false
		}
	}
	return true
}

// backtrack asserts facts in random order and scopes, tightens some at random, and
// goes back on conflicts, as a solver does.
func (in *instance) backtrack(steps int, seed uint64) {
	rnd := rand.New(rand.NewPCG(seed, 4))
	for range steps {
		in.t.Push()
		ok := true
		for range 5 {
			f := in.facts[rnd.IntN(len(in.facts))]
			if !f.upper {
				ok = ok && in.t.AssertLower(f.v, f.b, 1)
				continue
			}
			if rnd.IntN(3) == 0 {
				f.b.A = f.b.A.Sub(num.RatOf(rnd.Int64N(15)))
			}
			ok = ok && in.t.AssertUpper(f.v, f.b, 1)
		}
		if ok {
			ok, _ = in.t.Check(nil)
		}
		if ok {
			in.t.Implied(func(v Var) bool { return v%2 == 0 }, func(Var, bool, Delta, Explanation) bool { return false })
		}
		if !ok {
			in.t.Pop(1 + rnd.IntN(min(3, in.t.Scopes())))
		}
	}
}

func report(b *testing.B, t *Tableau) {
	b.ReportMetric(float64(t.Stats.Pivots), "pivots")
	b.ReportMetric(float64(t.Stats.BlandPivots), "bland")
	n := 0
	for _, r := range t.rows {
		n += len(r)
	}
	b.ReportMetric(float64(n)/float64(len(t.rows)), "entries/row")
}

func BenchmarkSystems(b *testing.B) {
	for _, c := range []struct {
		name  string
		make  func() *instance
		every int
	}{
		{"differences-200x2000", func() *instance { return differences(200, 2000, 1) }, 1},
		{"differences-200x2000-once", func() *instance { return differences(200, 2000, 1) }, 1 << 30},
		{"program-600", func() *instance { return program(600, 1) }, 1},
		{"program-600-once", func() *instance { return program(600, 1) }, 1 << 30},
		{"dense-30x60", func() *instance { return dense(30, 60, 1) }, 1 << 30},
		{"dense-50x50", func() *instance { return dense(50, 50, 1) }, 1 << 30},
	} {
		b.Run(c.name, func(b *testing.B) {
			var in *instance
			for b.Loop() {
				b.StopTimer()
				in = c.make()
				b.StartTimer()
				if !in.run(c.every) {
					b.Fatal("no solution")
				}
			}
			report(b, in.t)
		})
	}
	for _, c := range []struct {
		name string
		make func() *instance
	}{
		{"differences-200x2000", func() *instance { return differences(200, 2000, 1) }},
		{"program-600", func() *instance { return program(600, 1) }},
	} {
		b.Run("backtrack-"+c.name, func(b *testing.B) {
			var in *instance
			for b.Loop() {
				b.StopTimer()
				in = c.make()
				b.StartTimer()
				in.backtrack(1000, 1)
			}
			report(b, in.t)
			b.ReportMetric(float64(in.t.Stats.Conflicts), "conflicts")
		})
	}
}

// knapsack is a random system of integer rows over variables in a box. It may have
// no integer solution.
func knapsack(vars, rows int, seed uint64) *instance {
	rnd := rand.New(rand.NewPCG(seed, 5))
	in := &instance{t: New()}
	hidden := make([]int64, vars)
	for i := range hidden {
		v := in.t.NewVar(true)
		hidden[i] = rnd.Int64N(20)
		in.facts = append(in.facts, fact{v, false, at(0)}, fact{v, true, at(20)})
	}
	for k := range rows {
		var sum []Monomial
		var c int64
		for i := range vars {
			if rnd.IntN(3) == 0 {
				continue
			}
			a := rnd.Int64N(41) - 20
			sum = append(sum, mono(a, Var(i)))
			c += a * hidden[i]
		}
		s := in.row(true, sum...)
		c += rnd.Int64N(3) - 1
		in.facts = append(in.facts, fact{s, true, at(c + 1)})
		if k%2 == 0 {
			in.facts = append(in.facts, fact{s, false, at(c)})
		}
	}
	return in
}

// solve splits depth first, as the simplest of solvers would, and returns whether
// there is an integer solution, and -1 when steps run out.
func (in *instance) solve(steps *int) int {
	depth := in.t.Scopes()
	for {
		if *steps--; *steps < 0 {
			return -1
		}
		if ok, _ := in.t.Check(nil); !ok {
			return 0
		}
		switch st := in.t.Integers(nil); st.Kind {
		case Done:
			return 1
		case Conflict:
			return 0
		case Cut:
			if !in.t.AssertUpper(in.t.NewRow(st.Sum, true), DeltaOf(st.Bound), 0) {
				return 0
			}
		case Branch:
			for _, upper := range [2]bool{true, false} {
				in.t.Push()
				ok := false
				if upper {
					ok = in.t.AssertUpper(st.Var, DeltaOf(st.Floor), 0)
				} else {
					ok = in.t.AssertLower(st.Var, DeltaOf(st.Floor.Add(num.RatOf(1))), 0)
				}
				if ok {
					if r := in.solve(steps); r != 0 {
						return r
					}
				}
				in.t.Pop(in.t.Scopes() - depth)
			}
			return 0
		}
	}
}

func BenchmarkIntegers(b *testing.B) {
	for _, c := range []struct{ vars, rows int }{{4, 4}, {6, 4}, {8, 6}, {12, 8}} {
		b.Run(fmt.Sprintf("knapsack-%dx%d", c.vars, c.rows), func(b *testing.B) {
			var total Stats
			steps, open := 0, 0
			for b.Loop() {
				total, steps, open = Stats{}, 0, 0
				for seed := range uint64(10) {
					in := knapsack(c.vars, c.rows, seed)
					if !in.run(1 << 30) {
						continue
					}
					left := 1000
					if in.solve(&left) < 0 {
						open++
					}
					steps += 1000 - left
					total.Pivots += in.t.Stats.Pivots
					total.Cuts += in.t.Stats.Cuts
				}
			}
			b.ReportMetric(float64(total.Pivots), "pivots")
			b.ReportMetric(float64(total.Cuts), "cuts")
			b.ReportMetric(float64(steps), "steps")
			b.ReportMetric(float64(open), "open")
		})
	}
}
