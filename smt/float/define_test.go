package float_test

import (
	"testing"

	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/bv"
)

// lanes evaluates circuits for 64 values of a variable at once.
type lanes struct {
	x    *bv.Blaster
	memo map[*smt.Term]uint64
}

// set gives the bits of the leaf their values: lane i has vals(i).
func (l *lanes) set(b *smt.Builder, leaf *smt.Term, vals func(i int) uint64) {
	bits := b.FloatBits(leaf)
	for k := range bits.Width() {
		w := uint64(0)
		for i := range 64 {
			w |= vals(i) >> k & 1 << i
		}
		l.memo[b.Bit(bits, k)] = w
	}
}

func (l *lanes) eval(t *testing.T, f *smt.Term) uint64 {
	if v, ok := l.memo[f]; ok {
		return v
	}
	var v uint64
	arg := func(i int) uint64 { return l.eval(t, f.Arg(i)) }
	switch f.Op() {
	case smt.OpTrue:
		v = ^uint64(0)
	case smt.OpFalse:
	case smt.OpNot:
		v = ^arg(0)
	case smt.OpAnd:
		v = ^uint64(0)
		for i := range f.Args() {
			v &= arg(i)
		}
	case smt.OpOr:
		for i := range f.Args() {
			v |= arg(i)
		}
	case smt.OpXor:
		v = arg(0) ^ arg(1)
	case smt.OpIte:
		v = arg(0)&arg(1) | ^arg(0)&arg(2)
	default:
		c, err := l.x.Circuit(f)
		if err != nil || c == f {
			t.Fatalf("%v: %v", f, err)
		}
		v = l.eval(t, c)
	}
	l.memo[f] = v
	return v
}

// word is the value of a term in each lane.
func (l *lanes) word(t *testing.T, f *smt.Term) (out [64]uint64) {
	bits := []*smt.Term{f}
	if !f.IsBool() {
		var err error
		if bits, err = l.x.Bits(f); err != nil {
			t.Fatal(err)
		}
	}
	for k, p := range bits {
		v := l.eval(t, p)
		for i := range out {
			out[i] |= v >> i & 1 << k
		}
	}
	return out
}

// TestDefinitions compares every operation, in all modes and on operands of tiny formats (with a step
// of 1, on all), with what package fp says.
func TestDefinitions(t *testing.T) {
	for _, f := range []struct{ exp, prec, step int }{{2, 2, 1}, {2, 4, 13}, {3, 3, 17}} {
		testFormat(t, f.exp, f.prec, f.step)
	}
}

// testFormat takes one in so many values for the first of several operands.
func testFormat(t *testing.T, exp, prec, step int) {
	b := smt.NewBuilder()
	s := b.FloatSort(exp, prec)
	x, y, z, m := b.Var("x", s), b.Var("y", s), b.Var("z", s), b.Var("m", b.RoundingSort())
	bits := b.FloatBits
	cases := []*smt.Term{
		bits(b.FloatNeg(x)), bits(b.FloatAbs(x)), bits(b.FloatAdd(m, x, y)), bits(b.FloatMul(m, x, y)), bits(b.FloatDiv(m, x, y)),
		bits(b.FloatSqrt(m, x)), bits(b.FloatRem(x, y)), bits(b.FloatFmod(x, y)), bits(b.FloatIntegral(m, x)),
		bits(b.FloatConvert(m, b.FloatSort(3, 5), x)), bits(b.FloatConvert(m, b.FloatSort(2, 2), x)), bits(b.FloatConvert(m, b.FloatSort(4, 3), x)),
		b.FloatLess(x, y), b.FloatLessEq(x, y), b.Eq(x, y), bits(b.FloatMin(x, y)), bits(b.FloatSub(m, b.FloatNeg(x), b.FloatAbs(y))),
		bits(b.FloatFma(m, x, y, z)), bits(b.FloatFma(m, x, y, b.FloatNeg(x))),
	}
	for c := smt.ClassNaN; c <= smt.ClassPositive; c++ {
		cases = append(cases, b.FloatIs(c, x))
	}
	for _, n := range []int{1, 2, 3, 5} {
		for _, signed := range []bool{false, true} {
			cases = append(cases, b.FloatToBV(m, x, n, signed), b.FloatFits(m, x, n, signed),
				bits(b.FloatOfBV(m, s, b.Extract(bits(y), min(n, exp+prec)-1, 0), signed)))
		}
	}
	blaster := bv.New(b)
	valid := func(v int) uint64 { return uint64(b.NthValue(s, int64(v)).Value().Big().Num().Uint64()) }
	count := 2*((1<<exp-1)<<(prec-1)+1) + 1
	for _, c := range cases {
		free := smt.FreeVars(c)
		uses := func(v *smt.Term) bool {
			for _, f := range free {
				if f == v {
					return true
				}
			}
			return false
		}
		ks, is, js := 1, 1, 1
		if uses(z) {
			ks = count
		}
		if uses(x) && uses(y) { // else x has all values at once
			is = count
		}
		if uses(m) {
			js = 5
		}
		for k := 0; k < ks; k += 1 + ks/5 {
			for i := 0; i < is; i += step {
				for mode := range js {
					at := func(n int) int { // the value of x in lane n
						if uses(y) {
							return i
						}
						return n % count
					}
					l := &lanes{blaster, map[*smt.Term]uint64{}}
					l.set(b, x, func(n int) uint64 { return valid(at(n)) })
					l.set(b, z, func(int) uint64 { return valid(k) })
					l.set(b, m, func(int) uint64 { return uint64(mode) })
					l.set(b, y, func(n int) uint64 { return valid(n % count) })
					got := l.word(t, c)
					for n := range min(64, count) {
						model := smt.NewModel(b)
						for v, n := range map[*smt.Term]int{x: at(n), y: n, z: k} {
							model.Set(v, b.NthValue(s, int64(n)))
						}
						model.Set(m, b.RoundingMode(fp.Mode(mode)))
						want, err := model.Eval(c)
						if err != nil {
							t.Fatal(err)
						}
						w := uint64(0)
						switch {
						case want.IsTrue():
							w = 1
						case !want.IsBool():
							w = want.Value().Big().Num().Uint64()
						}
						if got[n] != w {
							t.Fatalf("%v: x %v y %v z %v %v: %b, not %b", c, b.NthValue(s, int64(at(n))), b.NthValue(s, int64(n)), b.NthValue(s, int64(k)), fp.Mode(mode), got[n], w)
						}
					}
				}
			}
		}
	}
}
