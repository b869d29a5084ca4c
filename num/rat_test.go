package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// ratEdges are the integers where a 32-, 64- or 128-bit intermediate result
// begins to fit or no longer fits.
var ratEdges = []int64{0, 1, -1, 2, 3, 10, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MinInt64 + 1,
	math.MaxInt32, math.MinInt32, 1 << 32, 1<<32 - 1, 1<<31 - 1, 1 << 62, 3037000499, 3037000500, 6 * 5 * 7 * 11 * 13}

// someRat draws a rational: near the edges, small, any, or larger than words.
func someRat(r *rand.Rand) *big.Rat {
	word := func() *big.Int {
		switch r.IntN(8) {
		case 0, 1:
			x := big.NewInt(ratEdges[r.IntN(len(ratEdges))])
			return x.Add(x, big.NewInt(int64(r.IntN(5))-2)) // may leave the words
		case 2, 3, 4:
			return big.NewInt(int64(r.IntN(41)) - 20)
		case 5:
			// A product of small primes: much to cancel.
			x := big.NewInt(1)
			for range r.IntN(30) {
				x.Mul(x, big.NewInt([]int64{2, 2, 3, 5, -7}[r.IntN(5)]))
			}
			return x
		case 6:
			x := new(big.Int).SetUint64(r.Uint64())
			return x.Mul(x, new(big.Int).Rsh(new(big.Int).SetUint64(r.Uint64()), uint(r.IntN(64))))
		default:
			return big.NewInt(int64(r.Uint64()) >> r.IntN(64))
		}
	}
	n := word()
	if r.IntN(3) == 0 {
		return new(big.Rat).SetInt(n)
	}
	d := word()
	if d.Sign() == 0 {
		d.SetInt64(1)
	}
	return new(big.Rat).SetFrac(n, d)
}

// failer is what *testing.T and *rapid.T have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkRat compares with math/big, and the representation with its invariant.
func checkRat(t failer, op string, got Rat, want *big.Rat) {
	t.Helper()
	if got.Big().Cmp(want) != 0 {
		t.Fatalf("%s = %v, want %v", op, got, want)
	}
	n, d := want.Num(), want.Denom()
	isSmall := n.IsInt64() && n.Int64() != math.MinInt64 && d.IsInt64()
	switch {
	case isSmall && got != (Rat{n: n.Int64(), d: d.Int64() - 1}):
		t.Fatalf("%s: %v is small, but held as %#v", op, want, got)
	case !isSmall && (got.big == nil || got.n != 0 || got.d != 0):
		t.Fatalf("%s: %v is not small, but held as %#v", op, want, got)
	}
}

// checkRats compares every operation on three numbers with math/big.
func checkRats(t failer, a, b, c *big.Rat) {
	t.Helper()
	x, y, z := RatOfBig(a), RatOfBig(b), RatOfBig(c)
	r := func() *big.Rat { return new(big.Rat) }
	checkRat(t, "x", x, a)
	checkRat(t, "x+y", x.Add(y), r().Add(a, b))
	checkRat(t, "x-y", x.Sub(y), r().Sub(a, b))
	checkRat(t, "x*y", x.Mul(y), r().Mul(a, b))
	bc := r().Mul(b, c)
	checkRat(t, "x+y*z", x.AddMul(y, z), bc.Add(a, bc))
	checkRat(t, "-x", x.Neg(), r().Neg(a))
	checkRat(t, "|x|", x.Abs(), r().Abs(a))
	if b.Sign() != 0 {
		checkRat(t, "x/y", x.Quo(y), r().Quo(a, b))
		checkRat(t, "1/y", y.Inv(), r().Inv(b))
	}
	floor := new(big.Int).Div(a.Num(), a.Denom())
	checkRat(t, "floor", x.Floor(), r().SetInt(floor))
	checkRat(t, "frac", x.Frac(), r().Sub(a, r().SetInt(floor)))
	if !a.IsInt() {
		floor.Add(floor, big.NewInt(1))
	}
	checkRat(t, "ceil", x.Ceil(), r().SetInt(floor))
	if got, want := x.Cmp(y), a.Cmp(b); got != want || x.Equal(y) != (want == 0) || x.Less(y) != (want < 0) || x.LessEq(y) != (want <= 0) {
		t.Fatalf("%v and %v compare as %d, %v, %v, %v; want %d", x, y, got, x.Equal(y), x.Less(y), x.LessEq(y), want)
	}
	if got := x.Add(y).Cmp(x); got != b.Sign() { // often close to each other
		t.Fatalf("%v + %v and %v compare as %d", x, y, x, got)
	}
	if x.Sign() != a.Sign() || x.IsZero() != (a.Sign() == 0) || x.IsOne() != (a.Cmp(big.NewRat(1, 1)) == 0) || x.IsInt() != a.IsInt() {
		t.Fatalf("sign, zero, one or integer of %v", a)
	}
	if x.Num().Big().Cmp(a.Num()) != 0 || x.Den().Big().Cmp(a.Denom()) != 0 {
		t.Fatalf("parts of %v are %v and %v", a, x.Num(), x.Den())
	}
	if n, ok := x.Int(); ok != a.IsInt() || ok && n.Big().Cmp(a.Num()) != 0 || !ok && !n.IsZero() {
		t.Fatalf("Int of %v is %v, %v", a, n, ok)
	}
	if n, ok := x.Int64(); ok != (a.IsInt() && a.Num().IsInt64()) || ok && n != a.Num().Int64() || !ok && n != 0 {
		t.Fatalf("Int64 of %v is %v, %v", a, n, ok)
	}
}

// checkRatGCD checks the definition: both are multiples, and no larger number
// has them both as multiples (the two factors are coprime).
func checkRatGCD(t failer, a, b Rat) {
	t.Helper()
	g := RatGCD(a, b)
	checkRat(t, "gcd", g, g.Big())
	if g.IsZero() || g.Sign() < 0 {
		if g.Sign() < 0 || !a.IsZero() || !b.IsZero() {
			t.Fatalf("the gcd of %v and %v is %v", a, b, g)
		}
		return
	}
	p, ok1 := a.Quo(g).Int()
	q, ok2 := b.Quo(g).Int()
	if !ok1 || !ok2 || new(big.Int).GCD(nil, nil, p.Big(), q.Big()).Cmp(big.NewInt(1)) != 0 {
		t.Fatalf("the gcd of %v and %v is %v", a, b, g)
	}
}

// TestRatEdges goes through all pairs of fractions of edges.
func TestRatEdges(t *testing.T) {
	var all []*big.Rat
	for _, n := range ratEdges {
		for _, d := range []int64{1, 2, 3, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, 1 << 62, 1<<32 - 1} {
			r := new(big.Rat).SetFrac(big.NewInt(n), big.NewInt(d))
			checkRat(t, "RatFrac", RatFrac(n, d), r)
			all = append(all, r)
		}
		checkRat(t, "RatOf", RatOf(n), new(big.Rat).SetInt64(n))
	}
	for i, a := range all {
		for j, b := range all {
			checkRats(t, a, b, all[(i*7+j*3)%len(all)])
			checkRatGCD(t, RatOfBig(a), RatOfBig(b))
		}
	}
}

// TestRatWords takes two million pairs of fractions of words of every size, and
// checks the results by cross multiplication in math/big, whose own fractions
// would take most of the time.
func TestRatWords(t *testing.T) {
	groups := 2_000_000
	if testing.Short() {
		groups = 50_000
	}
	r := rand.New(rand.NewPCG(11, 12))
	word := func() int64 {
		x := int64(r.Uint64()) >> r.IntN(64)
		switch r.IntN(8) {
		case 0:
			x &= -1 << r.IntN(40) // factors 2
		case 1:
			x = x / 360 * 360
		case 2:
			x = ratEdges[r.IntN(len(ratEdges))]
		}
		return x
	}
	var xn, xd, yn, yd, left, right, u, v, n, d, an, ad big.Int
	// set takes the parts of a number apart, and checks that they are in lowest
	// terms and in the right form.
	set := func(a Rat, n, d *big.Int) {
		if a.big == nil {
			if x, y := magnitude(a.n), uint64(a.d)+1; a.n == math.MinInt64 || a.d < 0 || a.d == math.MaxInt64 || euclid(x, y) != 1 {
				t.Fatalf("%#v is not in lowest terms", a)
			}
			n.SetInt64(a.n)
			d.SetInt64(a.d + 1)
			return
		}
		n.Set(a.big.n.big())
		d.Set(a.big.d.big())
		if d.Sign() <= 0 || u.GCD(nil, nil, n, d).Cmp(big.NewInt(1)) != 0 || d.IsInt64() && n.IsInt64() && n.Int64() != math.MinInt64 {
			t.Fatalf("%v is not in its form", a)
		}
	}
	// equal checks that n/d is the value of a.
	equal := func(op string, x, y, a Rat, n, d *big.Int) {
		set(a, &an, &ad)
		if u.Mul(n, &ad).Cmp(v.Mul(&an, d)) != 0 {
			t.Fatalf("%v %s %v is %v", x, op, y, a)
		}
	}
	wide := 0
	for i := range groups {
		x, y := RatFrac(word(), max(word(), 1)), RatOf(word())
		if r.IntN(4) != 0 {
			y = RatFrac(word(), min(word(), -1))
		}
		if x.big != nil || y.big != nil {
			wide++
		}
		set(x, &xn, &xd)
		set(y, &yn, &yd)
		left.Mul(&xn, &yd)
		right.Mul(&yn, &xd)
		if got, want := x.Cmp(y), left.Cmp(&right); got != want {
			t.Fatalf("%v and %v compare as %d", x, y, got)
		}
		d.Mul(&xd, &yd)
		equal("+", x, y, x.Add(y), n.Add(&left, &right), &d)
		equal("*", x, y, x.Mul(y), n.Mul(&xn, &yn), &d)
		switch {
		case i%3 == 0:
			equal("-", x, y, x.Sub(y), n.Sub(&left, &right), &d)
		case i%3 == 1 && !y.IsZero():
			equal("/", x, y, x.Quo(y), &left, &right)
		case i%3 == 2: // over xd*yd*yd
			n.Mul(u.Mul(&yn, &yn), &xd)
			n.Add(&n, v.Mul(&left, &yd))
			equal("+ y*y", x, y, x.AddMul(y, y), &n, d.Mul(&d, &yd))
		}
	}
	if wide == 0 || wide > groups/4 {
		t.Fatalf("%d of %d pairs are not small", wide, groups)
	}
}

// euclid is the oracle of GCDWords.
func euclid(x, y uint64) uint64 {
	for y != 0 {
		x, y = y, x%y
	}
	return x
}

// TestRatAgainstBig checks every operation on groups of three random numbers.
func TestRatAgainstBig(t *testing.T) {
	groups := 60_000
	if testing.Short() {
		groups = 10_000
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range groups {
		a, b, c := someRat(r), someRat(r), someRat(r)
		checkRats(t, a, b, c)
	}
}

// TestRatText prints and reads.
func TestRatText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := new(big.Rat).SetInt(integers.Draw(t, "n"))
		if d := integers.Draw(t, "d"); d.Sign() != 0 {
			a.SetFrac(a.Num(), d)
		}
		x := RatOfBig(a)
		if got, want := x.String(), a.RatString(); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
		y, err := ParseRat(x.String())
		if err != nil || !y.Equal(x) || y.Hash() != x.Hash() {
			t.Fatalf("%v is read as %v: %v", x, y, err)
		}
		if n, ok := x.Int(); ok {
			checkRat(t, "RatOfInt", RatOfInt(n), a)
		}
		checkRatGCD(t, x, RatOfInt(OfBig(integers.Draw(t, "m"))))
	})
}

func TestParseRat(t *testing.T) {
	for in, want := range map[string]string{
		"12": "12", "+12": "12", "-0": "0", "007": "7", "-3/4": "-3/4", "6/4": "3/2", "3/010": "3/10", "0/7": "0", "1.25": "5/4",
		"-0.5": "-1/2", "0.10": "1/10", "010.5": "21/2", "3.000": "3", "-9223372036854775808": "-9223372036854775808",
		"1/9223372036854775808": "1/9223372036854775808", "0.00000000000000000001": "1/100000000000000000000",
	} {
		if got, err := ParseRat(in); err != nil || got.String() != want {
			t.Errorf("%q is read as %v (%v), want %s", in, got, err, want)
		} else {
			checkRat(t, in, got, got.Big())
		}
	}
	for _, in := range []string{"", "-", "+", "/", ".", "1/", "/1", "1/0", "1/000", "1/-2", "1.", ".5", "1e9", "1.5e3", "0x10", "1_000", " 1", "1 ",
		"--1", "1/2/3", "1.2.3", "1.2/3", "1/2.3", "inf", "NaN", "٣", strings.Repeat("x", 1000)} {
		if got, err := ParseRat(in); err == nil {
			t.Errorf("%q is read as %v", in, got)
		} else if len(err.Error()) > 200 {
			t.Errorf("the error of a long input is long: %v", err)
		}
	}
}

func TestRatPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"RatFrac": func() { RatFrac(1, 0) },
		"Quo":     func() { RatOf(1).Quo(Rat{}) },
		"QuoBig":  func() { RatOf(math.MinInt64).Quo(Rat{}) },
		"Inv":     func() { Rat{}.Inv() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s by 0 does not panic", name)
				}
			}()
			f()
		}()
	}
}

func TestIntGCD(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 200_000 {
		x, y := r.Uint64()>>r.IntN(65), r.Uint64()>>r.IntN(65)
		if r.IntN(2) == 0 {
			f := r.Uint64() >> (32 + r.IntN(32))
			x, y = x>>32*f, y>>32*f
		}
		if got, want := GCDWords(x, y), euclid(x, y); got != want {
			t.Fatalf("the gcd of %d and %d is %d, want %d", x, y, got, want)
		}
	}
	for range 20_000 { // of any size, many with much in common
		x, y, f := someRat(r).Num(), someRat(r).Num(), someRat(r).Num()
		if r.IntN(2) == 0 {
			x, y = x.Mul(x, f), y.Mul(y, f)
		}
		checkGCD(t, x, y)
	}
	rapid.Check(t, func(t *rapid.T) { checkGCD(t, integers.Draw(t, "a"), integers.Draw(t, "b")) })
}

func checkGCD(t failer, a, b *big.Int) {
	t.Helper()
	want := new(big.Int).GCD(nil, nil, a, b)
	checkInt(t, "gcd", GCD(OfBig(a), OfBig(b)), want)
	lcm := new(big.Int)
	if want.Sign() != 0 {
		lcm.Mul(a, b).Abs(lcm).Quo(lcm, want)
	}
	checkInt(t, "lcm", LCM(OfBig(a), OfBig(b)), lcm)
}

func checkInt(t failer, op string, got Int, want *big.Int) {
	t.Helper()
	if got.Big().Cmp(want) != 0 || (got.b == nil) != want.IsInt64() {
		t.Fatalf("%s = %v, want %v", op, got, want)
	}
}

var (
	ratSink  Rat
	boolSink bool
	hashSink uint64
)

// TestRatAllocs holds the fast path to its promise.
func TestRatAllocs(t *testing.T) {
	i, j, x, y := RatOf(1<<40), RatOf(-12345), RatFrac(355, 113), RatFrac(-123456789, 1<<40)
	for name, f := range map[string]func(){
		"Add":    func() { ratSink = i.Add(j); ratSink = x.Add(y); ratSink = x.Add(i) },
		"Sub":    func() { ratSink = i.Sub(j); ratSink = x.Sub(y) },
		"Mul":    func() { ratSink = j.Mul(j); ratSink = x.Mul(y) },
		"Quo":    func() { ratSink = i.Quo(j); ratSink = x.Quo(y); ratSink = x.Inv() },
		"AddMul": func() { ratSink = i.AddMul(j, j); ratSink = x.AddMul(x, j) },
		"Floor":  func() { ratSink = y.Floor(); ratSink = x.Ceil(); ratSink = y.Frac() },
		"GCD":    func() { ratSink = RatGCD(x, y) },
		"Cmp":    func() { boolSink = x.Less(y) || i.LessEq(j) || x.Equal(i) },
		"Hash":   func() { hashSink = x.Hash() },
		"New":    func() { ratSink = RatOf(5); ratSink = RatFrac(6, -4); ratSink = RatOfInt(Of(7)) },
		"Int":    func() { n, _ := i.Int64(); hashSink = uint64(n) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}
