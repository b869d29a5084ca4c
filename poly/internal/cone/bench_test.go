package cone

import (
	"fmt"
	"testing"

	"github.com/whet-mc/whet/num"
)

func BenchmarkConvert(b *testing.B) {
	run := func(name string, d int, m *Matrix) {
		b.Run(fmt.Sprintf("%s/d=%d/rows=%d", name, d, m.Len()), func(b *testing.B) {
			b.ReportAllocs()
			rays := 0
			for b.Loop() {
				_, r, err := FromConstraints(d+1, NewMatrix(d+1), m).Generators(nil)
				if err != nil {
					b.Fatal(err)
				}
				rays = r.Len()
			}
			b.ReportMetric(float64(rays), "rays")
		})
	}
	for _, d := range []int{2, 4, 8, 10} {
		run("cube", d, cube(d))
	}
	for _, d := range []int{4, 8, 9} {
		run("cross", d, cross(d))
	}
	for _, c := range [][2]int{{4, 10}, {6, 20}, {8, 20}} {
		run("cyclic", c[0], cyclic(c[0], c[1]))
	}
	for _, c := range [][2]int{{4, 6}, {6, 12}, {8, 16}, {10, 10}} {
		run("cuts", c[0], cuts(c[0], c[1]))
	}
	for _, c := range [][2]int{{4, 20}, {6, 40}, {8, 40}} {
		run("points", c[0], points(c[0], c[1], 21))
	}
	for _, c := range [][2]int{{4, 12}, {6, 30}, {8, 60}} {
		run("zeroone", c[0], points(c[0], c[1], 2))
	}
}

// The same combinatorics with coordinates scaled apart, so that the numbers leave the words.
func BenchmarkWide(b *testing.B) {
	for _, c := range [][2]int{{4, 6}, {6, 12}} {
		d := c[0]
		small := cuts(d, c[1])
		m := NewMatrix(d + 1)
		for i := range small.Len() {
			row := make([]num.Int, d+1)
			for j := range row {
				row[j] = small.At(i, j).Mul(num.Pow2(60).Add(num.Of(int64(2*j + 1))))
			}
			m.Append(row)
		}
		b.Run(fmt.Sprintf("cuts/d=%d/rows=%d", d, m.Len()), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := FromConstraints(d+1, NewMatrix(d+1), m).Generators(nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A step of an analysis: one more constraint, or the hull with a moved copy.
func BenchmarkStep(b *testing.B) {
	for _, c := range [][2]int{{2, 3}, {4, 6}, {6, 8}, {8, 8}, {10, 6}} {
		d := c[0]
		p := FromConstraints(d+1, NewMatrix(d+1), cuts(d, c[1]))
		if _, _, err := p.Generators(nil); err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("meet/d=%d", d), func(b *testing.B) {
			row := make([]int64, d+1)
			for j := range row {
				row[j] = int64(1 - j%2*2)
			}
			more := NewMatrix(d + 1)
			more.AppendWords(row)
			b.ReportAllocs()
			rays := 0
			for b.Loop() {
				_, r, err := p.AddConstraints(NewMatrix(d+1), more).Generators(nil)
				if err != nil {
					b.Fatal(err)
				}
				rays = r.Len()
			}
			b.ReportMetric(float64(rays), "rays")
		})
		b.Run(fmt.Sprintf("hull/d=%d", d), func(b *testing.B) {
			_, r := p.RawGenerators()
			move := make([]int64, (d+1)*(d+1))
			moved := NewMatrix(d + 1)
			row := move[:d+1]
			for i := range r.Len() {
				w, _ := r.Words(i)
				copy(row, w)
				row[1] += 3 * row[0]
				moved.AppendWords(row)
			}
			b.ReportAllocs()
			ineqs := 0
			for b.Loop() {
				_, in, err := p.AddGenerators(NewMatrix(d+1), moved).Constraints(nil)
				if err != nil {
					b.Fatal(err)
				}
				ineqs = in.Len()
			}
			b.ReportMetric(float64(ineqs), "ineqs")
		})
	}
}
