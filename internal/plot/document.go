package plot

import (
	"bytes"
	"fmt"
)

// palette has the colours of layers, for light and dark backgrounds, told apart
// also by most who see few colours (after Okabe and Ito).
var palette = [...]struct{ light, dark string }{
	{"#0b63b5", "#6cb6ff"}, // blue
	{"#c2570c", "#ffab70"}, // orange
	{"#0a7d57", "#5fd7a7"}, // green
	{"#a3347f", "#f29ad1"}, // purple
	{"#6b5d00", "#e3d26f"}, // yellow
	{"#5b5bd6", "#b3b3ff"}, // violet
}

// class is the class of the whole picture in its style sheet.
const class = "whet-plot"

// document puts the drawn parts into a file.
func (c *canvas) document() []byte {
	var b bytes.Buffer
	width, height := c.x0+c.w+20, c.y0+c.h+c.below+4
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]s %[2]s" width="%[1]s" height="%[2]s" class="%[3]s" role="img">`+"\n",
		fmtFloat(width), fmtFloat(height), class)
	if c.f.Title != "" {
		fmt.Fprintf(&b, "<title>%s</title>\n", escape(c.f.Title))
	}
	c.style(&b)
	c.fade(&b)
	fmt.Fprintf(&b, `<rect class="paper" width="%s" height="%s"/>`+"\n", fmtFloat(width), fmtFloat(height))
	b.Write(c.body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// style writes the style sheet. Rules name plain colours, twice, since many
// programs that read SVG know no variables.
func (c *canvas) style(b *bytes.Buffer) {
	b.WriteString("<style>\n")
	for _, r := range []string{
		`text{font:12px system-ui,"DejaVu Sans",Helvetica,Arial,sans-serif}`,
		".title{font-size:15px;font-weight:600}",
		".axis{font-style:italic;font-size:14px}",
		".grid{fill:none;stroke-width:1}",
		".zero{fill:none;stroke-width:1.4}",
		".area{fill-opacity:.2;stroke:none}",
		".edge{fill:none;stroke-width:2;stroke-linecap:round}",
		".edge.open{stroke-dasharray:6 5}",
		".dot{stroke-width:1.8}",
		".mark{fill:none;stroke-width:2}",
		".constraint{text-anchor:middle;paint-order:stroke;stroke-width:3.5px;stroke-linejoin:round}",
	} {
		rule(b, r)
	}
	c.colours(b, "#ffffff", "#fbfbfc", "#e6e8ec", "#8b929c", "#2a2f36", func(i int) string { return palette[i].light })
	b.WriteString("@media (prefers-color-scheme:dark){\n")
	c.colours(b, "#0f1318", "#141a21", "#262e38", "#78828f", "#d6dce4", func(i int) string { return palette[i].dark })
	b.WriteString("}\n</style>\n")
}

// rule writes a rule that holds for our pictures only, not for the page around one.
func rule(b *bytes.Buffer, format string, args ...any) {
	fmt.Fprintf(b, "."+class+" "+format+"\n", args...)
}

func (c *canvas) colours(b *bytes.Buffer, paper, plane, grid, zero, text string, layer func(int) string) {
	rule(b, ".paper{fill:%s}", paper)
	rule(b, ".plane{fill:%s;stroke:%s}", plane, grid)
	rule(b, ".grid{stroke:%s}", grid)
	rule(b, ".zero{stroke:%s}", zero)
	rule(b, "text{fill:%s}", text)
	for i := range min(len(c.f.Layers), len(palette)) {
		for _, part := range []string{".area", ".swatch", ".dot", ".whole"} {
			rule(b, ".s%d %s{fill:%s}", i, part, layer(i))
		}
		for _, part := range []string{".edge", ".dot", ".mark"} {
			rule(b, ".s%d %s{stroke:%s}", i, part, layer(i))
		}
		rule(b, ".s%d .dot.open{fill:%s}", i, plane)
		rule(b, ".s%d .constraint{fill:%s;stroke:%s}", i, layer(i), plane)
	}
}

// fade writes the mask by which what leaves the plane's part fades.
func (c *canvas) fade(b *bytes.Buffer) {
	const depth = 26
	id, x, y, right, bottom := c.mask(), c.x0, c.y0, c.x0+c.w, c.y0+c.h
	b.WriteString("<defs>\n")
	sides := []struct{ x1, y1, x2, y2, x, y, w, h float64 }{
		{0, 0, 1, 0, x, y, depth, c.h},
		{1, 0, 0, 0, right - depth, y, depth, c.h},
		{0, 0, 0, 1, x, y, c.w, depth},
		{0, 1, 0, 0, x, bottom - depth, c.w, depth},
	}
	for i, s := range sides {
		fmt.Fprintf(b, `<linearGradient id="%s-%d" x1="%v" y1="%v" x2="%v" y2="%v"><stop offset="0"/><stop offset="1" stop-opacity="0"/></linearGradient>`+"\n",
			id, i, s.x1, s.y1, s.x2, s.y2)
	}
	fmt.Fprintf(b, `<mask id="%s" maskUnits="userSpaceOnUse" x="%s" y="%s" width="%s" height="%s">`,
		id, fmtFloat(x), fmtFloat(y), fmtFloat(c.w), fmtFloat(c.h))
	fmt.Fprintf(b, `<rect x="%s" y="%s" width="%s" height="%s" fill="#fff"/>`, fmtFloat(x), fmtFloat(y), fmtFloat(c.w), fmtFloat(c.h))
	for i, s := range sides {
		fmt.Fprintf(b, `<rect x="%s" y="%s" width="%s" height="%s" fill="url(#%s-%d)"/>`,
			fmtFloat(s.x), fmtFloat(s.y), fmtFloat(s.w), fmtFloat(s.h), id, i)
	}
	b.WriteString("</mask>\n</defs>\n")
}
