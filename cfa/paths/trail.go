// The trail: old contents, by which back restores an earlier state of the path.
//
// Nothing is saved while no path has parted. Each kind of content has a list of its own. The kinds do not depend on
// each other, so each list can be undone by itself, newest entry first. What only grows (symbols, asserted) is cut to
// its old length.

package paths

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
)

// trail holds what was overwritten since the first place where paths part, oldest first.
type trail struct {
	slots  []oldSlot
	cells  []oldCell
	stores []oldStore
	asked  []oldUnknown // the inputs that were made since then
	facts  []oldFact
	doms   []oldDomain
	made   []key // the terms that were made since then
}

// The entries of the trail: an old content, and where it was.
type (
	oldSlot struct {
		at  *slot
		was slot
	}
	oldCell struct {
		at  *cell
		was cell
	}
	oldStore struct {
		at  *store
		was store
	}
	oldUnknown struct {
		of *unknown
		at int64
	}
	oldFact struct {
		of  *term
		was interval.Interval
		// the old values of the term's fields with the same names
		halved bool
		parts  bounds.Halves
	}
	oldDomain struct {
		of  *symbol
		was [4]uint64
	}
)

// mark is a state to which back can return: the lengths of the lists, and the parts of the state that are saved whole.
type mark struct {
	slots, cells, stores, asked, facts, doms, made int

	fr       *frame
	loc      *cfa.Loc
	edge     *cfa.Edge // machine.committed
	steps    int
	partings int
	symbols  int
	asserted int
}

// mark returns a mark for the current state.
func (m *machine) mark() mark {
	t := &m.trail
	return mark{
		len(t.slots), len(t.cells), len(t.stores), len(t.asked), len(t.facts), len(t.doms), len(t.made),
		m.fr, m.loc, m.committed, m.steps, m.partings, len(m.symbols), len(m.asserted),
	}
}

// back restores the state in which k was made. k must be a mark of the current path.
func (m *machine) back(k mark) {
	t := &m.trail
	for i := len(t.slots) - 1; i >= k.slots; i-- {
		*t.slots[i].at = t.slots[i].was
	}
	for i := len(t.cells) - 1; i >= k.cells; i-- {
		*t.cells[i].at = t.cells[i].was
	}
	for i := len(t.stores) - 1; i >= k.stores; i-- {
		*t.stores[i].at = t.stores[i].was
	}
	for i := len(t.asked) - 1; i >= k.asked; i-- {
		delete(t.asked[i].of.cells, t.asked[i].at)
	}
	for i := len(t.facts) - 1; i >= k.facts; i-- {
		f := &t.facts[i]
		f.of.fact, f.of.halved, f.of.parts = f.was, f.halved, f.parts
	}
	for i := len(t.doms) - 1; i >= k.doms; i-- {
		t.doms[i].of.dom = t.doms[i].was
	}
	for _, x := range t.made[k.made:] {
		delete(m.terms.made, x)
	}
	t.slots = cut(t.slots, k.slots)
	t.cells = cut(t.cells, k.cells)
	t.stores = cut(t.stores, k.stores)
	t.asked = cut(t.asked, k.asked)
	t.facts = cut(t.facts, k.facts)
	t.doms = cut(t.doms, k.doms)
	t.made = cut(t.made, k.made)
	m.fr, m.loc, m.committed, m.steps, m.partings = k.fr, k.loc, k.edge, k.steps, k.partings
	m.symbols = cut(m.symbols, k.symbols)
	m.asserted = cut(m.asserted, k.asserted)
	m.epoch++
	m.serial++
}

// cut shortens s to n elements and clears the others, so that they hold no memory.
func cut[T any](s []T, n int) []T {
	clear(s[n:])
	return s[:n]
}

// parted reports whether there is a choice to go back to, so that what is overwritten must be saved.
func (m *machine) parted() bool { return len(m.choices) > 0 }

// set overwrites the slot `at` of a variable of f, or of a global variable if f is nil. It saves the old content in the
// trail if this is needed: if paths have parted, and neither the content nor the frame is newer than the last choice.
func (m *machine) set(f *frame, at *slot, now slot) {
	if m.parted() && at.saved != m.serial && (f == nil || f.serial != m.serial) {
		m.trail.slots = append(m.trail.slots, oldSlot{at, *at})
	}
	now.saved = m.serial
	*at = now
}
