// This file returns the generators of a polyhedron, as products of the generators of its blocks.

package poly

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Generators returns the minimal generators: points, closure points, rays and lines, in an order that depends on the
// polyhedron only. The empty polyhedron has none. Rays and points are unique only up to the lines.
//
// The points of a product are all combinations of the points of its blocks, so their numbers multiply: 2^n for a box.
// If the number exceeds the Rows of p's limit, the result generates the whole space, and Approximate reports an error.
func (p *Polyhedron) Generators() []linear.Generator {
	p.notNil("Generators")
	s := p.settle()
	if s.bottom {
		return nil
	}
	origin := make([]num.Rat, p.dims)
	points := []linear.Generator{{Kind: linear.Point, At: origin}}
	corners := points // points of the topological closure
	closed := true
	var gs []linear.Generator
	for _, b := range s.blocks {
		own, ok := b.f.Generators()
		at := own
		if ok && !b.f.IsClosed() {
			closed = false
			at, ok = b.f.TopClosure().Generators()
		}
		if ok {
			points = b.times(points, own)
			corners = b.times(corners, at)
			if p.limit != nil && p.limit.Rows > 0 && max(len(points), len(corners)) > p.limit.Rows {
				p.late.CompareAndSwap(nil, &LimitError{Rows: max(len(points), len(corners))})
				ok = false
			}
		}
		if !ok {
			return Top(p.dims, p.of).Generators()
		}
		for _, g := range own {
			if g.Kind == linear.Ray || g.Kind == linear.Line {
				gs = append(gs, linear.Generator{Kind: g.Kind, At: b.place(origin, g.At)})
			}
		}
	}
	for v, o := range s.owner {
		if o < 0 {
			at := slices.Clone(origin)
			at[v] = num.RatOf(1)
			gs = append(gs, linear.Generator{Kind: linear.Line, At: at})
		}
	}
	gs = append(gs, points...)
	slices.SortFunc(gs, cmpGenerators)
	if !closed {
		gs = withClosurePoints(gs, corners)
	}
	return gs
}

// times returns the points that combine the coordinates of one of points with the coordinates of one of own in the
// dimensions of b.
func (b block) times(points, own []linear.Generator) []linear.Generator {
	out := make([]linear.Generator, 0, len(points)*len(own))
	for _, g := range points {
		for _, h := range own {
			if h.Kind == linear.Point {
				out = append(out, linear.Generator{Kind: linear.Point, At: b.place(g.At, h.At)})
			}
		}
	}
	return out
}

// place returns a copy of at with the local coordinates coords in the dimensions of b.
func (b block) place(at, coords []num.Rat) []num.Rat {
	at = slices.Clone(at)
	for i, v := range b.vars {
		at[v] = coords[i]
	}
	return at
}

// withClosurePoints adds to gs those of corners, the vertices of the closure, that are not points of gs. gs must be
// sorted.
func withClosurePoints(gs, corners []linear.Generator) []linear.Generator {
	n := len(gs)
	for _, g := range corners {
		if _, ok := slices.BinarySearchFunc(gs[:n], g, cmpGenerators); !ok {
			gs = append(gs, linear.Generator{Kind: linear.ClosurePoint, At: g.At})
		}
	}
	slices.SortFunc(gs, cmpGenerators)
	return gs
}

// cmpGenerators compares generators by kind, then by coordinates.
func cmpGenerators(a, b linear.Generator) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), slices.CompareFunc(a.At, b.At, num.Rat.Cmp))
}
