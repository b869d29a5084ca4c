// This file declares the steps and changes of a folded counterexample.

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

	// Repeat: the number of rounds; if the repeat itself is repeated, the least and the greatest number.
	Rounds    int `json:"rounds,omitempty"`
	MaxRounds int `json:"max_rounds,omitempty"`

	Lines int `json:"lines,omitempty"` // Gap: how many lines are left out

	// Aside says that the step, with everything below it, does not bear on the failure: without it the same inputs
	// would lead to the same error. If that is not known, no step is aside.
	Aside bool `json:"aside,omitempty"`

	sig   uint64
	bears bool
}

// Change is a variable or a cell that took a value. In a folded loop, Value is the value of the first round and Last
// the value of the last.
type Change struct {
	What  string  `json:"what"`
	Value num.Int `json:"value"`
	// Float is the floating-point number with these bits, if the value is one.
	Float string `json:"float,omitempty"`
	// Exact is set where the decimal is rounded: it is the value in hexadecimal, or the bits of a NaN.
	Exact string `json:"float_exact,omitempty"`
	// Words is the value in words, if the number alone does not explain it: "&r.data[3]", "OPEN", "'x'", "NULL".
	Words     string   `json:"text,omitempty"`
	Last      *num.Int `json:"last,omitempty"`
	LastWords string   `json:"last_text,omitempty"`
	LastFloat string   `json:"last_float,omitempty"`
	LastExact string   `json:"last_float_exact,omitempty"`
	// LastWhat is the cell that the last round sets, if the rounds set different cells of an array.
	LastWhat string `json:"last_what,omitempty"`
	Input    bool   `json:"input,omitempty"` // the value is an input
	// Address is the object's address in the program model; nil if it has no address.
	Address *num.Int `json:"address,omitempty"`
	// Aside says that the change does not bear on the failure, though its step may (see Step.Aside).
	Aside bool `json:"aside,omitempty"`

	in     string // for an element of a character array: the array
	at     int64  // for an element of a character array: its index
	bears  bool
	owner  string    // for an automatic object in memory: its function
	format fp.Format // the format of the value, if it is a floating-point number; else the zero value
}

// Float writes the floating-point number with the bits v as a decimal constant of C; exact is its exact form if the
// decimal is rounded (see fp.Format.Constant). It returns "" if f is no format.
func Float(v num.Int, f fp.Format) (decimal, exact string) {
	if f == (fp.Format{}) {
		return "", ""
	}
	return f.Constant(v)
}

// FloatText joins the two results of Float.
func FloatText(decimal, exact string) string {
	if exact == "" {
		return decimal
	}
	return decimal + " (" + exact + ")"
}

// Text returns the value as people write it.
func (c *Change) Text() string {
	return cmp.Or(FloatText(c.Float, c.Exact), c.Words, c.Value.String())
}

// String returns "x = 3", followed by the last round's value if the change is in a folded loop.
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

// LineCount returns the number of source lines that the step represents.
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

// Shown returns the changes of a step that people see at first: those that bear on the failure, or all of them.
// Neighbouring elements of a character array become one string.
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

// next reports whether d changes the n-th character after the one that c changes.
func (c *Change) next(d *Change, n int) bool {
	return c.in != "" && c.in == d.in && d.at == c.at+int64(n) && c.Last == nil && d.Last == nil
}

// text joins the changes of neighbouring characters into one.
func text(list []Change) Change {
	c, last := list[0], list[len(list)-1]
	b := make([]byte, len(list))
	for i, d := range list {
		k, _ := d.Value.Wrap(8, false).Int64()
		b[i] = byte(k)
		c.Aside, c.Input = c.Aside && d.Aside, c.Input || d.Input
	}
	// Characters after the end of a string do not matter.
	if i := slices.Index(b, 0); i >= 0 && c.at == 0 {
		c.What, b = c.in, b[:i]
	} else {
		c.What = fmt.Sprintf("%s[%d..%d]", c.in, c.at, last.at)
	}
	c.Words = words.Quote(string(b))
	return c
}
