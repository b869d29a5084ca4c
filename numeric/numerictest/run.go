// The execution of laws, and the random choices that they make.

package numerictest

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// cases is the number of random cases of a law in each check of rapid. With rapid's default of 100 checks, all laws
// take a few seconds for a domain. The flag -rapid.checks sets another number.
const cases = 2

// Option is a property of a domain beyond the contract of numeric.Element.
type Option int

// IntegerLattice: what the comments of IsBottom, Leq, Join and Point guarantee only over the rationals also holds
// over the integers. Leq is exact, Join is the least upper bound, and Point always finds an integer point.
const IntegerLattice Option = 1

// Run tests a domain against all laws, each in a subtest.
func Run[E numeric.Element[E]](t *testing.T, d numeric.Domain[E], options ...Option) {
	for _, l := range laws[E]() {
		t.Run(strings.ReplaceAll(l.name, " ", "_"), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				for range cases {
					if err := try(t, d, l, options...); err != nil {
						t.Fatal(err)
					}
				}
			})
		})
	}
}

// law is one subtest. Its check panics with a broken value if the law fails.
type law[E numeric.Element[E]] struct {
	name  string
	check func(c *check[E])
}

// laws returns all laws.
func laws[E numeric.Element[E]]() []law[E] {
	var all []law[E]
	all = append(all, latticeLaws[E]()...)
	all = append(all, constraintLaws[E]()...)
	all = append(all, queryLaws[E]()...)
	all = append(all, transferLaws[E]()...)
	all = append(all, dimensionLaws[E]()...)
	all = append(all, wideningLaws[E]()...)
	all = append(all, separationLaws[E]()...)
	return append(all, disciplineLaws[E]()...)
}

// check is one random case of a law: its source of random choices, and what it has made so far.
type check[E numeric.Element[E]] struct {
	t       *rapid.T
	d       numeric.Domain[E]
	of      linear.Numbers
	dims    int
	huge    bool     // the case may have numbers that exceed machine words
	lattice bool     // Leq is exact, and Join the least upper bound
	story   []string // how the case was made, for the error message
}

// broken is the value with which a check panics if a law does not hold.
type broken string

// try runs one case of a law and returns what is wrong, or nil. A panic of the domain is wrong, too.
func try[E numeric.Element[E]](t *rapid.T, d numeric.Domain[E], l law[E], options ...Option) (err error) {
	c := &check[E]{t: t, d: d}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case broken:
			err = fmt.Errorf("%s: %s\n%s", d.Name, string(p), strings.Join(c.story, "\n"))
		default:
			if strings.HasPrefix(fmt.Sprintf("%T", p), "rapid.") || strings.HasPrefix(fmt.Sprintf("%T", p), "*rapid.") {
				panic(p) // rapid ends a case with such a panic
			}
			err = fmt.Errorf("%s: panic: %v\n%s%s", d.Name, p, frames(), strings.Join(c.story, "\n"))
		}
	}()
	c.of = linear.Numbers(c.pick(2))
	c.dims = []int{2, 1, 3, 4, 2, 3, 6, 0}[c.pick(8)]
	c.huge = c.chance(4) && c.dims <= 3 // polyhedra of many dimensions with large numbers take long
	c.lattice = c.rational() || slices.Contains(options, IntegerLattice)
	c.tell("%d dimensions over the %v", c.dims, c.of)
	l.check(c)
	return nil
}

// frames lists the functions that a panic passed through, up to the law.
func frames() string {
	callers := make([]uintptr, 40)
	walk := runtime.CallersFrames(callers[:runtime.Callers(4, callers)])
	var b strings.Builder
	for {
		f, more := walk.Next()
		if !more || strings.HasSuffix(f.File, "numerictest/run.go") {
			return b.String()
		}
		if !strings.HasPrefix(f.Function, "runtime.") {
			fmt.Fprintf(&b, "\t%s:%d\n", f.File, f.Line)
		}
	}
}

// rational reports whether the case is over the rationals.
func (c *check[E]) rational() bool { return c.of == linear.Rationals }

// tell adds a line to the story of the case.
func (c *check[E]) tell(format string, args ...any) {
	c.story = append(c.story, "\t"+fmt.Sprintf(format, args...))
}

// failf fails the law with a message.
func (c *check[E]) failf(format string, args ...any) { panic(broken(fmt.Sprintf(format, args...))) }

// must fails the law if a condition does not hold.
func (c *check[E]) must(ok bool, format string, args ...any) {
	if !ok {
		c.failf(format, args...)
	}
}

// pick draws one of 0, …, n-1.
func (c *check[E]) pick(n int) int { return rapid.IntRange(0, n-1).Draw(c.t, "pick") }

// chance returns true with probability 1/n.
func (c *check[E]) chance(n int) bool { return c.pick(n) == n-1 }

// dim draws a dimension.
func (c *check[E]) dim() int { return c.pick(c.dims) }

var (
	ten15 = num.RatOf(1_000_000_000_000_000)
	ten60 = ten15.Mul(ten15).Mul(ten15).Mul(ten15)
)

// large draws a power of 2 from 2^27, whose products exceed half a word, to 2^66, which does not fit a word; or
// 10^30.
func (c *check[E]) large() num.Rat {
	n := c.pick(41)
	if n == 40 {
		return ten15.Mul(ten15)
	}
	return num.RatOfInt(num.Pow2(uint(27 + n)))
}

// number draws a constant or coordinate: mostly small, and over the rationals sometimes a fraction.
func (c *check[E]) number() num.Rat {
	n := num.RatOf([]int64{0, 1, -1, 2, -2, 3, -3, 4, -4}[c.pick(9)])
	if c.huge && c.chance(2) {
		x := c.large().Add(n)
		if c.chance(2) {
			x = x.Neg()
		}
		n = x
	}
	if c.rational() && c.chance(4) {
		n = n.Quo(num.RatOf([]int64{2, 3, 7}[c.pick(3)]))
	}
	return n
}

// coefficient draws a number other than 0, mostly 1 or -1.
func (c *check[E]) coefficient() num.Rat {
	x := num.RatOf([]int64{1, -1, 1, -1, 2, -2, 3, 1}[c.pick(8)])
	if c.chance(12) {
		x = x.Quo(num.RatOf(2))
	}
	if c.huge && c.chance(4) {
		x = x.Mul(c.large())
	}
	return x
}

// expr draws an expression: in most cases a sum of at most two dimensions with factors 1 and -1, which an octagon can
// express.
func (c *check[E]) expr(dims int) linear.Expr {
	e := linear.Const(c.number())
	if dims == 0 {
		return e
	}
	switch c.pick(6) {
	case 0, 1:
		return e.Add(linear.X(c.pick(dims)).ScaleInt(int64(1 - 2*c.pick(2))))
	case 2, 3:
		e = e.Add(linear.X(c.pick(dims)).ScaleInt(int64(1 - 2*c.pick(2))))
		return e.Add(linear.X(c.pick(dims)).ScaleInt(int64(1 - 2*c.pick(2))))
	case 4:
		for range c.pick(4) {
			e = e.Add(linear.X(c.pick(dims)).Scale(c.coefficient()))
		}
	}
	return e
}

// relation draws a relation.
func (c *check[E]) relation() linear.Relation {
	return []linear.Relation{linear.LE, linear.LE, linear.EQ, linear.LT}[c.pick(4)]
}

// constraint draws a constraint.
func (c *check[E]) constraint(dims int) linear.Constraint {
	return linear.Constraint{Expr: c.expr(dims), Rel: c.relation()}
}

// through draws a constraint that a point satisfies.
func (c *check[E]) through(p point) linear.Constraint {
	k := linear.Constraint{Expr: c.expr(len(p)), Rel: c.relation()}
	k.Expr = k.Expr.AddConst(k.Expr.Eval(p).Neg()) // now k.Expr is 0 at p
	switch {
	case k.Rel == linear.LT:
		k.Expr = k.Expr.AddConst(c.number().Abs().Add(num.RatOf(1)).Neg())
	case k.Rel == linear.LE && c.chance(2):
		k.Expr = k.Expr.AddConst(c.number().Abs().Neg())
	}
	return k
}

// constraints draws constraints that the point p satisfies, and returns both. Rarely there is one more constraint,
// which p may violate.
func (c *check[E]) constraints(dims int) (cs []linear.Constraint, p point) {
	p = c.point(dims)
	for range 1 + c.pick(2*dims+1) {
		cs = append(cs, c.through(p))
	}
	if c.chance(6) {
		cs = append(cs, c.constraint(dims))
	}
	return cs, p
}

// expressible reports whether the domain can express all of the constraints.
func (c *check[E]) expressible(cs ...linear.Constraint) bool {
	top := c.top()
	for _, k := range cs {
		if !top.ExactAssume(k) {
			return false
		}
	}
	return true
}

// top and bottom return the greatest and the least element of the case.
func (c *check[E]) top() E    { return c.d.Top(c.dims, c.of) }
func (c *check[E]) bottom() E { return c.d.Bottom(c.dims, c.of) }
