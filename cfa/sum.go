package cfa

import "fmt"

// Sum says that an array holds prefix sums of another one: the sequence of its cells i, i+Step,
// i+2*Step … is that of the sums of the cells before, so that for each integer i
//
//	S[i+Step] == S[i] + a[i],   and S[i] == 0 for 0 <= i < Step.
//
// These equations give S one value for each contents of a: for Step 1, S[i] is a[0]+…+a[i-1] where
// i > 0, and -(a[i]+…+a[-1]) where i < 0. The sum of a range is the difference of two cells, however
// the range lies in memory; Step is how far its cells are apart.
type Sum struct {
	Of   *Array
	Step int64 // at least 1
}

// NewSum returns the array of the prefix sums of another one, which it belongs to.
func NewSum(of *Array, step int64, id int) *Array {
	name := "sum of " + of.Name
	if step != 1 {
		name += fmt.Sprintf(" by %d", step)
	}
	return &Array{ID: id, Name: name, Proc: of.Proc, Len: -1, Pos: of.Pos, Sum: &Sum{Of: of, Step: step}}
}

// Modifies reports whether a call of the procedure can change an array, or what one of sums sums
// up.
func (p *Proc) Modifies(a *Array) bool {
	if a.Sum != nil {
		a = a.Sum.Of
	}
	return p.ModsArrays.Has(a)
}
