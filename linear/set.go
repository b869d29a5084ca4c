// This file has the kinds of numbers, and intervals, generators and interpolants as values.

package linear

import (
	"strings"

	"github.com/whet-mc/whet/num"
)

// Numbers is the set that the dimensions of an element range over.
type Numbers uint8

// The kinds of numbers.
const (
	Rationals Numbers = iota
	Integers
)

// String returns "rationals" or "integers".
func (n Numbers) String() string {
	if n == Integers {
		return "integers"
	}
	return "rationals"
}

// EndKind says whether an interval has an end on one side, and whether the end belongs to the interval.
type EndKind uint8

// The kinds of ends.
const (
	Unbounded EndKind = iota // no end
	Closed                   // the end belongs to the interval
	Open                     // the end does not belong to the interval
)

// End is one end of an interval. At is 0 if the interval is unbounded there.
type End struct {
	At   num.Rat
	Kind EndKind
}

// Interval is the set of numbers between two ends. The zero value contains all numbers.
type Interval struct {
	Lo, Hi End
}

// Contains reports whether x lies in the interval.
func (i Interval) Contains(x num.Rat) bool {
	return i.Lo.admits(x.Cmp(i.Lo.At)) && i.Hi.admits(i.Hi.At.Cmp(x))
}

// admits reports whether a number is on the inner side of e, or at e if e is closed: side is positive on the inner
// side, 0 at the end.
func (e End) admits(side int) bool {
	switch e.Kind {
	case Unbounded:
		return true
	case Closed:
		return side >= 0
	}
	return side > 0
}

// IsPoint reports whether the interval has exactly one number.
func (i Interval) IsPoint() bool {
	return i.Lo.Kind == Closed && i.Hi.Kind == Closed && i.Lo.At.Equal(i.Hi.At)
}

// String returns the interval in mathematical notation: "[1, 2)", "(-oo, 3]".
func (i Interval) String() string {
	lo, hi := "(-oo", "oo)"
	switch i.Lo.Kind {
	case Closed:
		lo = "[" + i.Lo.At.String()
	case Open:
		lo = "(" + i.Lo.At.String()
	}
	switch i.Hi.Kind {
	case Closed:
		hi = i.Hi.At.String() + "]"
	case Open:
		hi = i.Hi.At.String() + ")"
	}
	return lo + ", " + hi
}

// GeneratorKind is the kind of a generator of a polyhedron.
type GeneratorKind uint8

// The kinds of generators. A polyhedron is the set of all sums of a convex combination of points and closure points in
// which some point has a positive coefficient, a nonnegative combination of rays, and any linear combination of lines.
const (
	Point        GeneratorKind = iota // a point of the polyhedron
	ClosurePoint                      // a point of the polyhedron's topological closure
	Ray                               // a direction in which the polyhedron is unbounded
	Line                              // a direction in which the polyhedron is unbounded both ways
)

// String returns the kind's name.
func (k GeneratorKind) String() string {
	return [...]string{"point", "closure point", "ray", "line"}[k]
}

// Generator is a point or direction that generates a polyhedron. Rays and
// lines are given as integers without a common factor.
type Generator struct {
	Kind GeneratorKind
	At   []num.Rat // the coordinates, one for each dimension
}

// String returns the generator as text: "point (1, 1/2)".
func (g Generator) String() string {
	at := make([]string, len(g.At))
	for i, x := range g.At {
		at[i] = x.String()
	}
	return g.Kind.String() + " (" + strings.Join(at, ", ") + ")"
}

// Interpolant separates a set A from a set B that is disjoint from it: every point of A satisfies all constraints, no
// point of B does, and the constraints only have dimensions that both A and B constrain.
type Interpolant struct {
	Constraints []Constraint

	// Each says that every single constraint is an interpolant by itself;
	// otherwise only all of them together are.
	Each bool
}
