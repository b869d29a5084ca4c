package interp

// page is some cells in a row: programs mostly go from one cell to the next.
type page struct {
	cells [pageLen]cell
	// The clock of the last fill of some of its cells, and copy to them, at least 1. Cells that are younger are
	// not hidden by a segment, which then need not be looked for.
	filled int64
}

const (
	pageBits = 5
	pageLen  = 1 << pageBits

	folderBits = 9
	folderLen  = 1 << folderBits
)

// pageTable has the pages of a store by their numbers, in folders of some in a row, so that a program
// that goes to and fro in an array seldom needs the map.
type pageTable struct {
	folders map[int64]*[folderLen]*page // by number of page / folderLen
	n       int                         // pages
	last    *[folderLen]*page           // the folder that was used last, and its number
	at      int64
}

// get returns a page; nil: none of its cells was stored.
func (t *pageTable) get(n int64) *page {
	if at := n >> folderBits; t.last == nil || t.at != at {
		f := t.folders[at]
		if f == nil {
			return nil
		}
		t.last, t.at = f, at
	}
	return t.last[n&(folderLen-1)]
}

// add makes a page that is not there.
func (t *pageTable) add(n int64) *page {
	at := n >> folderBits
	f := t.folders[at]
	if f == nil {
		if t.folders == nil {
			t.folders = map[int64]*[folderLen]*page{}
		}
		f = new([folderLen]*page)
		t.folders[at] = f
	}
	t.last, t.at = f, at
	p := &page{filled: 1}
	f[n&(folderLen-1)] = p
	t.n++
	return p
}

// between calls f for the pages that have cells from one to another, in no order.
func (t *pageTable) between(from, to int64, f func(n int64, p *page)) {
	first, behind := from>>pageBits, to>>pageBits
	if k := behind - first; k >= 0 && k < int64(t.n) {
		for n := first; n <= behind; n++ {
			if p := t.get(n); p != nil {
				f(n, p)
			}
		}
		return
	}
	for at, folder := range t.folders {
		for j, p := range folder {
			if n := at<<folderBits + int64(j); p != nil && n >= first && n <= behind {
				f(n, p)
			}
		}
	}
}
