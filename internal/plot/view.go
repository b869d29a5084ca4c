package plot

import (
	"strconv"

	"github.com/whet-mc/whet/num"
)

// chooseView returns the part of the plane that a figure shows.
func (f *Figure) chooseView() box {
	v := box(f.View)
	if v.span(0).Sign() > 0 && v.span(1).Sign() > 0 {
		return v
	}
	var marks []Point
	for _, l := range f.Layers {
		for _, set := range l.Sets {
			marks = append(marks, landmarks(set)...)
		}
		marks = append(marks, l.Marks...)
	}
	if len(marks) == 0 {
		marks = []Point{{}}
	}
	v = box{marks[0], marks[0]}
	for _, p := range marks {
		for axis, x := range p {
			if x.Less(v[0][axis]) {
				v[0][axis] = x
			}
			if v[1][axis].Less(x) {
				v[1][axis] = x
			}
		}
	}
	ends := v.widened(wide, wide, wide, wide)
	var margins [4]num.Rat // left, bottom, right, top
	for side := range margins {
		margins[side] = narrow
		if f.reaches(ends, side) {
			margins[side] = wide
		}
	}
	v = v.widened(margins[0], margins[1], margins[2], margins[3])
	return v.evened(f.size())
}

// The margins around the landmarks, as parts of their extent: on a side where
// all sets end, and where one does not.
var narrow, wide = num.RatFrac(1, 6), num.RatFrac(2, 5)

// reaches reports whether a set touches a side of a box (0 to 3: left, bottom,
// right, top). If all its landmarks are inside, it has no end there.
func (f *Figure) reaches(b box, side int) bool {
	axis := side % 2
	for _, l := range f.Layers {
		for _, set := range l.Sets {
			for _, p := range clip(set, b) {
				if p[axis].Equal(b[side/2][axis]) {
					return true
				}
			}
		}
	}
	return false
}

// widened gives a box an area and margins.
func (b box) widened(left, bottom, right, top num.Rat) box {
	unit := [2]num.Rat{b.span(0), b.span(1)}
	for axis := range unit {
		if unit[axis].IsZero() {
			unit[axis] = unit[1-axis]
		}
		if unit[axis].IsZero() {
			unit[axis] = num.RatOf(4)
		}
	}
	b[0] = Point{b[0][0].Sub(unit[0].Mul(left)), b[0][1].Sub(unit[1].Mul(bottom))}
	b[1] = Point{b[1][0].Add(unit[0].Mul(right)), b[1][1].Add(unit[1].Mul(top))}
	return b
}

// evened makes the scales of both axes equal, as long as that does not make one
// of them smaller than a third: diagonals then look like diagonals.
func (b box) evened(width, height int) box {
	perPixel := [2]num.Rat{
		b.span(0).Quo(num.RatOf(int64(width))),
		b.span(1).Quo(num.RatOf(int64(height))),
	}
	small := 0
	if perPixel[1].Less(perPixel[0]) {
		small = 1
	}
	if factor := perPixel[1-small].Quo(perPixel[small]); factor.LessEq(num.RatOf(3)) {
		grow := b.span(small).Mul(factor.Sub(num.RatOf(1))).Mul(num.RatFrac(1, 2))
		b[0][small] = b[0][small].Sub(grow)
		b[1][small] = b[1][small].Add(grow)
	}
	return b
}

// A tick is a place on an axis that bears a number.
type tick struct {
	at   num.Rat
	text string
}

// ticks returns up to about most places between lo and hi, at multiples of 1, 2
// or 5 times a power of ten.
func ticks(lo, hi num.Rat, most int) []tick {
	step := niceStep(hi.Sub(lo).Quo(num.RatOf(int64(max(most, 2)))))
	var out []tick
	for x := lo.Quo(step).Ceil().Mul(step); x.LessEq(hi); x = x.Add(step) {
		out = append(out, tick{at: x})
	}
	label(out)
	return out
}

// niceStep is the least of 1, 2 and 5 times a power of ten that is at least x.
func niceStep(x num.Rat) num.Rat {
	ten := num.RatOf(10)
	step := num.RatOf(1)
	for ; step.Less(x); step = step.Mul(ten) {
	}
	for ; x.LessEq(step.Quo(ten)); step = step.Quo(ten) {
	}
	for _, part := range []int64{5, 2} {
		if nice := step.Quo(num.RatOf(part)); x.LessEq(nice) {
			return nice
		}
	}
	return step
}

// label gives ticks their texts: short ones, as long as they differ.
func label(ts []tick) {
	for digits := 4; digits <= 17; digits++ {
		seen := map[string]bool{}
		for i, t := range ts {
			x, _ := t.at.Big().Float64()
			ts[i].text = strconv.FormatFloat(x, 'g', digits, 64)
			seen[ts[i].text] = true
		}
		if len(seen) == len(ts) {
			for i, t := range ts {
				if n, ok := t.at.Int64(); ok && -1e6 < n && n < 1e6 {
					ts[i].text = strconv.FormatInt(n, 10)
				}
			}
			return
		}
	}
	for i, t := range ts {
		ts[i].text = t.at.String()
	}
}
