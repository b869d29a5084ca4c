// Exact operations on arrays: loads, stores, fills and copies, and the checks that a program may access a cell.
// store.go has the representation of an array's cells.

package interp

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// firstPage is the lowest address that a program may access in a region.
var firstPage = num.Of(cfa.FirstPage)

// array returns the store of a in the current activation, and makes it if needed.
func (m *machine) array(a *cfa.Array) *store {
	at := &m.garrs
	if a.Proc != nil {
		if m.opt.Check && a.Proc != m.fr.proc {
			panic(fmt.Sprintf("interp: array %s of %s used in %s", a.Name, a.Proc.Name, m.fr.proc.Name))
		}
		at = &m.fr.arrs
	}
	s := &(*at)[m.arrSlot[a.ID]]
	if *s == nil {
		*s = newStore(a, &unknown{arr: a, in: m.uninitArr(a), birth: m.birth(a.Proc)})
		m.hold((*s).held)
	}
	return *s
}

// inside reports whether the program may access the cell i of a. If not, it ends the run as Undefined. It does not
// check the alignment.
func (m *machine) inside(a *cfa.Array, i num.Int) bool {
	switch {
	case a.Region:
		if i.Less(firstPage) {
			m.undefined("null pointer dereference")
			return false
		}
		if i.Cmp(m.memEnd) >= 0 {
			m.undefined("access at %v, beyond the address space", i)
			return false
		}
	case a.Len >= 0:
		if k, ok := i.Int64(); !ok || k < 0 || k >= a.Len {
			m.undefined("index %v outside %s[0..%d]", i, a.Name, a.Len-1)
			return false
		}
	}
	return true
}

// valid does what inside does, and checks the alignment, too, for a cell that is read or written by itself and not as
// part of a range.
func (m *machine) valid(a *cfa.Array, i num.Int) bool {
	if k, ok := i.Int64(); a.Align > 1 && ok && k%a.Align != 0 && !i.Less(firstPage) {
		m.undefined("misaligned access at %v", i)
		return false
	}
	return m.inside(a, i)
}

// load returns the value of the cell i of a. If the value is an input that has not been read yet, load asks for it now.
func (m *machine) load(a *cfa.Array, i num.Int) num.Int {
	if !m.valid(a, i) {
		return num.Int{}
	}
	s := m.array(a)
	if c, ok := s.cell(i); ok {
		m.taint = m.taint || c.taint
		return c.val
	}
	g := &s.segs[s.find(i)]
	if g.src == nil {
		m.taint = m.taint || g.taint
		return g.val
	}
	u, k := g.src, i.Sub(g.shift)
	x, ok := u.value(k)
	if !ok {
		what := CellName(u.arr, k)
		x = m.ask(Query{Input: u.in, Birth: u.birth, Arr: u.arr, Idx: k}, what)
		if m.done {
			return x
		}
		u.set(k, x)
		m.hold(1)
		m.changedCells(u.arr, k, k, x)
	}
	m.taint = m.taint || m.doubtful(Query{Input: u.in, Arr: u.arr}, x)
	return x
}

// storeCell carries out a Store.
func (m *machine) storeCell(op *cfa.Store) {
	i := m.eval0(op.Idx, &m.out.Tainted)
	m.taint = false
	x := m.eval(op.Val)
	if m.done || !m.valid(op.Arr, i) || !m.admit(op.Arr.Elem, x) {
		return
	}
	m.putCell(op.Arr, i, x, m.taint)
	m.changedCells(op.Arr, i, i, x)
}

// putCell sets the cell i of a to x. It checks only the limit of memory.
func (m *machine) putCell(a *cfa.Array, i, x num.Int, taint bool) {
	s := m.array(a)
	n := s.held
	s.put(i, content{val: x, state: known, taint: taint})
	m.hold(s.held - n)
}

// hold adds n to the number of cells that take memory. It ends the run if there are too many.
func (m *machine) hold(n int) {
	if m.held += n; m.held > m.cells {
		m.stop(StepLimit, "memory")
	}
}

// bounds reports whether there are cells lo <= i < hi and the program may access them. If there are cells that it may
// not access, bounds ends the run; if the range is empty, the run goes on.
func (m *machine) bounds(a *cfa.Array, lo, hi num.Int) bool {
	return !m.done && lo.Less(hi) && m.inside(a, lo) && m.inside(a, hi.Sub(num.Of(1)))
}

// fill carries out a Fill: it sets a range of cells, or all cells of an array. An Effect leaves the cells unchanged, as
// in havoc.
func (m *machine) fill(op *cfa.Fill) {
	var g segment
	switch {
	case op.Val != nil:
		m.taint = false
		g.val = m.eval(op.Val)
		g.taint = m.taint
		if m.done || !m.admit(op.Arr.Elem, g.val) {
			return
		}
	case op.From.Kind == cfa.Effect:
		m.effect(op.From)
		return
	default:
		g.src = &unknown{arr: op.Arr, in: op.From, birth: m.steps}
	}
	s := m.array(op.Arr)
	if op.Lo == nil {
		n := s.held
		s.fillAll(g)
		m.hold(s.held - n)
		if op.Val != nil && m.opt.Trace && !op.Arr.Shadow {
			m.out.Changes = append(m.out.Changes, Change{
				Step: m.steps, What: op.Arr.Name + "[..]", Value: g.val, Float: op.Arr.Float, Arr: op.Arr, Whole: true,
			})
		}
		return
	}
	lo, hi := m.eval0(op.Lo, &m.out.Tainted), m.eval0(op.Hi, &m.out.Tainted)
	if !m.bounds(op.Arr, lo, hi) {
		return
	}
	if op.Val != nil && !g.taint && m.fillCells(op.Arr, lo, hi, g.val) {
		return
	}
	g.lo = lo
	n := s.held
	s.replace(lo, hi, []segment{g})
	m.hold(s.held - n)
	if op.Val != nil {
		m.changedCells(op.Arr, lo, hi.Sub(num.Of(1)), g.val)
	}
}

// copy carries out a Copy. It copies unknown cells as unknown and asks for no inputs.
func (m *machine) copy(op *cfa.Copy) {
	d := m.eval0(op.DstLo, &m.out.Tainted)
	f := m.eval0(op.SrcLo, &m.out.Tainted)
	n := m.eval0(op.N, &m.out.Tainted)
	if m.opt.Check && !within(op.Src.Elem, op.Dst.Elem) {
		panic(fmt.Sprintf("interp: cells of %s copied to %s, which cannot hold them all", op.Src.Name, op.Dst.Name))
	}
	if !m.bounds(op.Src, f, f.Add(n)) || !m.bounds(op.Dst, d, d.Add(n)) {
		return
	}
	gs, cs := m.array(op.Src).slice(f, f.Add(n), d.Sub(f))
	dst := m.array(op.Dst)
	was := dst.held
	dst.replace(d, d.Add(n), gs)
	m.hold(dst.held - was)
	for _, c := range cs {
		m.putCell(op.Dst, c.to, c.c.val, c.c.taint)
	}
	if m.opt.Trace {
		m.traceCopy(op.Dst, d, n)
	}
}

// traceCopy adds to the trace what a copy wrote to the n cells from lo. It records only cells that are held one by one,
// and nothing for more than 64 cells.
func (m *machine) traceCopy(a *cfa.Array, lo, n num.Int) {
	k, ok := n.Int64()
	if !ok || k > 64 {
		return
	}
	s := m.array(a)
	for ; k > 0; k-- {
		if c, ok := s.cell(lo); ok {
			m.changedCells(a, lo, lo, c.val)
		}
		lo = lo.Add(num.Of(1))
	}
}

// within reports whether every value of r is a value of t.
func within(r, t cfa.Range) bool {
	rmin, a, rmax, b := r.Bounds()
	return (!a && t.Bits == 0 && !t.Nat || a && t.Contains(rmin)) && (!b && t.Bits == 0 || b && t.Contains(rmax))
}

// CellName returns the name of the cell i of a for people; see cfa.Array.CellName.
func CellName(a *cfa.Array, i num.Int) string { return a.CellName(i) }

// rangeName returns the name of the cells of a from lo to hi, both included, for people.
func rangeName(a *cfa.Array, lo, hi num.Int) string {
	if !hi.Equal(lo) {
		return fmt.Sprintf("%s[%v..%v]", a.Name, lo, hi)
	}
	return CellName(a, lo)
}
