package paths

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// load reads a cell.
func (m *machine) load(a *cfa.Array, idx val) val {
	if idx.t != nil {
		return m.loadAt(a, idx.t)
	}
	i, ok := m.near(idx.n)
	if !ok {
		return val{}
	}
	if a.Align > 1 && i%a.Align != 0 || !m.inside(a, i) {
		m.stop(undefined)
		return val{}
	}
	s := m.array(a)
	if c := s.stored(i); c != nil {
		return m.settle(c.v)
	}
	g := &s.segs[s.find(i)]
	if g.src == nil {
		return m.settle(g.v)
	}
	return m.settle(m.ask(g.src, i-g.shift))
}

// ask is the value of a cell of an unknown.
func (m *machine) ask(u *unknown, i int64) val {
	v, ok := u.cells[i]
	if !ok {
		v = val{t: m.symbol(u.in, symbol{asked: u.asked, step: m.steps, birth: u.birth, arr: u.arr, idx: i})}
		u.cells[i] = v
		m.trail.asked = append(m.trail.asked, oldUnknown{u, i})
	}
	return v
}

// peek is the number in a cell, if it is one; no input is made.
func (m *machine) peek(s *store, i int64) (num.Int, bool) {
	if c := s.stored(i); c != nil {
		v := m.settle(c.v)
		return v.n, v.t == nil
	}
	g := &s.segs[s.find(i)]
	v := g.v
	if g.src != nil {
		var ok bool
		if v, ok = g.src.cells[i-g.shift]; !ok {
			return num.Int{}, false
		}
	}
	v = m.settle(v)
	return v.n, v.t == nil
}

// Limits of indexes that are terms.
const (
	widest  = 1 << 12 // of a table
	branchy = 1 << 8  // values into which a path parts
)

// loadAt reads a cell at an index that is a term. Among numbers it is a table; a few cells with
// something else in them part the path; what is more is any value of the array.
func (m *machine) loadAt(a *cfa.Array, t *term) val {
	if in := m.bounds(a); in.IsEmpty() || !m.restrict(t, in) {
		m.stop(undefined)
		return val{}
	}
	r := m.ranges(t)
	if r.IsEmpty() {
		m.stop(dead)
		return val{}
	}
	if n, ok := r.Point(); ok {
		return m.load(a, number(n))
	}
	if v, ok := m.tableOf(a, t, r); ok {
		return v
	}
	if xs, ok := m.values(t, branchy); ok && len(xs) > 0 {
		m.divide(t)
		return val{}
	}
	return m.anyIn(a.Elem.Interval())
}

// tableOf is the cells that an index can select, if they are not too many and all are numbers.
func (m *machine) tableOf(a *cfa.Array, t *term, r interval.Interval) (val, bool) {
	size, bounded := r.Size()
	n, near := size.Int64()
	if !bounded || !near || n > widest {
		return val{}, false
	}
	lo, _ := r.Lo.Int64()
	xs, ok := m.values(t, widest)
	if !ok {
		return val{}, false
	}
	s := m.array(a)
	tab := make([]num.Int, n)
	var some num.Int
	met := false
	for _, x := range xs {
		i, _ := x.Int64()
		if a.Align > 1 && i%a.Align != 0 {
			continue // no run that is defined reads there
		}
		v, ok := m.peek(s, i)
		if !ok {
			return val{}, false
		}
		tab[i-lo] = v
		if !met {
			some, met = v, true
		}
	}
	m.work += len(xs) + int(n)/8
	if !met {
		m.stop(undefined)
		return val{}, true
	}
	if t.dep == nil && a.Align > 1 {
		for i := range tab {
			if (lo+int64(i))%a.Align != 0 {
				tab[i] = some // where no run reads, it says nothing
			}
		}
	}
	return m.table(a, t, r.Lo, tab), true
}
