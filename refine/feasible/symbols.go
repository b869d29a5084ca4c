package feasible

import (
	"fmt"
	"sort"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/bounds"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// symbol is an unknown of the problem. Its variable's ID is its position.
type symbol struct {
	v     *cfa.Var
	birth int        // the step since which it is unknown
	of    *cfa.Var   // the variable that it is the value of
	arr   *cfa.Array // or the cell
	idx   num.Int
	def   bool // it stands for an expression: not an input
	// it is the result of an operation, and an input only where that has none
	computed bool
	ptr      bool // C knows it as an address
}

// origin names an input.
type origin struct {
	birth int
	of    int // the ID of the variable, or -1
	arr   int // or of the array
	idx   index
}

func (s *symbol) origin() origin {
	if s.of != nil {
		return origin{s.birth, s.of.ID, -1, index{}}
	}
	return origin{s.birth, -1, s.arr.ID, indexOf(s.idx)}
}

// item is a condition, or something that is done to an array between conditions, or the definition
// of a symbol.
type item struct {
	cond cfa.Expr
	op   cfa.Op // where cond is nil
	of   *array // what op is done to, nil of a definition
	step int
}

// problem is a conjunction of conditions over symbols, in the order of the path, with what follows
// for each symbol alone.
type problem struct {
	syms   []*symbol
	items  []item
	uses   [][]int             // by symbol: the items it occurs in, ascending
	dom    []interval.Interval // by symbol
	holes  []holes             // by symbol: values inside dom that are excluded
	past   [][]since           // by symbol: what dom was, ascending
	dirty  []int               // symbols that were narrowed since the last propagation
	isDirt []bool
	fuel   int     // propagation steps left
	aside  *[]item // not nil: what is added goes there
	step   int
	adds   int // conditions that were added, the clock of past
}

// since is the range of a symbol after so many conditions were added.
type since struct {
	adds int
	dom  interval.Interval
}

func (p *problem) symbol(s *symbol, r interval.Interval) cfa.Expr {
	s.v.ID = len(p.syms)
	s.v.Name = fmt.Sprintf("%s@%d", s.v.Name, s.v.ID) // so that no two have the same
	p.syms = append(p.syms, s)
	p.uses = append(p.uses, nil)
	p.dom = append(p.dom, r)
	p.holes = append(p.holes, nil)
	p.past = append(p.past, []since{{-1, r}})
	p.isDirt = append(p.isDirt, false)
	return s.v
}

// before is the range that a symbol had when so many conditions had been added.
func (p *problem) before(s, adds int) interval.Interval {
	h := p.past[s]
	k := sort.Search(len(h), func(i int) bool { return h[i].adds > adds })
	return h[max(k-1, 0)].dom
}

// push appends an item.
func (p *problem) push(it item) {
	it.step = p.step
	if p.aside != nil {
		*p.aside = append(*p.aside, it)
		return
	}
	k := len(p.items)
	p.items = append(p.items, it)
	it.reads(func(v *cfa.Var) {
		if u := p.uses[v.ID]; len(u) == 0 || u[len(u)-1] != k {
			p.uses[v.ID] = append(u, k)
		}
	})
	if it.of != nil {
		it.of.items = append(it.of.items, k)
	}
}

// reads visits the symbols of an item.
func (it *item) reads(visit func(*cfa.Var)) {
	if it.cond != nil {
		cfa.ExprReads(it.cond, visit, nil)
		return
	}
	cfa.Reads(it.op, visit, nil)
	if h := it.definition(); h != nil {
		visit(h.LHS)
	}
}

// add puts a condition in and narrows by it; false: there is no solution. Of is the array that it
// reads a cell of, or nil.
func (p *problem) add(c cfa.Expr, of *array) bool {
	if x, ok := cfa.IsConst(c); ok && (p.aside == nil || !x.IsZero()) {
		return !x.IsZero()
	}
	if b, ok := c.(*cfa.Binary); ok && b.Op == cfa.And && of == nil {
		return p.add(b.X, nil) && p.add(b.Y, nil)
	}
	if p.aside == nil {
		p.adds++
	}
	if v, r, ok := compared(c); ok && of == nil && p.aside == nil {
		return p.narrow(v.ID, r) && p.propagate() // its range says all of it
	}
	p.push(item{cond: c, of: of})
	return p.aside != nil || bounds.Assume(p, c, true) && p.propagate()
}

// compared is what a comparison of a symbol with a number says, if c is one.
func compared(c cfa.Expr) (*cfa.Var, interval.Interval, bool) {
	if b, ok := c.(*cfa.Binary); ok {
		v, isVar := b.X.(*cfa.Var)
		n, isConst := cfa.IsConst(b.Y)
		if isVar && isConst {
			switch one := num.Of(1); b.Op {
			case cfa.Eq:
				return v, interval.Point(n), true
			case cfa.Lt:
				return v, interval.AtMost(n.Sub(one)), true
			case cfa.Le:
				return v, interval.AtMost(n), true
			case cfa.Gt:
				return v, interval.AtLeast(n.Add(one)), true
			case cfa.Ge:
				return v, interval.AtLeast(n), true
			}
		}
	}
	return nil, interval.Interval{}, false
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
			if h := p.items[k].definition(); h != nil {
				if !p.forward(h) {
					p.clean()
					return false
				}
				continue
			}
			if p.items[k].cond == nil {
				continue
			}
			if p.fuel--; p.fuel < 0 {
				p.clean()
				return true
			}
			if !bounds.Assume(p, p.items[k].cond, true) {
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

// narrow cuts the range of a symbol, and then its ends as long as they are excluded.
func (p *problem) narrow(s int, i interval.Interval) bool {
	i = p.holes[s].outOf(p.dom[s].Meet(i))
	if i.IsEmpty() {
		return false
	}
	if !i.Equal(p.dom[s]) {
		p.dom[s] = i
		if h := p.past[s]; h[len(h)-1].adds == p.adds {
			h[len(h)-1].dom = i
		} else {
			p.past[s] = append(h, since{p.adds, i})
		}
		if !p.isDirt[s] {
			p.isDirt[s] = true
			p.dirty = append(p.dirty, s)
		}
	}
	return true
}

// The methods below make problem a bounds.Env.

// Var returns the range of a symbol.
func (p *problem) Var(v *cfa.Var) interval.Interval { return p.dom[v.ID] }

// Cell returns the range of a cell.
func (p *problem) Cell(a *cfa.Array, _ num.Int) interval.Interval { return a.Elem.Interval() }

// NarrowVar cuts the range of a symbol.
func (p *problem) NarrowVar(v *cfa.Var, i interval.Interval) bool { return p.narrow(v.ID, i) }

// NarrowCell does nothing: cells change from item to item.
func (p *problem) NarrowCell(*cfa.Array, num.Int, interval.Interval) bool { return true }

// ExcludeVar takes one value out of the range of a symbol.
func (p *problem) ExcludeVar(v *cfa.Var, x num.Int) bool {
	if !p.holes[v.ID].add(x) {
		return true
	}
	return p.narrow(v.ID, p.dom[v.ID])
}

// ExcludeCell does nothing, as NarrowCell.
func (p *problem) ExcludeCell(*cfa.Array, num.Int, num.Int) bool { return true }

// fixed returns the value of an expression if only one is left.
func (p *problem) fixed(e cfa.Expr) (num.Int, bool) { return cfa.BoundsIn(p, e).Point() }

// array is an array among the conditions. As those, it is the content of one array in one
// activation.
type array struct {
	a     *cfa.Array
	of    *cfa.Array
	birth int   // since when cells are unknown that no item has written
	items []int // that use it
}

// index is a number as a map key.
type index struct {
	near int64
	far  string
}

func indexOf(x num.Int) index {
	if k, ok := x.Int64(); ok {
		return index{near: k}
	}
	return index{far: x.String()}
}
