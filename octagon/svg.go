package octagon

import (
	"fmt"
	"io"

	"github.com/whet-mc/whet/internal/plot"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// SVGOptions says how a picture shows octagons. The zero value shows dimensions 0
// and 1.
type SVGOptions struct {
	Title string
	Names []string // of the dimensions, as in linear.Constraint.Format
	X, Y  int      // the dimensions that are drawn, to the right and up; 0 and 1 where equal

	// View is the part of the plane to be seen, by its lower left and upper right
	// corner. It is chosen where they do not span an area.
	View [2][2]num.Rat

	// Width and Height are the size of the plane's part in pixels, without the
	// text around it. It is chosen where they are 0.
	Width, Height int
}

// SVGLayer is a part of a picture: octagons that are drawn in one colour.
type SVGLayer struct {
	Label string // for the legend
	Sets  []*Octagon
	Marks [][]num.Rat // points that get a cross, with a coordinate for each dimension
	Quiet bool        // leave the constraints unwritten
}

// SVG draws octagons as an SVG document: their projections on two dimensions, with vertices, the
// constraints beside the edges, and the integer points where an octagon is over the
// integers. The document needs nothing outside of it, follows the light or dark scheme
// of its reader, and is the same for equal octagons. The errors are those of w.
//
// It panics where an octagon is nil or does not have the dimensions to be drawn.
func SVG(w io.Writer, o SVGOptions, layers ...SVGLayer) error {
	if o.X == o.Y {
		o.X, o.Y = 0, 1
	}
	f := plot.Figure{
		Title: o.Title,
		X:     linear.X(o.X).Format(o.Names),
		Y:     linear.X(o.Y).Format(o.Names),
		View:  [2]plot.Point{o.View[0], o.View[1]},
		Width: o.Width, Height: o.Height,
	}
	for _, l := range layers {
		drawn := plot.Layer{Label: l.Label, Quiet: l.Quiet}
		for _, s := range l.Sets {
			drawn.Sets = append(drawn.Sets, s.shadow(o.X, o.Y))
			drawn.Integers = drawn.Integers || s.Numbers() == linear.Integers
		}
		for _, p := range l.Marks {
			drawn.Marks = append(drawn.Marks, plot.Point{p[o.X], p[o.Y]})
		}
		f.Layers = append(f.Layers, drawn)
	}
	return plot.Draw(w, f)
}

// shadow returns constraints for the projection of o on two dimensions, which
// are called 0 and 1 in them.
func (o *Octagon) shadow(x, y int) []linear.Constraint {
	o.check("SVG")
	if min(x, y) < 0 || max(x, y) >= o.Dims() {
		panic(fmt.Sprintf("octagon: SVG of dimensions %d and %d of an element with %d dimensions", x, y, o.Dims()))
	}
	var others []int
	for v := range o.Dims() {
		if v != x && v != y {
			others = append(others, v)
		}
	}
	cs := o.Havoc(others...).Constraints()
	for i, c := range cs {
		cs[i] = c.Map(func(v int) int {
			if v == x {
				return 0
			}
			return 1
		})
	}
	return cs
}
