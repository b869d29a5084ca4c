package pdr

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/houdini"
	"github.com/whet-mc/whet/refine/refinetest"
	"github.com/whet-mc/whet/smt"
)

// A congruence as a literal is true of the values of which it is: against arithmetic.
func TestCongruences(t *testing.T) {
	p := refinetest.Lower(t, refinetest.Prelude+`
unsigned char x, y; signed char z;
int main(void) { while (1) { x = x + 1; y = x; z = y; __VERIFIER_assert(x + y + z > -500); } }`, cfa.Machine)
	s := &search{Search: houdini.New(t.Context(), p, func() bool { return false }), congruences: map[*smt.Term]congruence{}}
	b := s.B
	var of []*smt.Term
	var ranges [][2]int
	for _, v := range p.Vars {
		if v.Proc == nil && (v.Name == "x" || v.Name == "y" || v.Name == "z") {
			of = append(of, s.Coder.Plain(v))
			ranges = append(ranges, map[bool][2]int{true: {-128, 127}, false: {0, 255}}[v.Name == "z"])
		}
	}
	if len(of) != 3 {
		t.Fatalf("%d variables", len(of))
	}
	r := rand.New(rand.NewPCG(1, 2))
	int64s := func(n int) *smt.Term { return b.IntNum(int64(n)) }
	divisions := 0
	for range 300 {
		k := 1 << (5 + r.IntN(6))
		sum, coefs, n := int64s(0), make([]int, len(of)), r.IntN(900)-450
		for i, v := range of {
			coefs[i] = r.IntN(5) - 2
			sum = b.Add(sum, b.Scale(num.RatOf(int64(coefs[i])), v))
		}
		// what is a multiple of the modulus does not matter
		sum = b.Add(sum, int64s(n), b.Scale(num.RatOf(int64(k)), of[r.IntN(len(of))]))
		yes := r.IntN(2) == 0
		w := &walker{asker: &asker{search: s}}
		w.congruent(sum, num.Of(int64(k)), yes)
		for range 60 {
			m, value := smt.NewModel(b), n
			for i, v := range of {
				a := ranges[i][0] + r.IntN(256)
				m.Set(v, int64s(a))
				value += coefs[i] * a
			}
			got := true
			for _, l := range w.lits {
				ok, err := m.Holds(l)
				if got = got && ok; err != nil {
					t.Fatal(err)
				}
			}
			if want := (value%k == 0) == yes; got != want {
				t.Fatalf("%v, multiple of %d %v: %v gives %v for %d", sum, k, yes, w.lits, got, value)
			}
		}
		for _, l := range w.lits {
			smt.Walk(l, map[*smt.Term]bool{}, nil, func(t *smt.Term) {
				if t.Op() == smt.OpDiv {
					divisions++
				}
			})
		}
	}
	if divisions == 0 || divisions > 250 {
		t.Errorf("%d of 300 congruences are divisions", divisions)
	}
}
