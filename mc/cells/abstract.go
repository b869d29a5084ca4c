// The abstract program as text. The notation follows Armando, Benerecetti and Mantovani (TACAS 2007): u for an
// unknown value, a^1 for the kept cell 1 of the array a.

package cells

import (
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
)

// unknown is the paper's u: an arbitrary number.
const unknown = "u"

// Abstract returns a function that describes the effect of an edge in the abstraction to the precision p, in C's
// syntax. It writes u for unknown values and a^1 for the kept cell 1 of a; "" stands for no effect. The text is for
// people only: Transfer computes the same without it. Of many cells it writes the first ones, and the number of the
// others.
func Abstract(p *Precision) func(*cfa.Edge) string {
	return func(e *cfa.Edge) string {
		w := &writer{p: p, left: maxNodes}
		return w.edge(e)
	}
}

// Bounds of the text. They are needed since expressions share parts, and a read of a cell writes its index once for
// each kept cell.
const (
	maxNodes = 1000 // the number of nodes of the expressions in one operation
	maxText  = 600  // the number of bytes of an operand
	maxCells = 8    // the number of cells of an array
)

// writer writes one operation.
type writer struct {
	p    *Precision
	left int // the number of nodes that may still be written
}

// clip cuts off a long text, between two characters.
func clip(s string) string {
	if len(s) <= maxText {
		return s
	}
	n := maxText
	for n > 0 && s[n]&0xc0 == 0x80 { // the byte is inside a character
		n--
	}
	return s[:n] + "…"
}

func cellText(a *cfa.Array, i Index) string { return a.Name + "^" + i.String() }

// edge returns the text of an edge's effect.
func (w *writer) edge(e *cfa.Edge) string {
	switch op := e.Op.(type) {
	case *cfa.Assume:
		if c := w.expr(op.Cond, 0); c != unknown {
			return "[" + c + "]"
		}
	case *cfa.Assign:
		if w.p.Keeps(op.LHS) {
			return op.LHS.Name + " = " + w.expr(op.RHS, 0)
		}
	case *cfa.Havoc:
		if w.p.Keeps(op.LHS) {
			return op.LHS.Name + " = " + unknown
		}
	case *cfa.Store:
		idx, val := w.expr(op.Idx, 1), w.expr(op.Val, 1)
		k, constant := op.Idx.(*cfa.Const)
		return w.cells(op.Arr, func(i Index) string {
			switch {
			case idx == i.String():
				return val
			case constant && !i.symbolic() && !k.Val.Equal(i.Num):
				return cellText(op.Arr, i)
			}
			return "(" + idx + " == " + i.String() + " ? " + val + " : " + cellText(op.Arr, i) + ")"
		})
	case *cfa.Fill:
		val := unknown
		if op.Val != nil {
			val = w.expr(op.Val, 1)
		}
		return w.cells(op.Arr, func(i Index) string {
			if op.Lo == nil {
				return val
			}
			return "(" + w.expr(op.Lo, 1) + " <= " + i.String() + " && " + i.String() + " < " + w.expr(op.Hi, 1) + " ? " + val + " : " + cellText(op.Arr, i) + ")"
		})
	case *cfa.Copy:
		return w.cells(op.Dst, func(i Index) string {
			at := cfa.MkBinary(cfa.Add, cfa.MkBinary(cfa.Sub, i.expr(), op.DstLo), op.SrcLo)
			lo := w.expr(op.DstLo, 1)
			return "(" + lo + " <= " + i.String() + " && " + i.String() + " < " + lo + " + " + w.expr(op.N, 1) + " ? " +
				w.expr(cfa.MkSelect(op.Src, at), 1) + " : " + cellText(op.Dst, i) + ")"
		})
	case *cfa.Call:
		args := make([]string, 0, len(op.Args))
		for i, a := range op.Args {
			if i < len(op.Callee.Params) && w.p.Keeps(op.Callee.Params[i]) {
				args = append(args, w.expr(a, 0))
			}
		}
		call := op.Callee.Name + "(" + strings.Join(args, ", ") + ")"
		for i, v := range op.Results {
			if v != nil && w.p.Keeps(v) && w.p.Keeps(op.Callee.Results[i]) {
				call = v.Name + " = " + call
			}
		}
		return call
	}
	return ""
}

// expr returns the index as an expression.
func (i Index) expr() cfa.Expr {
	if i.Ghost != nil {
		return i.Ghost
	}
	if i.Term != nil {
		return i.Term.expr()
	}
	return cfa.ConstOf(i.Num)
}

// cells writes a parallel assignment to the kept cells of an array whose value changes.
func (w *writer) cells(a *cfa.Array, value func(Index) string) string {
	var left, right []string
	more := 0
	for _, i := range w.p.Cells(a) {
		cell, v := cellText(a, i), value(i)
		switch {
		case v == cell:
		case len(left) == maxCells:
			more++
		default:
			left, right = append(left, cell), append(right, v)
		}
	}
	if len(left) == 0 {
		return ""
	}
	if more > 0 {
		left, right = append(left, "… "+strconv.Itoa(more)+" more"), append(right, "…")
	}
	return strings.Join(left, ", ") + " = " + strings.Join(right, ", ")
}

// expr writes an expression. If nested is positive it puts binary operators in parentheses.
func (w *writer) expr(e cfa.Expr, nested int) string {
	if w.left--; w.left < 0 {
		return "…"
	}
	return clip(w.whole(e, nested))
}

// whole does what expr does, without a bound on the length of the text.
func (w *writer) whole(e cfa.Expr, nested int) string {
	switch e := e.(type) {
	case *cfa.Var:
		if !w.p.Keeps(e) {
			return unknown
		}
		return e.Name
	case *cfa.Select:
		idx := w.expr(e.Idx, 1)
		text := unknown
		_, constant := e.Idx.(*cfa.Const)
		var cells []Index // the cells that may be read
		for _, c := range w.p.Cells(e.Arr) {
			switch {
			case idx == c.String():
				return cellText(e.Arr, c)
			case !constant || c.symbolic():
				cells = append(cells, c)
			}
		}
		if more := len(cells) - maxCells; more > 0 {
			text = "… " + strconv.Itoa(more) + " more …"
			cells = cells[:maxCells]
		}
		for k := len(cells) - 1; k >= 0; k-- {
			text = "(" + idx + " == " + cells[k].String() + " ? " + cellText(e.Arr, cells[k]) + " : " + text + ")"
		}
		return text
	case *cfa.Wrap:
		return w.expr(e.X, nested) // the linear program leaves out wrapping
	case *cfa.Ite:
		t, f := w.expr(e.T, 1), w.expr(e.E, 1)
		if t == unknown && f == unknown {
			return unknown
		}
		return "(" + w.expr(e.C, 1) + " ? " + t + " : " + f + ")"
	case *cfa.Unary:
		x := w.expr(e.X, 1)
		if x == unknown {
			return unknown
		}
		return e.Op.String() + x
	case *cfa.Binary:
		x, y := w.expr(e.X, 1), w.expr(e.Y, 1)
		switch {
		case x == unknown && y == unknown, (x == unknown || y == unknown) && e.Op < cfa.Eq:
			return unknown
		}
		text := x + " " + e.Op.String() + " " + y
		if nested > 0 {
			text = "(" + text + ")"
		}
		return text
	}
	return e.(interface{ String() string }).String()
}
