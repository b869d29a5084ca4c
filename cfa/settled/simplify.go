package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Facts that say the same have one form in the round for holders, and alternatives that never hold are left out: there are many
// facts that two pointers differ.

// simplified returns a fact from which b follows, in the round for holders: b without the alternatives that hold in no program
// that is of interest, in the form of apartForm. That the end of the heap has no holder always holds (ofNewBlock). It returns nil if
// nothing is left, or b is nil.
func (w *program) simplified(b *cfa.Binary) *cfa.Binary {
	if b == nil || !w.byHolders || w.ofAll(b) {
		return b
	}
	var list []*cfa.Binary
	for _, a := range alternatives(b) {
		if w.heapEnd != nil && cfa.SameForm(a, w.standsFree(w.heapEnd)) {
			return a
		}
		if a = sameAddress(a); !w.ofNoBlock(a) && !hasForm(list, a) {
			list = append(list, a)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return w.apartForm(list)
}

// sameAddress returns x == y if a is x + c == y + c for a number c, and otherwise a.
func sameAddress(a *cfa.Binary) *cfa.Binary {
	if a.Op != cfa.Eq {
		return a
	}
	var x, y sum
	if !x.add(a.X, num.Of(1)) || !y.add(a.Y, num.Of(1)) || x.rest.IsZero() || !x.rest.Equal(y.rest) {
		return a
	}
	x.rest, y.rest = num.Int{}, num.Int{}
	return &cfa.Binary{Op: cfa.Eq, X: x.expr(), Y: y.expr()}
}

// ofNoBlock reports whether a is about a cell where no object is, in the first page or where the next block will lie, or about the
// holder of something that is no block, or says that a block holds itself, or is what this cell or one of its own cells leads to.
func (w *program) ofNoBlock(a *cfa.Binary) (yes bool) {
	nowhere := func(e cfa.Expr) bool {
		c, isConst := cfa.IsConst(e)
		return isConst && (c.Less(num.Of(cfa.FirstPage)) || w.heapLow != nil && !c.Less(w.heapLow.Val)) || w.heapEnd != nil && reads(e, w.heapEnd)
	}
	cfa.Walk(a, func(e cfa.Expr) {
		c, ok := e.(*cfa.Select)
		switch {
		case !ok:
		case c.Arr.Holders > 0:
			k, isConst := cfa.IsConst(c.Idx)
			_, by := constantSum(c.Idx)
			yes = yes || isConst && k.Less(num.Of(cfa.FirstPage)) || !isConst && by.Sign() > 0
		case isHolder(c):
			yes = yes || nowhere(c.Idx)
		}
	})
	if yes || a.Op != cfa.Eq {
		return yes
	}
	if w.heapEnd != nil && reads(a.Y, w.heapEnd) {
		return true
	}
	if againstZero(a) {
		return false
	}
	if s, ok := a.X.(*cfa.Select); ok && s.Arr.Holders > 0 {
		return w.inside(a.Y, s.Idx)
	}
	return w.ofItself(a.X, a.Y) || w.ofItself(a.Y, a.X)
}

// inside reports whether the cell, as it is written in holders, is in the first page or in the block p.
func (w *program) inside(cell, p cfa.Expr) bool {
	n, s := int64(w.holder.Holders), sum{}
	if !s.add(cell, num.Of(1)) || len(s.terms) == 0 {
		c, isConst := cfa.IsConst(cell)
		return isConst && c.Less(num.Of(cfa.FirstPage))
	}
	return s.add(p, num.Of(-n)) && len(s.terms) == 0
}

// apartForm returns the fact with the alternatives in the list. If it says that x and y are different pointers, it has a form
// that it shares with all facts that say the same: x == 0 || x != y, y == 0 || x != y and x == 0 || (y == 0 || x != y) mean the
// same.
func (w *program) apartForm(list []*cfa.Binary) *cfa.Binary {
	last := list[len(list)-1]
	if last.Op != cfa.Ne || !isPointer(last.X) || !isPointer(last.Y) {
		return anyOf(list)
	}
	x, y := last.X, last.Y
	if pointerLess(y, x) {
		x, y = y, x
	}
	rest := slices.DeleteFunc(slices.Clone(list[:len(list)-1]), func(a *cfa.Binary) bool { return cfa.SameForm(a, isNull(x)) || cfa.SameForm(a, isNull(y)) })
	if len(rest) < len(list)-1 {
		rest = append(rest, isNull(x))
	}
	return anyOf(append(rest, &cfa.Binary{Op: cfa.Ne, X: x, Y: y}))
}

// pointerLess orders variables and cells: variables come first.
func pointerLess(x, y cfa.Expr) bool {
	v, isVar := x.(*cfa.Var)
	u, alsoVar := y.(*cfa.Var)
	switch {
	case isVar && alsoVar:
		return v.ID < u.ID
	case isVar != alsoVar:
		return isVar
	}
	c, d := x.(*cfa.Select), y.(*cfa.Select)
	if c.Arr != d.Arr {
		return c.Arr.ID < d.Arr.ID
	}
	h, _ := form(c.Idx)
	k, _ := form(d.Idx)
	return h < k
}
