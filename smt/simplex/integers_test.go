package simplex

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/num"
	"pgregory.net/rapid"
)

// search drives Integers as a solver would: it takes cuts, splits on branches
// depth first, and verifies every certificate. It reports whether there is a
// solution, which is then the assignment, and false for done when steps run out.
func (w *world) search(steps *int) (found, done bool) {
	depth := w.t.Scopes()
	for {
		if *steps--; *steps < 0 {
			return false, false
		}
		if !w.check() {
			return false, true
		}
		st := w.t.Integers(nil)
		if err := w.t.Sanity(); err != nil {
			w.tb.Fatal(err)
		}
		w.solution()
		switch st.Kind {
		case Done:
			for v := range w.sums {
				if w.t.IsInt(Var(v)) && !w.t.Value(Var(v)).IsInt() {
					w.tb.Fatalf("done, but variable %d is %v", v, w.t.Value(Var(v)))
				}
			}
			return true, true
		case Conflict:
			w.equations(st.Equations)
			return false, true
		case Cut:
			w.cut(st)
			w.addRow(st.Sum)
			if !w.assert(fact{Var(len(w.sums) - 1), true, DeltaOf(st.Bound)}) {
				return false, true
			}
		case Branch:
			if v := w.t.Value(st.Var); !w.t.IsInt(st.Var) || !v.Floor().Equal(st.Floor) || v.IsInt() {
				w.tb.Fatalf("branch on variable %d at %v, value %v", st.Var, st.Floor, v)
			}
			for _, upper := range [2]bool{true, false} {
				w.push()
				b := st.Floor
				if !upper {
					b = b.Add(num.RatOf(1))
				}
				if w.assert(fact{st.Var, upper, DeltaOf(b)}) {
					if found, done := w.search(steps); found || !done {
						return found, done
					}
				}
				w.pop(w.t.Scopes() - depth)
			}
			return false, true
		default:
			w.tb.Fatal("gave up unasked")
		}
	}
}

func (w *world) addRow(sum []Monomial) {
	integer := true
	for _, m := range sum {
		integer = integer && w.t.IsInt(m.Var)
	}
	total := make([]int64, w.n)
	for _, m := range sum {
		c, ok := m.Coef.Int64()
		if !ok {
			w.tb.Fatalf("the coefficient %v", m.Coef)
		}
		for i, d := range w.sums[m.Var] {
			total[i] += c * d
		}
	}
	w.t.NewRow(sum, integer)
	w.sums = append(w.sums, total)
}

// cut verifies a cut: the premises give Sum <= c with Bound <= c < Bound+1, over
// integers, and the assignment violates it.
func (w *world) cut(st Step) {
	w.known(st.Premises)
	c, sum, err := add(w.t, st.Premises)
	if err != nil {
		w.tb.Fatal(err)
	}
	var now Delta
	for _, m := range st.Sum {
		if !w.t.IsInt(m.Var) || !m.Coef.IsInt() || int(m.Var) >= w.n {
			w.tb.Fatalf("cut over %v", m)
		}
		now = now.AddMul(m.Coef, w.t.Value(m.Var))
		sum = append(sum, Monomial{m.Coef.Neg(), m.Var})
	}
	if left := w.t.Expand(sum); len(left) > 0 {
		w.tb.Fatalf("the premises of a cut are about something else: %v left", left)
	}
	if !st.Bound.IsInt() || !c.Floor().Equal(st.Bound) {
		w.tb.Fatalf("cut at %v, premises give %v", st.Bound, c)
	}
	if now.Cmp(DeltaOf(st.Bound)) <= 0 {
		w.tb.Fatal("a cut that cuts nothing off")
	}
}

// equations verifies a certificate that equations have no integer solution.
func (w *world) equations(eqs []Equation) {
	var sum []Monomial
	var c num.Rat
	for _, e := range eqs {
		if e.Coef.IsZero() {
			w.tb.Fatal("an equation with factor 0")
		}
		w.known([]Premise{
			{e.Lower, num.RatOf(1), false, e.Var, DeltaOf(e.Value)},
			{e.Upper, num.RatOf(1), true, e.Var, DeltaOf(e.Value)},
		})
		sum = append(sum, Monomial{e.Coef, e.Var})
		c = c.AddMul(e.Coef, e.Value)
	}
	for _, m := range w.t.Expand(sum) {
		if !m.Coef.IsInt() || !w.t.IsInt(m.Var) {
			w.tb.Fatalf("equations leave %v", m)
		}
	}
	if c.IsInt() {
		w.tb.Fatalf("equations give %v, which is an integer", c)
	}
}

// points calls f for all integer points of a box of the first k variables.
func points(k int, size int64, f func(x []int64) bool) bool {
	x := make([]int64, k)
	for i := range x {
		x[i] = -size
	}
	for {
		if f(x) {
			return true
		}
		i := 0
		for ; i < k && x[i] == size; i++ {
			x[i] = -size
		}
		if i == k {
			return false
		}
		x[i]++
	}
}

// integral decides by brute force whether the facts have a solution in which the
// first k variables are integers between -size and size.
func (w *world) integral(k int, size int64) bool {
	var hs []halfspace
	for _, f := range w.told {
		hs = append(hs, w.halfspace(f))
	}
	if k == w.n {
		return points(k, size, func(x []int64) bool {
			for _, f := range w.told {
				b, _ := f.b.A.Int64() // bounds on integers are integers
				var sum int64
				for i, c := range w.sums[f.v] {
					sum += c * x[i]
				}
				if f.upper && sum > b || !f.upper && sum < b {
					return false
				}
			}
			return true
		})
	}
	return points(k, size, func(x []int64) bool {
		var rests []halfspace
		for _, h := range hs {
			rest := halfspace{rhs: new(big.Rat).Set(h.rhs), coef: h.coef[k:], strict: h.strict}
			for i, c := range h.coef[:k] {
				rest.rhs.Sub(rest.rhs, new(big.Rat).Mul(c, big.NewRat(x[i], 1)))
			}
			rests = append(rests, rest)
		}
		return feasible(prune(rests), w.n-k)
	})
}

// TestIntegers compares with all points of a small box: pure and mixed systems.
func TestIntegers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		const size = 3
		k := rapid.IntRange(1, 3).Draw(rt, "integers")
		n := k + rapid.IntRange(0, 1).Draw(rt, "reals")
		w := newWorld(rt, n, func(i int) bool { return i < k })
		for v := range k {
			w.assert(fact{Var(v), true, at(size)})
			w.assert(fact{Var(v), false, at(-size)})
		}
		for range rapid.IntRange(1, 4).Draw(rt, "rows") {
			w.row()
		}
		for range rapid.IntRange(1, 5).Draw(rt, "bounds") {
			f := w.randomFact(2)
			if !w.assert(f) {
				return
			}
			if rapid.Bool().Draw(rt, "equation") {
				f.upper, f.b.B = !f.upper, num.Rat{}
				if !w.assert(f) {
					return
				}
			}
		}
		want := w.integral(k, size)
		told := len(w.told)
		steps := 2000
		found, done := w.search(&steps)
		if !done {
			rt.Fatal("no end")
		}
		if found != want {
			rt.Fatalf("integer solution: %v, brute force says %v: %v", found, want, w.told[:told])
		}
	})
}

// TestIntegerSystems is TestIntegers with fewer but harder systems, where patches
// do not suffice.
func TestIntegerSystems(t *testing.T) {
	systems := uint64(1000)
	if testing.Short() {
		systems = 200
	}
	var total Stats
	found, mixed := 0, 0
	for seed := range systems {
		rnd := rand.New(rand.NewPCG(seed, 7))
		const vars, size = 4, 3
		whole := vars
		if seed%10 == 0 {
			whole-- // and one real
		}
		w := emptyWorld(t, vars, func(i int) bool { return i < whole })
		w.lean = true
		ok := true
		for v := range vars {
			ok = w.assert(fact{Var(v), true, at(size)}) && w.assert(fact{Var(v), false, at(-size)})
		}
		for range 3 {
			var sum []Monomial
			for v := range vars {
				sum = append(sum, mono(rnd.Int64N(19)-9, Var(v)))
			}
			w.addRow(sum)
			c := rnd.Int64N(21) - 10
			row := Var(len(w.sums) - 1)
			low, high := at(c), at(c+rnd.Int64N(3))
			if whole < vars && low != high {
				low.B, high.B = num.RatOf(rnd.Int64N(2)), num.RatOf(-rnd.Int64N(2))
			}
			ok = ok && w.assert(fact{row, false, low}) && w.assert(fact{row, true, high})
		}
		if !ok {
			continue
		}
		want := w.integral(whole, size)
		steps := 2000
		got, done := w.search(&steps)
		if !done || got != want {
			t.Fatalf("system %d: integer solution: %v (done: %v), brute force says %v", seed, got, done, want)
		}
		if want {
			found++
		}
		s := w.t.Stats
		if whole < vars {
			mixed += s.Cuts
		}
		total.Cuts += s.Cuts
		total.Branches += s.Branches
		total.Patched += s.Patched
		total.EquationConflicts += s.EquationConflicts
	}
	if total.Cuts == 0 || total.Branches == 0 || total.Patched == 0 || total.EquationConflicts == 0 || found == 0 || mixed == 0 {
		t.Errorf("the test saw too little: %+v, %d solutions, %d cuts of mixed systems", total, found, mixed)
	}
}

// TestEquations decides systems of integer equations without bounds, and compares
// with a criterion that needs no elimination: A·x = b, with A of full row rank r,
// has an integer solution exactly if the gcd of the r×r minors of A is that of
// the minors of (A|b) (Heger; Schrijver, Theory of Linear and Integer Programming, 4.1).
func TestEquations(t *testing.T) {
	refuted := 0
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 4).Draw(rt, "vars")
		r := rapid.IntRange(1, 2).Draw(rt, "rows")
		w := newWorld(rt, n, func(int) bool { return true })
		var a [][]int64
		for range r {
			row := make([]int64, n+1)
			var sum []Monomial
			for i := range n {
				row[i] = rapid.Int64Range(-12, 12).Draw(rt, "c")
				sum = append(sum, mono(row[i], Var(i)))
			}
			row[n] = rapid.Int64Range(-12, 12).Draw(rt, "b")
			a = append(a, row)
			w.addRow(sum)
			for _, upper := range [2]bool{true, false} {
				if !w.assert(fact{Var(len(w.sums) - 1), upper, at(row[n])}) {
					return
				}
			}
		}
		minors := func(cols int) int64 {
			var g int64
			gcd := func(b int64) {
				for b != 0 {
					g, b = b, g%b
				}
				if g < 0 {
					g = -g
				}
			}
			for i := range cols {
				if r == 1 {
					gcd(a[0][i])
					continue
				}
				for j := range i {
					gcd(a[0][j]*a[1][i] - a[0][i]*a[1][j])
				}
			}
			return g
		}
		if minors(n) == 0 {
			return // not of full rank
		}
		want := minors(n) == minors(n+1)
		if !w.check() {
			rt.Fatal("independent equations without a rational solution")
		}
		st := w.t.Integers(nil)
		switch {
		case st.Kind == Conflict && want:
			rt.Fatal("refuted, but there is a solution")
		case st.Kind == Conflict:
			w.equations(st.Equations)
			refuted++
		case !want:
			rt.Fatalf("not refuted, but %v", st.Kind)
		}
	})
	if refuted == 0 && !t.Failed() {
		t.Error("the test refuted nothing")
	}
}

// TestSpread checks that spread values still are a solution, that nothing that was
// different became equal more often, and that unconstrained values part.
func TestSpread(t *testing.T) {
	moved := 0
	rapid.Check(t, func(rt *rapid.T) {
		k := rapid.IntRange(0, 3).Draw(rt, "integers")
		w := newWorld(rt, 3, func(i int) bool { return i < k })
		for range rapid.IntRange(0, 4).Draw(rt, "rows") {
			w.row()
		}
		for range rapid.IntRange(0, 6).Draw(rt, "bounds") {
			if !w.assert(w.randomFact(1)) {
				return
			}
		}
		steps := 200
		if found, done := w.search(&steps); !found || !done {
			return
		}
		var vars []Var
		for v := range w.sums {
			vars = append(vars, Var(v))
		}
		before := w.coincidences(vars)
		w.t.Spread(vars, nil)
		if err := w.t.Sanity(); err != nil {
			rt.Fatal(err)
		}
		w.solution()
		for v := range w.sums {
			if w.t.IsInt(Var(v)) && !w.t.Value(Var(v)).IsInt() {
				rt.Fatalf("variable %d became %v", v, w.t.Value(Var(v)))
			}
		}
		after := w.coincidences(vars)
		if after > before {
			rt.Fatalf("%d coincidences before, %d after", before, after)
		}
		moved += before - after
		if ok, _ := w.t.Check(nil); !ok || w.t.Integers(nil).Kind != Done {
			rt.Fatal("Spread lost the solution")
		}
	})
	if moved == 0 && !t.Failed() {
		t.Error("the test parted no values")
	}
}

func (w *world) coincidences(vars []Var) int {
	seen := map[string]bool{}
	for _, v := range vars {
		seen[w.t.Value(v).String()] = true
	}
	return len(vars) - len(seen)
}

func TestSpreadFree(t *testing.T) {
	s := New()
	var vars []Var
	for range 6 {
		vars = append(vars, s.NewVar(true))
	}
	sum := s.NewRow([]Monomial{mono(1, vars[0]), mono(1, vars[1]), mono(1, vars[2])}, true)
	s.AssertUpper(sum, at(0), 1)
	s.AssertLower(sum, at(0), 2)
	s.Check(nil)
	s.Spread(vars, nil)
	for i, v := range vars {
		for _, u := range vars[:i] {
			if s.Value(u).Equal(s.Value(v)) {
				t.Errorf("variables %d and %d are both %v", u, v, s.Value(v))
			}
		}
	}
}
