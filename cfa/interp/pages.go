// The table of pages, which hold the cells of a store that are not dense. See store.go.

package interp

// page holds pageLen consecutive cells, because programs mostly access neighbouring cells.
type page struct {
	cells [pageLen]cell
	// filled is the store's clock at the last fill or copy that wrote to cells of this page; at least 1. No segment hides
	// a cell stored at this time or later, so reading such a cell needs no search among the segments.
	filled int64
}

const (
	pageBits = 5
	pageLen  = 1 << pageBits // cells in a page

	folderBits = 9
	folderLen  = 1 << folderBits // pages in a folder
)

// pageTable maps numbers to the pages of a store. Folders group folderLen consecutive pages, so that accesses near each
// other rarely need the map.
type pageTable struct {
	folders map[int64]*[folderLen]*page // by page number / folderLen
	n       int                         // number of pages
	last    *[folderLen]*page           // the folder that was used last
	at      int64                       // its number
}

// get returns the page n, or nil if none of its cells was stored.
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

// add makes the page n, which must not exist, and returns it.
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

// between calls f for each page that has cells in from .. to, both included, in no particular order.
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
