package plot

import (
	"fmt"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Point is a point of the plane.
type Point [2]num.Rat

// Figure is a picture of sets of the plane. The zero value is a picture of an
// empty plane.
type Figure struct {
	Title string
	X, Y  string // the names of the axes, dimension 0 and dimension 1: x0 and x1 where empty
	Notes []string

	// View is the part of the plane to be seen, by its lower left and upper right
	// corner. Where the corners do not span an area the view is chosen: around all
	// vertices of the layers, larger on the sides to which a set has no end.
	View [2]Point

	// Width and Height are the size of the plane's part in pixels, without the text
	// around it: 560 and 420 where they are not positive.
	Width, Height int

	Layers []Layer // drawn in this order
}

// Layer is a union of convex sets that have one colour and one name.
type Layer struct {
	Label string // what the legend calls it

	// Sets has a list of constraints for each convex set, over dimensions 0 and 1
	// only. A list without constraints is the whole plane.
	Sets [][]linear.Constraint

	// Integers shows the integer points of the sets as small dots, unless they
	// are too many to be told apart.
	Integers bool

	// Marks are points that are marked by a cross.
	Marks []Point

	// Quiet leaves the constraints unwritten.
	Quiet bool
}

func (f *Figure) names() []string {
	names := []string{f.X, f.Y}
	for i, n := range names {
		if n == "" {
			names[i] = linear.X(i).String()
		}
	}
	return names
}

func (f *Figure) size() (width, height int) {
	width, height = f.Width, f.Height
	if width <= 0 {
		width = 560
	}
	if height <= 0 {
		height = 420
	}
	return width, height
}

// check panics where a constraint does not lie in the plane.
func (f *Figure) check() {
	for i, l := range f.Layers {
		for _, set := range l.Sets {
			for _, c := range set {
				if c.Expr.Dims() > 2 {
					panic(fmt.Sprintf("plot: Draw of layer %d with a constraint over %d dimensions, not 2", i, c.Expr.Dims()))
				}
			}
		}
	}
}
