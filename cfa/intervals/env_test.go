package intervals

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// An Env is what a map of Go is, whatever it has come of, and says by its identity that nothing has
// changed.
func TestEnv(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	vars := make([]*cfa.Var, 40)
	for i := range vars {
		vars[i] = &cfa.Var{ID: i * i, Range: cfa.Range{Bits: 8, Signed: true}}
	}
	type state struct {
		env *Env
		is  map[*cfa.Var]interval.Interval
	}
	of := func(v *cfa.Var, s state) interval.Interval {
		if i, ok := s.is[v]; ok {
			return i
		}
		return v.Range.Interval()
	}
	states := []state{{nil, map[*cfa.Var]interval.Interval{}}}
	for range 3000 {
		s, o := states[r.IntN(len(states))], states[r.IntN(len(states))]
		next := state{s.env, map[*cfa.Var]interval.Interval{}}
		switch r.IntN(4) {
		case 0:
			next.env = s.env.Join(o.env)
			for _, v := range vars {
				if i := of(v, s).Join(of(v, o)); !i.Equal(v.Range.Interval()) {
					next.is[v] = i
				}
			}
		case 1:
			odd := func(v *cfa.Var) bool { return v.ID%2 == 1 }
			next.env = s.env.Drop(odd)
			for v, i := range s.is {
				if !odd(v) {
					next.is[v] = i
				}
			}
		default:
			v := vars[r.IntN(len(vars))]
			lo := r.Int64N(200) - 128
			i := interval.Of(num.Of(lo), num.Of(lo+r.Int64N(60))).Meet(v.Range.Interval())
			if r.IntN(3) == 0 {
				i = v.Range.Interval()
			}
			next.env = s.env.With(v, i)
			for w, j := range s.is {
				next.is[w] = j
			}
			if next.is[v] = i; i.Equal(v.Range.Interval()) {
				delete(next.is, v)
			}
		}
		same := len(next.is) == len(s.is)
		for _, v := range vars {
			if !next.env.Var(v).Equal(of(v, next)) {
				t.Fatalf("variable %d: %v, not %v", v.ID, next.env.Var(v), of(v, next))
			}
			same = same && of(v, next).Equal(of(v, s))
		}
		if same != (next.env == s.env) || same != s.env.Equal(next.env) {
			t.Fatalf("the same: %v, not %v", next.env == s.env, same)
		}
		n, last := 0, -1
		next.env.Each(func(v *cfa.Var, _ interval.Interval) {
			if n++; v.ID <= last {
				t.Fatalf("%d comes after %d", v.ID, last)
			}
			last = v.ID
		})
		if n != len(next.is) {
			t.Fatalf("%d variables, not %d", n, len(next.is))
		}
		states = append(states, next)
		if len(states) > 60 {
			states = states[20:]
		}
	}
}
