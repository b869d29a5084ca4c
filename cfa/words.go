package cfa

import (
	"strconv"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// The C types and names of variables and cells, for reports. They have no influence on runs.

// CType is the type of a scalar in C.
type CType struct {
	Type  *lang.Type  // the type of the scalar; nil: not known
	Field *lang.Field // the bit-field, if the scalar is a bit-field; else nil
}

// Elements names the cells of an array that represents one scalar of each element of an array in C, or of nested
// arrays. For struct { int x, y; } pos[3] in a struct h, the array of the scalars h.pos[i].y has the Parts "h.pos" and
// ".y". With several indexes, the cells are in row-major order: the last index varies fastest.
type Elements struct {
	Parts []string // the text before each index, and the text after the last index
	Lens  []int64  // the lengths of C's arrays, by index; the first may be -1: not known
}

// Name returns the name of the cell at index i. It returns false if a length that it needs is not known.
func (e *Elements) Name(i num.Int) (string, bool) {
	k, ok := i.Int64()
	if !ok || k < 0 {
		return "", false
	}
	at := make([]int64, len(e.Lens))
	for j := len(e.Lens) - 1; j > 0; j-- {
		if e.Lens[j] <= 0 {
			return "", false
		}
		at[j], k = k%e.Lens[j], k/e.Lens[j]
	}
	at[0] = k
	var b strings.Builder
	for j, p := range e.Parts {
		b.WriteString(p)
		if j < len(at) {
			b.WriteString("[" + strconv.FormatInt(at[j], 10) + "]")
		}
	}
	return b.String(), true
}

// ElementName returns the name of the cell at index i in C, such as "h.pos[1].y". If it is not known, ElementName
// returns the same as CellName.
func (a *Array) ElementName(i num.Int) string {
	if a.Elements != nil {
		if s, ok := a.Elements.Name(i); ok {
			return s
		}
	}
	return a.CellName(i)
}
