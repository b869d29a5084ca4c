// Reads of cells, also at indexes that are terms.
//
// A read at an index that is a term becomes a term over a table of the cells, if these are at most widest and all are
// known numbers. Otherwise the path parts by the values of the index, if these are at most branchy. A read at an index
// with more values may have any value of the array's type.

package paths

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// load returns the cell of a at idx.
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

// ask returns the cell i of u, as a new symbol if the cell has not been read before.
func (m *machine) ask(u *unknown, i int64) val {
	v, ok := u.cells[i]
	if !ok {
		v = val{t: m.symbol(u.in, symbol{asked: u.asked, step: m.steps, birth: u.birth, arr: u.arr, idx: i})}
		u.cells[i] = v
		m.trail.asked = append(m.trail.asked, oldUnknown{u, i})
	}
	return v
}

// peek returns the cell of s at i if that is a known number. Unlike load it makes no symbols.
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

// Limits for indexes that are terms.
const (
	widest  = 1 << 12 // the greatest number of entries of a table
	branchy = 1 << 8  // the greatest number of values by which a path parts
)

// loadAt returns the cell of a at the index t: an entry of a table, or an unknown value, or the path parts first.
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

// tableOf returns the cell of a at the index t, whose interval is r, as an entry of a table. It returns false if there
// are too many cells or some are not known numbers.
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
			continue // a read at the index i is undefined
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
				tab[i] = some // no run reads this entry; with the value of another entry, the interval of the entries stays small
			}
		}
	}
	return m.table(a, t, r.Lo, tab), true
}
