package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// An object on the stack has unknown contents when it begins to live, and none of its cells is initialized. The two are operations
// one after the other, so between them a fact about the initialized cells of a region holds for the other cells only.

// reborn returns the step of fact k over e, a fill that makes cells not initialized: k is about all initialized cells of the region,
// and held for the cells below the filled ones and for those above.
func (f *facts) reborn(e *cfa.Edge, k int32) step {
	op, b, lost := e.Op.(*cfa.Fill), f.list[k], step{fact: k}
	zero, isConst := cfa.IsConst(op.Val)
	if op.Lo == nil || !isConst || !zero.IsZero() || !isFlagValue(&cfa.Select{Arr: op.Arr}) || !f.x.w.ofAll(b) || !f.x.w.onlyDirect(b, op.Arr) {
		return lost
	}
	st := step{fact: k, kind: stepFact}
	for _, a := range []*cfa.Binary{{Op: cfa.Ge, X: f.x.w.any, Y: op.Lo}, {Op: cfa.Lt, X: f.x.w.any, Y: op.Hi}} {
		n := f.add(&cfa.Binary{Op: cfa.Or, X: a, Y: b}, f.depth[k])
		if n < 0 {
			return lost
		}
		f.putBesides(n, factOf{f, k})
		st.before = append(st.before, n)
	}
	return st
}

// isOutside reports whether b, a fact about all cells, is about none of the cells that op fills (reborn).
func (w *program) isOutside(b *cfa.Binary, op *cfa.Fill) bool {
	return op.Lo != nil && w.ofAll(b) && w.onlyDirect(b, op.Arr) && slices.ContainsFunc(alternatives(b), func(a *cfa.Binary) bool {
		return a.X == cfa.Expr(w.any) && (a.Op == cfa.Ge && cfa.SameForm(a.Y, op.Lo) || a.Op == cfa.Lt && cfa.SameForm(a.Y, op.Hi))
	})
}

// onlyDirect reports whether b reads the cell arr[any], and no other cell of arr.
func (w *program) onlyDirect(b cfa.Expr, arr *cfa.Array) bool {
	cells := readsOf(b, arr)
	return len(cells) > 0 && !slices.ContainsFunc(cells, func(s *cfa.Select) bool { return s.Idx != cfa.Expr(w.any) })
}
