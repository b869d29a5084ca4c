// Sorting of rows.

package cone

import (
	"cmp"
	"slices"
)

// sorter sorts rows lexicographically. It packs the first few numbers of each row into a word, so that most
// comparisons compare single words.
type sorter struct{ keys []sortKey }

// sortKey is a row with its packed first numbers.
type sortKey struct {
	key uint64
	row int32
}

// sort sorts a list of rows of m lexicographically, and equal rows by their index in m.
func (s *sorter) sort(m *Matrix, rows []int32) {
	if len(rows) < 2 {
		return
	}
	s.keys = s.keys[:0]
	for _, i := range rows {
		s.keys = append(s.keys, sortKey{m.prefix(int(i)), i})
	}
	slices.SortFunc(s.keys, func(a, b sortKey) int {
		if a.key != b.key {
			if a.key < b.key {
				return -1
			}
			return 1
		}
		if c := m.CmpRow(int(a.row), m, int(b.row)); c != 0 {
			return c
		}
		return cmp.Compare(a.row, b.row)
	})
	for k := range s.keys {
		rows[k] = s.keys[k].row
	}
}

// prefix packs as many of the first numbers of row i as fit into a word. If two of these words of m differ, they are
// in the lexicographic order of their rows.
func (m *Matrix) prefix(i int) uint64 {
	if m.wide != nil {
		return 0
	}
	size := m.mag + 1 // -2^mag < x < 2^mag
	room := 64
	var key uint64
	for _, x := range m.row(i) {
		if room -= size; room < 0 {
			break
		}
		key = key<<size | uint64(x+1<<m.mag)
	}
	return key
}
