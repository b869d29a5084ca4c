package plot

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// A region is the part of a convex set that can be seen: a polygon, exactly.
// Cutting a polygon by one half-plane after the other is the algorithm of
// Sutherland and Hodgman, "Reentrant polygon clipping" (1974); over rationals it keeps
// sets without interior, as polygons of two corners or one.
type region struct {
	corners []Point // in order around it, no two equal; 2: a segment, 1: a point
	edges   []edge
	dots    []dot
	set     []linear.Constraint
	empty   bool // no point of the set can be seen; then there is nothing else
}

// An edge is a part of the boundary that comes from a constraint.
type edge struct {
	from, to Point
	by       linear.Constraint
	open     bool // does not belong to the set
}

// A dot is a vertex of the set.
type dot struct {
	at   Point
	open bool
}

// box is a rectangle by its lower left and upper right corner.
type box [2]Point

func (b box) corners() []Point {
	return []Point{b[0], {b[1][0], b[0][1]}, b[1], {b[0][0], b[1][1]}}
}

func (b box) span(axis int) num.Rat { return b[1][axis].Sub(b[0][axis]) }

func (p Point) equal(q Point) bool { return p[0].Equal(q[0]) && p[1].Equal(q[1]) }

// cut keeps the part of a polygon where e <= 0.
func cut(polygon []Point, e linear.Expr) []Point {
	var out []Point
	add := func(p Point) {
		if n := len(out); n == 0 || !out[n-1].equal(p) {
			out = append(out, p)
		}
	}
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		at, next := e.Eval(p[:]), e.Eval(q[:])
		if at.Sign() <= 0 {
			add(p)
		}
		if at.Sign()*next.Sign() < 0 {
			t := at.Quo(at.Sub(next))
			add(Point{p[0].AddMul(t, q[0].Sub(p[0])), p[1].AddMul(t, q[1].Sub(p[1]))})
		}
	}
	for len(out) > 1 && out[0].equal(out[len(out)-1]) {
		out = out[:len(out)-1]
	}
	return out
}

// clip is the closure of a set in a box.
func clip(set []linear.Constraint, in box) []Point {
	polygon := in.corners()
	for _, c := range set {
		polygon = cut(polygon, c.Expr)
		if c.Rel == linear.EQ {
			polygon = cut(polygon, c.Expr.Neg())
		}
	}
	return polygon
}

func newRegion(set []linear.Constraint, in box) region {
	r := region{corners: clip(set, in), set: set}
	for _, c := range set {
		// A strict constraint that holds in no inner point of the closure holds nowhere.
		if c.Rel == linear.LT && len(on(c, r.corners)) == len(r.corners) {
			r.corners = nil
		}
	}
	if r.empty = len(r.corners) == 0; r.empty {
		return r
	}
	for _, c := range set {
		if c.Expr.IsConst() {
			continue
		}
		if at := on(c, r.corners); len(at) > 1 {
			r.addEdge(edge{at[0], at[len(at)-1], c, c.Rel == linear.LT})
		}
	}
	for _, p := range r.corners {
		var at []linear.Constraint
		for _, c := range set {
			if !c.Expr.IsConst() && c.Expr.Eval(p[:]).IsZero() {
				at = append(at, c)
			}
		}
		strict := func(c linear.Constraint) bool { return c.Rel == linear.LT }
		crosses := func(c linear.Constraint) bool { _, ok := meet(c.Expr, at[0].Expr); return ok }
		if len(at) > 1 && slices.ContainsFunc(at, crosses) {
			r.dots = append(r.dots, dot{p, slices.ContainsFunc(at, strict)})
		}
	}
	return r
}

// has reports whether a point is in the set.
func (r *region) has(p Point) bool {
	return !slices.ContainsFunc(r.set, func(c linear.Constraint) bool { return !c.Holds(p[:]) })
}

// addEdge adds an edge, once where several constraints have it.
func (r *region) addEdge(e edge) {
	for i, f := range r.edges {
		if f.from.equal(e.from) && f.to.equal(e.to) || f.from.equal(e.to) && f.to.equal(e.from) {
			if e.open && !f.open {
				r.edges[i] = e
			}
			return
		}
	}
	r.edges = append(r.edges, e)
}

// on returns the points at which a constraint holds with equality.
func on(c linear.Constraint, points []Point) []Point {
	var out []Point
	for _, p := range points {
		if c.Expr.Eval(p[:]).IsZero() {
			out = append(out, p)
		}
	}
	return out
}

// meet is where the lines e = 0 and f = 0 cross.
func meet(e, f linear.Expr) (Point, bool) {
	a, b, c := e.Coef(0), e.Coef(1), e.Constant()
	d, g, h := f.Coef(0), f.Coef(1), f.Constant()
	det := a.Mul(g).Sub(b.Mul(d))
	if det.IsZero() {
		return Point{}, false
	}
	return Point{b.Mul(h).Sub(c.Mul(g)).Quo(det), c.Mul(d).Sub(a.Mul(h)).Quo(det)}, true
}

// landmarks are points between which the view is chosen: the vertices of the
// closure of a set, or, where it has none, points of its boundary near the origin.
func landmarks(set []linear.Constraint) []Point {
	closed := func(p Point) bool {
		for _, c := range set {
			if s := c.Expr.Eval(p[:]).Sign(); s > 0 || s < 0 && c.Rel == linear.EQ {
				return false
			}
		}
		return true
	}
	var out []Point
	add := func(p Point) {
		if closed(p) && !slices.ContainsFunc(out, p.equal) {
			out = append(out, p)
		}
	}
	for i, c := range set {
		for _, d := range set[:i] {
			if p, ok := meet(c.Expr, d.Expr); ok {
				add(p)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, c := range set {
		a, b := c.Expr.Coef(0), c.Expr.Coef(1)
		if norm := a.Mul(a).AddMul(b, b); !norm.IsZero() {
			t := c.Expr.Constant().Neg().Quo(norm)
			add(Point{a.Mul(t), b.Mul(t)})
		}
	}
	return out
}
