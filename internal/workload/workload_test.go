package workload

import (
	"math/big"
	"reflect"
	"testing"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// The first numbers of splitmix64 from state 0, as published with it.
func TestRandIsSplitmix64(t *testing.T) {
	r := &Rand{}
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec} {
		if got := r.Next(); got != want {
			t.Errorf("number %d: %x, want %x", i, got, want)
		}
	}
}

func TestSeeds(t *testing.T) {
	if *New(1, 2, 3) != (Rand{0x100000001B3 + 2*1000003 + 3}) {
		t.Error("the state is not what seed, size and number say")
	}
	if New(1, 8, 0).Next() == New(2, 8, 0).Next() {
		t.Error("two seeds give the same number")
	}
}

func TestDigest(t *testing.T) {
	if Start.AddBool(true) != 0xaf63bc4c8601b62c {
		t.Errorf("one token: %x", Start.AddBool(true))
	}
	if got := Start.AddBool(true).AddBool(true); got != 0x082f2307b4e88e77 {
		t.Errorf("two tokens: %x", got)
	}
	huge := num.OfBig(new(big.Int).Sub(new(big.Int).Neg(two64), big.NewInt(5)))
	if got := low64(huge); got != ^uint64(4) {
		t.Errorf("low bits of -2^64-5: %x", got)
	}
	if got := low64(num.Of(-5)); got != ^uint64(4) {
		t.Errorf("low bits of -5: %x", got)
	}
	if got, want := Start.AddSup(num.RatFrac(-6, 4), true), Start.Add(^uint64(2)).Add(2); got != want {
		t.Errorf("-3/2: %x, want %x", got, want)
	}
	if Start.AddSup(num.RatOf(1), false) != Start.Add(Inf) {
		t.Error("an infinite bound")
	}
}

// naive is the matrix of twice the bounds of V_j - V_i, at [i][j].
type naive [][]int64

const far = int64(1) << 40

func (in OctInstance) naive(cs []OctConstraint) naive {
	m := make(naive, 2*in.N)
	for i := range m {
		m[i] = make([]int64, 2*in.N)
		for j := range m[i] {
			if i != j {
				m[i][j] = far
			}
		}
	}
	signed := func(v, sign int) int { // sign·x_v
		if sign < 0 {
			return 2*v + 1
		}
		return 2 * v
	}
	for _, c := range cs {
		p := signed(c.I, c.Si)
		q, b := p^1, 2*c.C
		if c.J >= 0 {
			q, b = signed(c.J, c.Sj)^1, c.C
		}
		// V_p - V_q <= b, and the same with signs changed.
		m[q][p] = min(m[q][p], 2*b)
		m[p^1][q^1] = min(m[p^1][q^1], 2*b)
	}
	return m
}

func (m naive) close() {
	for k := range m {
		for i := range m {
			for j := range m {
				if m[i][k] < far && m[k][j] < far {
					m[i][j] = min(m[i][j], m[i][k]+m[k][j])
				}
			}
		}
	}
	for i := range m {
		for j := range m {
			if i != j && m[i][i^1] < far && m[j^1][j] < far {
				// The sum is even: it is twice one of integers, each twice a bound.
				m[i][j] = min(m[i][j], (m[i][i^1]+m[j^1][j])/2)
			}
		}
	}
}

// The draws are right if a closure by the book has the digests of other libraries.
func TestOctagonDraws(t *testing.T) {
	for _, n := range []int{8, 16} {
		closure, incr := Start, Start
		for k := range OctInstances(n) {
			in := Octagon(n, 2*n, k, 1)
			digest := func(m naive) uint64 {
				m.close()
				return uint64(OctDigest(n, func(i, j int) (num.Rat, bool) { return num.RatFrac(m[i][j], 2), m[i][j] < far }))
			}
			closure = closure.Add(digest(in.naive(in.A)))
			incr = incr.Add(digest(in.naive(append(in.A, in.E))))
		}
		if want := Octagons[n]; closure != want.Closure || incr != want.Incr {
			t.Errorf("n = %d: closure %x, incremental %x, want %x, %x", n, closure, incr, want.Closure, want.Incr)
		}
	}
}

func TestOctagonShape(t *testing.T) {
	for k := range 50 {
		in := Octagon(5, 40, k, 7)
		if !reflect.DeepEqual(in, Octagon(5, 40, k, 7)) {
			t.Fatal("two draws differ")
		}
		if in.G == in.H {
			t.Fatalf("instance %d assigns x%d to itself", k, in.G)
		}
		zero := make([]num.Rat, in.N)
		for i, c := range in.A {
			if c.I == c.J || c.C < 0 || !c.Linear().Holds(zero) {
				t.Fatalf("instance %d: %v", k, c)
			}
			b := in.B[i]
			if b.C < 0 || b.C < c.C-20 || b.C > c.C+20 {
				t.Fatalf("instance %d: %v becomes %v", k, c, b)
			}
			if b.C = c.C; b != c {
				t.Fatalf("instance %d: %v becomes %v", k, c, in.B[i])
			}
		}
	}
	if got := (OctConstraint{I: 2, J: 0, Si: -1, Sj: 1, C: 7}).Linear().String(); got != "x0 - x2 <= 7" {
		t.Errorf("a constraint of two variables: %s", got)
	}
	if got := (OctConstraint{I: 2, J: -1, Si: -1, C: 7}).Linear().String(); got != "x2 >= -7" {
		t.Errorf("a constraint of one variable: %s", got)
	}
}

// walkDigest digests what was drawn.
func walkDigest(w Walk) Digest {
	d := Start
	expr := func(e linear.Expr) {
		for v := range w.Dims {
			d = d.AddSup(e.Coef(v), true)
		}
		d = d.AddSup(e.Constant(), true)
	}
	for _, c := range w.Start {
		expr(c.Expr.Neg())
	}
	for _, s := range w.Steps {
		d = d.Add(uint64(s.Kind))
		switch s.Kind {
		case Meet:
			expr(s.Guard.Expr.Neg())
		case Assign:
			d = d.Add(uint64(s.First.Var))
			expr(s.First.By)
		case Branch:
			expr(s.Guard.Expr.Neg())
			expr(s.Negated.Expr.Neg())
			d = d.Add(uint64(s.First.Var))
			expr(s.First.By)
			d = d.Add(uint64(s.Second.Var))
			expr(s.Second.By)
		case Loop:
			expr(s.Guard.Expr.Neg())
			d = d.Add(uint64(s.First.Var))
			expr(s.First.By)
		case Leq:
			d = d.Add(uint64(s.Query))
		}
		d = d.Add(uint64(int64(s.Save)))
	}
	return d
}

// A program in C++ that was written from the description alone drew the same; its
// walks give the digests of Polyhedra.
func TestWalkDraws(t *testing.T) {
	for d, want := range map[int]Digest{4: 0xa55dda5546586ae9, 6: 0x052f3ba069d78416, 8: 0xce0230b6c5acd488, 10: 0x6e94d9413ba3e391} {
		all := Start
		for k := range Walks {
			all = all.Add(uint64(walkDigest(StandardWalk(d, k))))
		}
		if all != want {
			t.Errorf("%d dimensions: %x, want %x", d, all, want)
		}
	}
}
