package interp

import "github.com/whet-mc/whet/cfa"

// Accesses to cells over words: which cells a program may touch in a place, and where they are.

// access is a place in the program where cells of an array are read or written.
type access struct {
	arr   *cfa.Array
	local bool
	at    int32 // among the arrays of the activation, or the global ones
	// What cells the program may touch: from least, below end, at multiples of mask+1. end is at most 2^62, so
	// that no sum of an index and a number below 2^61 that overflows is one of them.
	least, end, mask int64
}

// storeOf is where the cells of an access are; nil: nowhere yet.
func (m *machine) storeOf(at *access) *store {
	if at.local {
		return m.fr.arrs[at.at]
	}
	return m.garrs[at.at]
}

// lastPage is the page of a cell that is not dense, where it is in the folder that was used last.
func (s *store) lastPage(k int64) *page {
	if t := &s.pages; t.last != nil && t.at == k>>(pageBits+folderBits) {
		return t.last[k>>pageBits&(folderLen-1)]
	}
	return nil
}

// plain is the value of a cell as a word, where it is one.
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
		// It is as if the value were stored now, and need not be looked for again.
		*c = cell{w, s.clock}
	}
	return w, ok
}

// cellWord is the value of a cell that a program may touch, where it is a word.
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

// access is how an array is accessed.
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
