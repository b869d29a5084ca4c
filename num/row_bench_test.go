package num

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

var rowSink *Row

// ratRow is the row that this package is measured against: sparse, of big.Rat,
// with the same merge.
type ratRow struct {
	cols []int
	nums []*big.Rat
}

func bigRow(r *Row) *ratRow {
	z := new(ratRow)
	for i := range r.Len() {
		z.cols, z.nums = append(z.cols, r.Col(i)), append(z.nums, r.Coef(i).Big())
	}
	return z
}

func (r *ratRow) get(col int) *big.Rat {
	for i, c := range r.cols {
		if c == col {
			return r.nums[i]
		}
	}
	return nil
}

// addMul returns r + c*s.
func (r *ratRow) addMul(c *big.Rat, s *ratRow) *ratRow {
	z := new(ratRow)
	i, j := 0, 0
	for i < len(r.cols) || j < len(s.cols) {
		switch {
		case j == len(s.cols) || i < len(r.cols) && r.cols[i] < s.cols[j]:
			z.cols, z.nums = append(z.cols, r.cols[i]), append(z.nums, r.nums[i])
			i++
		case i == len(r.cols) || r.cols[i] > s.cols[j]:
			z.cols, z.nums = append(z.cols, s.cols[j]), append(z.nums, new(big.Rat).Mul(c, s.nums[j]))
			j++
		default:
			x := new(big.Rat).Mul(c, s.nums[j])
			if x.Add(x, r.nums[i]); x.Sign() != 0 {
				z.cols, z.nums = append(z.cols, r.cols[i]), append(z.nums, x)
			}
			i++
			j++
		}
	}
	return z
}

// valRow is the same with Rat.
type valRow struct {
	cols []int
	nums []Rat
}

func (r *valRow) addMul(c Rat, s *valRow, z *valRow) {
	z.cols, z.nums = z.cols[:0], z.nums[:0]
	i, j := 0, 0
	for i < len(r.cols) || j < len(s.cols) {
		switch {
		case j == len(s.cols) || i < len(r.cols) && r.cols[i] < s.cols[j]:
			z.cols, z.nums = append(z.cols, r.cols[i]), append(z.nums, r.nums[i])
			i++
		case i == len(r.cols) || r.cols[i] > s.cols[j]:
			z.cols, z.nums = append(z.cols, s.cols[j]), append(z.nums, c.Mul(s.nums[j]))
			j++
		default:
			if x := r.nums[i].AddMul(c, s.nums[j]); !x.IsZero() {
				z.cols, z.nums = append(z.cols, r.cols[i]), append(z.nums, x)
			}
			i++
			j++
		}
	}
}

// The rows of the benchmarks: up to 20 entries of 40 columns. They are integers as
// programs have them; fractions; numbers that leave the words by their common
// denominator, while most fit as fractions; numbers whose products leave the
// words; and numbers that have left them.
func benchRows() (names []string, pairs [][2]*Row, factors []Rat) {
	r := rand.New(rand.NewPCG(1, 1))
	row := func(limit int64, scale Rat) *Row {
		x := new(Row)
		x.Set(0, RatOf(1+r.Int64N(limit)))
		for range 19 {
			x.Set(1+r.IntN(39), RatOf(1+r.Int64N(limit)))
		}
		x.Scale(scale)
		return x
	}
	add := func(name string, x, y *Row, c Rat) {
		names, pairs, factors = append(names, name), append(pairs, [2]*Row{x, y}), append(factors, c)
	}
	add("int", row(9, RatOf(1)), row(9, RatOf(1)), RatOf(-3))
	add("frac", row(99, RatFrac(1, 12)), row(99, RatFrac(1, 18)), RatFrac(-3, 7))
	add("mixed", row(1<<36, RatOf(1)), row(1<<36, RatFrac(1, 1<<30)), RatFrac(-3<<20, 7<<20))
	add("overflow", row(1<<61, RatOf(1)), row(1<<61, RatOf(1)), RatFrac(-1<<20+1, 77))
	add("wide", row(1<<61, RatOf(1<<61-1)), row(1<<61, RatOf(1<<60-7)), RatFrac(-1<<20+1, 77))
	return names, pairs, factors
}

// BenchmarkRowAddMul is one step of a tableau: a row plus a multiple of another.
func BenchmarkRowAddMul(b *testing.B) {
	names, pairs, factors := benchRows()
	for k, name := range names {
		x, y, c := pairs[k][0], pairs[k][1], factors[k]
		b.Run(name+"/row", func(b *testing.B) {
			b.ReportAllocs()
			z := new(Row)
			for b.Loop() {
				z.Assign(x)
				z.AddMul(c, y)
			}
			rowSink = z
		})
		b.Run(name+"/Rat", func(b *testing.B) {
			b.ReportAllocs()
			vals := func(r *Row) *valRow {
				v := new(valRow)
				for i := range r.Len() {
					v.cols, v.nums = append(v.cols, r.Col(i)), append(v.nums, r.Coef(i))
				}
				return v
			}
			x, y, z := vals(x), vals(y), new(valRow)
			for b.Loop() {
				x.addMul(c, y, z)
			}
		})
		b.Run(name+"/big.Rat", func(b *testing.B) {
			b.ReportAllocs()
			x, y, c := bigRow(x), bigRow(y), c.Big()
			for b.Loop() {
				x.addMul(c, y)
			}
		})
	}
}

// BenchmarkRowGauss triangulates whole matrices: sparse ones of small numbers,
// as programs make them, and dense ones whose rows leave the words.
func BenchmarkRowGauss(b *testing.B) {
	for _, m := range []struct {
		name        string
		n, per, max int
	}{{"sparse", 40, 3, 4}, {"dense", 12, 12, 9}, {"large", 16, 16, 1 << 20}} {
		r := rand.New(rand.NewPCG(2, 2))
		rows := make([]*Row, m.n)
		for i := range rows {
			rows[i] = new(Row)
			for range m.per {
				rows[i].Set(r.IntN(m.n), RatOf(int64(r.IntN(2*m.max+1)-m.max)))
			}
			rows[i].Set(i, RatOf(int64(1+r.IntN(m.max))))
		}
		b.Run(m.name+"/row", func(b *testing.B) {
			b.ReportAllocs()
			wide, steps := 0, 0
			for b.Loop() {
				z := make([]*Row, m.n)
				for i := range z {
					z[i] = rows[i].Clone()
				}
				for k := range m.n {
					if _, ok := z[k].Find(k); !ok {
						continue
					}
					for i := k + 1; i < m.n; i++ {
						if _, ok := z[i].Find(k); ok {
							z[i].Eliminate(k, z[k])
							steps++
							if z[i].isWide() {
								wide++
							}
						}
					}
				}
			}
			b.ReportMetric(100*float64(wide)/float64(steps), "%wide")
		})
		b.Run(m.name+"/big.Rat", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				z := make([]*ratRow, m.n)
				for i := range z {
					z[i] = bigRow(rows[i])
				}
				for k := range m.n {
					d := z[k].get(k)
					if d == nil {
						continue
					}
					for i := k + 1; i < m.n; i++ {
						if c := z[i].get(k); c != nil {
							c := new(big.Rat).Quo(c, d)
							z[i] = z[i].addMul(c.Neg(c), z[k])
						}
					}
				}
			}
		})
	}
}
