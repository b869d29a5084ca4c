// The operators of ArraysEx, with constant arrays and @diff, an index at which two different arrays differ.

package smtlib

import "github.com/whet-mc/whet/smt"

var arrayOps = []op{
	{name: "select", theory: arrays, min: 2, max: 2, build: func(c *call) *smt.Term {
		if s := c.array(); s == nil || !c.want(1, s.Index) {
			return nil
		}
		return c.p.b.Select(c.args[0], c.args[1])
	}},
	{name: "store", theory: arrays, min: 3, max: 3, build: func(c *call) *smt.Term {
		if s := c.array(); s == nil || !c.want(1, s.Index) || !c.want(2, s.Elem) {
			return nil
		}
		return c.p.b.Store(c.args[0], c.args[1], c.args[2])
	}},
	{name: "@diff", theory: arrays, min: 2, max: 2, build: func(c *call) *smt.Term {
		if s := c.array(); s == nil || !c.want(1, s) {
			return nil
		}
		return c.p.b.Diff(c.args[0], c.args[1])
	}},
}

// constArray is the operator of ((as const S) v).
var constArray = op{name: "const", theory: arrays, min: 1, max: 1, build: func(c *call) *smt.Term {
	if !c.want(0, c.sort.Elem) {
		return nil
	}
	return c.p.b.ConstArray(c.sort, c.args[0])
}}

// array returns the sort of the first argument. It complains if that is not an array.
func (c *call) array() *smt.Sort {
	if s := c.args[0].Sort(); s.Kind == smt.Array {
		return s
	}
	c.bad(0, "argument 1 of %s must be an array, not a term of sort %s", c.name(), sortName(c.args[0].Sort()))
	return nil
}
