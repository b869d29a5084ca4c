// The operators of the theory Core, and the table of all operators.

package smtlib

import "github.com/whet-mc/whet/smt"

// maxDistinct bounds the arguments of distinct: it makes an inequality for every two of them.
const maxDistinct = 4000

// ops are the operators of all theories.
var ops = concat(coreOps, arithOps, arrayOps, bitVecOps, floatOps)

// concat returns the concatenation of lists.
func concat(lists ...[]op) []op {
	var all []op
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

var coreOps = []op{
	{name: "true", theory: core, build: func(c *call) *smt.Term { return c.p.b.True() }},
	{name: "false", theory: core, build: func(c *call) *smt.Term { return c.p.b.False() }},
	{name: "not", theory: core, min: 1, max: 1, build: formulas(func(c *call) *smt.Term { return c.p.b.Not(c.args[0]) })},
	{name: "and", theory: core, min: 1, max: -1, build: formulas(func(c *call) *smt.Term { return c.p.b.And(c.args...) })},
	{name: "or", theory: core, min: 1, max: -1, build: formulas(func(c *call) *smt.Term { return c.p.b.Or(c.args...) })},
	{name: "xor", theory: core, min: 2, max: -1, build: formulas(func(c *call) *smt.Term { return c.fold(c.p.b.Xor) })},
	{name: "=>", theory: core, min: 2, max: -1, build: formulas(implies)},
	{name: "=", theory: core, min: 2, max: -1, build: func(c *call) *smt.Term {
		if !c.alike(0) {
			return nil
		}
		return c.chain(c.p.b.Eq)
	}},
	{name: "distinct", theory: core, min: 2, max: -1, build: distinct},
	{name: "ite", theory: core, min: 3, max: 3, build: func(c *call) *smt.Term {
		if !c.want(0, c.p.b.BoolSort()) || !c.alike(1) {
			return nil
		}
		return c.p.b.Ite(c.args[0], c.args[1], c.args[2])
	}},
}

// formulas returns build after a check that all arguments are formulas.
func formulas(build func(c *call) *smt.Term) func(c *call) *smt.Term {
	return func(c *call) *smt.Term {
		if !c.all(c.p.b.BoolSort()) {
			return nil
		}
		return build(c)
	}
}

// implies makes a ⇒ (b ⇒ (… ⇒ z)), which is the disjunction of z with the negations of the others.
func implies(c *call) *smt.Term {
	last := len(c.args) - 1
	for i, a := range c.args[:last] {
		c.args[i] = c.p.b.Not(a)
	}
	return c.p.b.Or(c.args...)
}

// distinct makes the conjunction of the inequalities of all pairs of arguments.
func distinct(c *call) *smt.Term {
	if !c.alike(0) {
		return nil
	}
	if len(c.args) > maxDistinct {
		return c.bad(-1, "distinct with %d arguments; up to %d are supported", len(c.args), maxDistinct)
	}
	b := c.p.b
	if len(c.args) > 2 && c.args[0].IsBool() {
		return b.False()
	}
	var all []*smt.Term
	for i, x := range c.args {
		if c.p.stop() {
			return c.bad(-1, "interrupted")
		}
		for _, y := range c.args[:i] {
			if !c.p.charge(2 + x.NumArgs() + y.NumArgs()) {
				return c.bad(-1, "the terms are too large")
			}
			ne := b.Not(b.Eq(y, x))
			if ne.IsFalse() {
				return ne
			}
			if !ne.IsTrue() {
				all = append(all, ne)
			}
		}
	}
	return b.And(all...)
}
