package octagon

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/whet-mc/whet/linear"
)

// TestLinks has elements of many variables lose bounds and variables, and gain bounds: their
// blocks never fall into parts, and what they keep as links are links (sane says so).
func TestLinks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	whole, again := 0, 0
	for _, n := range []int{9, 12, 20, 66} {
		of := subjects(n)
		if n > 20 {
			of = of[:1]
		}
		for _, s := range of {
			check := func(what string, o *Octagon) *Octagon {
				t.Helper()
				o = o.closed()
				if err := o.sane(); err != nil {
					t.Fatalf("%d variables, after %s: %v", n, what, err)
				}
				return o
			}
			o := check("join", s.a.Join(s.b))
			check("widening", s.a.Widen(s.j))
			check("narrowing", s.a.Widen(s.j).Narrow(s.a))
			gone := r.Perm(n)
			if n > 20 {
				gone = gone[:6]
			}
			for k, v := range gone {
				before := o.blockOf(v)
				o = check("forgetting", o.Havoc(v))
				if before != nil && before.tree != nil && len(o.blocks) > 0 {
					after := o.blockOf(before.vars[slices.IndexFunc(before.vars, func(u int) bool { return u != v })])
					if after != nil && after.tree == before.tree {
						whole++
					} else {
						again++
					}
				}
				if k%3 == 2 {
					c := linear.X(r.IntN(n)).Add(linear.X(v)).LE(linear.ConstInt(int64(r.IntN(20))))
					o = check("a bound", o.Assume(c))
				}
			}
		}
	}
	if whole < 20 || again < 20 {
		t.Errorf("%d times links of before were enough, %d times not", whole, again)
	}
}
