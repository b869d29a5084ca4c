// Scatter plots of two tools.

package chart

import "io"

// Pair is a task on which two tools were run, with their times in seconds. A time of 0 or less means that the tool
// did not solve it.
type Pair struct {
	Name string
	X, Y float64
}

// Scatter draws a point for each task, with the time of the first tool to the right and the time of the second
// upward, both logarithmic. On the diagonal both take the same time; on the dashed lines one takes ten times as long
// as the other. Tasks that a tool did not solve lie at the far edge of its axis.
func Scatter(w io.Writer, title, xName, yName string, pairs []Pair) error {
	least, most := 0.1, 1.0
	for _, p := range pairs {
		for _, t := range []float64{p.X, p.Y} {
			if t > 0 {
				least, most = min(least, t), max(most, t)
			}
		}
	}
	c := newCanvas(title, 520, 540)
	edge := 24.0 // the width of the edge for unsolved tasks
	c.x = logarithmic(least, most, c.left, c.left+c.w-edge)
	c.y = logarithmic(least, most, c.top+c.h, c.top+edge)
	c.frame(xName+", CPU time in seconds", yName+", CPU time in seconds")
	c.printf(`<line class="grid" x1="%s" x2="%[1]s" y1="%s" y2="%s"/>`+"\n", f(c.left+c.w-edge/2), f(c.top), f(c.top+c.h))
	c.printf(`<line class="grid" y1="%s" y2="%[1]s" x1="%s" x2="%s"/>`+"\n", f(c.top+edge/2), f(c.left), f(c.left+c.w))
	for _, ratio := range []float64{0.1, 1, 10} {
		lo, hi := max(c.x.lo, c.y.lo/ratio), min(c.x.hi, c.y.hi/ratio)
		if lo >= hi {
			continue
		}
		class := "limit"
		if ratio == 1 {
			class = "axis"
		}
		c.printf(`<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", class,
			f(c.x.at(lo)), f(c.y.at(lo*ratio)), f(c.x.at(hi)), f(c.y.at(hi*ratio)))
	}
	for _, p := range pairs {
		x, y := c.left+c.w-edge/2, c.top+edge/2
		if p.X > 0 {
			x = c.x.at(p.X)
		}
		if p.Y > 0 {
			y = c.y.at(p.Y)
		}
		c.printf(`<circle class="dot c0" cx="%s" cy="%s" r="3"><title>%s: %s, %s</title></circle>`+"\n", f(x), f(y), escape(p.Name), solvedIn(p.X), solvedIn(p.Y))
	}
	return c.write(w)
}

func solvedIn(t float64) string {
	if t <= 0 {
		return "not solved"
	}
	return number(t) + " s"
}
