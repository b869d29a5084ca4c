package simplex

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/whet-mc/whet/num"
	"pgregory.net/rapid"
)

// world is a tableau with a plain account of what it was told.
type world struct {
	rt     *rapid.T // draws, nil where nothing is drawn
	tb     rapid.TB
	lean   bool // leave the oracle out: the certificates and the solutions are still verified
	t      *Tableau
	n      int       // variables that are no slacks; they are 0 … n-1
	sums   [][]int64 // by variable: what it is in terms of those
	told   []fact
	scopes []int
	dead   bool // the facts are known to be inconsistent,
	died   int  // the first so many of them
}

type fact struct {
	v     Var
	upper bool
	b     Delta
}

func newWorld(rt *rapid.T, n int, integer func(i int) bool) *world {
	w := emptyWorld(rt, n, integer)
	w.rt = rt
	return w
}

func emptyWorld(tb rapid.TB, n int, integer func(i int) bool) *world {
	w := &world{tb: tb, t: New(), n: n}
	for i := range n {
		w.t.NewVar(integer(i))
		unit := make([]int64, n)
		unit[i] = 1
		w.sums = append(w.sums, unit)
	}
	return w
}

// row adds a slack of a random sum of up to four variables, slacks included.
func (w *world) row() {
	k := rapid.IntRange(0, 4).Draw(w.rt, "terms")
	var sum []Monomial
	total := make([]int64, w.n)
	integer := true
	for range k {
		v := rapid.IntRange(0, len(w.sums)-1).Draw(w.rt, "v")
		c := rapid.Int64Range(-3, 3).Draw(w.rt, "c")
		sum = append(sum, mono(c, Var(v)))
		integer = integer && w.t.IsInt(Var(v))
		for i, d := range w.sums[v] {
			total[i] += c * d
		}
	}
	w.t.NewRow(sum, integer)
	w.sums = append(w.sums, total)
}

func (w *world) halfspace(f fact) halfspace {
	h := halfspace{rhs: f.b.A.Big(), strict: f.b.B.Sign() != 0}
	for _, c := range w.sums[f.v] {
		h.coef = append(h.coef, big.NewRat(c, 1))
	}
	if !f.upper {
		h = h.scaled(big.NewRat(-1, 1))
	}
	return h
}

func (w *world) feasible(extra ...fact) bool {
	var hs []halfspace
	for _, f := range append(extra, w.told...) {
		hs = append(hs, w.halfspace(f))
	}
	return feasible(prune(hs), w.n)
}

func (w *world) randomFact(den int64) fact {
	f := fact{
		v:     Var(rapid.IntRange(0, len(w.sums)-1).Draw(w.rt, "v")),
		upper: rapid.Bool().Draw(w.rt, "upper"),
		b:     DeltaOf(num.RatFrac(rapid.Int64Range(-8, 8).Draw(w.rt, "num"), rapid.Int64Range(1, den).Draw(w.rt, "den"))),
	}
	if !w.t.IsInt(f.v) && rapid.Bool().Draw(w.rt, "strict") {
		f.b.B = num.RatOf(1)
		if f.upper {
			f.b.B = num.RatOf(-1)
		}
	}
	return f
}

// assert tells the tableau, and fails if it says no without reason.
func (w *world) assert(f fact) bool {
	w.told = append(w.told, f)
	if w.t.IsInt(f.v) { // rounding is part of the contract
		told := &w.told[len(w.told)-1]
		if f.upper {
			told.b = DeltaOf(f.b.Floor())
		} else {
			told.b = DeltaOf(f.b.Ceil())
		}
	}
	ok := false
	if f.upper {
		ok = w.t.AssertUpper(f.v, f.b, Reason(len(w.told)-1))
	} else {
		ok = w.t.AssertLower(f.v, f.b, Reason(len(w.told)-1))
	}
	if !ok {
		w.conflict()
	}
	return ok
}

// conflict verifies that what the tableau says is a conflict is one.
func (w *world) conflict() {
	w.dead, w.died = true, len(w.told)
	if err := checkConflict(w.t, w.t.Conflict()); err != nil {
		w.tb.Fatal(err)
	}
	w.known(w.t.Conflict())
	if !w.lean && w.feasible() {
		w.tb.Fatalf("not infeasible: %v", w.told)
	}
}

// known verifies that premises were told under the reasons they name.
func (w *world) known(ps []Premise) {
	for _, p := range ps {
		if p.Reason < 0 || int(p.Reason) >= len(w.told) {
			w.tb.Fatalf("nobody gave the reason %d", p.Reason)
		}
		f := w.told[p.Reason]
		if f.v != p.Var || f.upper != p.Upper || !f.b.Equal(p.Bound) {
			w.tb.Fatalf("premise %v, but told %v", p, f)
		}
	}
}

// solution verifies that the assignment and its concrete form satisfy what was told.
func (w *world) solution() {
	vals := w.t.Concrete()
	for v, sum := range w.sums {
		var d Delta
		var c num.Rat
		for i, k := range sum {
			d = d.AddMul(num.RatOf(k), w.t.Value(Var(i)))
			c = c.AddMul(num.RatOf(k), vals[i])
		}
		if !d.Equal(w.t.Value(Var(v))) || !c.Equal(vals[v]) {
			w.tb.Fatalf("variable %d has the values %v and %v, its sum %v and %v", v, w.t.Value(Var(v)), vals[v], d, c)
		}
		for u := range v {
			if vals[u].Equal(vals[v]) != w.t.Value(Var(u)).Equal(w.t.Value(Var(v))) {
				w.tb.Fatalf("variables %d and %d have equal values in one sense only", u, v)
			}
		}
	}
	for _, f := range w.told {
		d, c := w.t.Value(f.v).Cmp(f.b), vals[f.v].Cmp(f.b.A)
		if !f.upper {
			d, c = -d, -c
		}
		if d > 0 || c > 0 || c == 0 && f.b.B.Sign() != 0 {
			w.tb.Fatalf("%v, %v violates %v", w.t.Value(f.v), vals[f.v], f)
		}
	}
}

func (w *world) check() bool {
	ok, stopped := w.t.Check(nil)
	if stopped {
		w.tb.Fatal("stopped by nobody")
	}
	if !ok {
		w.conflict()
		return false
	}
	if !w.lean && !w.feasible() {
		w.tb.Fatalf("feasible, says the tableau: %v", w.told)
	}
	w.solution()
	return true
}

func (w *world) push() {
	w.t.Push()
	w.scopes = append(w.scopes, len(w.told))
}

func (w *world) pop(n int) {
	w.t.Pop(n)
	k := len(w.scopes) - n
	w.told, w.scopes = w.told[:w.scopes[k]], w.scopes[:k]
	w.dead = w.dead && len(w.told) >= w.died
}

// implied verifies implied bounds, their explanations, and that the tableau refutes
// their negation.
func (w *world) implied() {
	type emitted struct {
		f   fact
		why Explanation
	}
	var all []emitted
	w.t.Implied(func(v Var) bool { return v%3 != 2 }, func(v Var, upper bool, b Delta, why Explanation) bool {
		keep := len(all)%3 != 1
		if keep {
			all = append(all, emitted{fact{v, upper, b}, why})
		}
		return keep
	})
	if len(all) > 6 {
		all = all[:6]
	}
	for _, e := range all {
		not := fact{e.f.v, !e.f.upper, e.f.b}
		eps := num.RatOf(1)
		if !e.f.upper {
			eps = eps.Neg()
		}
		if w.t.IsInt(e.f.v) {
			not.b.A = not.b.A.Add(eps)
		} else {
			not.b.B = not.b.B.Add(eps)
		}
		w.push()
		if w.assert(not) && w.check() {
			w.tb.Fatalf("%v is not implied by %v", e.f, w.told)
		}
		w.pop(1)
	}
	w.t.Check(nil) // pivots, perhaps
	defer w.eager()
	for _, e := range all {
		ps := w.t.ExplainImplied(e.why)
		w.known(ps)
		c, sum, err := add(w.t, ps)
		if err != nil {
			w.tb.Fatal(err)
		}
		sign := num.RatOf(1)
		if !e.f.upper {
			sign = sign.Neg()
		}
		if d := w.t.Expand(append(sum, Monomial{sign.Neg(), e.f.v})); len(d) > 0 {
			w.tb.Fatalf("the explanation of %v is about something else: %v", e.f, ps)
		}
		c = c.Mul(sign)
		if w.t.IsInt(e.f.v) {
			if e.f.upper {
				c = DeltaOf(c.Floor())
			} else {
				c = DeltaOf(c.Ceil())
			}
		}
		if !c.Equal(e.f.b) {
			w.tb.Fatalf("the explanation of %v gives %v", e.f, c)
		}
	}
}

// eager asserts bounds while they are found, each of which must follow from what
// was told until then.
func (w *world) eager() {
	w.push()
	for v := range w.sums { // have it look everywhere again
		w.t.touch(Var(v), touchedUpper|touchedLower)
	}
	w.t.Implied(func(Var) bool { return true }, func(v Var, upper bool, b Delta, why Explanation) bool {
		if w.dead || len(w.told) > 14 {
			return false
		}
		not := fact{v, !upper, b}
		eps := num.RatOf(1)
		if !upper {
			eps = eps.Neg()
		}
		not.b.B = not.b.B.Add(eps)
		if !w.lean && w.feasible(not) {
			w.tb.Fatalf("%v is not implied by %v", fact{v, upper, b}, w.told)
		}
		w.assert(fact{v, upper, b})
		return true
	})
	w.pop(1)
}

// fresh compares with a new tableau that is told the same at once.
func (w *world) fresh(ok bool) {
	t := New()
	for i := range w.n {
		t.NewVar(w.t.IsInt(Var(i)))
	}
	for _, s := range w.sums[w.n:] {
		var sum []Monomial
		for i, c := range s {
			sum = append(sum, mono(c, Var(i)))
		}
		t.NewRow(sum, false)
	}
	again := true
	for i, f := range w.told {
		if f.upper {
			again = again && t.AssertUpper(f.v, f.b, Reason(i))
		} else {
			again = again && t.AssertLower(f.v, f.b, Reason(i))
		}
	}
	if again {
		again, _ = t.Check(nil)
	}
	if again != ok {
		w.tb.Fatalf("a fresh tableau says %v", again)
	}
}

// TestRationals runs random histories of one tableau against the oracle.
func TestRationals(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(rt, rapid.IntRange(1, 3).Draw(rt, "vars"), func(int) bool { return false })
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			switch op := rapid.IntRange(0, 9).Draw(rt, "op"); {
			case op == 0 && len(w.sums) < 9:
				w.row()
			case op <= 4:
				if !w.dead && len(w.told) < 10 {
					w.assert(w.randomFact(2))
				}
			case op == 5:
				w.push()
			case op == 6:
				if len(w.scopes) > 0 {
					w.pop(rapid.IntRange(1, len(w.scopes)).Draw(rt, "n"))
				}
			case op == 7:
				if !w.dead {
					w.implied()
				}
			case !w.dead:
				w.fresh(w.check())
			}
			if err := w.t.Sanity(); err != nil {
				rt.Fatal(err)
			}
		}
	})
}

// TestStop checks that a stopped Check can be resumed.
func TestStop(t *testing.T) {
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
		ok := false
		for done := false; !done; {
			calls := 0
			var stopped bool
			ok, stopped = w.t.Check(func() bool { calls++; return calls > 1 })
			done = !stopped
			if err := w.t.Sanity(); err != nil {
				rt.Fatal(err)
			}
		}
		if ok != w.feasible() {
			rt.Fatal("wrong after being stopped")
		}
	})
}

func (f fact) String() string {
	op := ">="
	if f.upper {
		op = "<="
	}
	return fmt.Sprintf("x%d %s %v", f.v, op, f.b)
}
