// Symbols, conditions, and the ranges that follow from them.

package feasible

import (
	"fmt"
	"sort"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/bounds"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// symbol is an unknown of the problem. The ID of its variable is its position.
type symbol struct {
	v     *cfa.Var
	birth int        // the step at which the input was created
	of    *cfa.Var   // the variable whose value the symbol represents, or nil
	arr   *cfa.Array // if of is nil: the array whose cell idx the symbol represents
	idx   num.Int
	def   bool // the symbol represents an expression, not an input
	// the symbol is the result of an operation, and an input only where the operation has no result
	computed bool
	ptr      bool // the value is an address in C
}

// origin identifies an input.
type origin struct {
	birth int
	of    int // ID of the variable, or -1
	arr   int // ID of the array, or -1
	idx   index
}

func (s *symbol) origin() origin {
	if s.of != nil {
		return origin{s.birth, s.of.ID, -1, index{}}
	}
	return origin{s.birth, -1, s.arr.ID, indexOf(s.idx)}
}

// item is a condition, an operation on an array between conditions, or the definition of a symbol.
type item struct {
	cond cfa.Expr
	op   cfa.Op // if cond is nil: the operation, or nil
	of   *array // the array that op changes or that cond reads, or nil
	step int
}

// problem is a conjunction of conditions over symbols, in the order of the path, with the range of each symbol that
// follows from them.
type problem struct {
	syms   []*symbol
	items  []item
	uses   [][]int             // by symbol: the items that it occurs in, ascending
	dom    []interval.Interval // by symbol: its range
	holes  []holes             // by symbol: excluded values inside its range
	past   [][]since           // by symbol: earlier ranges, ascending
	dirty  []int               // symbols that were narrowed since the last propagation
	isDirt []bool
	fuel   int     // propagation steps left
	aside  *[]item // if not nil: new items are added there
	step   int
	adds   int // number of added conditions, the clock of past
}

// since is the range of a symbol from the given number of added conditions on.
type since struct {
	adds int
	dom  interval.Interval
}

func (p *problem) symbol(s *symbol, r interval.Interval) cfa.Expr {
	s.v.ID = len(p.syms)
	s.v.Name = fmt.Sprintf("%s@%d", s.v.Name, s.v.ID) // makes the names unique
	p.syms = append(p.syms, s)
	p.uses = append(p.uses, nil)
	p.dom = append(p.dom, r)
	p.holes = append(p.holes, nil)
	p.past = append(p.past, []since{{-1, r}})
	p.isDirt = append(p.isDirt, false)
	return s.v
}

// before returns the range of a symbol at the given clock value.
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

// reads calls visit for the symbols of an item.
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

// add adds a condition and narrows ranges by it. It returns false if there is no solution. The parameter "of" is the
// array whose cell the condition reads, or nil.
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
		return p.narrow(v.ID, r) && p.propagate() // the range expresses the condition completely
	}
	p.push(item{cond: c, of: of})
	return p.aside != nil || bounds.Assume(p, c, true) && p.propagate()
}

// compared returns the symbol and the interval of a comparison of a symbol with a number, and false if c is not such
// a comparison.
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

// propagate narrows ranges until nothing changes, or until the fuel of this call is used up: with cycles such as x <
// y, y < x, it would take as many rounds as there are numbers.
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

// narrow intersects the range of a symbol with an interval, and cuts off excluded values at its ends. It returns
// false if the range becomes empty.
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

// NarrowVar narrows the range of a symbol.
func (p *problem) NarrowVar(v *cfa.Var, i interval.Interval) bool { return p.narrow(v.ID, i) }

// NarrowCell does nothing: cells change from item to item.
func (p *problem) NarrowCell(*cfa.Array, num.Int, interval.Interval) bool { return true }

// ExcludeVar removes one value from the range of a symbol.
func (p *problem) ExcludeVar(v *cfa.Var, x num.Int) bool {
	if !p.holes[v.ID].add(x) {
		return true
	}
	return p.narrow(v.ID, p.dom[v.ID])
}

// ExcludeCell does nothing, like NarrowCell.
func (p *problem) ExcludeCell(*cfa.Array, num.Int, num.Int) bool { return true }

// fixed returns the value of an expression if the ranges leave only one.
func (p *problem) fixed(e cfa.Expr) (num.Int, bool) { return cfa.BoundsIn(p, e).Point() }

// array is an array among the conditions. It is the content of one array in one activation.
type array struct {
	a     *cfa.Array
	of    *cfa.Array
	birth int   // the step at which the inputs in cells that no item has written were created
	items []int // items that use the array
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
