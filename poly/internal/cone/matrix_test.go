package cone

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/whet-mc/whet/num"
	"pgregory.net/rapid"
)

func mat(cols int, rows ...[]int64) *Matrix {
	m := NewMatrix(cols)
	for _, r := range rows {
		m.AppendWords(r)
	}
	return m
}

func panics(t *testing.T, part string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if r := recover(); !strings.Contains(fmt.Sprint(r), part) {
			t.Errorf("got panic %v, want one with %q", r, part)
		}
	}()
	f()
}

func TestRowsArePrimitive(t *testing.T) {
	m := mat(3, []int64{4, -8, 12}, []int64{0, 0, 0}, []int64{0, -7, 0}, []int64{math.MinInt64, 0, math.MinInt64}, []int64{6, 9, 15})
	want := mat(3, []int64{1, -2, 3}, []int64{0, 0, 0}, []int64{0, -1, 0}, []int64{-1, 0, -1}, []int64{2, 3, 5})
	m.demote()
	if !m.Equal(want) {
		t.Errorf("got\n%v", m)
	}
	m = NewMatrix(2)
	m.Append([]num.Int{num.Pow2(80), num.Pow2(70)})
	m.AppendFrom(mat(2, []int64{5, 5}), 0)
	m.AppendNegated(m, 0)
	if m.String() != "1024 1\n1 1\n-1024 -1\n" {
		t.Errorf("got\n%v", m)
	}
	if m.Sign(2, 0) != -1 || !m.EqualRow(0, mat(2, []int64{1024, 1}), 0) || m.CmpRow(0, m, 1) != 1 {
		t.Error("signs and comparisons of wide rows are wrong")
	}
}

// The sum of products may not fit two words.
func TestLongProduct(t *testing.T) {
	row := make([]int64, 9)
	for j := range row {
		row[j] = math.MaxInt64 - int64(j)
	}
	m := mat(9, row)
	want := new(big.Int)
	for j := range row {
		want.Add(want, new(big.Int).Mul(big.NewInt(row[j]), big.NewInt(row[j])))
	}
	if m.Dot(0, m, 0).Big().Cmp(want) != 0 {
		t.Errorf("got %v, want %v", m.Dot(0, m, 0), want)
	}
	m.AppendNegated(m, 0)
	if m.Dot(1, m, 0).Big().Cmp(want.Neg(want)) != 0 {
		t.Errorf("got %v, want %v", m.Dot(1, m, 0), want)
	}
}

// Products that fit words one by one, but not together.
func TestSumOfWordProducts(t *testing.T) {
	for _, e := range []uint{28, 29, 30, 31, 32} {
		x := int64(1)<<e - 1
		big := make([]int64, 9)
		coefs := make([]num.Int, 9)
		for j := range big {
			big[j] = x
			coefs[j] = num.Of(x)
		}
		big[0]-- // primitive
		m := mat(9, big)
		want := num.Of(8).Mul(num.Of(x).Mul(num.Of(x))).Add(num.Of(x).Mul(num.Of(x - 1)))
		o := mat(9, big)
		if got := m.DotInts(0, coefs); !got.Equal(want) {
			t.Errorf("2^%d: product with numbers %v, want %v", e, got, want)
		}
		square := num.Of(8).Mul(num.Of(x).Mul(num.Of(x))).Add(num.Of(x - 1).Mul(num.Of(x - 1)))
		var v values
		v.dots(m, o, 0)
		if got := m.Dot(0, o, 0); !got.Equal(square) || !v.at(0).Equal(square) || m.DotSign(0, o, 0) != 1 {
			t.Errorf("2^%d: product %v and %v, want %v", e, got, v.at(0), square)
		}
		image := NewMatrix(9)
		row := make([]num.Int, 9)
		for j := range row {
			row[j] = m.At(0, j)
		}
		row[4] = want
		image.Append(row)
		if got := m.ReplaceCol(4, coefs, num.Of(1)); !got.Equal(image) {
			t.Errorf("2^%d: image\n%vwant\n%v", e, got, image)
		}
	}
}

func TestMisuse(t *testing.T) {
	m := mat(3, []int64{1, 2, 3})
	panics(t, "NewMatrix with -1 columns", func() { NewMatrix(-1) })
	panics(t, "Append of a row of length 2 to a matrix with 3 columns", func() { m.Append(make([]num.Int, 2)) })
	panics(t, "AppendAll of a row of length 2 to a matrix with 3", func() { m.AppendAll(NewMatrix(2)) })
	panics(t, "ReplaceCol with the denominator 0", func() { m.ReplaceCol(0, make([]num.Int, 3), num.Int{}) })
	panics(t, "FromConstraints of rows with 2 and 3 columns in dimension 3", func() { FromConstraints(3, NewMatrix(2), m) })
	panics(t, "AddGenerators of rows with 3 and 4", func() {
		FromConstraints(3, NewMatrix(3), m).AddGenerators(NewMatrix(3), NewMatrix(4))
	})
}

// Operations on rows are those of big.Int, and rows stay primitive and in words exactly when they
// fit.
func TestRowOperations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 4).Draw(t, "d")
		huge := rapid.Bool().Draw(t, "hugeNumbers")
		m, o := drawRows(t, d, 4, huge, "rows"), drawRows(t, d, 4, huge, "others")
		for i := range m.Len() {
			for j := range o.Len() {
				want := new(big.Int)
				for k := range d {
					want.Add(want, new(big.Int).Mul(m.At(i, k).Big(), o.At(j, k).Big()))
				}
				if m.Dot(i, o, j).Big().Cmp(want) != 0 || m.DotSign(i, o, j) != want.Sign() {
					t.Fatal("a product is wrong")
				}
				var v values
				v.dots(m, o, j)
				if v.at(i).Big().Cmp(want) != 0 {
					t.Fatal("a product of many is wrong")
				}
				v.w, v.wide = v.w[:0], nil
			}
		}
		a := drawAssignment(t, d)
		if got := m.ReplaceCol(a.v, a.forward, a.den); !got.Equal(a.image(m)) {
			t.Fatalf("image:\n%v\nwant\n%v", got, a.image(m))
		}
		// Constraints of the preimage: their products are those with the image, up to a positive
		// factor.
		pre := o.SubstituteCol(a.v, a.forward, a.den)
		img := a.image(m)
		for i := range m.Len() {
			for j := range o.Len() {
				if m.DotSign(i, pre, j) != img.DotSign(i, o, j) {
					t.Fatal("a preimage is wrong")
				}
			}
		}
		to := rapid.Permutation(firstRows(nil, d+1)).Draw(t, "to")[:d]
		dropped := rapid.IntRange(-1, d-1).Draw(t, "dropped")
		places := make([]int, d)
		for j := range places {
			places[j] = int(to[j])
			if j == dropped {
				places[j] = -1
			}
		}
		mapped := m.MapCols(d+1, places)
		for i := range m.Len() {
			row := make([]num.Int, d+1)
			for j, p := range places {
				if p >= 0 {
					row[p] = m.At(i, j)
				}
			}
			want := NewMatrix(d + 1)
			want.Append(row)
			if !mapped.EqualRow(i, want, 0) {
				t.Fatal("MapCols is wrong")
			}
		}
		sorted := m.Clone()
		sorted.Sort()
		for i := 1; i < sorted.Len(); i++ {
			if sorted.CmpRow(i-1, sorted, i) > 0 {
				t.Fatalf("not sorted:\n%v", sorted)
			}
		}
	})
}

func TestBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(0, 150).Draw(t, "rows"), rapid.IntRange(0, 150).Draw(t, "cols")
		rnd := splitmix(rapid.Uint64().Draw(t, "seed"))
		sparse := rapid.IntRange(1, 5).Draw(t, "sparse")
		b := NewBits(rows, cols)
		for i := range rows {
			for j := range cols {
				if rnd.below(sparse) == 0 {
					b.Set(i, j)
				}
			}
		}
		tr := b.Transpose()
		if tr.Rows() != cols || tr.cols != rows {
			t.Fatal("wrong size")
		}
		for i := range rows {
			n := 0
			for j := range cols {
				if b.Get(i, j) != tr.Get(j, i) || b.Row(i).Has(j) != b.Get(i, j) {
					t.Fatalf("bit %d, %d", i, j)
				}
				if b.Get(i, j) {
					n++
				}
			}
			if b.Row(i).Count() != n || b.Row(i).IsEmpty() != (n == 0) {
				t.Fatal("wrong count")
			}
		}
		if !tr.Transpose().Equal(b) {
			t.Fatal("transposed twice is not the same")
		}
		if rows > 1 {
			both := make(BitRow, len(b.Row(0)))
			both.And(b.Row(0), b.Row(1))
			if !both.Subset(b.Row(0)) || !both.Subset(b.Row(1)) || b.Row(0).Subset(b.Row(1)) != both.Equal(b.Row(0)) {
				t.Fatal("wrong intersection")
			}
		}
	})
}
