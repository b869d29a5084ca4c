package inputs

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// memory is the symbolic content of an array: what was stored last in a cell, or, if it is older than
// them, what the youngest layer over the cell says.
type memory struct {
	arr    *cfa.Array
	cells  map[index]written
	layers []layer
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

type written struct {
	val    cfa.Expr
	layers int // number of layers then
}

// layer is a fill, a copy, or the initial content.
type layer struct {
	all    bool
	lo, hi num.Int  // not all: lo <= i < hi
	val    cfa.Expr // a fill with a value
	src    *source  // a fill with inputs, one for each cell
	copy   *memory  // a copy of what was in this array then
	shift  num.Int  // copy: cell i is cell i+shift of it
}

// source names the inputs that cells are.
type source struct {
	arr   *cfa.Array
	birth int
	in    *cfa.Input // nil: uninitialised
	vague bool       // they are no inputs, but values that are not known
	made  map[index]cfa.Expr
}

func newMemory(a *cfa.Array, birth int) *memory {
	m := &memory{arr: a, cells: map[index]written{}}
	m.layers = []layer{{all: true, src: &source{arr: a, birth: birth, made: map[index]cfa.Expr{}}}}
	return m
}

func (m *memory) set(i num.Int, e cfa.Expr) { m.cells[indexOf(i)] = written{e, len(m.layers)} }

func (m *memory) put(l layer) {
	if l.all {
		m.layers, m.cells = nil, map[index]written{}
	}
	m.layers = append(m.layers, l)
}

func (m *memory) get(x *executor, i num.Int) cfa.Expr {
	for {
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
			return w.val // the bottom layer covers all, so that w is there
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

// freeze is a copy that later stores do not change.
func (m *memory) freeze() *memory {
	c := &memory{arr: m.arr, cells: make(map[index]written, len(m.cells)), layers: m.layers[:len(m.layers):len(m.layers)]}
	for k, w := range m.cells {
		c.cells[k] = w
	}
	return c
}
