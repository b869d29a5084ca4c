package fp

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/whet-mc/whet/num"
)

// TestBig compares with math/big, which rounds to nearest even and to zero, without bounds on the
// exponent.
func TestBig(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 54))
	value := func(f Format, x num.Int) *big.Float {
		n := f.decode(x)
		v := new(big.Float).SetPrec(300).SetInt(n.sig)
		v.SetMantExp(v, n.exp)
		if n.neg {
			v.Neg(v)
		}
		return v
	}
	for range 20000 {
		f := []Format{Half, Single, Double, X87, Quad}[r.IntN(5)]
		x := operand(r, f, num.Of(0))
		y := operand(r, f, x)
		if f.decode(x).class != finite || f.decode(y).class != finite {
			continue
		}
		m, bm := NearestEven, big.ToNearestEven
		if r.IntN(2) == 0 {
			m, bm = TowardZero, big.ToZero
		}
		z := new(big.Float).SetPrec(uint(f.Prec)).SetMode(bm)
		var got num.Int
		switch r.IntN(5) {
		case 0:
			got = f.Add(A, m, x, y).Val
			z.Add(value(f, x), value(f, y))
		case 1:
			got = f.Sub(A, m, x, y).Val
			z.Sub(value(f, x), value(f, y))
		case 2:
			got = f.Mul(A, m, x, y).Val
			z.Mul(value(f, x), value(f, y))
		case 3:
			got = f.Div(A, m, x, y).Val
			z.Quo(value(f, x), value(f, y))
		case 4:
			if m != NearestEven || f.Signbit(x) {
				continue
			}
			got = f.Sqrt(A, m, x).Val
			z.Sqrt(value(f, x))
		}
		if z.Sign() == 0 {
			if !f.IsZero(got) {
				t.Fatalf("%v: %s is not zero", f, f.Text(got))
			}
			continue
		}
		if e := z.MantExp(nil); e <= f.minExp() || e > f.bias() {
			continue // subnormal, or too great
		}
		if value(f, got).Cmp(z) != 0 {
			t.Fatalf("%v: operands %s and %s: %s, math/big: %v", f, f.Text(x), f.Text(y), f.Text(got), z)
		}
	}
}

// TestText reads and writes numbers, and compares with strconv.
func TestText(t *testing.T) {
	for _, c := range []string{"0", "-0.0", "1", "0.1", "1e-45", "1e-46", "7e-46", "3.4028235e38", "3.4028236e38", "1e400", "1e-400", "0x1.8p3", "0x.8p-1",
		"1.", ".5", "123456789.125e-3", "5e-324", "2.5e-324", "2.4703282292062328e-324", "1.7976931348623159e308", "16777217", "16777219",
		"9007199254740993", "0x1.000001p0", "0x1.0000011p0", "1e99999999999999999999", "1e-99999999999999999999"} {
		want64, _ := strconv.ParseFloat(c, 64)
		if len(c) > 1 && c[1] == 'x' && want64 == 0 {
			t.Fatal(c)
		}
		got, ok := Double.Parse(c)
		if !ok || asFloat64(got) != want64 || math.Signbit(asFloat64(got)) != math.Signbit(want64) {
			t.Errorf("%s: %v as a double, strconv: %v", c, asFloat64(got), want64)
		}
		want32, _ := strconv.ParseFloat(c, 32)
		got, _ = Single.Parse(c)
		if f := asFloat64(Single.Convert(A, NearestEven, Double, got).Val); f != want32 {
			t.Errorf("%s: %v as a float, strconv: %v", c, f, want32)
		}
	}
	for _, c := range []string{"", "x", "0x", "1e", "1_0", "1e5x", "0b1", "--1", "1.2.3", "0xg"} {
		if x, ok := Double.Parse(c); ok {
			t.Errorf("%q was read as %s", c, Double.Text(x))
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 20000 {
		f := []Format{Half, Single, Double, X87, Quad}[r.IntN(5)]
		x := operand(r, f, num.Of(0))
		if f.IsNaN(x) || f.IsInf(x) {
			continue
		}
		text := []string{f.Hex(x)}
		if f.Exp < X87.Exp || i%32 == 0 { // decimals of thousands of digits take their time
			text = append(text, f.Text(x))
		}
		for _, s := range text {
			if y, ok := f.Parse(s); !ok || !y.Equal(x) {
				t.Fatalf("%v: %v is written %s, which is read as %v", f, x, s, y)
			}
		}
	}
}

// TestShow writes numbers for people: in hexadecimal as well where the decimal is not all of it.
func TestShow(t *testing.T) {
	for _, c := range []struct {
		f          Format
		read, want string
	}{
		{Single, "0.1", "0.1f (0x1.99999ap-4)"}, {Single, "2", "2.0f"}, {Single, "0.75", "0.75f"}, {Single, "-0.0", "-0.0f"}, {Single, "16777216", "1.6777216e+07f"},
		{Single, "1e-45", "1e-45f (0x1p-149)"}, {Single, "1e39", "INFINITY"}, {Double, "0.1", "0.1 (0x1.999999999999ap-4)"}, {Double, "-1e22", "-1e+22"},
		{Double, "1e23", "1e+23 (0x1.52d02c7e14af6p+76)"}, {Double, "5e-324", "5e-324 (0x1p-1074)"}, {Double, "-1e999", "-INFINITY"}, {Double, "0x1p70", "1.1805916207174113e+21 (0x1p+70)"},
		{X87, "0.1", "0.1L (0x1.999999999999999ap-4)"}, {X87, "0x1p-16445", "4e-4951L (0x1p-16445)"}, {X87, "-0.5", "-0.5L"}, {Quad, "3", "3.0f128"}, {Half, "0.1", "0.1f16 (0x1.998p-4)"},
	} {
		x, _ := c.f.Parse(c.read)
		if got := c.f.Show(x); got != c.want {
			t.Errorf("%v %s: %s, want %s", c.f, c.read, got, c.want)
		}
	}
	for want, x := range map[string]num.Int{"NAN": Single.NaN(false), "-NAN": Single.NaN(true), "NAN (0x7fc00007)": Single.Tagged(true, 7), "NAN (0x7f800007)": Single.Tagged(false, 7)} {
		if got := Single.Show(x); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for _, f := range []Format{Half, Single, Double, X87, Quad} { // around powers of two numbers lie closer on one side
		for e := f.minExp() - f.Prec + 1; e < -f.minExp(); e += 1 + f.bias()/40 {
			x := f.FromInt(NearestEven, num.Of(1))
			x = f.Scale(A, NearestEven, x, num.Of(int64(e))).Val
			if y, ok := f.Parse(f.Text(x)); !ok || !y.Equal(x) {
				t.Fatalf("%v: 2^%d is written %s", f, e, f.Text(x))
			}
		}
	}
}

// TestSlow compares the operations that take the machine's with those that do not.
func TestSlow(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		f := []Format{Single, Double}[r.IntN(2)]
		x := operand(r, f, num.Of(0))
		y := operand(r, f, x)
		for _, op := range "+-*/r" {
			fast, ok := f.fast(NearestEven, byte(op), x, y)
			if !ok {
				continue
			}
			a, b := f.decode(x), f.decode(y)
			var slow num.Int
			switch op {
			case '+', '-':
				b.neg = b.neg != (op == '-')
				slow = f.sum(A, NearestEven, a, b).Val
			case '*':
				if p, _ := product(a, b); p.class == infinite {
					slow = f.Inf(p.neg)
				} else {
					slow = f.round(NearestEven, p.neg, p.sig, p.exp, false)
				}
			case '/':
				if a.class != finite || b.class != finite {
					continue
				}
				slow = f.ratio(NearestEven, a.neg != b.neg, a.sig, b.sig, a.exp-b.exp).Val
			case 'r':
				if a.class != finite {
					continue
				}
				wide, _ := Quad.Sqrt(A, NearestEven, f.Convert(A, NearestEven, Quad, x).Val), true
				// exact enough: more than twice the bits
				slow = Quad.Convert(A, NearestEven, f, wide.Val).Val
			}
			if !fast.Equal(slow) {
				t.Fatalf("%v: %s %c %s: %s and %s", f, f.Text(x), op, f.Text(y), f.Text(fast), f.Text(slow))
			}
		}
	}
}

// TestX87Invalid: bits that are no number are NaNs to every operation.
func TestX87Invalid(t *testing.T) {
	one, _ := X87.Parse("1")
	for _, hex := range []string{"3fff4000000000000000", "7fff0000000000000000", "7fff4000000000000000", "ffff0000000000000001"} {
		b, _ := new(big.Int).SetString(hex, 16)
		x := X87.word(b)
		if !X87.IsNaN(x) || !X87.IsNaN(X87.Add(A, NearestEven, x, one).Val) || !X87.IsNaN(X87.Convert(A, NearestEven, Double, x).Val) {
			t.Errorf("%s is a number", hex)
		}
		if _, ordered := X87.Compare(x, one); ordered {
			t.Errorf("%s is ordered", hex)
		}
		if _, ok := X87.ToInt(TowardZero, x); ok {
			t.Errorf("%s is an integer", hex)
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	x, _ := Double.Parse("0.1")
	for _, c := range []struct {
		name string
		f    Format
		m    Mode
	}{{"double", Double, NearestEven}, {"double upward", Double, Upward}, {"long double", X87, NearestEven}} {
		x := Double.Convert(A, NearestEven, c.f, x).Val
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				c.f.Add(A, c.m, x, x)
			}
		})
	}
}
