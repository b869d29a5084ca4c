package html

import (
	"testing"

	"pgregory.net/rapid"
)

// Whatever the graph: boxes of a layer do not overlap, arcs lead down unless they close a cycle,
// nothing is outside of the picture, and the same graph is drawn the same again.
func TestLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 25).Draw(t, "boxes")
		build := func(sizes []float64, links [][2]int) *drawing {
			d := &drawing{}
			for i := range n {
				d.boxes = append(d.boxes, box{w: sizes[i], h: sizes[n-1-i]})
			}
			for _, l := range links {
				d.arcs = append(d.arcs, arc{from: l[0], to: l[1]})
			}
			d.place()
			return d
		}
		sizes := rapid.SliceOfN(rapid.Float64Range(4, 90), n, n).Draw(t, "sizes")
		node := rapid.IntRange(0, n-1)
		links := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int { return [2]int{node.Draw(t, "from"), node.Draw(t, "to")} }), 0, 2*n).Draw(t, "links")
		d := build(sizes, links)
		for _, l := range d.layers {
			for i, a := range l {
				b := d.boxes[a]
				if b.x-b.w/2 < -1e-6 || b.x+b.w/2 > d.w+1e-6 || b.y-b.h/2 < -1e-6 || b.y+b.h/2 > d.h+1e-6 {
					t.Fatalf("box %d at %v, %v is outside of %v x %v", a, b.x, b.y, d.w, d.h)
				}
				if i > 0 {
					if p := d.boxes[l[i-1]]; p.x+p.w/2 > b.x-b.w/2+1e-6 {
						t.Fatalf("boxes %d and %d overlap", l[i-1], a)
					}
				}
			}
		}
		placed := 0
		for _, l := range d.layers {
			placed += len(l)
		}
		if placed != len(d.boxes) {
			t.Fatalf("%d of %d boxes have a place", placed, len(d.boxes))
		}
		for _, a := range d.arcs {
			chain := append(append([]int{a.from}, a.via...), a.to)
			for i := 1; i < len(chain) && a.from != a.to; i++ {
				down := d.boxes[chain[i]].layer - d.boxes[chain[i-1]].layer
				if a.back && down != -1 || !a.back && down != 1 {
					t.Fatalf("arc %d-%d skips from layer %d to %d", a.from, a.to, d.boxes[chain[i-1]].layer, d.boxes[chain[i]].layer)
				}
			}
		}
		again := build(sizes, links)
		for i := range d.boxes {
			if d.boxes[i] != again.boxes[i] {
				t.Fatalf("box %d: %v, then %v", i, d.boxes[i], again.boxes[i])
			}
		}
	})
}

// A diamond needs no crossing and is symmetric.
func TestDiamond(t *testing.T) {
	d := &drawing{boxes: make([]box, 4)}
	for i := range d.boxes {
		d.boxes[i] = box{w: 20, h: 10}
	}
	for _, l := range [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 3}} {
		d.arcs = append(d.arcs, arc{from: l[0], to: l[1]})
	}
	d.place()
	b := d.boxes
	if b[0].x != b[3].x || b[1].y != b[2].y || b[1].x >= b[0].x || b[2].x <= b[0].x {
		t.Errorf("%v", b)
	}
}
