// Recorded inputs, which may repeat.

package interp

import "github.com/whet-mc/whet/num"

// tape gives the inputs of another run.
type tape struct {
	taken []Taken
	next  int   // the input that is given next
	again bool  // inputs are being used again, as taken[last].Again says
	last  int   // with again
	left  int64 // with again: how often the inputs will be used again from the first one on
	until int   // no input from this one on has Again
	loses bool  // an input has Loses
}

// Recorded returns Inputs that give the inputs of another run of the same program in the same order, and nothing after
// the last. Inputs with Again are repeated.
func Recorded(taken []Taken) Inputs {
	t := &tape{taken: taken}
	for i, x := range taken {
		if x.Again.Inputs > 0 {
			t.until = i + 1
		}
		t.loses = t.loses || x.Loses
	}
	return t
}

// Next returns the next input.
func (t *tape) Next(Query) (num.Int, bool) {
	if t.next >= len(t.taken) {
		return num.Int{}, false
	}
	k := t.next
	x := t.taken[k]
	if t.next++; x.Again.Inputs <= 0 || x.Again.Inputs > t.next {
		return x.Value, true
	}
	if !t.again {
		t.again, t.last, t.left = true, k, x.Again.Times
	}
	if t.left > 0 {
		t.left--
		t.next -= x.Again.Inputs
	} else {
		t.again = false
	}
	return x.Value, true
}

// repeats reports whether t, which may be nil, gives inputs now that it has given before.
func (t *tape) repeats() bool { return t != nil && t.again }

// expects reports whether t, which may be nil, will repeat inputs.
func (t *tape) expects() bool { return t != nil && t.next < t.until }

// ahead returns for how many rounds t will give the same n inputs as it has given last, while it repeats inputs.
func (t *tape) ahead(n int) int64 {
	block := t.taken[t.last].Again.Inputs
	switch {
	case n == 0:
		return mostRounds
	case n%block != 0:
		return 0
	}
	return t.left / int64(n/block)
}

// skip leaves out the inputs of the given number of rounds, at most ahead(n), each with n inputs.
func (t *tape) skip(n int, rounds int64) {
	t.left -= rounds * int64(n/t.taken[t.last].Again.Inputs)
}

// long reports whether a run on the inputs is too long to be traced.
func (t *tape) long() bool {
	if t.loses {
		return true
	}
	for _, x := range t.taken {
		if x.Again.Times > longestTrace {
			return true
		}
	}
	return false
}
