package linear

import (
	"strings"

	"github.com/whet-mc/whet/num"
)

// Numbers says what the dimensions of an element of a domain range over.
type Numbers uint8

// The kinds of numbers.
const (
	Rationals Numbers = iota
	Integers
)

// String is "rationals" or "integers".
func (n Numbers) String() string {
	if n == Integers {
		return "integers"
	}
	return "rationals"
}

// EndKind says of the end of an interval whether it is there and belongs to it.
type EndKind uint8

// The kinds of ends.
const (
	Unbounded EndKind = iota // no end
	Closed                   // the end belongs to the interval
	Open                     // the end does not belong to it
)

// End is one end of an interval. At is 0 where the interval is unbounded.
type End struct {
	At   num.Rat
	Kind EndKind
}

// Interval is a set of numbers between two ends. The zero value has all numbers.
type Interval struct {
	Lo, Hi End
}

// Contains reports whether x lies in the interval.
func (i Interval) Contains(x num.Rat) bool {
	return i.Lo.admits(x.Cmp(i.Lo.At)) && i.Hi.admits(i.Hi.At.Cmp(x))
}

// admits tells whether a number on this side of the end, or at it, belongs to
// the interval: side is positive on the inner side, 0 at the end.
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

// String is the interval as mathematicians write it: "[1, 2)", "(-oo, 3]".
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

// GeneratorKind says what a generator of a polyhedron is.
type GeneratorKind uint8

// The kinds of generators. A polyhedron is the set of sums of a convex
// combination of points and closure points, in which at least one point has a
// positive share, a combination of rays with shares of 0 or more, and any
// combination of lines.
const (
	Point        GeneratorKind = iota // a point of the polyhedron
	ClosurePoint                      // a point of its topological closure
	Ray                               // a direction in which it is unbounded
	Line                              // a direction in which it is unbounded both ways
)

// String is the kind's name.
func (k GeneratorKind) String() string {
	return [...]string{"point", "closure point", "ray", "line"}[k]
}

// Generator is a point or direction that generates a polyhedron. Rays and
// lines are given as integers without a common factor.
type Generator struct {
	Kind GeneratorKind
	At   []num.Rat // a coordinate for each dimension
}

// String shows the generator: "point (1, 1/2)".
func (g Generator) String() string {
	at := make([]string, len(g.At))
	for i, x := range g.At {
		at[i] = x.String()
	}
	return g.Kind.String() + " (" + strings.Join(at, ", ") + ")"
}

// Interpolant separates a set A from a set B that does not meet it: every point
// of A satisfies all constraints, no point of B does, and they have only
// dimensions that are constrained both in A and in B.
type Interpolant struct {
	Constraints []Constraint

	// Each says that every single constraint is an interpolant by itself;
	// otherwise only all of them together are.
	Each bool
}
