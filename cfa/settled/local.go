package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Facts about the ends of chains of pointers, such as p->next->next. They are not followed over operations.

// isLocal reports whether b is of use only where it follows from other facts, and not after other operations: b is about a cell
// of a block that was itself read from a cell, such as p->next->next. Facts about all cells say the same. In the round for
// holders, this is also so for the flag of such a cell, if both cells may hold blocks.
func (w *program) isLocal(b *cfa.Binary) bool {
	return !w.ofAll(b) && slices.ContainsFunc(alternatives(b), func(a *cfa.Binary) bool {
		if w.byHolders {
			return max(chain(a.X), chain(a.Y)) > 1
		}
		return max(follows(a.X), follows(a.Y)) > 1
	})
}

// chain returns the length of the longest chain of cells in e that may hold blocks, of which each is at an address made from the
// one before: 2 for p->next->next, and for the flag of this cell.
func chain(e cfa.Expr) (most int) {
	switch e := e.(type) {
	case *cfa.Select:
		if most = chain(e.Idx); isHolder(e) || e.Arr.Shadow && e.Arr.Region {
			most++
		}
	case *cfa.Unary:
		most = chain(e.X)
	case *cfa.Wrap:
		most = chain(e.X)
	case *cfa.Binary:
		most = max(chain(e.X), chain(e.Y))
	}
	return most
}

// localStep returns the step over e of fact k, which is of use only where it follows from other facts (isLocal). It stays true
// where a flag is set, and where a cell lets go of its block, of which the fact says nothing.
func (f *facts) localStep(e *cfa.Edge, k int32) step {
	op, ok := e.Op.(*cfa.Store)
	if !ok || !op.Arr.Shadow {
		return step{fact: k}
	}
	if s, sets := settingBy(op); sets && s.kind == releases {
		if h, ok := claimsOf(f.list[k]); ok && slices.ContainsFunc(h.others, func(a *cfa.Binary) bool { return a.Op == cfa.Eq && !againstZero(a) }) {
			return f.claimsOver(e, k, h, s, nil)
		}
		return step{fact: k}
	}
	st, ok := f.harmless(e.From, f.list[k], op.Arr, op.Idx, op.Val)
	if !ok || len(st.before) > 0 {
		return step{fact: k}
	}
	return step{fact: k, kind: stepFact, before: []int32{k}, bounds: st.bounds}
}
