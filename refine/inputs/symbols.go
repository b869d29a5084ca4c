package inputs

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/value/bounds"
	"github.com/whet-mc/whet/num"
)

// symbol is an unknown of the problem. Its variable's ID is its position.
type symbol struct {
	v     *cfa.Var
	birth int        // the step since which it is unknown
	of    *cfa.Var   // the variable that it is the value of
	arr   *cfa.Array // or the cell
	idx   num.Int
	def   cfa.Expr // an expression that it stands for: not an input
	ptr   bool     // used as an address
}

// problem is a conjunction of conditions over symbols, with what follows for each symbol alone.
type problem struct {
	syms   []*symbol
	conds  []cfa.Expr
	uses   [][]int           // by symbol: the conditions it occurs in
	dom    []bounds.Interval // by symbol
	holes  [][]num.Int       // by symbol: values inside dom that are excluded
	dirty  []int             // symbols that were narrowed since the last propagation
	isDirt []bool
	fuel   int // propagation steps left
}

func (p *problem) symbol(s *symbol, r bounds.Interval) cfa.Expr {
	s.v.ID = len(p.syms)
	p.syms = append(p.syms, s)
	p.uses = append(p.uses, nil)
	p.dom = append(p.dom, r)
	p.holes = append(p.holes, nil)
	p.isDirt = append(p.isDirt, false)
	return s.v
}

// add puts a condition in and narrows by it; false: there is no solution.
func (p *problem) add(c cfa.Expr) bool {
	if x, ok := cfa.IsConst(c); ok {
		return !x.IsZero()
	}
	if b, ok := c.(*cfa.Binary); ok && b.Op == cfa.And {
		return p.add(b.X) && p.add(b.Y)
	}
	k := len(p.conds)
	p.conds = append(p.conds, c)
	cfa.ExprReads(c, func(v *cfa.Var) {
		if u := p.uses[v.ID]; len(u) == 0 || u[len(u)-1] != k {
			p.uses[v.ID] = append(u, k)
		}
	}, nil)
	return bounds.Assume(p, c, true) && p.propagate()
}

// propagate narrows until nothing changes or the fuel of this call is used up: long chains such as
// x < y, y < x would take as many rounds as there are numbers.
func (p *problem) propagate() bool {
	p.fuel = 2000 + 20*len(p.dirty)
	for len(p.dirty) > 0 {
		s := p.dirty[0]
		p.dirty = p.dirty[1:]
		p.isDirt[s] = false
		for _, k := range p.uses[s] {
			if p.fuel--; p.fuel < 0 {
				p.clean()
				return true
			}
			if !bounds.Assume(p, p.conds[k], true) {
				p.clean()
				return false
			}
		}
	}
	return true
}

func (p *problem) clean() {
	for _, s := range p.dirty {
		p.isDirt[s] = false
	}
	p.dirty = nil
}

func (p *problem) touch(s int) {
	if !p.isDirt[s] {
		p.isDirt[s] = true
		p.dirty = append(p.dirty, s)
	}
}

// narrow cuts the range of a symbol, and then its ends as long as they are excluded.
func (p *problem) narrow(s int, i bounds.Interval) bool {
	i = p.dom[s].Meet(i)
	for again := true; again; {
		again = false
		for _, h := range p.holes[s] {
			if j := i.Without(h); !j.Equal(i) && i.Contains(h) {
				i, again = j, true
			}
		}
	}
	if i.IsEmpty() {
		return false
	}
	if !i.Equal(p.dom[s]) {
		p.dom[s] = i
		p.touch(s)
	}
	return true
}

// The methods below make problem a bounds.Env.

// Var returns the range of a symbol.
func (p *problem) Var(v *cfa.Var) bounds.Interval { return p.dom[v.ID] }

// Cell is not used: expressions over symbols have no cells.
func (p *problem) Cell(a *cfa.Array, _ num.Int) bounds.Interval { return bounds.OfRange(a.Elem) }

// NarrowVar cuts the range of a symbol.
func (p *problem) NarrowVar(v *cfa.Var, i bounds.Interval) bool { return p.narrow(v.ID, i) }

// NarrowCell: see Cell.
func (p *problem) NarrowCell(*cfa.Array, num.Int, bounds.Interval) bool { return true }

// ExcludeVar takes one value out of the range of a symbol.
func (p *problem) ExcludeVar(v *cfa.Var, x num.Int) bool {
	for _, h := range p.holes[v.ID] {
		if h.Equal(x) {
			return true
		}
	}
	// Copied, not appended in place: a search restores earlier holes.
	hs := p.holes[v.ID]
	p.holes[v.ID] = append(hs[:len(hs):len(hs)], x)
	return p.narrow(v.ID, p.dom[v.ID])
}

// ExcludeCell: see Cell.
func (p *problem) ExcludeCell(*cfa.Array, num.Int, num.Int) bool { return true }

// fixed returns the value of an expression if only one is left.
func (p *problem) fixed(e cfa.Expr) (num.Int, bool) { return bounds.Eval(p, e).Point() }
