// Accesses to array cells over machine words: which cells a program may access, and how to find and read them. An
// access that is not covered here is left to load and storeCell in memory.go.

package interp

import "github.com/whet-mc/whet/cfa"

// access describes how the program accesses the cells of one array.
type access struct {
	arr   *cfa.Array
	local bool  // the array belongs to a procedure
	at    int32 // the array's slot, in frame.arrs if local, else in machine.garrs
	// The cells that the program may access: at least least, below end, at multiples of mask+1. end is at most 2^62. So
	// the sum of an index and a number below 2^61 is outside these cells if it overflows.
	least, end, mask int64
}

// storeOf returns the store of the access's array in the current activation; nil if it has not been used yet.
func (m *machine) storeOf(at *access) *store {
	if at.local {
		return m.fr.arrs[at.at]
	}
	return m.garrs[at.at]
}

// lastPage returns the page of a cell if it is in the folder that was used last, else nil. k is the cell's index
// shifted right by s.shift, and the cell must not be in s.dense.
func (s *store) lastPage(k int64) *page {
	if t := &s.pages; t.last != nil && t.at == k>>(pageBits+folderBits) {
		return t.last[k>>pageBits&(folderLen-1)]
	}
	return nil
}

// plain returns the value of the cell k as a word. It returns false if the value is unknown, tainted or no word.
func (s *store) plain(k int64) (int64, bool) {
	c, filled := s.stored(k)
	if s.visible(k, c, filled) {
		return c.word, c.at > 0
	}
	g := &s.segs[s.near(k)]
	if g.src != nil || g.taint {
		return 0, false
	}
	w, ok := toWord(s.elem, g.val)
	if ok && c != nil {
		// Store the value in the cell, so that the next read need not search the segments.
		*c = cell{w, s.clock}
	}
	return w, ok
}

// cellWord returns the value of the cell k of a if the program may access the cell and the value is a signed word; else
// false.
func (m *machine) cellWord(a *cfa.Array, k int64) (int64, bool) {
	at, ok := m.access(a)
	if !ok || k < at.least || k >= at.end || k&at.mask != 0 {
		return 0, false
	}
	s := m.storeOf(&at)
	if s == nil {
		return 0, false
	}
	w, ok := s.plain(k)
	return w, ok && (w >= 0 || !wide(a.Elem))
}

// access returns how the program accesses a. ok is false if accesses to a cannot be made over words.
func (m *machine) access(a *cfa.Array) (at access, ok bool) {
	at = access{arr: a, local: a.Proc != nil, at: m.arrSlot[a.ID], end: 1 << 62}
	if a.Align > 1 {
		if a.Align&(a.Align-1) != 0 {
			return at, false
		}
		at.mask = a.Align - 1
	}
	if a.Region {
		at.least = cfa.FirstPage
		if m.memTop >= 0 && m.memTop < at.end {
			at.end = m.memTop
		}
		return at, true
	}
	if a.Len >= 0 {
		at.end = min(at.end, a.Len)
	}
	return at, a.Align <= 1
}
