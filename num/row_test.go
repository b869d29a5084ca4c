package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// sane checks the invariants of a row.
func (r *Row) sane(t failer) {
	t.Helper()
	for i := 1; i < len(r.cols); i++ {
		if r.cols[i-1] >= r.cols[i] {
			t.Fatalf("columns do not ascend: %v", r.cols)
		}
	}
	n := len(r.nums)
	if r.isWide() {
		if n != 0 || r.den != 0 {
			t.Fatalf("a wide row has words")
		}
		n = len(r.wide)
	}
	if n != len(r.cols) {
		t.Fatalf("%d columns, %d numbers", len(r.cols), n)
	}
	fits := func(x *big.Int) bool { return x.IsInt64() && x.Int64() != math.MinInt64 }
	den := r.Den().Big()
	g, small := new(big.Int).Set(den), fits(den)
	if den.Sign() <= 0 {
		t.Fatalf("the denominator is %v", den)
	}
	for i := range r.cols {
		x := r.Num(i).Big()
		if x.Sign() == 0 || x.Sign() != r.Sign(i) {
			t.Fatalf("entry %d is %v of sign %d", i, x, r.Sign(i))
		}
		g.GCD(nil, nil, g, x)
		small = small && fits(x)
	}
	if g.Cmp(big.NewInt(1)) != 0 {
		t.Fatalf("%v divides denominator and entries of %v", g, r)
	}
	if small == r.isWide() {
		t.Fatalf("the row %v fits words: %v; is wide: %v", r, small, r.isWide())
	}
	// No two numbers may share memory: they are changed in place.
	for i := range r.wide {
		for j := range i {
			a, b := r.wide[i].Bits(), r.wide[j].Bits()
			if len(a) > 0 && len(b) > 0 && &a[0] == &b[0] {
				t.Fatalf("entries %d and %d share memory", i, j)
			}
		}
	}
}

// A dense vector of big.Rat is the reference of a row.
const rowWidth = 9

type dense [rowWidth]*big.Rat

func checkRow(t failer, op string, got *Row, want dense) {
	t.Helper()
	got.sane(t)
	n := 0
	for col, w := range want {
		if got.Get(col).Big().Cmp(w) != 0 {
			t.Fatalf("%s: x%d is %v, want %v", op, col, got.Get(col), w)
		}
		if i, ok := got.Find(col); ok {
			if got.Col(i) != col || got.Coef(i).Big().Cmp(w) != 0 {
				t.Fatalf("%s: entry %d is %v*x%d, want %v*x%d", op, i, got.Coef(i), got.Col(i), w, col)
			}
		}
		if w.Sign() != 0 {
			n++
		}
	}
	if got.Len() != n || got.IsZero() != (n == 0) {
		t.Fatalf("%s: %d entries, want %d", op, got.Len(), n)
	}
}

// lincomb is a*x + b*y.
func lincomb(a *big.Rat, x dense, b *big.Rat, y dense) (z dense) {
	for i := range z {
		s, t := new(big.Rat).Mul(a, x[i]), new(big.Rat).Mul(b, y[i])
		z[i] = s.Add(s, t)
	}
	return z
}

// content is the greatest rational that makes x integers, or 1.
func content(x dense) *big.Rat {
	n, d := new(big.Int), big.NewInt(1)
	for _, c := range x {
		if c.Sign() != 0 {
			n.GCD(nil, nil, n, c.Num())
			g := new(big.Int).GCD(nil, nil, d, c.Denom())
			d.Mul(d, g.Quo(c.Denom(), g))
		}
	}
	if n.Sign() == 0 {
		return big.NewRat(1, 1)
	}
	return new(big.Rat).SetFrac(n, d)
}

// someRow draws a row: of small integers, of integers of words, or of any.
func someRow(t failer, r *rand.Rand) (*Row, dense) {
	row, d := new(Row), dense{}
	kind := r.IntN(5)
	for i := range d {
		switch d[i] = new(big.Rat); {
		case r.IntN(2) == 0:
			continue
		case kind < 2:
			d[i].SetInt64(int64(r.IntN(19)) - 9)
		case kind == 2:
			d[i].SetFrac64(int64(r.Uint64())>>r.IntN(64), 1<<r.IntN(40))
		case kind == 3:
			d[i].SetInt64((int64(r.Uint64())>>r.IntN(64))&^0xff + int64(r.IntN(2)))
		default:
			d[i].Set(someRat(r))
		}
	}
	for _, i := range r.Perm(rowWidth) {
		row.Set(i, RatOfBig(d[i]))
	}
	checkRow(t, "Set", row, d)
	return row, d
}

// TestRowAgainstBig compares random rows with vectors of big.Rat.
func TestRowAgainstBig(t *testing.T) {
	rounds := 6000
	if testing.Short() {
		rounds = 2000
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range rounds {
		x, dx := someRow(t, r)
		y, dy := someRow(t, r)
		a, b := someRat(r), someRat(r)
		if r.IntN(2) == 0 {
			a, b = big.NewRat(int64(r.IntN(21))-10, 1), big.NewRat(int64(r.IntN(21))-10, int64(r.IntN(3))+1)
		}
		one := big.NewRat(1, 1)

		z := x.Clone()
		z.Combine(RatOfBig(a), RatOfBig(b), y)
		checkRow(t, "Combine", z, lincomb(a, dx, b, dy))
		checkRow(t, "operand", y, dy)
		z.Assign(x) // into memory that was used
		checkRow(t, "Assign", z, dx)
		z.AddMul(RatOfBig(b), y)
		checkRow(t, "AddMul", z, lincomb(one, dx, b, dy))
		back := z.Clone()
		back.AddMul(RatOfBig(b).Neg(), y)
		if !back.Equal(x) || back.Hash() != x.Hash() || back.String() != x.String() {
			t.Fatalf("%v and back is %v", x, back)
		}
		if z.Equal(x) != (b.Sign() == 0 || y.IsZero()) {
			t.Fatalf("%v equals %v: %v", z, x, z.Equal(x))
		}
		z.Assign(x)
		z.Combine(RatOfBig(a), RatOfBig(b), z)
		checkRow(t, "Combine with itself", z, lincomb(a, dx, b, dx))
		z.Assign(x)
		z.Scale(RatOfBig(a))
		checkRow(t, "Scale", z, lincomb(a, dx, new(big.Rat), dx))

		z.Assign(x)
		f, want := z.Primitive(), content(dx)
		checkRat(t, "content", f, want)
		checkRow(t, "Primitive", z, lincomb(new(big.Rat).Inv(want), dx, new(big.Rat), dx))

		dot, t0 := new(big.Rat), new(big.Rat)
		for i := range dx {
			dot.Add(dot, t0.Mul(dx[i], dy[i]))
		}
		checkRat(t, "Dot", x.Dot(y), dot)

		for k := range rowWidth {
			if dy[k].Sign() == 0 {
				continue
			}
			c := new(big.Rat).Quo(dx[k], dy[k])
			sum := lincomb(one, dx, c.Neg(c), dy)
			z.Assign(x)
			z.Eliminate(k, y)
			checkRow(t, "Eliminate", z, lincomb(new(big.Rat).Inv(content(sum)), sum, new(big.Rat), sum))
			z.Assign(y)
			z.Eliminate(k, z)
			if !z.IsZero() {
				t.Fatalf("a row less itself is %v", z)
			}
			z.sane(t)
		}
		k := r.IntN(rowWidth)
		z.Assign(x)
		z.Set(k, RatOfBig(a))
		dx[k] = a
		checkRow(t, "Set", z, dx)
	}
}

// TestRowElimination brings random matrices to diagonal form, step for step like
// big.Rat does. The entries grow beyond words on the way, and come back.
func TestRowElimination(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	wide := 0
	for range 300 {
		n := 2 + r.IntN(rowWidth-1)
		limit := []int64{3, 100, 1 << 20, 1 << 50}[r.IntN(4)]
		rows, ref := make([]*Row, n), make([]dense, n)
		for i := range rows {
			rows[i] = new(Row)
			for j := range ref[i] {
				ref[i][j] = new(big.Rat)
				if j < n {
					v := r.Int64N(2*limit+1) - limit
					ref[i][j].SetInt64(v)
					rows[i].Set(j, RatOf(v))
				}
			}
		}
		for k := range n {
			at := k
			for at < n && ref[at][k].Sign() == 0 {
				at++
			}
			if at == n {
				break // singular
			}
			rows[k], rows[at] = rows[at], rows[k]
			ref[k], ref[at] = ref[at], ref[k]
			for i := range n {
				if i == k {
					continue
				}
				rows[i].Eliminate(k, rows[k])
				c := new(big.Rat).Quo(ref[i][k], ref[k][k])
				ref[i] = lincomb(big.NewRat(1, 1), ref[i], c.Neg(c), ref[k])
				f := content(ref[i])
				checkRow(t, "Gauss", rows[i], lincomb(f.Inv(f), ref[i], new(big.Rat), ref[i]))
				if rows[i].isWide() {
					wide++
				}
			}
		}
	}
	if wide < 100 {
		t.Fatalf("only %d rows left the words", wide)
	}
}

// TestRowTiers checks that the three ways to combine agree, where they can.
func TestRowTiers(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var words, cells, fail int
	for range 50_000 {
		row := func() *Row {
			x := new(Row)
			bits := r.IntN(63)
			for i := range rowWidth {
				if r.IntN(2) == 0 {
					x.Set(i, RatOf((int64(r.Uint64())>>(63-bits))|1))
				}
			}
			return x
		}
		x, y := row(), row()
		p, q := int64(r.Uint64())>>r.IntN(64)|1, int64(r.Uint64())>>r.IntN(64)|1
		if r.IntN(3) == 0 && x.Len() > 0 && y.Len() > 0 {
			p, q = y.nums[0], -x.nums[0] // some cancel, some divide
		}
		den := uint64(r.Int64()) >> r.IntN(64)
		want := x.Clone()
		g := want.combineWide(Of(p), Of(q), y, Of(int64(den)))
		want.sane(t)

		z := x.Clone()
		if h, ok := z.combineCells(p, q, y, den); !ok {
			fail++
			if !z.Equal(x) {
				t.Fatalf("a failure changed %v to %v", x, z)
			}
			if !want.isWide() && g.big().IsUint64() {
				t.Fatalf("%d*(%v) + %d*(%v) over %d fits, %v", p, x, q, y, den, want)
			}
		} else if cells++; !z.Equal(want) || !OfUint(h).Equal(g) {
			t.Fatalf("%d*(%v) + %d*(%v) over %d is %v by %d, want %v by %v", p, x, q, y, den, z, h, want, g)
		}
		all := func(z *Row) int { return big.NewInt(int64(spread(z.nums))).BitLen() }
		if big.NewInt(p).BitLen()+all(x) <= 62 && big.NewInt(q).BitLen()+all(y) <= 62 {
			words++
			z.Assign(x)
			if h := z.combineWords(p, q, y, den); !z.Equal(want) || !OfUint(h).Equal(g) {
				t.Fatalf("%d*(%v) + %d*(%v) over %d is %v by %d, want %v by %v", p, x, q, y, den, z, h, want, g)
			}
		}
	}
	if min(words, cells, fail) < 1000 {
		t.Fatalf("by words %d times, by cells %d, failed %d", words, cells, fail)
	}
}

// TestRowBounds combines rows of one column where the words end.
func TestRowBounds(t *testing.T) {
	edges := []int64{math.MinInt64}
	for _, k := range []int{0, 1, 20, 30, 31, 32, 42, 61, 62} {
		edges = append(edges, 1<<k, -1<<k, 1<<k-1, -1<<k+1, 2<<k-1, -(2<<k - 1))
	}
	row := func(x int64) *Row {
		r := new(Row)
		r.Set(0, RatOf(x))
		r.Set(1, RatOf(1)) // lest all can be divided
		return r
	}
	var sum, prod, want big.Int
	for _, x := range edges[1:] {
		for _, y := range edges[1:] {
			for i, p := range edges {
				q := edges[(i*7+int(y&3))%len(edges)]
				for _, q := range []int64{p, q} {
					r := row(x)
					r.combine(Of(p), Of(q), row(y), Of(1))
					sum.Mul(big.NewInt(p), big.NewInt(x))
					want.Add(&sum, prod.Mul(big.NewInt(q), big.NewInt(y)))
					if r.Get(0).Num().big().Cmp(&want) != 0 {
						t.Fatalf("%d*%d + %d*%d is %v", p, x, q, y, r.Get(0))
					}
				}
			}
		}
	}
}

// TestDotCarry has a sum of 2^128 + 4, of which the last two words look small.
func TestDotCarry(t *testing.T) {
	var r Row
	for i := range 4 {
		r.Set(i, RatOf(math.MaxInt64))
	}
	r.Set(4, RatOf(1<<33))
	if got, want := r.Dot(&r), RatOfInt(Pow2(128)).Add(RatOf(4)); !got.Equal(want) {
		t.Errorf("%v, want %v", got, want)
	}
	s := r.Clone()
	s.Scale(RatOf(-1))
	if got, want := r.Dot(s), RatOfInt(Pow2(128)).Add(RatOf(4)).Neg(); !got.Equal(want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestSpread checks the bound that makes the unchecked arithmetic right.
func TestSpread(t *testing.T) {
	for k := range 63 {
		for _, x := range []int64{1 << k, -1 << k, 1<<k - 1, -1<<k + 1, -1<<k - 1, 1<<k + 1} {
			if n := new(big.Int).SetUint64(spread([]int64{1, x, -1})).BitLen(); new(big.Int).Lsh(big.NewInt(1), uint(n)).CmpAbs(big.NewInt(x)) < 0 {
				t.Errorf("|%d| > 2^%d", x, n)
			}
		}
	}
}

func TestGCD128(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	number := func() *big.Int {
		for {
			x := ofWords(r.Uint64(), r.Uint64()).Big()
			x.Rsh(x, uint(r.IntN(128)))
			x.Lsh(x, uint(r.IntN(129-x.BitLen()))) // with factors 2
			if x.Sign() != 0 {
				return x
			}
		}
	}
	for range 50_000 {
		x, y := number(), number()
		if r.IntN(2) == 0 { // with a common factor
			f := number()
			f.Rsh(f, 64)
			for _, z := range []*big.Int{x, y} {
				if z.Rsh(z, 64).Mul(z, f); z.Sign() == 0 {
					z.SetInt64(3)
				}
			}
		}
		xhi, xlo := words128(x)
		yhi, ylo := words128(y)
		want := new(big.Int).GCD(nil, nil, x, y)
		if hi, lo := gcd128(xhi, xlo, yhi, ylo); ofWords(hi, lo).Big().Cmp(want) != 0 {
			t.Fatalf("the gcd of %v and %v is %v, want %v", x, y, ofWords(hi, lo), want)
		}
		if ylo != 0 {
			want.GCD(nil, nil, x, new(big.Int).SetUint64(ylo))
			if got := gcdWord(x, ylo); got != want.Uint64() {
				t.Fatalf("the gcd of %v and %v is %v, want %v", x, ylo, got, want)
			}
		}
	}
}

func TestRowText(t *testing.T) {
	var r Row
	check := func(want string) {
		t.Helper()
		r.sane(t)
		if got := r.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	check("0")
	r.Set(4, RatFrac(-1, 3))
	check("-1/3*x4")
	r.Set(0, RatOf(2))
	check("2*x0 - 1/3*x4")
	r.Set(4, RatOf(1))
	check("2*x0 + x4")
	r.Set(0, Rat{})
	check("x4")
	if r.Den().String() != "1" || !slices.Equal(r.cols, []int{4}) {
		t.Errorf("%#v", r)
	}
}

// TestRowAllocs holds rows in words to their promise.
func TestRowAllocs(t *testing.T) {
	var x, y, z Row
	for i := range 20 {
		x.Set(i, RatOf(int64(i*i-17)))
		y.Set(2*i, RatOf(int64(5*i-32)))
	}
	z.Assign(&x)
	z.AddMul(RatOf(3), &y) // the memory for the merge
	for name, f := range map[string]func(){
		"AddMul":    func() { z.Assign(&x); z.AddMul(RatFrac(3, 5), &y) },
		"Eliminate": func() { z.Assign(&x); z.Eliminate(2, &y) },
		"Scale":     func() { z.Assign(&x); z.Scale(RatFrac(-7, 2)); ratSink = z.Primitive() },
		"Dot":       func() { ratSink = x.Dot(&y); ratSink = x.Get(4) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

func TestRowPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("elimination with an entry 0 does not panic")
		}
	}()
	var r, s Row
	r.Set(1, RatOf(1))
	s.Set(2, RatOf(1))
	r.Eliminate(1, &s)
}
