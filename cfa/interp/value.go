// The representation of variables. Almost all values are known machine words, and steps over words (code.go) need only
// these. So they are in a slice without pointers. All other values are in a second slice next to it.

package interp

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// value is the value of a variable if it is a word: an exact number that fits 64 bits, signed or unsigned as the
// variable's range (see toWord).
type value struct {
	word int64
	is   valueIs
}

// valueIs says what a value is.
type valueIs uint8

const (
	// uninitialized and not read yet, as at the start of the activation
	unset valueIs = iota
	plain         // value.word is the value, and untainted
	other         // the value is in space.others
)

// space holds the values of variables: of the global ones, or of the local ones of all activations.
type space struct {
	values []value
	others []content // by the same index, the values that are no words; may be shorter than values
}

// content is any value of a variable or a cell.
type content struct {
	val   num.Int
	in    *cfa.Input // pending: the input whose value it will be
	of    *cfa.Var   // pending: if not nil, the callee's result variable that the input belongs to, now gone
	birth int        // pending: the step since which the value is unknown
	state valueState
	taint bool // depends on an input of kind Approx
}

// valueState says what is known of a content.
type valueState uint8

const (
	unborn  valueState = iota // uninitialized, not read yet
	pending                   // an input that has not been read yet
	known                     // content.val is the value
)

// get returns the content of the variable at i, whose range is r.
func (s *space) get(i int, r cfa.Range) content {
	switch v := &s.values[i]; v.is {
	case plain:
		return content{val: fromWord(r, v.word), state: known}
	case other:
		return s.others[i]
	}
	return content{}
}

// set sets the content of the variable at i, whose range is r.
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

// wide reports whether words of the range r are read as unsigned numbers of 64 bits. All other words are signed.
func wide(r cfa.Range) bool { return r.Bits == 64 && !r.Signed }

// fromWord returns the number that the word w stands for in the range r.
func fromWord(r cfa.Range, w int64) num.Int {
	if w < 0 && wide(r) {
		return num.OfUint(uint64(w))
	}
	return num.Of(w)
}

// toWord returns the word that stands for x in the range r. It returns false if no word stands for x.
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

// place returns where v is in the current activation: a space and the index in it.
func (m *machine) place(v *cfa.Var) (*space, int) {
	if v.Proc == nil {
		return &m.globals, int(m.slot[v.ID])
	}
	return &m.slab, m.fr.base + int(m.slot[v.ID])
}

// number returns the value of v if it is exact and fits a signed word; else false.
func (m *machine) number(v *cfa.Var) (int64, bool) {
	s, i := m.place(v)
	c := &s.values[i]
	return c.word, c.is == plain && (c.word >= 0 || !wide(v.Range))
}

// become sets v to the exact number k and begins a new epoch.
func (m *machine) become(v *cfa.Var, k int64) {
	s, i := m.place(v)
	s.set(i, v.Range, content{val: num.Of(k), state: known})
	m.epoch++
}

// tainted reports whether v has a value that is not known exactly.
func (m *machine) tainted(v *cfa.Var) bool {
	c := m.ref(v)
	return c.state == known && c.taint
}

// lose keeps the value of v, but says from now on that it is not known exactly, and begins a new epoch.
func (m *machine) lose(v *cfa.Var) {
	c := m.ref(v)
	c.taint = true
	m.put(v, c)
	m.epoch++
}
