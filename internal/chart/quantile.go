// Quantile plots (cactus plots), as in reports of solver competitions.

package chart

import (
	"fmt"
	"io"
	"slices"
)

// Series are the results of one tool: the times in seconds of the tasks that it solved, in any order.
type Series struct {
	Name  string
	Times []float64
}

// Quantile draws for each series the time (vertical, logarithmic) within which each number of tasks (horizontal) was
// solved, with the tasks in the order of their times. A line that ends further to the right has solved more tasks, a
// lower line is faster. limit is the time limit in seconds, drawn as a line; 0: none.
func Quantile(w io.Writer, title string, series []Series, limit float64) error {
	least, most, n := limitOr(limit), limitOr(limit), 1
	for _, s := range series {
		n = max(n, len(s.Times))
		for _, t := range s.Times {
			least, most = min(least, t), max(most, t)
		}
	}
	c := newCanvas(title, 720, 420)
	c.x = linear(0, float64(n), c.left, c.left+c.w)
	c.y = logarithmic(least, most, c.top+c.h, c.top)
	c.frame("tasks solved, the fastest first", "CPU time, seconds")
	if limit > 0 {
		c.printf(`<line class="limit" x1="%s" x2="%s" y1="%s" y2="%[3]s"/>`+"\n", f(c.left), f(c.left+c.w), f(c.y.at(limit)))
	}
	for i, s := range series {
		times := slices.Clone(s.Times)
		slices.Sort(times)
		class := c.class(i)
		if len(times) > 0 {
			c.printf(`<path class="line %s" d="`, class)
			for k, t := range times {
				c.printf("%s%s %s", pen(k), f(c.x.at(float64(k+1))), f(c.y.at(t)))
			}
			c.printf("\"/>\n")
		}
		for k, t := range times {
			c.printf(`<circle class="dot %s" cx="%s" cy="%s" r="2.5"><title>%s: %d within %s s</title></circle>`+"\n",
				class, f(c.x.at(float64(k+1))), f(c.y.at(t)), escape(s.Name), k+1, number(t))
		}
		c.legend(i, fmt.Sprintf("%s (%d)", s.Name, len(times)))
	}
	return c.write(w)
}

// limitOr returns the limit, or 1 if the limit is not positive.
func limitOr(limit float64) float64 {
	if limit > 0 {
		return limit
	}
	return 1
}

// pen returns the SVG path command of point k.
func pen(k int) string {
	if k == 0 {
		return "M"
	}
	return "L"
}
