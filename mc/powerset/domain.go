// The powerset domain as an mc.Domain. It adds Merge, the index of covering states and the cover by unions to the
// states of package convex.

package powerset

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/convex"
	"github.com/whet-mc/whet/numeric"
)

// Domain is the finite powerset of a numeric domain.
type Domain[E numeric.Element[E]] struct {
	*convex.States[E]
	apart  map[*cfa.Loc]bool          // the locations where disjuncts are not merged
	entail func(union []E, e E) []int // see New; nil: no cover by unions
}

// New returns the domain for a finished program. entails, if not nil, returns indexes of disjuncts in union that
// together contain e, or nil if they do not. A client that changes the precision must start the exploration anew.
func New[E numeric.Element[E]](p *cfa.Program, d numeric.Domain[E], prec *cells.Precision, entails func(union []E, e E) []int, o convex.Options) *Domain[E] {
	return &Domain[E]{convex.New(p, d, prec, o), map[*cfa.Loc]bool{}, entails}
}

// KeepApart stops merging at a location, and reports whether states were merged there until now.
func (d *Domain[E]) KeepApart(l *cfa.Loc) bool {
	if d.apart[l] {
		return false
	}
	d.apart[l] = true
	return true
}

// Merge implements mc.Domain: it returns the join, if it is exact. States at errors are kept apart.
func (d *Domain[E]) Merge(old, new mc.State, at *cfa.Loc) (mc.State, bool) {
	if d.apart[at] || at.Error != nil {
		return nil, false
	}
	return d.ExactJoin(old, new)
}

// NewIndex implements mc.Indexer.
func (d *Domain[E]) NewIndex(*cfa.Loc) mc.Index { return convex.NewIndex[E](d) }

// CoveredByUnion implements mc.UnionCover.
func (d *Domain[E]) CoveredByUnion(old []mc.State, new mc.State) []int {
	if d.entail == nil || len(old) < 2 {
		return nil
	}
	t := new.(*convex.State[E])
	var places []int
	var union []E
	for i, o := range old {
		if s := o.(*convex.State[E]); s.MayCover(t) {
			places, union = append(places, i), append(union, s.Elem)
		}
	}
	if len(union) < 2 {
		return nil
	}
	var out []int
	for _, k := range d.entail(union, t.Elem) {
		out = append(out, places[k])
	}
	return out
}
