// The symbolic contents of arrays, and their transfer to the conditions.

package feasible

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

func (m *memory) set(x *walk, i num.Int, e cfa.Expr) {
	if m.in != nil {
		x.p.push(item{op: &cfa.Store{Arr: m.in.a, Idx: cfa.ConstOf(i), Val: e}, of: m.in})
		m.known[indexOf(i)] = e
		return
	}
	m.cells[indexOf(i)] = written{i, e, len(m.layers)}
}

func (m *memory) put(x *walk, l layer) {
	switch {
	case l.all:
		m.layers, m.cells, m.in, m.known = nil, map[index]written{}, nil, nil
	case m.in != nil:
		m.replay(x, &l)
		return
	}
	m.layers = append(m.layers, l)
}

func (m *memory) get(x *walk, i num.Int) cfa.Expr {
	for {
		if m.in != nil {
			return m.read(x, cfa.ConstOf(i))
		}
		w, ok := m.cells[indexOf(i)]
		least := 0
		if ok {
			least = w.layers
		}
		k := len(m.layers) - 1
		for ; k >= least; k-- {
			if l := &m.layers[k]; l.all || !i.Less(l.lo) && i.Less(l.hi) {
				break
			}
		}
		if k < least {
			return w.val // the bottom layer covers all cells, so w exists
		}
		l := &m.layers[k]
		switch {
		case l.val != nil:
			return l.val
		case l.src != nil:
			return x.input(l.src, i)
		}
		m, i = l.copy, i.Add(l.shift)
	}
}

// freeze returns a copy of the contents that later stores do not change.
func (m *memory) freeze() *memory {
	c := &memory{arr: m.arr, cells: make(map[index]written, len(m.cells)), layers: m.layers[:len(m.layers):len(m.layers)]}
	for k, w := range m.cells {
		c.cells[k] = w
	}
	return c
}

// spill moves the contents to the conditions. Afterwards cells with unknown indexes can be accessed.
func (m *memory) spill(x *walk) *array {
	if m.in != nil {
		return m.in
	}
	out := &array{of: m.arr}
	a := *m.arr
	a.ID, a.Proc = len(x.all), nil
	out.a = &a
	x.all = append(x.all, out)
	x.spilled[out.a] = out
	// Earlier operations belong to the conditions of the path, even if the array is spilled while a branch is
	// evaluated aside.
	aside := x.p.aside
	x.p.aside = nil
	m.in, m.known = out, map[index]cfa.Expr{}
	cells := make([]written, 0, len(m.cells))
	for _, w := range m.cells {
		cells = append(cells, w)
	}
	slices.SortFunc(cells, func(a, b written) int { return cmp.Or(cmp.Compare(a.layers, b.layers), a.at.Cmp(b.at)) })
	for k := 0; k <= len(m.layers); k++ {
		for len(cells) > 0 && cells[0].layers <= k {
			m.set(x, cells[0].at, cells[0].val)
			cells = cells[1:]
		}
		if k == len(m.layers) {
			break
		}
		l := &m.layers[k]
		if l.all && l.src != nil && k == 0 {
			out.birth = l.src.birth
			m.restore(x, l.src)
			continue
		}
		m.replay(x, l)
	}
	m.cells, m.layers = nil, nil
	x.p.aside = aside
	return out
}

// restore stores into m the inputs of s that have been read already, and therefore have symbols.
func (m *memory) restore(x *walk, s *source) {
	made := make([]written, 0, len(s.made))
	for _, w := range s.made {
		made = append(made, w)
	}
	slices.SortFunc(made, func(a, b written) int { return a.at.Cmp(b.at) })
	for _, w := range made {
		m.set(x, w.at, w.val)
	}
}

// replay adds the operation of a layer to the conditions.
func (m *memory) replay(x *walk, l *layer) {
	clear(m.known)
	f := &cfa.Fill{Arr: m.in.a}
	if !l.all {
		f.Lo, f.Hi = cfa.ConstOf(l.lo), cfa.ConstOf(l.hi)
	}
	switch {
	case l.val != nil:
		f.Val = l.val
	case l.src != nil:
		if f.From = l.src.in; f.From == nil {
			f.From = &cfa.Input{Kind: cfa.Uninit, Range: l.src.arr.Elem}
		}
		x.p.push(item{op: f, of: m.in})
		x.births[len(x.p.items)-1] = l.src.birth
		m.restore(x, l.src)
		return
	default:
		x.failed = "many cells are copied of which one is read that is not known"
		return
	}
	x.p.push(item{op: f, of: m.in})
}

// read returns the value of a cell of an array among the conditions.
func (m *memory) read(x *walk, i cfa.Expr) cfa.Expr {
	n, constant := cfa.IsConst(i)
	if constant {
		if e := m.known[indexOf(n)]; e != nil {
			return e
		}
	}
	r := m.arr.Elem.Interval()
	t := x.p.symbol(&symbol{v: &cfa.Var{Name: m.arr.Name, Range: m.arr.Elem}, def: true}, r)
	c := cfa.MkBinary(cfa.Eq, t, &cfa.Select{Arr: m.in.a, Idx: i})
	if x.guard != nil {
		c = &cfa.Ite{C: x.guard, T: c, E: cfa.ConstInt(1)}
	} else if constant && x.p.aside == nil {
		m.known[indexOf(n)] = t
	}
	if !x.p.add(c, m.in) {
		x.contradiction = true
	}
	return t
}
