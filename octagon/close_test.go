package octagon

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/whet-mc/whet/num"
	"pgregory.net/rapid"
)

// emptyMatrix is the matrix without any bound over n variables.
func emptyMatrix(n int, integer bool) matrix {
	w := make([]int32, size(n))
	for i := range w {
		w[i] = int32(infinity())
	}
	for i := range 2 * n {
		w[row(i)+i] = 0
	}
	return matrix{s: w, scale: startScale(integer)}
}

// randomMatrix has so many edges, with bounds in [lo, hi] and now and then near the
// limit of what words can close.
func randomMatrix(r *rand.Rand, n, edges int, lo, hi int64, integer bool) matrix {
	m := emptyMatrix(n, integer).lengthened()
	for range edges {
		i, j := r.IntN(2*n), r.IntN(2*n)
		if i == j {
			continue
		}
		c := lo + r.Int64N(hi-lo+1)
		if j == i^1 {
			c = 2 * (c / 2)
		}
		m.w[pos(i, j)] = c
	}
	m.mag = m.magnitude()
	if r.IntN(8) == 0 {
		return m // as it can be after greater bounds are gone
	}
	return m.shortened()
}

func wideClosure(m matrix, n int, integer bool) ([]ext, bool) {
	x := slices.Clone(m.widened().x)
	return x, closeWide(x, n, integer)
}

func sameEntries(t interface {
	Fatalf(string, ...any)
}, got matrix, want []ext) {
	for k, e := range want {
		if g := got.at(k); !g.equal(e) {
			t.Fatalf("entry %d is %v (infinite: %v), want %v (%v)", k, g.r, g.inf, e.r, e.inf)
		}
	}
}

// The closure by elimination is that of Floyd and Warshall in rationals: on sparse
// and dense matrices, empty ones, and near the end of words.
func TestClosureEqualsFloydWarshall(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	empty, doubled, wide, narrow := 0, 0, 0, 0
	for k := range 1500 {
		n := 1 + r.IntN(9)
		if k%100 == 0 {
			n = 20 + r.IntN(15) // sets of literals of more than a word
		}
		integer := k%2 == 0
		lo, hi := -int64(r.IntN(4)), int64(r.IntN(30))
		switch r.IntN(6) {
		case 0:
			lo, hi = 0, limit/int64(8*n+8)-1 // just fits
		case 2:
			lo, hi = 0, shortLimit/int64(1+r.IntN(8*n+8))-1 // may be too much for short words
		case 1:
			lo, hi = 0, limit-1 // may not fit
		}
		edges := r.IntN(3*n + 1)
		if r.IntN(4) == 0 {
			edges = 3 * size(n)
		}
		m := randomMatrix(r, n, edges, lo, hi, integer)
		if roomToClose(m.mag, n) {
			narrow++
		} else {
			wide++
		}
		before := m.clone()
		got, ok := m.close(n, integer)
		if !slices.Equal(before.w, m.w) || !slices.Equal(before.s, m.s) {
			t.Fatal("closing changed its operand")
		}
		want, wok := wideClosure(m, n, integer)
		if ok != wok {
			t.Fatalf("closed %v, want %v", ok, wok)
		}
		if !ok {
			empty++
			continue
		}
		if got.scale > m.scale {
			doubled++
		}
		sameEntries(t, got, want)
		again, ok := got.close(n, integer)
		if !ok {
			t.Fatal("a closed matrix is empty")
		}
		sameEntries(t, again, want)
	}
	if empty < 50 || doubled < 50 || wide < 50 || narrow < 50 {
		t.Errorf("%d empty, %d doubled, %d wide, %d narrow cases: too few of one", empty, doubled, wide, narrow)
	}
}

// One more bound: incremental closure gives what full closure gives.
func TestIncrementalEqualsFull(t *testing.T) {
	kinds := map[outcome]int{}
	r := rand.New(rand.NewPCG(3, 4))
	for k := range 3000 {
		n := 1 + r.IntN(7)
		integer := k%2 == 0
		m, ok := randomMatrix(r, n, r.IntN(4*n+1), -2, 25, integer).close(n, integer)
		if !ok {
			continue
		}
		a, b := r.IntN(2*n), r.IntN(2*n)
		if a == b {
			continue
		}
		c := num.RatOf(int64(r.IntN(40) - 10))
		if b == a^1 {
			c = c.Add(c)
		} else if !integer {
			c = c.Mul(num.RatFrac(1, int64(1+r.IntN(3))))
		}
		switch r.IntN(40) {
		case 0:
			c = c.Mul(num.RatOf(1 << 57)) // leaves words
		case 1, 2:
			c = c.Mul(num.RatOf(1 << (16 + r.IntN(12)))) // may leave short ones
		}
		if m.at(pos(a, b)).leq(ext{r: c}) {
			continue // add is for bounds that say something
		}
		raw := m.clone().lower(edge{a, b, c})
		want, wok := wideClosure(raw, n, integer)
		scale := m.scale
		got, ok := m.clone().add(n, a, b, c, integer)
		if ok != wok {
			t.Fatalf("closed %v, want %v", ok, wok)
		}
		switch {
		case !ok:
			kinds[emptied]++
			continue
		case got.scale > scale:
			kinds[doubled]++
		default:
			kinds[changed]++
		}
		sameEntries(t, got, want)
		x := slices.Clone(m.widened().x)
		if !addWide(x, n, a, b, c, integer) {
			t.Fatal("in rationals the matrix is empty")
		}
		sameEntries(t, matrix{x: x}, want)
	}
	for _, o := range []outcome{changed, doubled, emptied} {
		if kinds[o] < 20 {
			t.Errorf("%d cases with outcome %d: too few", kinds[o], o)
		}
	}
}

// Words and rationals are two forms of the same bounds.
func TestNarrowedAndWidened(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "n")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		m := randomMatrix(r, n, 6*n, -1000, 1000, false)
		w := m.widened()
		sameEntries(t, m, w.x)
		back := w.narrowed(n, false)
		if back.wide() {
			t.Fatal("small bounds stay wide")
		}
		sameEntries(t, back, w.x)
		if !back.equal(m) || !w.equal(m) {
			t.Fatal("the forms differ")
		}
		big := w.clone()
		k := row(1)
		big.x[k] = ext{r: num.RatOf(limit)}
		if r := big.narrowed(n, false); !r.wide() {
			t.Fatal("a bound at the limit is in words")
		}
		big.x[k] = ext{r: num.RatFrac(1, maxScale+1)}
		if r := big.narrowed(n, false); !r.wide() {
			t.Fatal("a denominator above the greatest scale is in words")
		}
	})
}

// pick is what it says, entry by entry.
func TestPick(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		n := 1 + r.IntN(6)
		m := randomMatrix(r, n, 8*n, -5, 50, false)
		lits := make([]int, r.IntN(8))
		for p := range lits {
			lits[p] = r.IntN(2 * n)
		}
		if r.IntN(2) == 0 { // a projection
			lits = lits[:0]
			for v := range n {
				if r.IntN(3) > 0 {
					lits = append(lits, 2*v)
				}
			}
		}
		got := m.pick(lits)
		for i := range 2 * len(lits) {
			for j := range 2 * len(lits) {
				k, l := lits[i>>1]^(i&1), lits[j>>1]^(j&1)
				if g, w := got.at(pos(i, j)), m.at(pos(k, l)); !g.equal(w) {
					t.Fatalf("(%d, %d) of %v is %v, want %v", i, j, lits, g, w)
				}
			}
		}
	}
}
