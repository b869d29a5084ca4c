// The operators of Ints, Reals and Reals_Ints.
//
// Division is total in SMT-LIB: division by 0 has any value, but always the same for the same dividend. Nonlinear
// division is expressed by internal functions, whose names scripts cannot declare:
//
//	(div x y)  is  @div0 x if y = 0, else @div x y
//	(mod x y)  is  @mod0 x if y = 0, else x - y·(@div x y)
//	(/ x y)    is  @/0 x   if y = 0, else @/ x y
//
// Every assertion that contains @div or @/ is asserted together with the meaning of these functions; see
// [parser.defined]. The meaning contains products of unknowns, for which the solver is incomplete: it may answer
// unknown, but it evaluates the products before it answers sat, so no answer is wrong.

package smtlib

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

var arithOps = []op{
	{name: "+", theory: arithmetic, min: 1, max: -1, splice: true, build: func(c *call) *smt.Term {
		if !c.numbers() {
			return nil
		}
		return c.p.b.Add(c.args...)
	}},
	{name: "-", theory: arithmetic, min: 1, max: -1, build: minus},
	{name: "*", theory: arithmetic, min: 1, max: -1, build: func(c *call) *smt.Term {
		if !c.numbers() {
			return nil
		}
		return c.p.b.Mul(c.args...)
	}},
	{name: "/", theory: arithmetic, min: 2, max: -1, build: func(c *call) *smt.Term {
		if !c.all(c.p.b.RealSort()) {
			return nil
		}
		return c.fold(c.p.quotient)
	}},
	{name: "div", theory: arithmetic, min: 2, max: -1, build: func(c *call) *smt.Term {
		if !c.all(c.p.b.IntSort()) {
			return nil
		}
		return c.fold(c.p.div)
	}},
	{name: "mod", theory: arithmetic, min: 2, max: 2, build: func(c *call) *smt.Term {
		if !c.all(c.p.b.IntSort()) {
			return nil
		}
		return c.p.mod(c.args[0], c.args[1])
	}},
	{name: "abs", theory: arithmetic, min: 1, max: 1, build: func(c *call) *smt.Term {
		if !c.numbers() {
			return nil
		}
		return c.p.b.Abs(c.args[0])
	}},
	{name: "<", theory: arithmetic, min: 2, max: -1, build: func(c *call) *smt.Term { return c.compared(c.p.b.Lt) }},
	{name: "<=", theory: arithmetic, min: 2, max: -1, build: func(c *call) *smt.Term { return c.compared(c.p.b.Le) }},
	{name: ">", theory: arithmetic, min: 2, max: -1, build: func(c *call) *smt.Term { return c.compared(c.p.b.Gt) }},
	{name: ">=", theory: arithmetic, min: 2, max: -1, build: func(c *call) *smt.Term { return c.compared(c.p.b.Ge) }},
	{name: "to_real", theory: arithmetic, min: 1, max: 1, build: func(c *call) *smt.Term {
		if !c.all(c.p.b.RealSort()) { // c.all converts integers to reals
			return nil
		}
		return c.args[0]
	}},
	{name: "to_int", theory: arithmetic, min: 1, max: 1, build: func(c *call) *smt.Term {
		if !c.all(c.p.b.RealSort()) {
			return nil
		}
		return c.p.b.ToInt(c.args[0])
	}},
	{name: "is_int", theory: arithmetic, min: 1, max: 1, build: func(c *call) *smt.Term {
		if !c.all(c.p.b.RealSort()) {
			return nil
		}
		return c.p.b.IsInt(c.args[0])
	}},
	{name: "divisible", theory: arithmetic, min: 1, max: 1, index: 1, build: func(c *call) *smt.Term {
		n, ok := c.numeral()
		if !ok || !c.all(c.p.b.IntSort()) {
			return nil
		}
		if n.IsZero() {
			c.err = complain(c.index, "divisible needs a positive numeral")
			return nil
		}
		return c.p.b.Eq(c.p.b.Mod(c.args[0], n), c.p.b.IntNum(0))
	}},
	internal(divZero, smt.Int, 1), internal(modZero, smt.Int, 1), internal(overZero, smt.Real, 1),
	internal(divBy, smt.Int, 2), internal(overBy, smt.Real, 2),
}

// minus makes a negation or a difference.
func minus(c *call) *smt.Term {
	if !c.numbers() {
		return nil
	}
	b := c.p.b
	if len(c.args) == 1 {
		return b.Neg(c.args[0])
	}
	one := num.RatOf(1)
	coefs := make([]num.Rat, len(c.args))
	for i := range coefs {
		coefs[i] = one.Neg()
	}
	coefs[0] = one
	return b.Linear(c.args[0].Sort(), num.Rat{}, coefs, c.args)
}

// compared makes the conjunction of rel over neighbouring arguments, which must be numbers.
func (c *call) compared(rel func(x, y *smt.Term) *smt.Term) *smt.Term {
	if !c.numbers() {
		return nil
	}
	return c.chain(rel)
}

// The internal functions of division: by 0, and by terms that are not numerals.
const (
	divZero, modZero, overZero = "@div0", "@mod0", "@/0"
	divBy, overBy              = "@div", "@/"
)

// internal returns an operator for one of the internal functions, so that printed terms can be read again.
func internal(name string, k smt.Kind, params int) op {
	return op{name: name, theory: arithmetic, min: params, max: params, build: func(c *call) *smt.Term {
		s := c.p.b.IntSort()
		if k == smt.Real {
			s = c.p.b.RealSort()
		}
		if !c.all(s) {
			return nil
		}
		return c.p.partial(name, c.args...)
	}}
}

// partial applies an internal function to args.
func (p *parser) partial(name string, args ...*smt.Term) *smt.Term {
	s := args[0].Sort()
	params := []*smt.Sort{s, s}[:len(args)]
	if len(args) == 2 {
		p.nonlinear = true
	}
	return p.b.App(p.b.Func(name, params, s), args...)
}

// div returns the term (div x y).
func (p *parser) div(x, y *smt.Term) *smt.Term {
	switch {
	case y.Op() != smt.OpNum:
		return p.b.Ite(p.b.Eq(y, p.b.IntNum(0)), p.partial(divZero, x), p.partial(divBy, x, y))
	case y.Value().IsZero():
		return p.partial(divZero, x)
	}
	return p.b.Div(x, y.Value())
}

// mod returns the term (mod x y).
func (p *parser) mod(x, y *smt.Term) *smt.Term {
	switch {
	case y.Op() != smt.OpNum:
		rest := p.b.Sub(x, p.b.Mul(y, p.partial(divBy, x, y)))
		return p.b.Ite(p.b.Eq(y, p.b.IntNum(0)), p.partial(modZero, x), rest)
	case y.Value().IsZero():
		return p.partial(modZero, x)
	}
	return p.b.Mod(x, y.Value())
}

// quotient returns the term (/ x y).
func (p *parser) quotient(x, y *smt.Term) *smt.Term {
	switch {
	case y.Op() != smt.OpNum:
		zero := p.b.Num(num.Rat{}, p.b.RealSort())
		return p.b.Ite(p.b.Eq(y, zero), p.partial(overZero, x), p.partial(overBy, x, y))
	case y.Value().IsZero():
		return p.partial(overZero, x)
	}
	return p.b.Scale(y.Value().Inv(), x)
}

// defined returns the conjunction of f and the meaning of the quotients in it.
func (p *parser) defined(f *smt.Term) *smt.Term {
	if !p.nonlinear {
		return f
	}
	all := []*smt.Term{f}
	for _, q := range quotients(f) {
		all = append(all, p.meaning(q))
	}
	return p.b.And(all...)
}

// quotients returns the applications of @div and @/ in f.
func quotients(f *smt.Term) []*smt.Term {
	var found []*smt.Term
	smt.Walk(f, map[*smt.Term]bool{}, nil, func(t *smt.Term) {
		if fn := t.Func(); fn != nil && len(fn.Params) == 2 && (fn.Name == divBy || fn.Name == overBy) {
			found = append(found, t)
		}
	})
	return found
}

// meaning returns the formula that defines q unless y is 0: for q = (@div x y) it is y·q ≤ x < y·q + |y|, for q = (@/
// x y) it is y·q = x.
func (p *parser) meaning(q *smt.Term) *smt.Term {
	b := p.b
	x, y := q.Arg(0), q.Arg(1)
	zero := b.Num(num.Rat{}, x.Sort())
	product := b.Mul(y, q)
	if q.Func().Name == overBy {
		return b.Or(b.Eq(y, zero), b.Eq(product, x))
	}
	rest := b.Sub(x, product)
	return b.Or(b.Eq(y, zero), b.And(
		b.Ge(rest, zero),
		b.Or(b.Le(y, zero), b.Lt(rest, y)),
		b.Or(b.Ge(y, zero), b.Lt(rest, b.Neg(y)))))
}
