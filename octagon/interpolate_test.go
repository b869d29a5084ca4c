package octagon

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// apart draws two octagons, given by their closed matrices, that exclude each
// other more often than random ones: the edges of a cycle through several literals, whose
// bounds add up to less than 0, go to the one or the other; more constraints
// come on top.
func apart(t *rapid.T, n int, of linear.Numbers) (a, b *dense) {
	ab := []*dense{newDense(n, of), newDense(n, of)}
	assume := func(i, j int, c int64) {
		if i != j {
			k := rapid.IntRange(0, 1).Draw(t, "whose")
			ab[k] = ab[k].assume(i, j, big.NewRat(c, 1))
		}
	}
	vars := rapid.Permutation([]int{0, 1, 2, 3}[:n]).Draw(t, "cycle")
	vars = vars[:rapid.IntRange(1, n).Draw(t, "length")]
	literals := make([]int, len(vars))
	for k, v := range vars {
		literals[k] = 2*v + rapid.IntRange(0, 1).Draw(t, "sign")
	}
	sum := int64(0)
	for k, i := range literals {
		c := rapid.Int64Range(-3, 3).Draw(t, "bound")
		if sum += c; k == len(literals)-1 && sum >= 0 {
			c -= sum + 1
		}
		assume(i, literals[(k+1)%len(literals)], c)
	}
	for range rapid.IntRange(0, 4).Draw(t, "more") {
		assume(rapid.IntRange(0, 2*n-1).Draw(t, "i"), rapid.IntRange(0, 2*n-1).Draw(t, "j"), rapid.Int64Range(-3, 6).Draw(t, "c"))
	}
	return ab[0], ab[1]
}

// entryOf finds the form that a constraint bounds: it says that k(V_j - V_i) is
// at most, or below, k times the limit.
func entryOf(c linear.Constraint) (i, j int, limit *big.Rat) {
	lit := func(t linear.Term, sign int) int {
		if t.Coef.Sign() == sign {
			return 2 * t.Var
		}
		return 2*t.Var + 1
	}
	first := c.Expr.Term(0)
	k := first.Coef.Abs()
	if c.Expr.Len() == 1 { // k·V, and V_j - V_i = 2V
		j = lit(first, 1)
		i = j ^ 1
		k = k.Mul(num.RatFrac(1, 2))
	} else {
		j, i = lit(first, 1), lit(c.Expr.Term(1), -1)
	}
	return i, j, rat(c.Expr.Constant().Neg().Quo(k))
}

func (d *dense) constrains(v int) bool {
	for _, i := range []int{2 * v, 2*v + 1} {
		for j, x := range d.m[i] {
			if j != i && x != nil {
				return true
			}
		}
	}
	return false
}

func TestInterpolate(t *testing.T) {
	kinds := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		n, of := rapid.IntRange(1, 4).Draw(t, "n"), linear.Numbers(rapid.IntRange(0, 1).Draw(t, "of"))
		a, b := apart(t, n, of)
		got, ok := octagonOf(a).Interpolate(octagonOf(b))
		if ok != a.meet(b).empty {
			t.Fatalf("%v and %v: %v", a, b, ok)
		}
		switch {
		case !ok:
			kinds["meet"]++
			return
		case a.empty:
			if !got.Each || len(got.Constraints) != 1 || !got.Constraints[0].IsFalse() {
				t.Fatalf("bottom and %v: %v", b, got)
			}
			return
		case b.empty:
			if len(got.Constraints) != 0 {
				t.Fatalf("%v and bottom: %v", a, got)
			}
			return
		}
		if len(got.Constraints) == 0 {
			t.Fatalf("no interpolant of %v and %v", a, b)
		}
		for _, c := range got.Constraints {
			i, j, limit := entryOf(c)
			above := a.m[i][j]
			if above == nil || above.Cmp(limit) > 0 || c.Rel == linear.LT && above.Cmp(limit) == 0 {
				t.Fatalf("%v does not imply %v", a, c)
			}
			if got.Each {
				below := b.m[j][i] // b has V_j - V_i >= -below
				if below == nil {
					t.Fatalf("%v does not contradict %v", c, b)
				}
				least := new(big.Rat).Neg(below)
				if s := least.Cmp(limit); s < 0 || s == 0 && c.Rel != linear.LT {
					t.Fatalf("%v does not contradict %v", c, b)
				}
			}
			for term := range c.Expr.Terms() {
				if !a.constrains(term.Var) || !b.constrains(term.Var) {
					t.Fatalf("%v is not over what %v and %v have in common", c, a, b)
				}
			}
		}
		if got.Each {
			kinds["each"]++
			return
		}
		kinds["together"]++
		with := func(cs []linear.Constraint) *dense {
			d := b
			for _, c := range cs {
				i, j, limit := entryOf(c)
				if d = d.assume(i, j, limit); c.Rel == linear.EQ {
					d = d.assume(j, i, new(big.Rat).Neg(limit))
				}
			}
			return d
		}
		if !with(got.Constraints).empty {
			t.Fatalf("%v do not contradict %v", got.Constraints, b)
		}
		for k := range got.Constraints {
			if with(slices.Delete(slices.Clone(got.Constraints), k, k+1)).empty {
				t.Fatalf("%v: %v is not needed against %v", got.Constraints, got.Constraints[k], b)
			}
		}
		for i := range a.m {
			for j, x := range a.m[i] {
				if y := b.m[j][i]; x != nil && y != nil && new(big.Rat).Add(x, y).Sign() < 0 {
					t.Fatalf("%v and %v are apart by bound %d, %d", a, b, i, j)
				}
			}
		}
	})
	if kinds["each"] < steady.Bar(10) || kinds["together"] < steady.Bar(1) || kinds["meet"] < steady.Bar(1) {
		t.Errorf("too few of a kind: %v", kinds)
	}
}

// TestInterpolateTogether has the example of interpolate.go.
func TestInterpolateTogether(t *testing.T) {
	names := []string{"x", "y", "z", "w", "v"}
	of := func(texts ...string) *Octagon {
		var cs []linear.Constraint
		for _, text := range texts {
			cs = append(cs, linear.MustParse(text, names...))
		}
		return Of(len(names), linear.Rationals, cs...)
	}
	a := of("x <= y", "z <= w", "v <= x", "v >= 3")
	b := of("y <= z - 1", "w <= x")
	got, ok := a.Interpolate(b)
	if !ok || got.Each || len(got.Constraints) != 2 ||
		got.Constraints[0].Format(names) != "x - y <= 0" || got.Constraints[1].Format(names) != "z - w <= 0" {
		t.Errorf("%v, %v", got, ok)
	}
}
