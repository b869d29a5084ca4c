// Charts of costs over sizes.

package chart

import (
	"fmt"
	"io"
)

// Line is the growth of a cost: points in ascending order of X.
type Line struct {
	Name   string
	Points []Point
}

// Point is the cost Y at the size X; both are positive.
type Point struct{ X, Y float64 }

// Growth draws costs over sizes. Both axes are logarithmic, so a cost that grows with a power of the size is a
// straight line whose slope is the exponent.
func Growth(w io.Writer, title, xName, yName string, lines []Line) error {
	c := newCanvas(title, 720, 460)
	x, y := [2]float64{1, 1}, [2]float64{1, 1}
	first := true
	for _, l := range lines {
		for _, p := range l.Points {
			if first {
				x, y, first = [2]float64{p.X, p.X}, [2]float64{p.Y, p.Y}, false
			}
			x = [2]float64{min(x[0], p.X), max(x[1], p.X)}
			y = [2]float64{min(y[0], p.Y), max(y[1], p.Y)}
		}
	}
	c.x = logarithmic(x[0], x[1], c.left, c.left+c.w)
	c.y = logarithmic(y[0], y[1], c.top+c.h, c.top)
	c.frame(xName, yName)
	for i, l := range lines {
		class := c.class(i)
		if len(l.Points) > 0 {
			c.printf(`<path class="line %s" d="`, class)
			for k, p := range l.Points {
				c.printf("%s%s %s", pen(k), f(c.x.at(p.X)), f(c.y.at(p.Y)))
			}
			c.printf("\"/>\n")
		}
		for _, p := range l.Points {
			c.printf(`<circle class="dot %s" cx="%s" cy="%s" r="3"><title>%s</title></circle>`+"\n",
				class, f(c.x.at(p.X)), f(c.y.at(p.Y)), escape(fmt.Sprintf("%s: %s at %s", l.Name, number(p.Y), number(p.X))))
		}
		c.legend(i, l.Name)
	}
	return c.write(w)
}
