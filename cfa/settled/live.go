package settled

import (
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/whet-mc/whet/cfa"
)

// Temporaries that are read again. A fact about a temporary is hardly of use where the procedure does not read it any
// more, since facts are found by going back from the tests of a program. So a fact is lost over an operation after
// which one of its temporaries is not live. This saves the facts that it would need before the operation. It is not done
// for other variables: the elements up to n may be known to be initialized, and i to be at most n, where only i is read.

// live reports whether the temporary v of the procedure is live at l: some path from there reads it before setting it. v is
// also live where a temporary is live that is computed from v, since facts may speak of one or the other (names).
func (f *facts) live(v *cfa.Var, l *cfa.Loc) bool { return f.liveAtAll(v).Test(uint(l.Index)) }

func (f *facts) liveAtAll(v *cfa.Var) *bitset.BitSet {
	at := f.liveAt[v]
	if at == nil {
		at = &bitset.BitSet{}
		f.liveAt[v] = at
		work := []*cfa.Loc{}
		add := func(l *cfa.Loc) {
			if !at.Test(uint(l.Index)) {
				at.Set(uint(l.Index))
				work = append(work, l)
			}
		}
		for _, e := range f.readsVar[v] {
			add(e.From)
			if a, ok := e.Op.(*cfa.Assign); ok && temporary(a.LHS) {
				of := f.liveAtAll(a.LHS)
				for i, ok := of.NextSet(0); ok; i, ok = of.NextSet(i + 1) {
					at.Set(i)
				}
			}
		}
		for len(work) > 0 {
			l := work[len(work)-1]
			work = work[:len(work)-1]
			for _, e := range l.In {
				sets := false
				cfa.Writes(e.Op, func(w *cfa.Var) { sets = sets || w == v }, nil)
				if !sets {
					add(e.From)
				}
			}
		}
	}
	return at
}

// ofDead reports whether b reads a variable of the procedure that is not live at l. Alternatives behind t < e, where t is
// the temporary with the address of a store, do not count: the fact holds without them if t is e (fromPointerOn).
func (f *facts) ofDead(b *cfa.Binary, l *cfa.Loc) bool {
	counts := func(v *cfa.Var) bool {
		return v.Proc == f.x.q && (v.Kind == cfa.TempVar || f.x.w.byHolders && v.Kind == cfa.LocalVar && v.Pointer)
	}
	dead := func(a *cfa.Binary) (yes bool) {
		cfa.ExprReads(a, func(v *cfa.Var) { yes = yes || counts(v) && !f.live(v, l) }, nil)
		return yes
	}
	list := alternatives(b)
	if list[0].Op == cfa.Lt && len(list) > 1 && temporary(list[0].X) {
		list = list[:1]
	}
	return slices.ContainsFunc(list, dead)
}
