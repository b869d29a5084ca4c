// Applications: an operator of a theory, or a function of the script, is applied to arguments that have been read.
// This file contains the common checks of arguments and their error messages; the operators are in the theory_*.go
// files.

package smtlib

import (
	"fmt"
	"strconv"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// op is an operator of a theory. build is called with a permitted number of arguments and indices; it must check their
// sorts, and it reports errors with [call.bad].
type op struct {
	name     string
	theory   theory
	min, max int  // number of arguments; max -1 means any number
	index    int  // number of indices
	splice   bool // an argument that applies the same operator is replaced by its arguments (see parser.apply)
	build    func(c *call) *smt.Term
}

// theory is a set of theories.
type theory uint8

const (
	core theory = 1 << iota
	arithmetic
	arrays
	bitVectors
	floating
)

// call is an application under construction.
type call struct {
	p    *parser
	tok  int // the token of the list
	args []*smt.Term
	callee
	err *complaint
}

// bad records an error about argument i, counted from 0, or about the whole application if i is -1. It returns nil.
func (c *call) bad(i int, format string, args ...any) *smt.Term {
	c.err = complain(c.argument(i), format, args...)
	return nil
}

// argument returns the token of argument i.
func (c *call) argument(i int) int {
	if i < 0 {
		return c.tok
	}
	t := c.p.t
	end := t.skip(c.tok)
	at := t.skip(c.tok + 1)
	for ; i > 0 && at < end; i-- {
		at = t.skip(at)
	}
	if at >= end { // the argument was passed on by an inner sum
		return c.tok
	}
	return at
}

// name returns the function as it is written in the script.
func (c *call) name() string {
	return shown(string(c.p.t.write(nil, c.callee.tok, 40)))
}

// run makes the term of the application; it returns nil after an error.
func (c *call) run() *smt.Term {
	if c.decl != nil {
		return c.declared()
	}
	o := c.op
	switch {
	case !c.affordable():
		return nil
	case c.index == 0 && o.index > 0:
		return c.bad(-1, "%s needs %s: ((_ %s …) …)", o.name, countOf(o.index, "index", "indices"), o.name)
	case len(c.args) >= o.min && (len(c.args) <= o.max || o.max < 0):
		return o.build(c)
	case o.min == o.max:
		return c.bad(-1, "%s takes %s, not %d", c.name(), count(o.min, "argument"), len(c.args))
	}
	return c.bad(-1, "%s takes at least %s, not %d", c.name(), count(o.min, "argument"), len(c.args))
}

// declared applies a function of the script. A defined function is expanded.
func (c *call) declared() *smt.Term {
	d := c.decl
	if len(c.args) != len(d.params) {
		if len(d.params) == 0 {
			return c.bad(-1, "%s takes no arguments; write it without parentheses", smt.Symbol(d.name))
		}
		return c.bad(-1, "%s takes %s, not %d", smt.Symbol(d.name), count(len(d.params), "argument"), len(c.args))
	}
	for i, s := range d.params {
		if !c.want(i, s) {
			return nil
		}
	}
	if d.fn != nil {
		return c.p.b.App(d.fn, c.args...)
	}
	s := c.p.b.Substitution()
	for i, v := range d.vars {
		s.Set(v, c.args[i])
	}
	return s.Apply(d.value)
}

// want checks that argument i has sort s. It converts an integer to a real if s is Real.
func (c *call) want(i int, s *smt.Sort) bool {
	a := c.args[i]
	switch {
	case a.Sort() == s:
		return true
	case s.Kind == smt.Real && a.Sort().Kind == smt.Int:
		c.args[i] = c.p.b.ToReal(a)
		return true
	}
	c.bad(i, "argument %d of %s must have sort %s, not %s", i+1, c.name(), sortName(s), sortName(a.Sort()))
	return false
}

// all checks that every argument has sort s.
func (c *call) all(s *smt.Sort) bool {
	for i := range c.args {
		if !c.want(i, s) {
			return false
		}
	}
	return true
}

// alike checks that the arguments have the same sort, except those before index `from`. It converts integers to reals
// if there are reals among them.
func (c *call) alike(from int) bool {
	s := c.args[from].Sort()
	for i := from + 1; i < len(c.args); i++ {
		a := c.args[i].Sort()
		switch {
		case a == s:
		case a.Arithmetic() && s.Arithmetic():
			s = c.p.b.RealSort()
		default:
			c.bad(i, "argument %d of %s has sort %s, but argument %d has sort %s", i+1, c.name(), sortName(a), from+1, sortName(s))
			return false
		}
	}
	for i := from; i < len(c.args); i++ {
		c.want(i, s)
	}
	return true
}

// numbers checks that all arguments are numbers, and converts integers to reals if there are reals among them.
func (c *call) numbers() bool {
	for i, a := range c.args {
		if !a.Sort().Arithmetic() {
			c.bad(i, "argument %d of %s must be a number, not a term of sort %s", i+1, c.name(), sortName(a.Sort()))
			return false
		}
	}
	return c.alike(0)
}

// vectors checks that all arguments are bit-vectors, and, if same is set, of the same width.
func (c *call) vectors(same bool) bool {
	for i, a := range c.args {
		s := a.Sort()
		switch {
		case s.Kind != smt.BitVec:
			c.bad(i, "argument %d of %s must be a bit-vector, not a term of sort %s", i+1, c.name(), sortName(s))
			return false
		case same && s != c.args[0].Sort():
			c.bad(i, "argument %d of %s has %s, but the first has %d", i+1, c.name(), count(s.Width, "bit"), c.args[0].Width())
			return false
		}
	}
	return true
}

// indices returns the indices of an operator such as extract. It returns nil if one is not a numeral of at most limit.
func (c *call) indices(limit int) []int {
	out := make([]int, c.op.index)
	for i := range out {
		v, err := c.p.natural(c.index+i, limit)
		if err != nil {
			c.err = err
			return nil
		}
		out[i] = v
	}
	return out
}

// numeral returns the only index of an operator, a numeral of any size.
func (c *call) numeral() (num.Rat, bool) {
	text := string(c.p.t.atom(c.index))
	v, err := num.ParseRat(text)
	if err != nil || text[0] < '0' || text[0] > '9' || !v.IsInt() {
		c.err = complain(c.index, "a numeral is needed here, not %s", shown(text))
		return v, false
	}
	return v, true
}

// chain returns the conjunction of rel over neighbouring arguments.
func (c *call) chain(rel func(x, y *smt.Term) *smt.Term) *smt.Term {
	if len(c.args) == 2 {
		return rel(c.args[0], c.args[1])
	}
	all := make([]*smt.Term, len(c.args)-1)
	for i := range all {
		all[i] = rel(c.args[i], c.args[i+1])
	}
	return c.p.b.And(all...)
}

// fold applies f to the arguments from the left.
func (c *call) fold(f func(x, y *smt.Term) *smt.Term) *smt.Term {
	x := c.args[0]
	for i, y := range c.args[1:] {
		if i&1023 == 1023 && c.p.stop() {
			return c.bad(-1, "interrupted")
		}
		x = f(x, y)
	}
	return x
}

// sortName returns the name of s, cut to fit a message.
func sortName(s *smt.Sort) string { return shown(s.String()) }

// count returns the number n followed by the noun `what`, in the singular or plural.
func count(n int, what string) string { return countOf(n, what, what+"s") }

// countOf does what count does, for a noun with an irregular plural.
func countOf(n int, one, many string) string {
	switch n {
	case 0:
		return "no " + many
	case 1:
		return "1 " + one
	}
	return fmt.Sprint(strconv.Itoa(n), " ", many)
}
