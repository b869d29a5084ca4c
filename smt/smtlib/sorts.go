// Sorts: reading them, and definitions of sorts with parameters. Definitions are expanded, and the size of the
// expanded sort is bounded.

package smtlib

import (
	"fmt"

	"github.com/whet-mc/whet/smt"
)

// maxSortSize bounds the number of symbols of a sort when it is written out; otherwise definitions of sorts could
// double it with every line. It also bounds the depth.
const maxSortSize = 1000

// maxWidth bounds the width of a bit-vector.
const maxWidth = 1 << 24

// sortExpr is the right-hand side of a definition of a sort. Definitions that it uses have been expanded.
type sortExpr struct {
	param int // if sort and decl are nil: the number of a parameter of the definition
	sort  *smt.Sort
	decl  *sortDecl // the sort symbol that is applied to args
	name  string
	args  []*sortExpr
	size  int // the number of symbols of the sort when written out, at most maxSortSize
}

var errBigSort = fmt.Sprintf("written out, this sort has more than %d symbols", maxSortSize)

// inline returns e with args in place of its parameters; nil if the result is too large.
func (e *sortExpr) inline(args []*sortExpr) *sortExpr {
	switch {
	case e.sort != nil:
		return e
	case e.decl == nil:
		return args[e.param]
	}
	out := &sortExpr{decl: e.decl, name: e.name, size: 1}
	for _, a := range e.args {
		in := a.inline(args)
		if in == nil {
			return nil
		}
		if out.size += in.size; out.size > maxSortSize {
			return nil
		}
		out.args = append(out.args, in)
	}
	return out
}

// sort reads the sort at token i.
func (p *parser) sort(i int) (*smt.Sort, *complaint) {
	e, err := p.sortExpr(i, nil, 0)
	if err != nil {
		return nil, err
	}
	return p.sortOf(e), nil
}

// sortExpr reads the sort at token i, in which symbols may denote parameters; params are their numbers.
func (p *parser) sortExpr(i int, params map[string]int, depth int) (*sortExpr, *complaint) {
	if depth > maxSortSize {
		return nil, complain(i, "this sort is nested more than %d levels deep", maxSortSize)
	}
	t := p.t
	head, nargs := i, 0
	if t.isList(i) {
		head, nargs = i+1, t.children(i)-1
		if nargs < 0 {
			return nil, complain(i, "() is no sort")
		}
		if t.is(head, "_") {
			if t.is(i+2, "FloatingPoint") {
				return p.floatSort(i)
			}
			return p.bitVecSort(i)
		}
	}
	if err := p.wantSymbol(head, "a sort"); err != nil {
		return nil, err
	}
	n := p.tab.symbol(t.atom(head))
	if k, ok := params[n.text]; ok {
		if nargs > 0 {
			return nil, complain(head, "the parameter %s takes no arguments", n.text)
		}
		return &sortExpr{param: k, size: 1}, nil
	}
	d := n.sort
	if d == nil {
		hint := didYouMean(n.text, p.tab.known(func(n *name) bool { return n.sort != nil }))
		if hint == "" {
			hint = "; declare it with (declare-sort " + smt.Symbol(n.text) + " 0)"
			if n.text == "BitVec" {
				hint = "; the bit-vectors of 8 bits are (_ BitVec 8)"
			}
			if n.text == "FloatingPoint" {
				hint = "; a float is (_ FloatingPoint 8 24)"
			}
		}
		return nil, complain(head, "there is no sort %s%s", shown(smt.Symbol(n.text)), hint)
	}
	if nargs != d.arity {
		return nil, complain(head, "the sort %s takes %s, not %d", n.text, count(d.arity, "argument"), nargs)
	}
	if d.arity == 0 && t.isList(i) {
		return nil, complain(i, "the sort %s is written without parentheses", n.text)
	}
	e := &sortExpr{decl: d, name: n.text, size: 1}
	for c, k := head+1, 0; k < nargs; c, k = t.skip(c), k+1 {
		a, err := p.sortExpr(c, params, depth+1)
		if err != nil {
			return nil, err
		}
		e.args = append(e.args, a)
		if e.size += a.size; e.size > maxSortSize {
			return nil, complain(i, "%s", errBigSort)
		}
	}
	if d.body != nil {
		if e = d.body.inline(e.args); e == nil {
			return nil, complain(i, "%s", errBigSort)
		}
	}
	return e, nil
}

// bitVecSort reads a sort (_ BitVec n).
func (p *parser) bitVecSort(i int) (*sortExpr, *complaint) {
	t := p.t
	if t.children(i) != 3 || !t.is(i+2, "BitVec") {
		return nil, complain(i, "%s is no sort; (_ BitVec 8) would be one", shown(string(t.write(nil, i, 40))))
	}
	w, err := p.natural(i+3, maxWidth)
	if err != nil {
		return nil, err
	}
	if w == 0 {
		return nil, complain(i+3, "a bit-vector has at least 1 bit")
	}
	return &sortExpr{sort: p.b.BitVecSort(w), size: 3}, nil
}

// floatSort reads a sort (_ FloatingPoint e s).
func (p *parser) floatSort(i int) (*sortExpr, *complaint) {
	if p.t.children(i) != 4 {
		return nil, complain(i, "%s is no sort; (_ FloatingPoint 8 24) would be one", shown(string(p.t.write(nil, i, 40))))
	}
	s, err := p.formatAt(i + 3)
	if err != nil {
		return nil, err
	}
	return &sortExpr{sort: s, size: 4}, nil
}

// formatAt returns the sort of floats whose two numbers are at tokens i and i+1.
func (p *parser) formatAt(i int) (*smt.Sort, *complaint) {
	exp, err := p.natural(i, maxWidth)
	if err != nil {
		return nil, err
	}
	prec, err := p.natural(i+1, maxWidth)
	if err != nil {
		return nil, err
	}
	if wrong := floatFormat(exp, prec); wrong != "" {
		return nil, complain(i, "%s", wrong)
	}
	return p.b.FloatSort(exp, prec), nil
}

// sortOf returns the sort of e, which has no parameters.
func (p *parser) sortOf(e *sortExpr) *smt.Sort {
	if e.sort != nil {
		return e.sort
	}
	args := make([]*smt.Sort, len(e.args))
	for i, a := range e.args {
		args[i] = p.sortOf(a)
	}
	switch {
	case e.decl.free && len(args) == 0:
		return p.b.FreeSort(e.name)
	case e.decl.free:
		// The bar in front makes it a name that no symbol has; see smt.Symbol.
		text := "|(" + smt.Symbol(e.name)
		for _, s := range args {
			text += " " + s.String()
		}
		return p.b.FreeSort(text + ")")
	}
	switch e.decl.builtin {
	case smt.Bool:
		return p.b.BoolSort()
	case smt.Int:
		return p.b.IntSort()
	case smt.Real:
		return p.b.RealSort()
	case smt.Rounding:
		return p.b.RoundingSort()
	case smt.Float:
		return p.b.FloatSort(e.decl.exp, e.decl.prec)
	}
	return p.b.ArraySort(args[0], args[1])
}
