package cfa

import (
	"strconv"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// What C knows of variables and cells. It is for people: nothing that a program does depends on it.

// CType is the type of a scalar in C, and the bit-field that it is, if any. Type is nil where it is
// not known.
type CType struct {
	Type  *lang.Type
	Field *lang.Field
}

// Elements names the cells of an array that stands for scalars of elements of C's arrays: "h.pos[",
// "].y". Cells lie in the order of the indexes, the last of which counts fastest.
type Elements struct {
	Parts []string // what stands in front of each index, and after the last
	Lens  []int64  // of C's arrays; that of the first may be -1: not known
}

// Name is the name of a cell; false where lengths that it would take are not known.
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

// ElementName is the name of a cell in the words of C: "h.pos[1].y"; as CellName where these are not
// known.
func (a *Array) ElementName(i num.Int) string {
	if a.Elements != nil {
		if s, ok := a.Elements.Name(i); ok {
			return s
		}
	}
	return a.CellName(i)
}
