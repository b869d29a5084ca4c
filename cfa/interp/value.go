package interp

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Variables. Almost all are a machine word that is known, and this is all that steps over words look
// at (code.go): so that is what they are kept as, in a slice without pointers. What else there may be of a
// variable lies beside it.

// value is a variable as a word, if it is one: an exact number that fits 64 bits, as the range of the
// variable has them.
type value struct {
	word int64
	is   valueIs
}

type valueIs uint8

const (
	// as at the start of the activation: an uninitialised variable that nobody has read
	unset valueIs = iota
	plain         // word
	other         // space.others has it
)

// space is where variables lie: the global ones, or those of all activations.
type space struct {
	values []value
	others []content // what values of the same index are that are no words; short
}

// content is what a variable may be in full.
type content struct {
	val   num.Int
	in    *cfa.Input // pending: the input that it waits for
	of    *cfa.Var   // pending: the variable that it was asked for first, if another; it is gone
	birth int        // pending: since which step
	state valueState
	taint bool // depends on an input of kind Approx
}

type valueState uint8

const (
	unborn  valueState = iota
	pending            // an input that nobody has read
	known
)

// get is the content of a variable of a range.
func (s *space) get(i int, r cfa.Range) content {
	switch v := &s.values[i]; v.is {
	case plain:
		return content{val: fromWord(r, v.word), state: known}
	case other:
		return s.others[i]
	}
	return content{}
}

// set gives a variable of a range a content.
func (s *space) set(i int, r cfa.Range, c content) {
	if c.state == known && !c.taint {
		if w, ok := toWord(r, c.val); ok {
			s.values[i] = value{w, plain}
			return
		}
	}
	if i >= len(s.others) {
		s.others = append(s.others, make([]content, i+1-len(s.others))...)
	}
	s.others[i] = c
	s.values[i] = value{is: other}
}

// wide reports whether words of a range are those of unsigned numbers of 64 bits. All others are signed.
func wide(r cfa.Range) bool { return r.Bits == 64 && !r.Signed }

// fromWord is the number that a word stands for.
func fromWord(r cfa.Range, w int64) num.Int {
	if w < 0 && wide(r) {
		return num.OfUint(uint64(w))
	}
	return num.Of(w)
}

// toWord is the word of a number; false where there is none.
func toWord(r cfa.Range, x num.Int) (int64, bool) {
	w, small := x.Int64()
	switch {
	case !wide(r):
		return w, small
	case small:
		return w, w >= 0
	}
	w, _ = x.Wrap(64, true).Int64()
	return w, num.OfUint(uint64(w)).Equal(x)
}

// place is where the variable lies in the current activation.
func (m *machine) place(v *cfa.Var) (*space, int) {
	if v.Proc == nil {
		return &m.globals, int(m.slot[v.ID])
	}
	return &m.slab, m.fr.base + int(m.slot[v.ID])
}

// number is the value of a variable where that is exact and fits 64 bits.
func (m *machine) number(v *cfa.Var) (int64, bool) {
	s, i := m.place(v)
	c := &s.values[i]
	return c.word, c.is == plain && (c.word >= 0 || !wide(v.Range))
}

// become gives a variable a number that is exact.
func (m *machine) become(v *cfa.Var, k int64) {
	s, i := m.place(v)
	s.set(i, v.Range, content{val: num.Of(k), state: known})
	m.epoch++
}
