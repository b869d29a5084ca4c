package plot

import (
	"math"
	"strings"
	"unicode/utf8"
)

// labels writes constraints beside their edges, outside of the sets, parallel to
// the edges. One that has no room there, or would cover another, is kept for the
// legend.
func (c *canvas) labels() {
	for i, l := range c.f.Layers {
		if l.Quiet {
			continue
		}
		c.printf(`<g class="s%v">`, i%len(palette))
		for _, r := range c.regions[i] {
			for _, e := range r.edges {
				text := e.by.Format(c.f.names())
				if !c.besideEdge(r, e, text) {
					c.unlisted[i] = append(c.unlisted[i], text)
				}
			}
		}
		c.printf(`</g>`)
	}
}

// besideEdge writes a text beside an edge of a region, if there is room.
func (c *canvas) besideEdge(r region, e edge, text string) bool {
	ax, ay := c.px(e.from[0]), c.py(e.from[1])
	bx, by := c.px(e.to[0]), c.py(e.to[1])
	if bx < ax || bx == ax && by > ay { // from left to right, or upwards
		ax, ay, bx, by = bx, by, ax, ay
	}
	length := math.Hypot(bx-ax, by-ay)
	width := charWidth * float64(utf8.RuneCountInString(text))
	if length < width+8 {
		return false
	}
	dx, dy := (bx-ax)/length, (by-ay)/length
	nx, ny := dy, -dx // the normal that points up
	if mx, my := c.middle(r); (mx-ax)*nx+(my-ay)*ny > 0.5 {
		nx, ny = -nx, -ny
	}
	for _, side := range []float64{1, -1} { // inside the region where there is no room outside
		for _, part := range []float64{0.5, 0.35, 0.65, 0.2, 0.8} {
			if part*length < width/2+4 || (1-part)*length < width/2+4 {
				continue
			}
			x, y := ax+part*(bx-ax)+side*11*nx, ay+part*(by-ay)+side*11*ny
			if c.occupy(x, y, dx, dy, width) {
				angle := math.Atan2(dy, dx) * 180 / math.Pi
				c.printf(`<text class="constraint" transform="translate(%v %v) rotate(%v)" dy="0.35em">%v</text>`, x, y, angle, text)
				return true
			}
		}
	}
	return false
}

// middle is the mean of a region's corners.
func (c *canvas) middle(r region) (x, y float64) {
	for _, p := range r.corners {
		x += c.px(p[0]) / float64(len(r.corners))
		y += c.py(p[1]) / float64(len(r.corners))
	}
	return x, y
}

// occupy takes the room of a text around x, y along the direction dx, dy, unless
// some is taken or outside of the plane. Room is a row of small discs.
func (c *canvas) occupy(x, y, dx, dy, width float64) bool {
	const radius = 7
	n := int(width/(2*radius)) + 2
	discs := make([][2]float64, n)
	for i := range discs {
		t := (float64(i)/float64(n-1) - 0.5) * (width - radius)
		p := [2]float64{x + t*dx, y + t*dy}
		if p[0] < c.x0+radius || p[0] > c.x0+c.w-radius || p[1] < c.y0+radius || p[1] > c.y0+c.h-radius {
			return false
		}
		for _, q := range c.placed {
			if math.Hypot(p[0]-q[0], p[1]-q[1]) < 2*radius {
				return false
			}
		}
		discs[i] = p
	}
	c.placed = append(c.placed, discs...)
	return true
}

// legend writes the names of the layers and the constraints that are not beside
// an edge, then the notes, below the plane.
func (c *canvas) legend() {
	y := c.y0 + c.h + c.below + 12
	for i, l := range c.f.Layers {
		text := l.Label
		if c.unseen(i) {
			text = strings.TrimSpace(text + " (nothing to see)")
		}
		rest := strings.Join(c.unlisted[i], ", ")
		if text == "" && rest == "" {
			continue
		}
		if text != "" && rest != "" {
			text += ": "
		}
		lines := wrap(text+rest, int((c.w-24)/charWidth))
		c.printf(`<g class="s%v"><rect class="swatch" x="%v" y="%v" width="14" height="11" rx="2"/>`, i%len(palette), c.x0, y-10)
		for _, line := range lines {
			c.printf(`<text class="legend" x="%v" y="%v">%v</text>`, c.x0+22, y, line)
			y += lineHeight
		}
		c.printf(`</g>`)
	}
	for _, note := range c.f.Notes {
		for _, line := range wrap(note, int(c.w/charWidth)) {
			c.printf(`<text class="legend" x="%v" y="%v">%v</text>`, c.x0, y, line)
			y += lineHeight
		}
	}
	c.below = y - 12 - c.y0 - c.h
}

// unseen reports whether a layer has sets, but none in the view.
func (c *canvas) unseen(i int) bool {
	for _, r := range c.regions[i] {
		if !r.empty {
			return false
		}
	}
	return len(c.f.Layers[i].Marks) == 0
}

// wrap breaks a text at commas and blanks into lines of about most characters.
func wrap(text string, most int) []string {
	var lines []string
	line := ""
	for _, word := range strings.SplitAfter(text, ", ") {
		if line != "" && utf8.RuneCountInString(line)+utf8.RuneCountInString(word) > most {
			lines = append(lines, strings.TrimRight(line, " "))
			line = ""
		}
		line += word
	}
	return append(lines, line)
}
