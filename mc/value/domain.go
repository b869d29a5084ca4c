// The explicit-value domain as an mc.Domain: the transfer functions of all operations except calls.

package value

import (
	"math"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/bounds"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// Domain is the explicit-value domain at a precision. It implements mc.Domain. It is not safe for concurrent use.
type Domain struct {
	prog *cfa.Program
	prec *Precision
	env  env
	dead *deaths // nil unless DropDead was called
}

// New returns the domain. The precision may grow while the domain is in use; states computed before are then coarser
// than states computed later, but still sound.
func New(p *cfa.Program, prec *Precision) *Domain { return &Domain{prog: p, prec: prec} }

// Precision returns what the domain tracks.
func (d *Domain) Precision() *Precision { return d.prec }

// Start implements mc.Domain: nothing is known.
func (d *Domain) Start(p *cfa.Program) mc.State { return &State{prog: p} }

// Eval returns the value of an expression in a state, and whether it has only one.
func (d *Domain) Eval(s mc.State, e cfa.Expr) (num.Int, bool) { return d.eval(s.(*State), e).Point() }

// eval returns the interval of an expression's values in a state.
func (d *Domain) eval(s *State, e cfa.Expr) interval.Interval {
	if c, ok := e.(*cfa.Const); ok {
		return interval.Point(c.Val)
	}
	d.env.s = s
	return cfa.BoundsIn(&d.env, e)
}

// Post implements mc.Domain: the strongest postcondition of the edge, restricted to the precision at its target.
func (d *Domain) Post(s mc.State, e *cfa.Edge) []mc.State {
	t := d.post(s.(*State), e)
	if t == nil {
		return nil
	}
	return []mc.State{t}
}

// post does what Post does, on known types. It returns nil if the edge cannot be taken.
func (d *Domain) post(s *State, e *cfa.Edge) *State {
	return d.restrictTo(d.bury(d.transfer(s, e), e), e.To)
}

// transfer returns the state after an edge. It binds only what the precision at the edge's target tracks. So
// restrictTo changes nothing, unless the precision differs between locations.
func (d *Domain) transfer(s *State, e *cfa.Edge) *State {
	switch op := e.Op.(type) {
	case cfa.Skip:
	case *cfa.Assume:
		return d.assume(s, op.Cond, e.To)
	case *cfa.Assign:
		if d.prec.Var(e.To, op.LHS) {
			if x, ok := d.eval(s, op.RHS).Point(); ok {
				return s.setVar(op.LHS, x)
			}
		}
		return s.forgetVar(op.LHS)
	case *cfa.Havoc:
		if op.Def != nil && d.prec.Var(e.To, op.LHS) {
			if x, ok := op.Def.Eval(func(a cfa.Expr) (num.Int, bool) { return d.eval(s, a).Point() }); ok {
				return s.setVar(op.LHS, x)
			}
		}
		return s.forgetVar(op.LHS)
	case *cfa.Store:
		return d.store(s, op, e.To)
	case *cfa.Fill:
		return d.fill(s, op, e.To)
	case *cfa.Copy:
		return d.copy(s, op, e.To)
	}
	return s
}

// assume returns the state in which the condition holds, or nil if it cannot hold.
func (d *Domain) assume(s *State, cond cfa.Expr, at *cfa.Loc) *State {
	d.env.s = s
	switch t := cfa.BoundsIn(&d.env, cond); {
	case t.False():
		return nil
	case t.True():
		return s
	}
	// What a later part of the condition binds can make an earlier part bind more, so repeat until nothing changes.
	x := &env{s: s}
	for n := -1; n != len(x.vars)+len(x.cells); {
		n = len(x.vars) + len(x.cells)
		if !bounds.Assume(x, cond, true) {
			return nil
		}
	}
	for _, v := range x.vars {
		if !d.prec.Var(at, v) {
			x.s = x.s.forgetVar(v)
		}
	}
	for _, c := range x.cells {
		if !d.prec.Cell(at, c.arr, c.idx) {
			x.s = x.s.setArray(c.arr, x.s.array(c.arr).forget(c.idx))
		}
	}
	return x.s
}

// reach returns the part of an interval in which indexes of tracked cells can lie. If no index can, lo > hi.
func reach(i interval.Interval) (lo, hi int64) {
	i = i.Meet(interval.Of(num.Of(math.MinInt64), num.Of(math.MaxInt64)))
	if i.IsEmpty() {
		return 0, -1
	}
	lo, _ = i.Lo.Int64()
	hi, _ = i.Hi.Int64()
	return lo, hi
}

// store returns the state after a store.
func (d *Domain) store(s *State, op *cfa.Store, at *cfa.Loc) *State {
	i := d.eval(s, op.Idx)
	lo, hi := reach(i)
	if _, ok := i.Point(); ok && lo == hi {
		if d.prec.Cell(at, op.Arr, lo) {
			if x, ok := d.eval(s, op.Val).Point(); ok {
				return s.setCell(op.Arr, lo, x)
			}
		}
		if c := s.array(op.Arr); c != nil {
			return s.setArray(op.Arr, c.forget(lo))
		}
		return s
	}
	c := s.array(op.Arr)
	if c == nil {
		return s
	}
	x, ok := d.eval(s, op.Val).Point()
	return s.setArray(op.Arr, c.blur(lo, hi, x, ok))
}

// fill returns the state after a fill.
func (d *Domain) fill(s *State, op *cfa.Fill, at *cfa.Loc) *State {
	from, to := interval.All(), interval.All()
	known := true
	if op.Lo != nil {
		from, to = d.eval(s, op.Lo), d.eval(s, op.Hi)
		_, ok1 := from.Point()
		_, ok2 := to.Point()
		known = ok1 && ok2
	}
	to.Hi = to.Hi.Sub(num.Of(1)) // the index of the last cell
	lo, hi := reach(interval.Interval{Lo: from.Lo, NoLo: from.NoLo, Hi: to.Hi, NoHi: to.NoHi})
	var x num.Int
	valued := false
	if op.Val != nil {
		x, valued = d.eval(s, op.Val).Point()
	}
	c := s.array(op.Arr)
	if !known {
		return s.setArray(op.Arr, c.blur(lo, hi, x, valued))
	}
	if !valued {
		return s.setArray(op.Arr, c.forgetRange(lo, hi))
	}
	if d.prec.scope == Full {
		return s.setArray(op.Arr, c.fill(lo, hi, x))
	}
	c = c.forgetRange(lo, hi)
	for _, i := range d.prec.cellsOf(at, op.Arr) {
		if lo <= i && i <= hi {
			c = c.set(i, x)
		}
	}
	return s.setArray(op.Arr, c)
}

// copy returns the state after a copy.
func (d *Domain) copy(s *State, op *cfa.Copy, at *cfa.Loc) *State {
	dst, src, n := d.eval(s, op.DstLo), d.eval(s, op.SrcLo), d.eval(s, op.N)
	if !n.NoHi && n.Hi.Sign() <= 0 {
		return s
	}
	c := s.array(op.Dst)
	to, ok1 := dst.Point()
	from, ok2 := src.Point()
	count, ok3 := n.Point()
	toLo, ok4 := to.Int64()
	fromLo, ok5 := from.Int64()
	k, ok6 := count.Int64()
	const far = 1 << 62 // a bound on the indexes, so that no sum in the following code overflows
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 || !ok6 || max(toLo, fromLo, k) > far/2 || min(toLo, fromLo) < -far/2 {
		last := interval.Interval{Lo: dst.Lo, NoLo: dst.NoLo, NoHi: dst.NoHi || n.NoHi}
		if !last.NoHi {
			last.Hi = dst.Hi.Add(n.Hi).Sub(num.Of(1))
		}
		lo, hi := reach(last)
		return s.setArray(op.Dst, c.blur(lo, hi, num.Int{}, false))
	}
	if d.prec.scope == Full {
		w := s.array(op.Src).window(fromLo, fromLo+k-1, toLo-fromLo)
		return s.setArray(op.Dst, c.overlay(toLo, toLo+k-1, w))
	}
	old := s.array(op.Src)
	c = c.forgetRange(toLo, toLo+k-1)
	for _, i := range d.prec.cellsOf(at, op.Dst) {
		if toLo <= i && i < toLo+k {
			if x, ok := old.get(i - toLo + fromLo); ok {
				c = c.set(i, x)
			}
		}
	}
	return s.setArray(op.Dst, c)
}

// restrictTo forgets what is not tracked at a location; nil stays nil. If the precision is the same at all locations,
// everything in a state is tracked: nothing else was ever put into it.
func (d *Domain) restrictTo(s *State, l *cfa.Loc) *State {
	if s == nil || d.prec.scope != ByLocation {
		return s
	}
	t := &State{prog: s.prog}
	keep := func(k uint64, _ num.Int) bool { return d.prec.Var(l, s.prog.Vars[k]) }
	t.glob, t.loc = s.glob.filter(keep), s.loc.filter(keep)
	t.arrs = s.arrs
	s.arrs.each(func(id uint64, c *cells) bool {
		a := s.prog.Arrays[id]
		at := c.at.filter(func(k uint64, _ num.Int) bool { return d.prec.Cell(l, a, unkey(k)) })
		if at.root != c.at.root {
			t = t.setArray(a, newCells(at, c.fills))
		}
		return true
	})
	if t.equal(s) {
		return s
	}
	return t
}

// Covers implements mc.Domain: it reports whether new knows everything that old knows.
func (d *Domain) Covers(old, new mc.State) bool { return new.(*State).implies(old.(*State)) }

// Merge implements mc.Domain: states are kept apart.
func (d *Domain) Merge(old, new mc.State, at *cfa.Loc) (mc.State, bool) { return nil, false }

// Key implements mc.Domain.
func (d *Domain) Key(s mc.State) uint64 { return s.(*State).hash() }

// Equal implements mc.Domain.
func (d *Domain) Equal(a, b mc.State) bool { return a.(*State).equal(b.(*State)) }

// env lets package bounds read a state and bind variables and cells in it.
type env struct {
	s     *State
	vars  []*cfa.Var // the variables that were bound
	cells []cell     // the cells that were bound
}

type cell struct {
	arr *cfa.Array
	idx int64
}

// Var implements bounds.Env.
func (x *env) Var(v *cfa.Var) interval.Interval {
	if n, ok := x.s.Var(v); ok {
		return interval.Point(n)
	}
	return v.Range.Interval()
}

// Cell implements bounds.Env.
func (x *env) Cell(a *cfa.Array, idx num.Int) interval.Interval {
	if n, ok := x.s.Cell(a, idx); ok {
		return interval.Point(n)
	}
	return a.Elem.Interval()
}

// NarrowVar implements bounds.Env: it binds the variable if only one value is left.
func (x *env) NarrowVar(v *cfa.Var, i interval.Interval) bool {
	if n, ok := i.Point(); ok {
		x.s = x.s.setVar(v, n)
		x.vars = append(x.vars, v)
	}
	return true
}

// NarrowCell implements bounds.Env: it binds the cell if only one value is left.
func (x *env) NarrowCell(a *cfa.Array, idx num.Int, i interval.Interval) bool {
	if n, ok := i.Point(); ok {
		if k, ok := idx.Int64(); ok {
			x.s = x.s.setCell(a, k, n)
			x.cells = append(x.cells, cell{a, k})
		}
	}
	return true
}

func (x *env) ExcludeVar(*cfa.Var, num.Int) bool             { return true }
func (x *env) ExcludeCell(*cfa.Array, num.Int, num.Int) bool { return true }
