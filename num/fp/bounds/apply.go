// Operations on sets. Roundings are monotone, so results are computed at the ends of the operands' intervals.

package bounds

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
)

// Known reports whether Apply supports an operation.
func Known(o fp.Operation) bool {
	if o.F.Explicit || o.To.Explicit || o.Raises {
		return false
	}
	switch o.Code {
	case fp.OpAdd, fp.OpSub, fp.OpMul, fp.OpDiv, fp.OpSqrt, fp.OpIntegral, fp.OpConvert:
		return true
	}
	return false
}

// Apply returns a set, of words of the result's format, that contains all results of an operation for words in the
// sets args, in both variants. same reports that both operands are the same word. The operation must be Known.
func Apply(o fp.Operation, m fp.Mode, same bool, args ...Set) Set {
	x := args[0]
	to := o.F
	if o.Code == fp.OpConvert {
		to = o.To
	}
	c := corners{o: o, m: m, to: to, out: Set{Interval: interval.Empty(), NaN: x.NaN}}
	if len(args) == 1 {
		if !x.IsEmpty() {
			c.unary(x)
		}
		return c.out
	}
	y := args[1]
	c.out.NaN = c.out.NaN || y.NaN
	if x.IsEmpty() || y.IsEmpty() {
		return c.out
	}
	f := o.F
	switch {
	case o.Code == fp.OpMul && same:
		// A square is not negative, and grows with the magnitude.
		c.at(x.Lo, x.Lo)
		c.at(x.Hi, x.Hi)
		if x.zero() {
			c.at(num.Int{}, num.Int{})
		}
	case o.Code == fp.OpSub && same:
		c.out.NaN = c.out.NaN || x.infinite(f)
		c.at(num.Int{}, num.Int{})
	case o.Code == fp.OpMul && (x.zero() && y.infinite(f) || y.zero() && x.infinite(f)),
		o.Code == fp.OpDiv && (y.zero() || x.infinite(f) && y.infinite(f)):
		c.all()
	case o.Code == fp.OpAdd, o.Code == fp.OpSub:
		ylo, yhi := y.Lo, y.Hi
		if o.Code == fp.OpSub {
			ylo, yhi = yhi, ylo
		}
		if x.infinite(f) && y.infinite(f) {
			c.out.NaN = true
		}
		c.at(x.Lo, ylo)
		c.at(x.Hi, yhi)
	default:
		for _, a := range []num.Int{x.Lo, x.Hi} {
			for _, b := range []num.Int{y.Lo, y.Hi} {
				c.at(a, b)
			}
		}
	}
	return c.out
}

// corners collects results at the ends of intervals.
type corners struct {
	o   fp.Operation
	m   fp.Mode
	to  fp.Format
	out Set
}

// all makes the result the set of all words.
func (c *corners) all() { c.out = All(c.to) }

// unary adds the results of a unary operation on the numbers of a set.
func (c *corners) unary(x Set) {
	if c.o.Code == fp.OpSqrt && x.Lo.Sign() < 0 {
		c.out.NaN = true
		if x.Hi.Sign() < 0 {
			return
		}
		x.Lo = num.Int{}
	}
	c.at(x.Lo)
	c.at(x.Hi)
}

// at adds the result for operands with these orders.
func (c *corners) at(orders ...num.Int) {
	args := append(make([]num.Int, 0, 3), num.Of(int64(c.m)))
	for _, k := range orders {
		args = append(args, Word(c.o.F, k))
	}
	r, ok := c.o.Apply(fp.A, args...)
	if !ok || c.to.IsNaN(r.Val) {
		c.all()
		return
	}
	c.out.Interval = c.out.Join(interval.Point(Order(c.to, r.Val)))
}
