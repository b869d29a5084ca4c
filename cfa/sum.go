package cfa

import "fmt"

// Arrays of prefix sums: ghosts that proofs use to reason about the sum of a range of cells.

// Sum says that an array S holds prefix sums of another array a. For each integer i
//
//	S[i+Step] == S[i] + a[i],   and S[i] == 0 for 0 <= i < Step.
//
// These equations determine S from the contents of a. For Step 1, S[i] is a[0]+…+a[i-1] if i > 0, and -(a[i]+…+a[-1])
// if i < 0. The sum of a range is the difference of two cells, wherever the range lies in memory. Step is the
// distance between the cells of a range.
type Sum struct {
	Of   *Array
	Step int64 // the distance between the cells that are summed up, at least 1
}

// NewSum returns an array, with the given ID, of the prefix sums of another one. It belongs to the same procedure.
func NewSum(of *Array, step int64, id int) *Array {
	name := "sum of " + of.Name
	if step != 1 {
		name += fmt.Sprintf(" by %d", step)
	}
	return &Array{ID: id, Name: name, Proc: of.Proc, Len: -1, Pos: of.Pos, Sum: &Sum{Of: of, Step: step}}
}

// Modifies reports whether a call of the procedure can change a. For an array of sums, it reports whether the call
// can change the summed array.
func (p *Proc) Modifies(a *Array) bool {
	if a.Sum != nil {
		a = a.Sum.Of
	}
	return p.ModsArrays.Has(a)
}
