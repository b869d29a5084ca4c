package poly

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/internal/effort/efforttest"
	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/linear"
)

// TestUnionLimits: what is claimed under a limit is true without it, whenever the limit strikes.
func TestUnionLimits(t *testing.T) {
	struck, claims := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		of := kinds.Draw(t, "numbers")
		const dims = 3
		limit := &Limit{Rows: rapid.IntRange(3, 9).Draw(t, "rows")}
		ps := make([]*Polyhedron, 4)
		for i := range ps {
			ps[i] = drawPolyhedron(t, dims, of)
		}
		q := ps[0].Join(ps[1]).Assume(drawConstraint(t, dims))
		// The same once more, under the limit, from constraints.
		limited := func(p *Polyhedron) *Polyhedron {
			return Top(dims, of).Within(limit).Assume(p.Constraints()...)
		}
		u, v := UnionOf(dims, of, ps...), UnionOf(dims, of)
		for _, p := range ps {
			v = v.Add(limited(p))
		}
		w := limited(q)
		claim := func(name string, claimed, is bool) {
			if claimed {
				claims++
			}
			if claimed && !is && of == linear.Rationals {
				t.Errorf("%s of %v and %v is claimed under a limit of %d rows", name, u, q, limit.Rows)
			}
		}
		claim("containment", v.Contains(w), u.Contains(q))
		claim("difference empty", Difference(w, limited(ps[0])).IsBottom() && w.Approximate() == nil, Difference(q, ps[0]).IsBottom())
		join, exact := limited(ps[0]).ExactJoin(limited(ps[1]))
		_, is := ps[0].ExactJoin(ps[1])
		claim("exact join", exact, is)
		if !ps[0].Leq(join.Within(nil)) || !ps[1].Leq(join.Within(nil)) {
			t.Errorf("join of %v and %v: %v", ps[0], ps[1], join)
		}
		for name, f := range interpolators {
			i, ok := f(limited(ps[2]), limited(ps[3]))
			if ok && (!ps[3].Assume(i.Constraints...).IsBottom() || slices.ContainsFunc(i.Constraints, func(c linear.Constraint) bool { return !ps[2].Entails(c) })) {
				t.Errorf("%s of %v and %v: %v under a limit of %d rows", name, ps[2], ps[3], i, limit.Rows)
			}
		}
		if merged := v.MergePairs(); of == linear.Rationals && merged.Approximate() == nil && !u.ContainsUnion(mapWithin(merged)) {
			t.Errorf("%v merged to %v under a limit of %d rows", u, merged, limit.Rows)
		}
		if join.Approximate() != nil || w.Approximate() != nil || v.Approximate() != nil {
			struck++
		}
	})
	if struck < steady.Bar(10) || claims < steady.Bar(10) {
		t.Errorf("the limit struck in %d cases of 100; %d claims", struck, claims)
	}
}

func mapWithin(u Union) Union {
	return u.Map(func(p *Polyhedron) *Polyhedron { return p.Within(nil) })
}

// A context that is over ends the search for what covers a polyhedron.
func TestUnionStops(t *testing.T) {
	ctx := efforttest.New(t.Context(), 0, nil)
	const dims = 6
	// The cube [0, 2]^6 is covered by its halves in each dimension, cut in a slanting way.
	u := UnionOf(dims, linear.Rationals)
	for v := range dims {
		next := linear.X((v + 1) % dims)
		u = u.Add(
			Top(dims, linear.Rationals).Assume(linear.X(v).ScaleInt(3).LE(next.AddInt(2))),
			Top(dims, linear.Rationals).Assume(linear.X(v).ScaleInt(3).GE(next.AddInt(3))))
	}
	cube := Top(dims, linear.Rationals).Within(&Limit{Context: ctx})
	for v := range dims {
		cube = cube.Assume(linear.X(v).GE(linear.ConstInt(0)), linear.X(v).LE(linear.ConstInt(2)))
	}
	ctx.End()
	if u.Contains(cube) {
		t.Error("contained, with points between all pairs of halves left out")
	}
	if after := ctx.After(); after > 10_000 {
		t.Errorf("went on for %d units of work", after)
	}
	if err := cube.Complete().Approximate(); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
