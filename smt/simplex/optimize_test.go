package simplex

import (
	"math/big"
	"slices"
	"testing"

	"github.com/whet-mc/whet/num"
	"pgregory.net/rapid"
)

// optimum runs a search and verifies the answer by itself: the certificate of an
// optimum, the ray of an unbounded one, the conflict of none.
func (w *world) optimum(v Var, up bool) (Delta, Status) {
	search, sign := w.t.Maximize, num.RatOf(1)
	if !up {
		search, sign = w.t.Minimize, num.RatOf(-1)
	}
	val, status := search(v, nil)
	switch status {
	case Optimal:
		w.solution()
		if !val.Equal(w.t.Value(v)) {
			w.tb.Fatalf("the optimum of %d is %v, its value %v", v, val, w.t.Value(v))
		}
		ps := w.t.Optimality()
		w.known(ps)
		c, sum, err := add(w.t, ps)
		if err != nil {
			w.tb.Fatal(err)
		}
		if d := w.t.Expand(append(sum, Monomial{sign.Neg(), v})); len(d) > 0 {
			w.tb.Fatalf("the premises %v are about something else than %d", ps, v)
		}
		if !c.Mul(sign).Equal(val) {
			w.tb.Fatalf("the premises %v say %v, not %v", ps, c.Mul(sign), val)
		}
	case Unbounded:
		w.solution()
		w.ray(v, sign)
	case Infeasible:
		w.conflict()
	default:
		w.tb.Fatal("stopped by nobody")
	}
	return val, status
}

// ray verifies that the ray goes the way of v, satisfies the equations and meets no
// bound.
func (w *world) ray(v Var, sign num.Rat) {
	dir := make([]num.Rat, len(w.sums))
	for _, m := range w.t.Ray() {
		dir[m.Var] = dir[m.Var].Add(m.Coef)
	}
	for s, sum := range w.sums {
		var d num.Rat
		for i, k := range sum {
			d = d.AddMul(num.RatOf(k), dir[i])
		}
		if !d.Equal(dir[s]) {
			w.tb.Fatalf("the ray moves variable %d by %v and its sum by %v", s, dir[s], d)
		}
	}
	if dir[v].Mul(sign).Sign() <= 0 {
		w.tb.Fatalf("the ray moves variable %d by %v", v, dir[v])
	}
	for _, f := range w.told {
		if s := dir[f.v].Sign(); f.upper && s > 0 || !f.upper && s < 0 {
			w.tb.Fatalf("the ray %v meets %v", w.t.Ray(), f)
		}
	}
}

// agrees asks the oracle whether val is the optimum.
func (w *world) agrees(v Var, up bool, val Delta, status Status) {
	beyond := func(b num.Rat, strict bool) bool { // a point with v at b or beyond it
		f := fact{v, !up, DeltaOf(b)}
		if strict {
			f.b.B = num.RatOf(1) // its sign does not matter to the oracle
		}
		return w.feasible(f)
	}
	switch status {
	case Infeasible:
		if w.feasible() {
			w.tb.Fatalf("not infeasible: %v", w.told)
		}
	case Unbounded:
		far := num.RatOf(1 << 40)
		if !up {
			far = far.Neg()
		}
		if !beyond(far, false) {
			w.tb.Fatalf("variable %d is bounded: %v", v, w.told)
		}
	case Optimal:
		near := num.RatFrac(-1, 1<<20)
		if !up {
			near = near.Neg()
		}
		attained := val.B.IsZero()
		if beyond(val.A, true) || beyond(val.A, false) != attained || !beyond(val.A.Add(near), false) {
			w.tb.Fatalf("%v is not the optimum (up: %v) of variable %d with %v", val, up, v, w.told)
		}
	}
}

// TestOptimize looks for optima in random histories of one tableau.
func TestOptimize(t *testing.T) {
	var seen [Stopped + 1]int
	strict := 0
	rapid.Check(t, func(rt *rapid.T) {
		integer := rapid.Bool().Draw(rt, "integer")
		w := newWorld(rt, rapid.IntRange(1, 3).Draw(rt, "vars"), func(i int) bool { return integer && i == 0 })
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			switch op := rapid.IntRange(0, 9).Draw(rt, "op"); {
			case op == 0 && len(w.sums) < 9:
				w.row()
			case op <= 5:
				if !w.dead && len(w.told) < 10 {
					w.assert(w.randomFact(2))
				}
			case op == 6:
				w.push()
			case op == 7:
				if len(w.scopes) > 0 {
					w.pop(rapid.IntRange(1, len(w.scopes)).Draw(rt, "n"))
				}
			case !w.dead:
				v, up := Var(rapid.IntRange(0, len(w.sums)-1).Draw(rt, "v")), rapid.Bool().Draw(rt, "up")
				val, status := w.optimum(v, up)
				w.agrees(v, up, val, status)
				seen[status]++
				if status == Optimal && !val.B.IsZero() {
					strict++
				}
			}
			if err := w.t.Sanity(); err != nil {
				rt.Fatal(err)
			}
		}
	})
	if seen[Optimal] < 40 || seen[Unbounded] < 40 || seen[Infeasible] < 4 || strict < 10 {
		t.Errorf("too few of a kind: %v, %d strict", seen, strict)
	}
}

// A polytope with all facets drawn: the optimum is that of the best vertex, and the
// vertices are where three facets meet.
func TestOptimumIsAVertex(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(rt, 3, func(int) bool { return false })
		var planes [][4]int64 // a·x <= b
		bound := func(v Var, upper bool, b int64) {
			s := int64(1)
			if !upper {
				s = -1
			}
			sum := w.sums[v]
			planes = append(planes, [4]int64{s * sum[0], s * sum[1], s * sum[2], s * b})
			if !w.assert(fact{v, upper, at(b)}) {
				rt.Fatal("the origin violates a bound")
			}
		}
		for v := range Var(3) {
			bound(v, true, rapid.Int64Range(0, 6).Draw(rt, "hi"))
			bound(v, false, -rapid.Int64Range(0, 6).Draw(rt, "lo"))
		}
		for range rapid.IntRange(1, 5).Draw(rt, "rows") {
			w.row()
			bound(Var(len(w.sums)-1), true, rapid.Int64Range(0, 9).Draw(rt, "b"))
		}
		w.row()
		goal := Var(len(w.sums) - 1)
		got, status := w.optimum(goal, true)
		if status != Optimal {
			rt.Fatal(status)
		}
		var best *big.Rat
		for i := range planes {
			for j := range i {
				for k := range j {
					p, ok := corner(planes[i], planes[j], planes[k])
					if !ok || slices.ContainsFunc(planes, func(h [4]int64) bool {
						return dot(h, p).Cmp(big.NewRat(h[3], 1)) > 0
					}) {
						continue
					}
					g := w.sums[goal]
					if d := dot([4]int64{g[0], g[1], g[2]}, p); best == nil || d.Cmp(best) > 0 {
						best = d
					}
				}
			}
		}
		if best == nil || !got.Equal(DeltaOf(num.RatOfBig(best))) {
			rt.Fatalf("optimum %v, best vertex %v", got, best)
		}
	})
}

func dot(h [4]int64, p [3]*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for i, x := range p {
		sum.Add(sum, new(big.Rat).Mul(big.NewRat(h[i], 1), x))
	}
	return sum
}

// corner is the common point of three planes, by Cramer's rule.
func corner(a, b, c [4]int64) (p [3]*big.Rat, ok bool) {
	det := func(i, j, k int) int64 {
		return a[i]*(b[j]*c[k]-b[k]*c[j]) - a[j]*(b[i]*c[k]-b[k]*c[i]) + a[k]*(b[i]*c[j]-b[j]*c[i])
	}
	d := det(0, 1, 2)
	if d == 0 {
		return p, false
	}
	return [3]*big.Rat{big.NewRat(det(3, 1, 2), d), big.NewRat(det(0, 3, 2), d), big.NewRat(det(0, 1, 3), d)}, true
}

// Beale's example, on which Dantzig's rule can go in a circle for ever, with little
// patience for that.
func TestBeale(t *testing.T) {
	s := New()
	q := func(n, d int64, v Var) Monomial { return Monomial{num.RatFrac(n, d), v} }
	var x [4]Var
	for i := range x {
		x[i] = s.NewVar(false)
		s.AssertLower(x[i], at(0), None)
	}
	r1 := s.NewRow([]Monomial{q(1, 4, x[0]), q(-8, 1, x[1]), q(-1, 1, x[2]), q(9, 1, x[3])}, false)
	r2 := s.NewRow([]Monomial{q(1, 2, x[0]), q(-12, 1, x[1]), q(-1, 2, x[2]), q(3, 1, x[3])}, false)
	s.AssertUpper(r1, at(0), None)
	s.AssertUpper(r2, at(0), None)
	s.AssertUpper(x[2], at(1), None)
	goal := s.NewRow([]Monomial{q(3, 4, x[0]), q(-20, 1, x[1]), q(1, 2, x[2]), q(-6, 1, x[3])}, false)
	if val, status := s.optimizeFrom(goal, true, 3, nil); status != Optimal || !val.Equal(DeltaOf(num.RatFrac(5, 4))) {
		t.Errorf("%v, %v", val, status)
	}
}

// The cubes of Klee and Minty, 2^n - 1 corners on the way of Dantzig's rule.
func TestKleeMinty(t *testing.T) {
	const n = 10
	s := New()
	pow := func(b, k int64) num.Rat { return num.RatOfInt(num.Of(b).Shl(uint(k))) }
	var goal []Monomial
	var x []Var
	for i := range int64(n) {
		v := s.NewVar(false)
		s.AssertLower(v, at(0), None)
		row := []Monomial{mono(1, v)}
		for j, u := range x {
			row = append(row, Monomial{pow(1, i-int64(j)+1), u})
		}
		x = append(x, v)
		s.AssertUpper(s.NewRow(row, false), DeltaOf(num.RatOf(5).Mul(power(5, i))), None)
		goal = append(goal, Monomial{pow(1, n-1-i), v})
	}
	val, status := s.Maximize(s.NewRow(goal, false), nil)
	if status != Optimal || !val.Equal(DeltaOf(power(5, n))) {
		t.Errorf("%v, %v", val, status)
	}
	t.Logf("%d pivots", s.Stats.Pivots)
}

func power(b, k int64) num.Rat {
	p := num.RatOf(1)
	for range k {
		p = p.Mul(num.RatOf(b))
	}
	return p
}

// The assignment problem: the corners are the permutations, and very degenerate.
func TestAssignmentProblem(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(rt, "n")
		cost := make([][]int64, n)
		s := New()
		cols := make([][]Monomial, n)
		var goal []Monomial
		for i := range n {
			var row []Monomial
			for j := range n {
				cost[i] = append(cost[i], rapid.Int64Range(-9, 9).Draw(rt, "cost"))
				v := s.NewVar(false)
				s.AssertLower(v, at(0), None)
				row = append(row, mono(1, v))
				cols[j] = append(cols[j], mono(1, v))
				goal = append(goal, mono(cost[i][j], v))
			}
			exactlyOne(s, row)
		}
		for _, c := range cols {
			exactlyOne(s, c)
		}
		g := s.NewRow(goal, false)
		search := s.optimize
		if rapid.Bool().Draw(rt, "Bland's rule") {
			search = func(v Var, up bool, stop func() bool) (Delta, Status) { return s.optimizeFrom(v, up, 0, stop) }
		}
		lo, st1 := search(g, false, nil)
		hi, st2 := search(g, true, nil)
		least, greatest := permutations(cost, 0)
		if st1 != Optimal || st2 != Optimal || !lo.Equal(at(least)) || !hi.Equal(at(greatest)) {
			rt.Fatalf("%v %v, %v %v, want %d and %d", lo, st1, hi, st2, least, greatest)
		}
		if err := s.Sanity(); err != nil {
			rt.Fatal(err)
		}
	})
}

func exactlyOne(s *Tableau, sum []Monomial) {
	v := s.NewRow(sum, false)
	s.AssertLower(v, at(1), None)
	s.AssertUpper(v, at(1), None)
}

// permutations returns the least and greatest cost of choosing a column for each row, none
// of those in used.
func permutations(cost [][]int64, used uint) (least, greatest int64) {
	if len(cost) == 0 {
		return 0, 0
	}
	first := true
	for j, c := range cost[0] {
		if used>>j&1 == 1 {
			continue
		}
		lo, hi := permutations(cost[1:], used|1<<j)
		if first {
			least, greatest, first = c+lo, c+hi, false
		}
		least, greatest = min(least, c+lo), max(greatest, c+hi)
	}
	return least, greatest
}

// TestStopMaximize stops a search before every pivot and goes on.
func TestStopMaximize(t *testing.T) {
	stops := 0
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(rt, 3, func(int) bool { return false })
		for range 5 {
			w.row()
		}
		for range 8 {
			if !w.assert(w.randomFact(1)) {
				return
			}
		}
		v := Var(rapid.IntRange(0, len(w.sums)-1).Draw(rt, "v"))
		var val Delta
		status := Stopped
		for calls := 1; status == Stopped; calls++ {
			left := calls
			val, status = w.t.Maximize(v, func() bool { left--; return left < 0 })
			if status == Stopped {
				stops++
			}
			if err := w.t.Sanity(); err != nil {
				rt.Fatal(err)
			}
		}
		w.agrees(v, true, val, status)
	})
	if stops == 0 {
		t.Error("nothing was stopped")
	}
}

// The rule against circles, by itself.
func TestBlandAlone(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(rt, 3, func(int) bool { return false })
		for range 4 {
			w.row()
		}
		for range 6 {
			if !w.assert(w.randomFact(1)) {
				return
			}
		}
		v := Var(rapid.IntRange(0, len(w.sums)-1).Draw(rt, "v"))
		val, status := w.t.optimizeFrom(v, true, 0, nil)
		w.agrees(v, true, val, status)
	})
}
