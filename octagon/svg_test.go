package octagon

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

var update = flag.Bool("update", false, "write the golden files")

// TestSVG compares pictures with ones that were looked at.
func TestSVG(t *testing.T) {
	names := []string{"i", "n", "k"}
	i, n, k := linear.X(0), linear.X(1), linear.X(2)
	c := linear.ConstInt
	loop := Of(3, linear.Integers, i.GE(c(0)), i.LE(n), n.LE(c(8)), k.EQ(i), i.Add(n).GE(c(3)))
	after := Of(3, linear.Integers, i.GE(n), n.GE(c(6)), i.Sub(n).LE(c(2)))
	mark, _ := loop.Point()
	layers := []SVGLayer{
		{Label: "in the loop", Sets: []*Octagon{loop}, Marks: [][]num.Rat{mark}},
		{Label: "after it", Sets: []*Octagon{after}},
		{Label: "never", Sets: []*Octagon{Bottom(3, linear.Rationals)}},
	}
	for name, opts := range map[string]SVGOptions{
		"loop":    {Title: "A loop and what comes after it", Names: names},
		"swapped": {X: 2, Y: 0, Names: names},
		"unnamed": {X: 1, Y: 2, Width: 300, Height: 200},
		"view":    {View: [2][2]num.Rat{{num.RatOf(-1), num.RatOf(-1)}, {num.RatOf(7), num.RatOf(7)}}},
	} {
		golden(t, name, opts, layers...)
	}

	first := Of(2, linear.Rationals, i.GE(c(0)), n.GE(c(0)), i.LE(c(1)), n.LE(i), i.Add(n).LE(c(1)))
	second := Of(2, linear.Rationals, i.GE(c(0)), n.GE(c(0)), i.LE(c(3)), n.LE(i), i.Add(n).LE(c(4)))
	golden(t, "widening", SVGOptions{Title: "Widening"},
		SVGLayer{Label: "widened", Sets: []*Octagon{first.Widen(second)}},
		SVGLayer{Label: "second", Sets: []*Octagon{second}, Quiet: true},
		SVGLayer{Label: "first", Sets: []*Octagon{first}, Quiet: true})

	o := Of(2, linear.Rationals, i.GE(c(0)), i.LE(c(6)), n.GE(c(0)), n.LE(c(5)),
		i.Add(n).GE(c(1)), i.Add(n).LE(c(9)), i.Sub(n).LE(c(4)), n.Sub(i).LE(c(3)))
	golden(t, "example", SVGOptions{Title: "An octagon", Names: []string{"x", "y"}},
		SVGLayer{Label: "all of it", Sets: []*Octagon{o}},
		SVGLayer{Label: "where y <= x - 1", Sets: []*Octagon{o.Assume(n.LE(i.AddInt(-1)))}, Quiet: true})
}

func golden(t *testing.T, name string, opts SVGOptions, layers ...SVGLayer) {
	t.Helper()
	var b bytes.Buffer
	if err := SVG(&b, opts, layers...); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name+".svg")
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("%s changed; look at it and run with -update", file)
	}
}

func TestSVGPanics(t *testing.T) {
	two := Top(2, linear.Rationals)
	for _, c := range []struct {
		want string
		opts SVGOptions
		o    *Octagon
	}{
		{"octagon: SVG of dimensions 0 and 2 of an element with 2 dimensions", SVGOptions{Y: 2}, two},
		{"octagon: SVG of dimensions 0 and 1 of an element with 1 dimensions", SVGOptions{X: 5, Y: 5}, Top(1, linear.Rationals)},
		{"octagon: SVG on a nil *Octagon", SVGOptions{}, nil},
	} {
		func() {
			defer func() {
				if r := recover(); r != c.want {
					t.Errorf("panic %v, want %s", r, c.want)
				}
			}()
			SVG(io.Discard, c.opts, SVGLayer{Sets: []*Octagon{c.o}})
		}()
	}
}
