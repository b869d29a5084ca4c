package trace

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/prose"
)

// Property is something that must not happen.
type Property struct {
	Kind string   `json:"kind"` // "assertion", "reach_error", "label ERROR", "bounds", …
	Text string   `json:"text,omitempty"`
	Pos  lang.Pos `json:"pos"`
	Func string   `json:"function"`
}

// PropertyOf is the property of an error location.
func PropertyOf(e *cfa.Property) *Property {
	return &Property{Kind: e.Kind, Text: e.Text, Pos: e.Pos, Func: e.Func}
}

// rule is how people are told of a rule of C.
type rule struct {
	fails string // what went wrong; what comes behind it is the expression
	holds string // what should be so
}

// rules has a row for each kind of cfa/check.go.
var rules = map[string]rule{
	cfa.OutOfBounds:      {"access outside of every object", "access inside"},
	cfa.NullAccess:       {"use of a null pointer", "no use of a null pointer"},
	cfa.DeadAccess:       {"use of memory that is no longer there", "memory is still there"},
	cfa.BadFree:          {"free of what is no block, or was freed before", "free of a block"},
	cfa.ConstWrite:       {"write to a const object or string literal", "nothing const is written"},
	cfa.BadPointer:       {"pointers into different objects", "pointers into one object"},
	cfa.Overflow:         {"signed overflow", "no overflow"},
	cfa.DivisionByZero:   {"division by zero", "no division by zero"},
	cfa.BadShift:         {"shift by an amount, or of a value, that C does not define", "shift in range"},
	cfa.BadLength:        {"length of a variable-length array is not positive", "length is positive"},
	cfa.Unsequenced:      {"unsequenced side effects on one object", "side effects have an order"},
	cfa.Restricted:       {"object of a restrict pointer is accessed in another way", "restrict pointer's object is accessed through it alone"},
	cfa.Returned:         {"a function that is declared not to return returns", "function does not return"},
	cfa.Uninitialised:    {"use of what was never stored to", "stored to before"},
	cfa.LibraryContract:  {"broken contract of a library function", "library function called as it asks"},
	cfa.Leak:             {"memory leak: nothing points to a block that was not freed", "no memory leak"},
	cfa.Cleanup:          {"a block is not freed at the end", "every block is freed at the end"},
	cfa.UnsignedOverflow: {"unsigned overflow", "no unsigned overflow"},
	cfa.Conversion:       {"conversion changes the value", "conversion keeps the value"},
	cfa.FloatConversion:  {"conversion of a floating number that is out of range", "conversion in range"},
	cfa.FloatNaN:         {"a NaN is made", "no NaN is made"},
	cfa.FloatOverflow:    {"finite numbers give an infinity", "no infinity of finite numbers"},
}

// indexRule is that of an access by index: only that tells which array is meant.
var indexRule = rule{"index outside of the array", rules[cfa.OutOfBounds].holds}

// rule returns the words for a rule of C.
func (c *Property) rule() (rule, bool) {
	r, ok := rules[c.Kind]
	switch {
	case c.Kind == cfa.OutOfBounds && strings.HasSuffix(prose.OneLine(c.Text), "]"):
		r = indexRule
	case c.Kind == cfa.LibraryContract && c.Text != "":
		name, _, _ := strings.Cut(c.Text, "(")
		r = rule{"broken contract of " + name, "contract of " + name}
	}
	return r, ok
}

// with puts the expression behind what is said of it.
func (c *Property) with(what string) string {
	if text := prose.OneLine(c.Text); text != "" {
		return what + ": " + text
	}
	return what
}

// Describe names a property: "assertion x > 0", "reach_error()", "label ERROR", "signed overflow: x + 1".
func (c *Property) Describe() string {
	if r, ok := c.rule(); ok {
		return c.with(r.fails)
	}
	kind := c.Kind
	if prose.Identifier(kind) && kind != "assertion" && kind != "unsupported" && !isCondition(kind) {
		kind += "()"
	}
	text := strings.Trim(prose.OneLine(c.Text), `"`)
	if text == "" || text == c.Kind {
		return kind
	}
	return kind + " " + text
}

// isCondition reports whether a property is a clause of a function's contract.
func isCondition(kind string) bool { return kind == "precondition" || kind == "postcondition" }

// Happens says what went wrong: "assertion x > 0 fails".
func (c *Property) Happens() string {
	switch _, ok := rules[c.Kind]; {
	case ok:
		return c.Describe()
	case strings.Contains(c.Kind, "assert"), isCondition(c.Kind):
		return c.Describe() + " fails"
	case strings.HasPrefix(c.Kind, "label"):
		return c.Describe() + " is reached"
	}
	return c.Describe() + " is called"
}

// HappensIn is Happens with the function, where that is not said already: "the return from main".
func (c *Property) HappensIn() string {
	what := c.Happens()
	if c.Func == "" || strings.HasSuffix(what, " from "+c.Func) {
		return what
	}
	return what + " in " + c.Func
}

// Claim names a property as what should hold.
func (c *Property) Claim() string {
	if r, ok := c.rule(); ok {
		return c.with(r.holds)
	}
	return c.Describe()
}

// pointer is the pointer that the expression of an access follows, as the program writes it; "" where
// that is not seen at once: p of *p, p[i] and p->next.x.
func (c *Property) pointer() string {
	if c.Kind == cfa.LibraryContract || c.Kind == cfa.BadFree {
		return ""
	}
	text := prose.OneLine(c.Text)
	for {
		switch {
		case strings.HasPrefix(text, "*") && chain(text[1:]):
			return text[1:]
		case strings.HasSuffix(text, "]"):
			depth, i := 0, len(text)-1
			for ; i > 0; i-- {
				switch text[i] {
				case ']':
					depth++
				case '[':
					depth--
				}
				if depth == 0 {
					break
				}
			}
			if text = text[:i]; chain(text) {
				return text
			}
			return ""
		}
		arrow, dot := strings.LastIndex(text, "->"), strings.LastIndexByte(text, '.')
		switch {
		case dot > arrow && chain(text):
			text = text[:dot]
		case arrow > 0 && chain(text):
			return text[:arrow]
		default:
			return ""
		}
	}
}

// chain reports whether an expression is a variable, or a member of a member.
func chain(text string) bool {
	for _, part := range strings.Split(strings.ReplaceAll(text, "->", "."), ".") {
		if !prose.Identifier(part) {
			return false
		}
	}
	return true
}
