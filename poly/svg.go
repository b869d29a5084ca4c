package poly

import (
	"fmt"
	"io"

	"github.com/whet-mc/whet/internal/plot"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// SVGOptions say what a picture shows. The zero value is good for polyhedra of two
// dimensions.
type SVGOptions struct {
	Title string
	Names []string // of the dimensions; x0, x1, … where there are none

	// X and Y are the dimensions that go to the right and upward: 0 and 1
	// where they are equal. Polyhedra of more dimensions are projected on them.
	X, Y int

	// View is the part of the plane that is seen, by its lower left and upper right
	// corner. Where they do not span an area, it is chosen so that all vertices are seen.
	View [2][2]num.Rat

	Width, Height int // of that part, in pixels; there is a default
}

// SVGLayer is what has one colour in a picture: a union of polyhedra.
type SVGLayer struct {
	Label string
	Sets  []*Polyhedron
	Marks [][]num.Rat // points, with a coordinate for each dimension, to be marked by a cross
	Quiet bool        // do not write constraints at the edges
}

// SVG draws polyhedra as an SVG document, the first layer undermost. Edges that do not
// belong to a polyhedron are dashed, vertices that do not are hollow, and those over
// the integers show their integer points. The bytes depend on the arguments only.
//
// It panics where a polyhedron is nil, or it or a mark does not have the dimensions X and Y. The
// errors are those of w. The cost is that of a projection on two dimensions for each polyhedron.
func SVG(w io.Writer, o SVGOptions, layers ...SVGLayer) error {
	if o.X == o.Y {
		o.X, o.Y = 0, 1
	}
	f := plot.Figure{
		Title: o.Title, X: linear.X(o.X).Format(o.Names), Y: linear.X(o.Y).Format(o.Names),
		View:  [2]plot.Point{o.View[0], o.View[1]},
		Width: o.Width, Height: o.Height,
	}
	for _, l := range layers {
		out := plot.Layer{Label: l.Label, Quiet: l.Quiet}
		for _, p := range l.Sets {
			if max(o.X, o.Y) >= p.notNil("SVG").dims {
				panic(fmt.Sprintf("poly: SVG of dimensions %d and %d of a polyhedron with %d dimensions", o.X, o.Y, p.Dims()))
			}
			out.Sets = append(out.Sets, p.Project(o.X, o.Y).Constraints())
			out.Integers = out.Integers || p.Numbers() == linear.Integers
		}
		for _, m := range l.Marks {
			if max(o.X, o.Y) >= len(m) {
				panic(fmt.Sprintf("poly: SVG of dimensions %d and %d of a point with %d coordinates", o.X, o.Y, len(m)))
			}
			out.Marks = append(out.Marks, plot.Point{m[o.X], m[o.Y]})
		}
		f.Layers = append(f.Layers, out)
	}
	return plot.Draw(w, f)
}
