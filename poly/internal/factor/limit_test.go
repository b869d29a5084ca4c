package factor

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/internal/effort/efforttest"
	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// operation is one of the operations with drawn arguments.
func operation(t *rapid.T, s shape) func(p, q *Factor) *Factor {
	v, e, c := rapid.IntRange(0, s.dims-1).Draw(t, "v"), s.expr(t), s.constraint(t)
	at := make([]num.Rat, s.dims)
	for i := range at {
		at[i] = num.RatOf(rapid.Int64Range(-3, 3).Draw(t, "at"))
	}
	g := linear.Generator{Kind: linear.GeneratorKind(rapid.IntRange(0, 3).Draw(t, "kind")), At: at}
	if g.Kind == linear.ClosurePoint && !s.strict {
		g.Kind = linear.Point
	}
	ops := []func(p, q *Factor) *Factor{
		func(p, q *Factor) *Factor { return p.Meet(q) },
		func(p, q *Factor) *Factor { return p.Hull(q) },
		func(p, _ *Factor) *Factor { return p.AddConstraints(c) },
		func(p, _ *Factor) *Factor { return p.AddGenerators(g) },
		func(p, _ *Factor) *Factor { return p.Image(v, e) },
		func(p, _ *Factor) *Factor { return p.Preimage(v, e) },
		func(p, _ *Factor) *Factor { return p.Forget(v) },
		func(p, _ *Factor) *Factor { return p.TopClosure() },
		func(p, q *Factor) *Factor { return p.TimeElapse(q) },
		func(p, q *Factor) *Factor { return p.Concat(q).Restrict(identity(s.dims)) },
		func(p, q *Factor) *Factor { return p.Define(e).Restrict(identity(s.dims)) },
		func(p, q *Factor) *Factor { p.Constraints(); return p },
		func(p, q *Factor) *Factor { p.IsEmpty(); return p },
	}
	return ops[rapid.IntRange(0, len(ops)-1).Draw(t, "op")]
}

// TestLimits does the same with a limit and without.
func TestLimits(t *testing.T) {
	stopped, went := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(shapes[:5]).Draw(t, "shape")
		limit := &Limit{Rows: rapid.IntRange(1, 8).Draw(t, "rows")}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		if rapid.Bool().Draw(t, "context") {
			limit.Context = ctx
		}
		var exact, limited [2]*Factor
		for i := range exact {
			cs := s.system(t)
			exact[i], limited[i] = FromConstraints(s.dims, cs), FromConstraints(s.dims, cs).WithLimit(limit)
		}
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			if rapid.IntRange(0, 9).Draw(t, "cancel") == 0 {
				cancel()
			}
			op, k := operation(t, s), rapid.IntRange(0, 1).Draw(t, "which")
			exact[k], limited[k] = op(exact[k], exact[1-k]), op(limited[k], limited[1-k])
			compare(t, s, exact[k], limited[k])
			if limited[k].Err() == nil {
				went++
			} else {
				stopped++
			}
		}
	})
	if stopped < steady.Bar(50) || went < steady.Bar(50) {
		t.Errorf("%d steps after a limit was reached, %d without: the limits drawn are no test", stopped, went)
	}
}

// compare fails unless limited is a sound answer for exact, and the exact one where nothing is said
// of a limit.
func compare(t *rapid.T, s shape, exact, limited *Factor) {
	t.Helper()
	if limited.lim == nil {
		t.Fatal("the limit was not inherited")
	}
	for _, c := range limited.Constraints() {
		if !exact.Entails(c) {
			t.Fatalf("%v does not hold on %v: %v", c, exact.Constraints(), limited.Err())
		}
	}
	if limited.IsEmpty() && !exact.IsEmpty() {
		t.Fatalf("lost %v", exact.Constraints())
	}
	if gs, ok := limited.Generators(); ok {
		exactOf := FromGenerators(s.dims, gs)
		if !exactOf.Contains(exact) {
			t.Fatalf("generators %v do not span %v", gs, exact.Constraints())
		}
	}
	if limited.Contains(exact) && !FromConstraints(s.dims, limited.Constraints()).Contains(exact) {
		t.Fatal("Contains is not sound")
	}
	e := s.expr(t)
	if !exact.IsEmpty() {
		v, _, bounded := limited.Sup(e)
		if w, _, ok := exact.Sup(e); bounded && (!ok || v.Less(w)) {
			t.Fatalf("Sup of %v is %v, not %v", e, w, v)
		}
	}
	c := s.constraint(t)
	if got, want := limited.Relation(c), exact.Relation(c); got&^want&(Included|Disjoint) != 0 {
		t.Fatalf("Relation %b, not %b", got, want)
	}
	var limit *cone.LimitError
	if err := limited.Err(); err == nil {
		if got := FromConstraints(s.dims, limited.Constraints()); !got.Equal(exact) {
			t.Fatalf("%v without a word of error, not %v", got.Constraints(), exact.Constraints())
		}
	} else if !errors.As(err, &limit) {
		t.Fatalf("error %v", err)
	}
}

// crossPolytope has 2*dims points and 2^dims facets.
func crossPolytope(dims int) *Factor {
	var gs []linear.Generator
	for v := range dims {
		for _, x := range []int64{-1, 1} {
			at := make([]num.Rat, dims)
			at[v] = num.RatOf(x)
			gs = append(gs, linear.Generator{Kind: linear.Point, At: at})
		}
	}
	return FromGenerators(dims, gs)
}

func TestExplosion(t *testing.T) {
	ctx := efforttest.New(t.Context(), 15_000, nil)
	for name, l := range map[string]*Limit{"rows": {Rows: 1000}, "context": {Context: ctx}} {
		t.Run(name, func(t *testing.T) {
			const dims = 24
			p := crossPolytope(dims).WithLimit(l)
			q := p.AddConstraints(linear.X(0).Add(linear.X(1)).Sub(linear.X(2)).LE(linear.ConstInt(0)))
			if q.Err() == nil {
				t.Fatal("no error")
			}
			for v := range dims { // the box is known all the same
				if !FromConstraints(dims, q.Constraints()).hasBound(v) {
					t.Fatalf("dimension %d is not bounded", v)
				}
			}
			r := q.Image(3, linear.X(2).Sub(linear.X(4))).Hull(p)
			if r.Err() == nil {
				t.Fatal("the error was not inherited")
			}
			if after := ctx.After(); after > 15_000 {
				t.Errorf("went on for %d units of work", after)
			}
		})
	}
}

// hasBound reports whether there is the constraint x_v <= 1.
func (p *Factor) hasBound(v int) bool {
	for _, c := range p.approximation().constraintsOf() {
		if c.Equal(linear.X(v).LE(linear.ConstInt(1))) {
			return true
		}
	}
	return false
}

func TestConcurrentReaders(t *testing.T) {
	p := crossPolytope(5).AddConstraints(linear.X(0).LT(linear.ConstInt(1))).Concat(Universe(1))
	want := fmt.Sprint(crossPolytope(5).AddConstraints(linear.X(0).LT(linear.ConstInt(1))).Constraints())
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			switch i % 4 {
			case 0:
				p.Generators()
			case 1:
				p.Contains(Universe(6))
			case 2:
				p.IsClosed()
			}
			if got := fmt.Sprint(p.Constraints()); got != want {
				t.Errorf("%s, not %s", got, want)
			}
		}()
	}
	wg.Wait()
}
