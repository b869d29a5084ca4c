// Sets of needed variables and cells.

package value

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/num"
)

// Cell is a cell of an array.
type Cell struct {
	Arr *cfa.Array
	Idx int64
}

// Need is a set of variables and cells, sorted by ID and index. It is immutable; nil is empty.
type Need struct {
	Vars  []*cfa.Var
	Cells []Cell
}

func byID(v, w *cfa.Var) int { return v.ID - w.ID }

func byCell(c, d Cell) int {
	if c.Arr != d.Arr {
		return c.Arr.ID - d.Arr.ID
	}
	switch {
	case c.Idx < d.Idx:
		return -1
	case c.Idx > d.Idx:
		return 1
	}
	return 0
}

// Empty reports whether the set is empty.
func (n *Need) Empty() bool { return n == nil || len(n.Vars) == 0 && len(n.Cells) == 0 }

func (n *Need) hasVar(v *cfa.Var) bool {
	if n == nil {
		return false
	}
	_, ok := slices.BinarySearchFunc(n.Vars, v, byID)
	return ok
}

func (n *Need) hasArray(a *cfa.Array) bool {
	return n != nil && slices.ContainsFunc(n.Cells, func(c Cell) bool { return c.Arr == a })
}

// vars returns n.Vars, or nil if n is nil; cells does the same for n.Cells.
func (n *Need) vars() []*cfa.Var {
	if n == nil {
		return nil
	}
	return n.Vars
}

func (n *Need) cells() []Cell {
	if n == nil {
		return nil
	}
	return n.Cells
}

// build makes a sorted set without duplicates.
func build(vars []*cfa.Var, cells []Cell) *Need {
	if len(vars) == 0 && len(cells) == 0 {
		return nil
	}
	vars, cells = slices.Clone(vars), slices.Clone(cells)
	slices.SortFunc(vars, byID)
	slices.SortFunc(cells, byCell)
	return &Need{slices.Compact(vars), slices.Compact(cells)}
}

func (n *Need) union(m *Need) *Need {
	if m.Empty() {
		return n
	}
	if n.Empty() {
		return m
	}
	return build(append(slices.Clone(n.Vars), m.Vars...), append(slices.Clone(n.Cells), m.Cells...))
}

// filter keeps the members that the functions accept.
func (n *Need) filter(v func(*cfa.Var) bool, c func(Cell) bool) *Need {
	var vars []*cfa.Var
	var cells []Cell
	for _, x := range n.vars() {
		if v(x) {
			vars = append(vars, x)
		}
	}
	for _, x := range n.cells() {
		if c(x) {
			cells = append(cells, x)
		}
	}
	return build(vars, cells)
}

// Known reports whether the state has a value for every member of n.
func (n *Need) Known(s *value.State) bool {
	for _, v := range n.vars() {
		if _, ok := s.Var(v); !ok {
			return false
		}
	}
	for _, c := range n.cells() {
		if _, ok := s.Cell(c.Arr, num.Of(c.Idx)); !ok {
			return false
		}
	}
	return true
}

// Track adds all members to a precision at a location, and reports whether the precision grew.
func (n *Need) Track(p *value.Precision, l *cfa.Loc) bool {
	grew := false
	for _, v := range n.vars() {
		grew = p.AddVar(l, v) || grew
	}
	for _, c := range n.cells() {
		grew = p.AddCell(l, c.Arr, c.Idx) || grew
	}
	return grew
}

func (n *Need) String() string {
	var parts []string
	for _, v := range n.vars() {
		parts = append(parts, v.Name)
	}
	for _, c := range n.cells() {
		parts = append(parts, fmt.Sprintf("%s[%d]", c.Arr.Name, c.Idx))
	}
	return "{" + strings.Join(parts, " ") + "}"
}
