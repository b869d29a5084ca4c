package plot

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/num"
)

// Draw writes a figure as an SVG document. It panics where a constraint has
// dimensions other than 0 and 1; its errors are those of w.
//
// The cost is that of cutting a polygon by each constraint, and of looking at
// each pair of constraints for the view.
func Draw(w io.Writer, f Figure) error {
	f.check()
	c := newCanvas(&f)
	c.plane()
	for i, l := range f.Layers {
		c.layer(i, l)
	}
	c.labels()
	c.legend()
	_, err := w.Write(c.document())
	return err
}

// Sizes in pixels.
const (
	charWidth  = 6.6 // of the average character at 12 pixels: only to see where texts collide
	lineHeight = 19
)

// canvas is a picture that is being drawn.
type canvas struct {
	f        *Figure
	view     box
	x0, y0   float64 // the upper left corner of the plane's part
	w, h     float64 // its size
	below    float64 // how much is written below it
	body     bytes.Buffer
	regions  [][]region // by layer
	unlisted [][]string // by layer, constraints that found no place beside an edge
	placed   [][2]float64
}

func newCanvas(f *Figure) *canvas {
	w, h := f.size()
	c := &canvas{f: f, view: f.chooseView(), w: float64(w), h: float64(h), x0: 30, y0: 26}
	if f.Title != "" {
		c.y0 += 26
	}
	for _, t := range c.yTicks() {
		c.x0 = max(c.x0, 16+charWidth*float64(len(t.text)))
	}
	for _, l := range f.Layers {
		var rs []region
		for _, set := range l.Sets {
			rs = append(rs, newRegion(set, c.view))
		}
		c.regions = append(c.regions, rs)
	}
	c.unlisted = make([][]string, len(f.Layers))
	return c
}

func (c *canvas) xTicks() []tick { return ticks(c.view[0][0], c.view[1][0], int(c.w/70)) }
func (c *canvas) yTicks() []tick { return ticks(c.view[0][1], c.view[1][1], int(c.h/50)) }

// px and py are where a coordinate is in the picture.
func (c *canvas) px(x num.Rat) float64 {
	return c.x0 + c.w*float(x.Sub(c.view[0][0]).Quo(c.view.span(0)))
}

func (c *canvas) py(y num.Rat) float64 {
	return c.y0 + c.h*float(c.view[1][1].Sub(y).Quo(c.view.span(1)))
}

func float(x num.Rat) float64 {
	f, _ := x.Big().Float64()
	return f
}

func (c *canvas) at(p Point) string { return fmtFloat(c.px(p[0])) + "," + fmtFloat(c.py(p[1])) }

// fmtFloat writes a number of pixels, to a tenth.
func fmtFloat(x float64) string {
	x = math.Round(x*10) / 10
	return strconv.FormatFloat(x+0, 'f', -1, 64) // + 0: no -0
}

func (c *canvas) printf(format string, args ...any) {
	for i, a := range args {
		switch a := a.(type) {
		case float64:
			args[i] = fmtFloat(a)
		case string:
			args[i] = escape(a)
		}
	}
	fmt.Fprintf(&c.body, format+"\n", args...)
}

func escape(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s)) // a strings.Builder has no errors
	return b.String()
}

// plane draws the background, the grid, the axes and what is written on them.
func (c *canvas) plane() {
	if c.f.Title != "" {
		c.printf(`<text class="title" x="%v" y="24">%v</text>`, c.x0, c.f.Title)
	}
	names := c.f.names()
	right, bottom := c.x0+c.w, c.y0+c.h
	c.printf(`<rect class="plane" x="%v" y="%v" width="%v" height="%v"/>`, c.x0, c.y0, c.w, c.h)
	for _, t := range c.xTicks() {
		x := c.px(t.at)
		c.printf(`<path class="%v" d="M%v,%vV%v"/>`, gridClass(t.at), x, c.y0, bottom)
		c.printf(`<text class="tick" x="%v" y="%v" text-anchor="middle">%v</text>`, x, bottom+16, t.text)
	}
	for _, t := range c.yTicks() {
		y := c.py(t.at)
		c.printf(`<path class="%v" d="M%v,%vH%v"/>`, gridClass(t.at), c.x0, y, right)
		c.printf(`<text class="tick" x="%v" y="%v" text-anchor="end">%v</text>`, c.x0-7, y+4, t.text)
	}
	c.printf(`<text class="axis" x="%v" y="%v" text-anchor="end">%v</text>`, right, bottom+34, names[0])
	c.printf(`<text class="axis" x="%v" y="%v">%v</text>`, c.x0, c.y0-8, names[1])
	c.below = 40
}

func gridClass(at num.Rat) string {
	if at.IsZero() {
		return "zero"
	}
	return "grid"
}

// layer draws the sets of a layer; what leaves the view fades.
func (c *canvas) layer(i int, l Layer) {
	c.printf(`<g class="s%v" mask="url(#%v)">`, i%len(palette), c.mask())
	for _, r := range c.regions[i] {
		var path strings.Builder
		for k, p := range r.corners {
			path.WriteByte("ML"[min(k, 1)])
			path.WriteString(c.at(p))
		}
		if len(r.corners) > 2 {
			c.printf(`<path class="area" d="%vZ"/>`, path.String())
		}
	}
	if l.Integers {
		c.lattice(c.regions[i])
	}
	for _, r := range c.regions[i] {
		for _, e := range r.edges {
			c.printf(`<path class="%v" d="M%vL%v"/>`, openClass("edge", e.open), c.at(e.from), c.at(e.to))
		}
		for _, d := range r.dots {
			c.printf(`<circle class="%v" cx="%v" cy="%v" r="3.6"/>`, openClass("dot", d.open), c.px(d.at[0]), c.py(d.at[1]))
		}
	}
	for _, p := range l.Marks {
		x, y := c.px(p[0]), c.py(p[1])
		c.printf(`<path class="mark" d="M%v,%vl10,10m-10,0l10,-10"/>`, x-5, y-5)
	}
	c.printf(`</g>`)
}

func openClass(class string, open bool) string {
	if open {
		return class + " open"
	}
	return class
}

// lattice draws the integer points of regions.
func (c *canvas) lattice(rs []region) {
	const apart = 7 // pixels
	for axis, pixels := range []float64{c.w, c.h} {
		if span := float(c.view.span(axis)); !(span*apart < pixels) {
			return
		}
	}
	one := num.RatOf(1)
	for x := c.view[0][0].Ceil(); x.LessEq(c.view[1][0]); x = x.Add(one) {
		for y := c.view[0][1].Ceil(); y.LessEq(c.view[1][1]); y = y.Add(one) {
			for _, r := range rs {
				if p := (Point{x, y}); r.has(p) {
					c.printf(`<circle class="whole" cx="%v" cy="%v" r="2"/>`, c.px(x), c.py(y))
					break
				}
			}
		}
	}
}

func (c *canvas) mask() string {
	return fmt.Sprintf(class+"-fade-%v-%v-%v-%v", fmtFloat(c.x0), fmtFloat(c.y0), fmtFloat(c.w), fmtFloat(c.h))
}
