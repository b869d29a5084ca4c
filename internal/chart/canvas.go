// The frame of a chart: scales, axes, legend, colours, and the SVG file around them.

package chart

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"math"
	"strconv"
)

// colours distinguish up to eight series, on light and on dark backgrounds, also for most readers with reduced colour
// vision (after Okabe and Ito).
var colours = [...]struct{ light, dark string }{
	{"#0b63b5", "#6cb6ff"}, {"#c2570c", "#ffab70"}, {"#0a7d57", "#5fd7a7"}, {"#a3347f", "#f29ad1"},
	{"#6b5d00", "#e3d26f"}, {"#5b5bd6", "#b3b3ff"}, {"#8a8f98", "#a9b0ba"}, {"#b3261e", "#ff8a80"},
}

// scale maps the values between lo and hi to the pixels between from and to.
type scale struct {
	lo, hi, from, to float64
	log              bool
}

// linear returns a linear scale.
func linear(lo, hi, from, to float64) scale { return scale{lo, max(hi, lo+1), from, to, false} }

// logarithmic returns a logarithmic scale over whole powers of ten.
func logarithmic(lo, hi, from, to float64) scale {
	lo = math.Pow(10, math.Floor(math.Log10(max(lo, 1e-3))+1e-9))
	hi = math.Pow(10, math.Ceil(math.Log10(max(hi, 2e-3))-1e-9))
	if hi <= lo {
		hi = lo * 10
	}
	return scale{lo, hi, from, to, true}
}

// at returns the pixel of a value.
func (s scale) at(v float64) float64 {
	if s.log {
		v = min(max(v, s.lo), s.hi)
		return s.from + (s.to-s.from)*math.Log10(v/s.lo)/math.Log10(s.hi/s.lo)
	}
	return s.from + (s.to-s.from)*(v-s.lo)/(s.hi-s.lo)
}

// ticks returns the values to write on the axis.
func (s scale) ticks() []float64 {
	var list []float64
	if s.log {
		for v := s.lo; v <= s.hi*1.0001; v *= 10 {
			list = append(list, v)
		}
		return list
	}
	step := math.Pow(10, math.Floor(math.Log10(s.hi-s.lo)))
	for _, k := range []float64{0.1, 0.2, 0.5, 1, 2, 5} {
		if (s.hi-s.lo)/(step*k) <= 8 {
			step *= k
			break
		}
	}
	step = max(step, 1)
	for v := math.Ceil(s.lo/step) * step; v <= s.hi+1e-9; v += step {
		list = append(list, v)
	}
	return list
}

// canvas is a chart under construction. The plot is the rectangle of width w and height h at left, top.
type canvas struct {
	title               string
	width, height       float64
	left, top, w, h     float64
	x, y                scale
	body                bytes.Buffer
	legendX, legendRows float64
}

// newCanvas returns an empty canvas with room for titles and axes around the plot.
func newCanvas(title string, width, height float64) *canvas {
	return &canvas{title: title, width: width, height: height, left: 62, top: 40, w: width - 62 - 18, h: height - 40 - 52}
}

func (c *canvas) printf(format string, args ...any) { fmt.Fprintf(&c.body, format, args...) }

// class returns the CSS class of a series.
func (c *canvas) class(i int) string { return "c" + strconv.Itoa(i%len(colours)) }

// frame draws the title and the axes.
func (c *canvas) frame(xTitle, yTitle string) {
	c.printf(`<text class="title" x="%s" y="22">%s</text>`+"\n", f(c.left), escape(c.title))
	for _, v := range c.x.ticks() {
		x := c.x.at(v)
		c.printf(`<line class="grid" x1="%[1]s" x2="%[1]s" y1="%[2]s" y2="%[3]s"/><text class="tick" x="%[1]s" y="%[4]s" text-anchor="middle">%[5]s</text>`+"\n",
			f(x), f(c.top), f(c.top+c.h), f(c.top+c.h+16), number(v))
	}
	for _, v := range c.y.ticks() {
		y := c.y.at(v)
		c.printf(`<line class="grid" y1="%s" y2="%[1]s" x1="%s" x2="%s"/><text class="tick" x="%s" y="%s" text-anchor="end">%s</text>`+"\n",
			f(y), f(c.left), f(c.left+c.w), f(c.left-7), f(y+4), number(v))
	}
	c.printf(`<rect class="axis" x="%s" y="%s" width="%s" height="%s"/>`+"\n", f(c.left), f(c.top), f(c.w), f(c.h))
	c.printf(`<text x="%s" y="%s" text-anchor="middle">%s</text>`+"\n", f(c.left+c.w/2), f(c.top+c.h+38), escape(xTitle))
	c.printf(`<text transform="translate(16 %s) rotate(-90)" text-anchor="middle">%s</text>`+"\n", f(c.top+c.h/2), escape(yTitle))
}

// legend adds the name of a series below the chart, several in a row.
func (c *canvas) legend(i int, name string) {
	width := 34 + 7.2*float64(len([]rune(name)))
	if c.legendX+width > c.w && c.legendX > 0 {
		c.legendX = 0
		c.legendRows++
	}
	x, y := c.left+c.legendX, c.height+8+20*c.legendRows
	c.printf(`<line class="line %s" x1="%s" x2="%s" y1="%s" y2="%[4]s"/><text x="%s" y="%s">%s</text>`+"\n",
		c.class(i), f(x), f(x+18), f(y-4), f(x+24), f(y), escape(name))
	c.legendX += width
}

// write writes the SVG file.
func (c *canvas) write(w io.Writer) error {
	height := c.height
	if c.legendX > 0 {
		height += 20 * (c.legendRows + 1)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]s %[2]s" width="%[1]s" height="%[2]s" class="whet-chart" role="img">`+"\n<title>%[3]s</title>\n",
		f(c.width), f(height), escape(c.title))
	b.WriteString("<style>\n")
	for _, r := range []string{
		`text{font:12px system-ui,"DejaVu Sans",Helvetica,Arial,sans-serif}`,
		".title{font-size:15px;font-weight:600}", ".tick{font-size:11px}",
		".grid,.axis,.limit,.line{fill:none}", ".line{stroke-width:1.8}", ".limit{stroke-dasharray:5 5}", ".dot{fill-opacity:.75}",
	} {
		fmt.Fprintf(&b, ".whet-chart %s\n", r)
	}
	scheme := func(paper, grid, axis, ink string, pick func(i int) string) {
		fmt.Fprintf(&b, ".whet-chart .paper{fill:%s}.whet-chart text{fill:%s}.whet-chart .grid{stroke:%s}.whet-chart .axis,.whet-chart .limit{stroke:%s}\n", paper, ink, grid, axis)
		for i := range colours {
			fmt.Fprintf(&b, ".whet-chart .line.c%d{stroke:%s}.whet-chart .dot.c%[1]d{fill:%[2]s}\n", i, pick(i))
		}
	}
	scheme("#ffffff", "#e6e8ec", "#8b929c", "#2a2f36", func(i int) string { return colours[i].light })
	b.WriteString("@media (prefers-color-scheme:dark){\n")
	scheme("#0f1318", "#262e38", "#78828f", "#d6dce4", func(i int) string { return colours[i].dark })
	b.WriteString("}\n</style>\n")
	fmt.Fprintf(&b, `<rect class="paper" width="%s" height="%s"/>`+"\n", f(c.width), f(height))
	b.Write(c.body.Bytes())
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// f formats a coordinate, to a tenth of a pixel.
func f(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }

// number formats a value with three significant digits.
func number(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }

func escape(s string) string { return html.EscapeString(s) }
