package trace

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/report/words"
)

// StepKind says what a Step is.
type StepKind string

const (
	LineStep   StepKind = "line"   // a source line was executed
	CallStep   StepKind = "call"   // a function was entered; Steps are what happened in it
	RepeatStep StepKind = "repeat" // Steps happened Rounds times
	GapStep    StepKind = "gap"    // Lines lines are left out
	ErrorStep  StepKind = "error"  // the property is violated here
)

// Step is one piece of a counterexample. Steps form a tree.
type Step struct {
	Kind    StepKind `json:"kind"`
	Pos     lang.Pos `json:"pos"`
	Func    string   `json:"function,omitempty"` // the function of the line, the callee of a call
	Changes []Change `json:"changes,omitempty"`
	Steps   []*Step  `json:"steps,omitempty"`

	// Repeat: how many rounds; where the fold is itself repeated, the least and greatest number.
	Rounds    int `json:"rounds,omitempty"`
	MaxRounds int `json:"max_rounds,omitempty"`

	Lines int `json:"lines,omitempty"` // Gap: how many lines are left out

	// Aside says that the step, with all that it consists of, does not bear on the failure: without
	// it the same inputs would lead to the same error. Where that could not be found out, no step
	// is aside.
	Aside bool `json:"aside,omitempty"`

	sig   uint64
	bears bool
}

// Change is a variable or a cell that took a value. Last is set inside a folded
// loop: the value in its last round, where Value is that of the first.
type Change struct {
	What  string  `json:"what"`
	Value num.Int `json:"value"`
	// the floating number that has these bits, where it is one
	Float string `json:"float,omitempty"`
	// where the decimal is not all of it: in hexadecimal, or the bits of a NaN
	Exact string `json:"float_exact,omitempty"`
	// the value in words, where the number does not say it: "&r.data[3]", "OPEN", "'x'", "NULL"
	Words     string   `json:"text,omitempty"`
	Last      *num.Int `json:"last,omitempty"`
	LastWords string   `json:"last_text,omitempty"`
	LastFloat string   `json:"last_float,omitempty"`
	LastExact string   `json:"last_float_exact,omitempty"`
	// the last round's cell, where the rounds set different ones of an array
	LastWhat string `json:"last_what,omitempty"`
	Input    bool   `json:"input,omitempty"` // the value is an input
	// Address is where it lies, in the program model; nil where it has no address.
	Address *num.Int `json:"address,omitempty"`
	// Aside says that the change does not bear on the failure, though its step may (see Step.Aside).
	Aside bool `json:"aside,omitempty"`

	in     string // of an element of an array of characters: the array
	at     int64  // and the element
	bears  bool
	owner  string    // of an automatic object in memory: its function
	format fp.Format // not zero: of a floating number
}

// Float writes the floating number that has these bits as a constant of C in decimal, with what is
// exact where that is not (see fp.Format.Constant); "" where the value is none.
func Float(v num.Int, f fp.Format) (decimal, exact string) {
	if f == (fp.Format{}) {
		return "", ""
	}
	return f.Constant(v)
}

// FloatText puts together what Float gives.
func FloatText(decimal, exact string) string {
	if exact == "" {
		return decimal
	}
	return decimal + " (" + exact + ")"
}

// Text is the value as people write it.
func (c *Change) Text() string {
	return cmp.Or(FloatText(c.Float, c.Exact), c.Words, c.Value.String())
}

// String is "x = 3", with the last round's value where the change is of a folded loop.
func (c Change) String() string {
	s := c.What + " = " + c.Text()
	if c.Last != nil {
		s += " … "
		if c.LastWhat != "" {
			s += c.LastWhat + " = "
		}
		s += cmp.Or(FloatText(c.LastFloat, c.LastExact), c.LastWords, c.Last.String())
	}
	if c.Input {
		s += " (input)"
	}
	return s
}

// LineCount counts the source lines that a step stands for.
func (s *Step) LineCount() int {
	n := 0
	for _, c := range s.Steps {
		n += c.LineCount()
	}
	switch s.Kind {
	case LineStep, ErrorStep:
		n++
	case RepeatStep:
		n *= s.Rounds
	case GapStep:
		n = s.Lines
	}
	return n
}

// Shown is what of the changes of a step is shown to people at a glance: those that bear on the
// failure, and several neighbouring elements of an array of characters as one string.
func Shown(list []Change, all bool) []Change {
	var out []Change
	for i := 0; i < len(list); {
		n := 1
		for i+n < len(list) && list[i].next(&list[i+n], n) {
			n++
		}
		c := list[i]
		if n > 1 {
			c = text(list[i : i+n])
		}
		if i += n; all || !c.Aside {
			out = append(out, c)
		}
	}
	return out
}

// next reports whether d is of the n-th character after that of c.
func (c *Change) next(d *Change, n int) bool {
	return c.in != "" && c.in == d.in && d.at == c.at+int64(n) && c.Last == nil && d.Last == nil
}

// text makes one change of those of neighbouring characters.
func text(list []Change) Change {
	c, last := list[0], list[len(list)-1]
	b := make([]byte, len(list))
	for i, d := range list {
		k, _ := d.Value.Wrap(8, false).Int64()
		b[i] = byte(k)
		c.Aside, c.Input = c.Aside && d.Aside, c.Input || d.Input
	}
	// What lies after the end of a string is not looked at.
	if i := slices.Index(b, 0); i >= 0 && c.at == 0 {
		c.What, b = c.in, b[:i]
	} else {
		c.What = fmt.Sprintf("%s[%d..%d]", c.in, c.at, last.at)
	}
	c.Words = words.Quote(string(b))
	return c
}
